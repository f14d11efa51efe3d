"""Read an MJCF file, through the compiler of the `mujoco` package.

MuJoCo resolves defaults, includes, angles and inertias from shapes; the robot is taken from its compiled model
(`bodies.py`). Parts without a place in a tree of rigid bodies are left out: those that change the motion, such as
closed loops and tendons, are omissions of the robot (`omissions.py`), others get a note (`notes.py`). Shapes are kept
for pictures (`visuals.py`).

Before MuJoCo sees a file, the file and its includes pass the same guards as every other: a regular file, size,
encoding, XML that can be read, no entities. MuJoCo stops at its first error, so these come one at a time; problems that
we find in a model that it compiled come all at once.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from armillary.description.lenient import noted
from armillary.description.load import XML_FILE
from armillary.description.mjcf.bodies import read_bodies
from armillary.description.mjcf.equalities import ties_of
from armillary.description.mjcf.keyframes import configurations_of
from armillary.description.mjcf.notes import notes_on
from armillary.description.mjcf.omissions import omissions_of
from armillary.description.mjcf.parts import Chain, MjcfNames, MjcfSource, as_unicode
from armillary.description.mjcf.servos import Gains, servos_of
from armillary.description.mjcf.trees import trees_of
from armillary.description.mjcf.visuals import read_visuals
from armillary.description.reading import AS_WRITTEN, Reading
from armillary.description.robot import Robot, vector
from armillary.description.xml_tree import Element, Faults, parse_xml
from armillary.errors import DescriptionError, MissingExtraError, Problem
from armillary.files.lines import field_path
from armillary.files.text import MIB
from armillary.files.words import as_text, shortened

MOST_INCLUDES = 100
"""Files that one model may include, directly or through each other."""

NUMBERS = frozenset({
    "pos", "quat", "euler", "axisangle", "xyaxes", "zaxis", "mass", "density", "diaginertia", "fullinertia", "axis",
    "ref", "springref", "stiffness", "damping", "armature", "frictionloss", "range", "size", "fromto", "gravity",
    "gear", "scale",
})  # fmt: skip
"""Attributes of numbers that a robot is made of."""
OF_EQUALITIES = frozenset({"anchor", "relpose", "polycoef", "torquescale"})
"""Attributes of numbers that equality constraints alone have."""
ENDS = [f"{kind}{k}" for k in (1, 2) for kind in ("body", "site", "joint", "tendon", "geom")] + ["flex"]
"""Attributes of an equality that name its ends."""
_NOT_FINITE = re.compile(r"(?<![\w.])[+-]?(?:nan|inf)", re.IGNORECASE)


def read_mjcf(path: str | os.PathLike[str], reading: Reading = AS_WRITTEN) -> Robot:
    """Return the robot that an MJCF file describes; files that it includes or names are found beside it.

    A coordinate q of the robot is MuJoCo's qpos: a hinge or slide with `ref` is at its drawn place at q = ref.

    Raises:
        DescriptionError: The file cannot be read or is wrong.
        MissingExtraError: The package `mujoco` is not installed.
    """
    return read_mjcf_servos(path, reading)[0]


def read_mjcf_servos(path: str | os.PathLike[str], reading: Reading = AS_WRITTEN) -> tuple[Robot, Gains]:
    """Return the robot of an MJCF file, and the gains of its servos."""
    file = os.fspath(path)
    text = XML_FILE.read_text(path)
    root = _expect_mjcf(text, file, Path(path).parent, Path(path))
    if _is_unicode(file):
        return _read(root, file, lambda mujoco: mujoco.MjModel.from_xml_path(file), reading)
    for element in root.walk():
        if any(name.startswith("file") for name in element.attributes):
            problem = f"the path is not UTF-8, and <{element.tag}> names another file"
            hint = "rename the file or its folder"
            raise DescriptionError([Problem("", problem, "a path that MuJoCo can take", hint, file, element.line)])
    return _read(root, file, lambda mujoco: mujoco.MjModel.from_xml_string(text), reading)


def parse_mjcf(text: str, file: str | None = None, reading: Reading = AS_WRITTEN) -> Robot:
    """Return the robot that an MJCF text describes; `file` is its name in messages."""
    root = _expect_mjcf(text, file, Path())  # MuJoCo looks for included files in the working directory
    return _read(root, file, lambda mujoco: mujoco.MjModel.from_xml_string(text), reading)[0]


def _expect_mjcf(text: str, file: str | None, folder: Path, main: Path | None = None) -> Element:
    """Return the root element of a text, which is in the file `main`; its files, found from `folder`, are guarded.

    A file that includes itself, directly or through others, is rejected here: some versions of MuJoCo crash on it.
    """
    root = parse_xml(text, file)
    if root.tag != "mujoco":
        hint = "this is URDF: name it .urdf" if root.tag == "robot" else ""
        raise DescriptionError([Problem("", f"the root element is <{root.tag}>", "<mujoco>", hint, file, root.line)])
    # MuJoCo looks for files in the folder of the main file; one beside the file that names it is guarded as well.
    above = frozenset([main.resolve()] if main else [])
    waiting = [(root, folder, file, above)]
    seen: set[Path] = set()
    size = 0  # of all included files
    while waiting:
        element, beside, source, above = waiting.pop()
        _expect_numbers(element, source)
        for part in element.walk():
            name = part.attributes.get("file")
            if part.tag not in ("include", "model") or name is None:
                continue
            for path in _candidates(name, folder, beside, part.tag == "include"):
                if path.resolve() in above:
                    problem, expected = f"{name} includes itself", "files that include each other in one direction"
                    raise DescriptionError([Problem("", problem, expected, file=source, line=part.line)])
                if path in seen:
                    continue
                seen.add(path)
                text = XML_FILE.read_text(path)
                size += len(text)
                if len(seen) > MOST_INCLUDES or size > XML_FILE.limit:
                    problem = "too many or too large included files"
                    expected = f"{MOST_INCLUDES} of {XML_FILE.limit // MIB} MiB"
                    raise DescriptionError([Problem("", problem, f"at most {expected} in all", file=file)])
                inside = parse_xml(text, os.fspath(path))
                waiting.append((inside, path.parent, os.fspath(path), above | {path.resolve()}))
    return root


def _expect_numbers(root: Element, file: str | None) -> None:
    """Reject numbers that are not finite, in a file or an included one: MuJoCo takes a NaN for a value not given.

    Reject blank ones of equalities, too: MuJoCo 4.0 raises an unknown exception there, and compiles no file after it.
    """
    problems = []
    for part in root.walk():
        for name in (NUMBERS | OF_EQUALITIES) & part.attributes.keys():
            value = part.attributes[name]
            if _NOT_FINITE.search(value) or (name in OF_EQUALITIES and not value.strip()):
                label = f" {shortened(part.attributes['name'])}" if "name" in part.attributes else ""
                problems.append(
                    Problem(f"{part.tag}{label} {name}", shortened(value), "finite numbers", file=file, line=part.line)
                )
    if problems:
        raise DescriptionError(problems)


def _candidates(name: str, folder: Path, beside: Path, needed: bool) -> set[Path]:
    """Return the existing files that a name may mean; if none exists and one is needed, the expected path."""
    places = {folder / name, beside / name}
    return {path for path in places if os.path.lexists(path)} or ({folder / name} if needed else set())


def _is_unicode(file: str) -> bool:
    try:
        file.encode()
    except UnicodeEncodeError:
        return False
    return True


def _read(
    root: Element, file: str | None, compile_model: Callable[[Any], Any], reading: Reading
) -> tuple[Robot, Gains]:
    try:
        import mujoco
    except ImportError:
        raise MissingExtraError("mujoco", "mjcf", "reading MJCF files") from None
    m, warnings = _compile(mujoco, compile_model, root, file)
    faults, lines = Faults(file), _Lines(root)
    names = MjcfNames(mujoco, m)
    trees = trees_of(mujoco, m, names.given["body"], reading)
    source = MjcfSource(mujoco, m, names, trees, lines, faults)
    ties = ties_of(source)
    chain = read_bodies(source, ties)
    name = as_unicode(bytes(m.names).split(b"\0", 1)[0]).strip()
    name = "" if name == "MuJoCo Model" else name
    strict = reading.is_strict(False)
    bodies = [body if i in trees.selected else None for i, body in enumerate(names.given["body"])]
    robot = faults.robot(
        lambda: Robot(
            name=name or (as_text(Path(file).stem) if file else "robot"),
            links=tuple(chain.links),
            joints=tuple(chain.joints),
            motors=tuple(chain.motors),
            frames=tuple(chain.frames),
            base=chain.base,
            gravity=vector([0.0, 0.0, 0.0] if source.disabled("GRAVITY") else m.opt.gravity),
            source=f"MJCF file {as_text(Path(file).name)}" if file else "MJCF text",
            notes=(*warnings, *trees.notes, *chain.notes, *notes_on(source, ties)),
            omissions=tuple(omissions_of(source, ties)),
            visuals=tuple(read_visuals(mujoco, m, bodies, file if file and _is_unicode(file) else None)),
            strict=strict,
        ),
        lambda problem: _trace_back(problem, chain, root, lines, faults),
    )
    robot = replace(robot, configurations=tuple(configurations_of(source, robot, chain.drawn)))
    return robot if strict else noted(robot), servos_of(source)


def _compile(
    mujoco: Any, compile_model: Callable[[Any], Any], root: Element, file: str | None
) -> tuple[Any, list[str]]:
    """Return the compiled model and MuJoCo's warnings, which it would otherwise write to a log file."""
    warnings: list[str] = []
    before = mujoco.get_mju_user_warning()
    mujoco.set_mju_user_warning(lambda message: warnings.append(f"MuJoCo warns: {message}"))
    try:
        return compile_model(mujoco), warnings
    except (ValueError, RuntimeError, mujoco.FatalError) as error:
        message = " ".join(str(error).split()).removeprefix("XML ").removeprefix("Error: ")
        line = re.search(r"[Ll]ine (?:number=)?(\d+)", message)
        # With includes MuJoCo does not say in which file the line is.
        sure = line is not None and not any(element.tag == "include" for element in root.walk())
        hint = "mesh and texture files must lie where the file says" if "opening file" in message else ""
        at = int(line[1]) if line and sure else None
        problem = Problem("", f"MuJoCo refuses it: {message}", "a model that MuJoCo compiles", hint, file, at)
        raise DescriptionError([problem]) from None
    finally:
        mujoco.set_mju_user_warning(before)


