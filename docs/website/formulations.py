"""A page for each formulation, from the docstring of its module, with a figure of its operation counts."""

import ast
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import armillary as arm
from armillary.figures.style import BLUE
from armillary.formulations.registry import FORMULATIONS, QUANTITIES
from website import kept
from website.drawing import drawing
from website.stage import ROOT, Stage
from website.typeset import page, paragraph

SOURCES = ROOT / "src" / "armillary" / "formulations"
COUNTED = ("inverse_dynamics", "forward_dynamics", "mass_matrix")
JOINTS = (2, 3, 5, 7)
HEAD = """\
# Formulations one by one

Each page is the docstring of one file in `src/armillary/formulations`, with the same equation
numbers as its code. {{doc}}`/docs/formulations` compares them, {{doc}}`/docs/notation` defines the
symbols, and {{doc}}`/docs/references` resolves the keys.

```{{toctree}}
:maxdepth: 1

{}
```
"""
FIGURE = """
## Operations

Additions, multiplications, divisions and square roots of compiled code for the first joints of the
Panda, without motors and friction, against the number of joints; this formulation in colour.

![Operations against the number of joints]({}.svg)
"""
TAIL = """
## Source

`src/armillary/formulations/{}`. {}
"""


def pages(stage: Stage) -> None:
    """Write a page for each file with numbered equations, and their index."""
    names = []
    counts = operations()
    for path in sorted(SOURCES.rglob("*.py")):
        docstring = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")), clean=False) or ""
        if not re.search(r"\(\d+\)\s*$", docstring, flags=re.MULTILINE):
            continue
        name = path.relative_to(SOURCES).as_posix()
        slug = path.stem.replace("_", "-")
        names.append(slug)
        title, source = titled(docstring.splitlines()[0])
        text = page(title, docstring) + (f"\nFrom {paragraph(source)}.\n" if source else "")
        if ways := [way for way in FORMULATIONS if _is_in(way, path.stem) and any(way in counts[q] for q in COUNTED)]:
            text += FIGURE.format(slug)
            draw(counts, ways, stage.place(f"reference/formulations/{slug}.svg"))
        stage.write(f"reference/formulations/{slug}.md", text + TAIL.format(name, _uses(path.stem)))
    stage.write("reference/formulations/index.md", HEAD.format("\n".join(names)))


def titled(line: str) -> tuple[str, str]:
    """Return the title in a first line, and its source in brackets."""
    found = re.fullmatch(r"(.*?)\.?(?: (\[[^\]]+\]))?", line.strip())
    return (found[1], found[2] or "") if found else (line, "")


def _is_in(way: str, stem: str) -> bool:
    return {"composite_moments": "composite_body", "celentano_simplified": "celentano_flexible"}.get(way, way) == stem


def _uses(stem: str) -> str:
    """Return a sentence with the quantities that functions of a module compute."""
    found = [
        f"`{quantity.name}`"
        for quantity in QUANTITIES.values()
        if any(getattr(way, "__module__", "").endswith(f".{stem}") for way in quantity.formulations.values())
    ]
    return f"It computes {', '.join(found)}." if found else ""


def first_joints(robot: arm.Robot, count: int) -> arm.Robot:
    """Return the first joints of a serial robot, without motors and frames."""
    joints = robot.joints[:count]
    held = {joint.child for joint in joints}
    links = tuple(link for link in robot.links if link.name in held)
    return replace(robot, joints=joints, links=links, motors=(), payloads=(), frames=(), visuals=(), configurations=())


def operations() -> dict[str, dict[str, list[int]]]:
    """Return operation counts for each number of joints, by quantity and formulation; they are kept."""
    place = kept.place("operations", repr((COUNTED, JOINTS)))
    if not place.exists():
        kept.keep(place, json.dumps({quantity: dict(_counted(quantity)) for quantity in COUNTED}))
    return json.loads(place.read_text(encoding="utf-8"))


def _counted(quantity: str) -> Iterator[tuple[str, list[int]]]:
    models = [arm.model(first_joints(arm.library.get("panda"), count), friction=False) for count in JOINTS]
    for way in QUANTITIES[quantity].formulations:
        if not FORMULATIONS[way].numbers_only and not FORMULATIONS[way].approximate:
            yield way, [arm.cost(model, quantity, formulation=way).flops for model in models]


def draw(counts: dict[str, dict[str, list[int]]], ways: list[str], path: Path) -> None:
    """Draw the counts of all formulations, those in `ways` in colour: a chart for each quantity."""
    shown = [quantity for quantity in COUNTED if any(way in counts[quantity] for way in ways)]
    with drawing(path, 7.5, 2.6 * len(shown)) as figure:
        for axes, quantity in zip(figure.subplots(len(shown), 1, squeeze=False)[:, 0], shown, strict=True):
            for way, values in counts[quantity].items():
                width, order = (2.2, 3) if way in ways else (1.2, 2)
                axes.plot(JOINTS, values, "o-", ms=3.5, color=_colour(way, ways, "0.7"), lw=width, zorder=order)
            ends = {way: values[-1] for way, values in counts[quantity].items()}
            for way, height in _apart(ends, min(min(values) for values in counts[quantity].values())).items():
                name = way.replace("_", " ")
                axes.text(JOINTS[-1] + 0.15, height, name, size=9, va="center", color=_colour(way, ways, "0.35"))
            axes.set(title=quantity.replace("_", " "), ylabel="operations", yscale="log", xticks=JOINTS)
            axes.set_xlim(1.8, 9.2)
            axes.grid(True, linewidth=0.4, alpha=0.5)
        figure.axes[-1].set_xlabel("number of joints")


def _colour(way: str, ways: list[str], other: str) -> str:
    return BLUE if way in ways else other


def _apart(ends: dict[str, int], lowest: int, lines: int = 12) -> dict[str, float]:
    """Return heights of labels near the ends of curves; `lines` labels fit between the lowest and highest value."""
    least = (max(ends.values()) / lowest) ** (1.0 / lines)
    placed: dict[str, float] = {}
    for way, height in sorted(ends.items(), key=lambda end: end[1]):
        placed[way] = max(height, least * max(placed.values(), default=0.0))
    room = float(max(ends.values()))
    for way in reversed(list(placed)):  # down again from the highest curve
        placed[way] = min(placed[way], room)
        room = placed[way] / least
    return placed
