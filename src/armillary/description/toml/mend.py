"""Further problems of a robot file with faulty fields: mend these, build the robot, keep the problems of its checks.

A faulty field is left out; if it is required, it gets a harmless value. A missing name mostly follows from the rest of
the file: a link without a name is the child that some joint names and no link has. Otherwise it gets a substitute.
Problems of mended fields, or that mention a substitute, are left out.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable
from typing import Any

from pydantic import ValidationError

from armillary.description.beam import KINDS
from armillary.description.robot import LINK_FIELDS
from armillary.description.toml.schema import RobotFile
from armillary.errors import DescriptionError, Problem
from armillary.files.explain import path_in
from armillary.files.lines import Path, field_path

# The names that hold the tree together, per table.
_NAMES: dict[str, tuple[str, ...]] = {
    "link": ("name",),
    "joint": ("name", "parent", "child"),
    "motor": ("name", "joint", "carrier"),
    "payload": ("name", "link"),
    "frame": ("name", "link"),
    "configuration": ("name",),
    "visual": ("link",),
}
_STAND_IN = "(unnamed "
_ROUNDS = 5
"""Largest number of rounds: mending one field may show the fault of another."""
SECTION = {"shape": "circle", "diameter": 0.01}
_HARMLESS: dict[str | int, Any] = {
    "name": f"{_STAND_IN}node)",
    "type": "revolute",  # which a motor may drive, too
    "mass": 1.0,
    "length": 1e6,  # no node or station is beyond it
    "E": 1e11,
    "density": 1e3,
    "section": SECTION,
    "stations": [{"at": 0, "section": SECTION}],
    "at": 0,
    "shape": "sphere",
    "radius": 1.0,
    "q": [],
}
"""Values of required fields."""
_DEPENDS = {
    **dict.fromkeys(("axis", "second_axis", "pitch"), ("type",)),
    "damping": (*KINDS, "stiffness"),
    **dict.fromkeys(("cubic", "backlash"), ("stiffness",)),
    "tip_mass": ("shapes",),
    "tip_inertia": ("shapes",),
}
"""Fields whose checks depend on other fields of their table."""


def other_faults(data: dict[str, Any], faulty: set[Path]) -> Iterable[Problem]:
    """Return the problems of the robot apart from the faulty fields, as far as they can be found."""
    tables, mended, faults = copy.deepcopy(data), set[Path](), faulty
    for _ in range(_ROUNDS):
        for path in sorted(filter(None, faults), key=str):
            _mend(tables, path)
        mended |= faults
        _name(tables, mended)
        _forget_nodes(tables, mended)
        try:
            RobotFile.model_validate({"name": "?"} | tables).build()
            return []
        except DescriptionError as error:
            return [problem for problem in error.problems if _is_new(problem, mended)]
        except ValidationError as error:
            faults = {path_in(tables, each["loc"]) for each in error.errors(include_url=False)}
    return []


def _mend(tables: dict[str, Any], path: Path) -> None:
    """Leave out the field at a path, or give a missing one a harmless value."""
    at: Any = tables
    table, key = at, path[0]
    path = path[:3] if path[2:3] == ("modal",) else path  # modal data count as a whole
    for part in path:
        if isinstance(at, dict):
            table, key = at, part
            at = at.get(part)
        else:
            at = at[part] if isinstance(at, list) and isinstance(part, int) else None
    if len(path) == 2 and path[0] in _NAMES and isinstance(path[1], int):
        kept = (*_NAMES[path[0]], "node")
        table[path[0]][path[1]] = {name: at[name] for name in kept if name in at} if isinstance(at, dict) else {}
    elif key in table:
        del table[key]
    elif len(path) == 3 and key in _NAMES.get(str(path[0]), ()):
        pass  # `_name` finds one
    elif key in _HARMLESS:
        table[key] = _HARMLESS[key]
    elif len(path) > 1:
        _mend(tables, path[:-1])


def _is_new(problem: Problem, mended: set[Path]) -> bool:
    """Return whether a problem is not a consequence of mending."""
    path = field_path(problem.field)
    kind, key = (str(path[0]), str(path[-1])) if path else ("", "")
    names = kind in _NAMES and (len(path) < 3 or path[2] in _NAMES[kind])
    if names and mended & {("link",), ("joint",)}:  # without links or joints, references to them cannot be checked
        return False
    follows = any(path[: len(other)] == other or other[: len(path)] == path for other in mended if len(path) > 2)
    depends = any((*path[:-1], other) in mended for other in _DEPENDS.get(key, ()))
    return not follows and not depends and _STAND_IN not in problem.found + problem.expected


def _forget_nodes(tables: dict[str, Any], mended: set[Path]) -> None:
    """Remove references to nodes of links whose nodes were mended, since they cannot be checked."""
    links = [path for path in mended if path[0] == "link" and len(path) > 2]
    unknown = {
        path[1] for path in links if path[2] == "modal" or path[2:] == ("beam",) or path[2:4] == ("beam", "nodes")
    }
    names = {link["name"] for i, link in enumerate(tables.get("link", [])) if i in unknown}
    for kind, key in LINK_FIELDS.items():
        for fields in tables.get(kind, []):
            if fields.get(key) in names:
                fields.pop("node", None)


def _name(tables: dict[str, Any], mended: set[Path]) -> None:
    """Fill in missing names, from the rest of the file where possible."""
    base = tables.setdefault("base", {})
    base = base if isinstance(base, dict) else {}
    if mended & {("base",), ("base", "name")}:  # the parent that no link has as its name
        base.setdefault("name", next(iter(_unmet(tables, "joint", "parent", "link")), "base"))
    root = base.get("name", "base")
    children = _unmet(tables, "link", "name", "joint", of_other="child")
    told = {
        "link": _unmet(tables, "joint", "child", "link", root),
        "joint": _unmet(tables, "motor", "joint", "joint"),
    }
    for kind, keys in _NAMES.items():
        for i, fields in enumerate(tables.get(kind, [])):
            stand_in = f"{_STAND_IN}{kind} {i + 1})"
            for key in (key for key in keys if key not in fields):
                known = {"name": told.get(kind, []), "child": children}.get(key, [])
                default = stand_in if key in ("name", "child", "joint") else root
                fields[key] = known.pop(0) if known else default


def _unmet(tables: dict[str, Any], kind: str, key: str, other: str, *known: str, of_other: str = "name") -> list[str]:
    """Return the names in a field of one kind of table that the tables of another kind lack."""
    has = {item.get(of_other) for item in tables.get(other, [])} | {*known}
    given = dict.fromkeys(item[key] for item in tables.get(kind, []) if key in item)
    return [name for name in given if name not in has]