class _Lines:
    """Finds the element that gave a body, joint or site its name, in the main file.

    The parts of <equality> and <tendon> are found by the tag around them; equalities without a name by kind and ends.
    """

    def __init__(self, root: Element) -> None:
        self.elements: dict[tuple[str, str], Element] = {}
        for group in root.all("equality", "tendon"):
            for element in group.children:
                attributes = element.attributes
                ends = (attributes[key] for key in ENDS if key in attributes)
                self.elements.setdefault((group.tag, attributes.get("name") or " ".join((element.tag, *ends))), element)
        for element in root.walk():
            tag = "joint" if element.tag == "freejoint" else element.tag
            self.elements.setdefault((tag, element.attributes.get("name", "")), element)

    def __call__(self, tag: str, name: str) -> Element | None:
        return self.elements.get((tag, name))


def _trace_back(problem: Problem, chain: Chain, root: Element, lines: _Lines, faults: Faults) -> None:
    """Keep a problem of the robot under the name that the file knows."""
    kind, index = (*field_path(problem.field), None, None)[:2]
    element: Element | None = root
    field = problem.field
    if isinstance(index, int) and kind in ("link", "joint", "motor", "frame"):
        part = getattr(chain, f"{kind}s")[index]
        tag = {"link": "body", "frame": "site"}.get(kind, kind)
        element = lines("joint", part.joint) if kind == "motor" else lines(tag, part.name)
        field = f'{tag} "{part.name}" {problem.field.partition("].")[2]}'.strip()
    faults.add(element, field, problem.found, problem.expected, problem.hint)
