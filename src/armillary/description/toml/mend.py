"""Further problems of a robot file with faulty fields: mend these, build the robot, keep the problems of its checks.

A faulty or missing field gets a harmless value. A missing name mostly follows from the rest of the file: a link without
a name is the child that some joint names and no link has. Otherwise it gets a substitute, and problems that mention a
substitute are left out.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pydantic import ValidationError

from armillary.description.toml.schema import RobotFile
from armillary.errors import DescriptionError, Problem
from armillary.files.lines import Path, field_path

# The names that hold the tree together, per table.
_NAMES: dict[str, tuple[str, ...]] = {
    "link": ("name",),
    "joint": ("name", "parent", "child"),
    "motor": ("name", "joint", "carrier"),
    "payload": ("name", "link"),
    "frame": ("name", "link"),
    "visual": ("link",),
}
_STAND_IN = "(unnamed "
# What sits on a link, perhaps at a node: the table and its field that names the link.
_OWNERS = {"joint": "parent", "motor": "carrier", "payload": "link", "frame": "link", "visual": "link"}
# Harmless values for the fields that a beam must have; no node or station is beyond such a length.
_BEAM = {"length": 1e6, "E": 1e11, "G": 4e10, "density": 1e3}
_SECTION = {"shape": "circle", "diameter": 0.01}

Tables = dict[str, list[dict[str, Any]]]


def other_faults(data: dict[str, Any], faulty: set[Path]) -> Iterable[Problem]:
    """Return the problems of the robot apart from the faulty fields, as far as they can be found."""
    rest: dict[str, Any] = {"name": "?"}
    if not any(path[0] == "gravity" for path in faulty) and "gravity" in data:
        rest["gravity"] = data["gravity"]
    base: dict[str, Any] = {}
    if ("base",) not in faulty:
        wrong = {path[1] for path in faulty if path[0] == "base"}
        base = {key: value for key, value in data.get("base", {}).items() if key not in wrong}
    tables: Tables = {
        kind: [_mended(kind, i, item, faulty) for i, item in enumerate(data.get(kind, []))]
        for kind in _NAMES
        if (kind,) not in faulty
    }
    if ("base",) in faulty or ("base", "name") in faulty:
        base["name"] = _name_of_base(tables)
    _name(tables, base.get("name", "base"))
    _forget_nodes(tables, faulty)
    try:
        RobotFile.model_validate(rest | {"base": base} | tables).build()
    except DescriptionError as error:
        # Without readable links or joints, references to them cannot be checked.
        names_known = ("link",) not in faulty and ("joint",) not in faulty
        kept = [p for p in error.problems if names_known or not _about_names(field_path(p.field))]
        return [p for p in kept if _STAND_IN not in p.found + p.expected]
    except ValidationError:
        pass
    return []


def _about_names(path: Path) -> bool:
    """Return whether a field is a table of the tree, or a name in it."""
    kind = str(path[0]) if path else ""
    return kind in _NAMES and (len(path) < 3 or path[2] in _NAMES[kind])


def _mended(kind: str, i: int, item: Any, faulty: set[Path]) -> dict[str, Any]:
    """Return a table without its faulty fields, or with harmless values for them."""
    wrong = {path[2] for path in faulty if path[:2] == (kind, i) and len(path) > 2}
    fields = {key: value for key, value in item.items() if key not in wrong} if isinstance(item, dict) else {}
    if kind == "visual" and wrong - {"link", "node"}:
        fields = {key: value for key, value in fields.items() if key in ("link", "node")}
        return fields | {"shape": "sphere", "radius": 1.0}
    if "mass" in wrong and kind != "motor":
        fields.pop("shape", None)
    if kind == "link" and isinstance(item, dict) and isinstance(item.get("beam"), dict) and "beam" in wrong:
        fields["beam"] = _mended_beam(item["beam"], {path[3:] for path in faulty if path[:3] == (kind, i, "beam")})
    flexible = kind == "link" and fields.keys() & {"beam", "modal"}
    if "mass" in wrong or (kind in ("link", "payload") and not fields.keys() & {"mass", "shape"} and not flexible):
        fields["mass"] = 1.0
    if "principal" in wrong:
        fields.pop("principal_rpy", None)
    if kind == "joint" and "type" not in fields:
        fields["type"] = "revolute"  # which a motor may drive, too
        fields = {key: value for key, value in fields.items() if key not in ("limits", "friction", "spring")}
        wrong.add("axis")
    if kind == "joint" and "axis" in wrong and fields["type"] in ("revolute", "prismatic"):
        fields["axis"] = [0, 0, 1]
    return fields


def _mended_beam(beam: dict[str, Any], faulty: set[Path]) -> dict[str, Any]:
    """Return a beam without its faulty fields, with harmless values for required ones; paths begin in the beam."""
    wrong = {path[0] for path in faulty}
    fields = {key: value for key, value in beam.items() if key not in wrong}
    if wrong & {"axis", "normal"}:
        fields = {key: value for key, value in fields.items() if key not in ("axis", "normal")}
    fields |= {key: value for key, value in _BEAM.items() if key in wrong}
    if not fields.keys() & {"section", "stations"}:
        fields["section"] = _SECTION
    bad = {path[1] for path in faulty if path[0] == "nodes" and len(path) > 1}
    if bad:
        stand_ins = [{"name": f"{_STAND_IN}node {i + 1})", "at": 0} for i in range(len(beam["nodes"]))]
        fields["nodes"] = [stand_ins[i] if i in bad else node for i, node in enumerate(beam["nodes"])]
    bad = {path[1] for path in faulty if path[0] == "modes" and len(path) > 1}
    if bad:
        fields["modes"] = _mended_modes(beam["modes"], bad)
    return fields


def _mended_modes(modes: dict[str, Any], wrong: set[str | int]) -> dict[str, Any]:
    fields = {key: value for key, value in modes.items() if key not in wrong}
    counts = wrong & {"bending_y", "bending_z", "torsion", "axial"}
    if counts:  # which the number of damping ratios goes by
        fields = {key: value for key, value in fields.items() if key != "damping"}
    if "shapes" in wrong:
        fields["shapes"] = "tip-mass"  # which a tip's mass may stand beside
    if counts or not fields.keys() & {"bending_y", "bending_z", "torsion", "axial"}:
        fields["axial"] = 1
    return fields


def _forget_nodes(tables: Tables, faulty: set[Path]) -> None:
    """Remove references to nodes of links whose nodes are faulty, since they cannot be checked."""
    links = [path for path in faulty if path[0] == "link" and len(path) > 2]
    unknown = {
        path[1] for path in links if path[2] == "modal" or path[2:] == ("beam",) or path[2:4] == ("beam", "nodes")
    }
    names = {link["name"] for i, link in enumerate(tables.get("link", [])) if i in unknown}
    for kind, key in _OWNERS.items():
        for fields in tables.get(kind, []):
            if fields.get(key) in names:
                fields.pop("node", None)


def _name_of_base(tables: Tables) -> str:
    """Return the parent that no link has as its name: the base."""
    return next(iter(_unmet(tables, "joint", "parent", "link")), "base")


def _name(tables: Tables, base: str) -> None:
    """Fill in missing names, from the rest of the file where possible."""
    links = _unmet(tables, "joint", "child", "link", base)
    children = _unmet(tables, "link", "name", "joint", of_other="child")
    joints = _unmet(tables, "motor", "joint", "joint")
    for kind, items in tables.items():
        for i, fields in enumerate(items):
            stand_in = f"{_STAND_IN}{kind} {i + 1})"
            told = {"link": links, "joint": joints}.get(kind, [])
            if "name" in _NAMES[kind] and "name" not in fields:
                fields["name"] = told.pop(0) if told else stand_in
            for key in (key for key in _NAMES[kind] if key != "name"):
                if key == "child" and key not in fields:
                    fields[key] = children.pop(0) if children else stand_in
                fields.setdefault(key, stand_in if key == "joint" else base)


def _unmet(tables: Tables, kind: str, key: str, other: str, *known: str, of_other: str = "name") -> list[str]:
    """Return the names in a field of one kind of table that the tables of another kind lack."""
    has = {item.get(of_other) for item in tables.get(other, [])} | {*known}
    given = dict.fromkeys(item[key] for item in tables.get(kind, []) if key in item)
    return [name for name in given if name not in has]
