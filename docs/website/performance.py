"""The performance page: charts and tables of the figures that benchmarks/README.md keeps."""

import re
from pathlib import Path

from armillary.figures.style import BLUE, ORANGE
from website.drawing import drawing
from website.stage import ROOT, Stage

KEPT = ROOT / "benchmarks" / "README.md"
HEAD = """\
# Performance

The figures of this page are those kept in {doc}`/benchmarks/README`, with their conditions and
targets, missed ones included. Measure your machine with `armillary bench ROBOT`. GPUs have theirs:
[kernels](docs/native-code/gpu.md#cost) and [stacks of runs](docs/simulation/gpu.md).
"""
Rows = list[dict[str, str]]


def table(heading: str) -> Rows:
    """Return the first table under a heading of the kept figures, row by row, by the names of its columns."""
    text = KEPT.read_text(encoding="utf-8")
    found = re.search(rf"^## {re.escape(heading)}\n.*?((?:^\|[^\n]*\n)+)", text, flags=re.MULTILINE | re.DOTALL)
    if not found:
        raise RuntimeError(f"no table under {heading!r} in {KEPT.relative_to(ROOT)}")
    lines = [[cell.strip() for cell in line.split("|")[1:-1]] for line in found[1].splitlines()]
    return [dict(zip(lines[0], line, strict=True)) for line in lines[2:]]


def number(text: str) -> float | None:
    """Return the number at the start of a cell, or None.

    Example:
        >>> number("1,038"), number("82 %"), number("")
        (1038.0, 82.0, None)
    """
    found = re.match(r"[\d,.]+", text)
    return float(found[0].replace(",", "")) if found else None


def pages(stage: Stage) -> None:
    """Write the page and its charts."""
    others, casadi, loops = (
        table(name) for name in ("Pinocchio, MuJoCo, and the bound", "C generated through CasADi", "Simulation")
    )
    batches = _times(others, {"Armillary": "batch", "Pinocchio": "Pinocchio's loop"})
    calls = _times(others, {"Armillary": "call", "Pinocchio": "Pinocchio's call", "MuJoCo": "MuJoCo's call"})
    generated = _times(casadi, {"Armillary, batch": "our batch", "Armillary": "our scalar", "CasADi and gcc": "C loop"})
    speeds = {row["Panda, 10 s"]: {"": number(row["× real time"]) or 0.0} for row in loops}
    parts = [HEAD]
    for name, title, data, quantity, unit in (
        ("batches", "One state of a batch", batches, "time for one state", "ns"),
        ("calls", "One call from Python", calls, "time of one call", "ns"),
        ("generated", "C generated through CasADi", generated, "time for one state", "ns"),
        ("loops", "Closed loops of the Panda, 10 s", speeds, "simulated time over computing time", "× real time"),
    ):
        draw(data, f"{quantity} [{unit}]", stage.place(f"performance/{name}.svg"))
        parts += [f"## {title}\n", f"![{title}](performance/{name}.svg)\n", _markdown(data, unit)]
    stage.write("performance.md", "\n".join(parts))


def _times(rows: Rows, columns: dict[str, str]) -> dict[str, dict[str, float]]:
    """Return the numbers of some columns, by the robot and quantity of a row; rows without all of them are left out."""
    found = {}
    for row in rows:
        values = {name: number(row[column]) for name, column in columns.items()}
        if all(value is not None for value in values.values()):
            found[f"{row['robot']}, {row['quantity']}"] = values
    return found


def _markdown(data: dict[str, dict[str, float]], unit: str) -> str:
    names = list(next(iter(data.values())))
    head = f"| | {' | '.join(f'{name} [{unit}]'.strip() for name in names)} |\n|---|{'--:|' * len(names)}"
    return "\n".join(
        [head, *(f"| {row} | {' | '.join(f'{v:g}' for v in v.values())} |" for row, v in data.items()), ""]
    )


def draw(data: dict[str, dict[str, float]], label: str, path: Path) -> None:
    """Draw bars on a logarithmic scale, a group for each row."""
    colours = (BLUE, ORANGE, "#999999")
    names = list(next(iter(data.values())))
    with drawing(path, 8, 1.0 + 0.24 * len(data) * max(len(names), 1.4)) as figure:
        axes = figure.subplots()
        height = 0.8 / len(names)
        for k, name in enumerate(names):
            places = [row + k * height for row in range(len(data))]
            bars = axes.barh(places, [each[name] for each in data.values()], height, color=colours[k], label=name)
            axes.bar_label(bars, fmt="%g", padding=3, size=8)
        axes.set_yticks([row + 0.4 - height / 2 for row in range(len(data))], list(data))
        axes.invert_yaxis()
        axes.set(xscale="log", xlabel=label)
        axes.margins(x=0.12)
        axes.spines[["top", "right"]].set_visible(False)
        if names != [""]:
            figure.legend(frameon=False, loc="outside upper right", ncols=len(names))
