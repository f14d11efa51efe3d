"""From what pydantic found in a robot file to problems that a user can act on."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, get_args

from armillary.description.robot import JOINT_TYPES
from armillary.description.toml.schema import RobotFile
from armillary.errors import Problem
from armillary.files.known_fields import fields_at, models_at, nearest
from armillary.files.lines import Path
from armillary.files.places import Places
from armillary.files.units import shortened

# Below these keys pydantic's path names the variant it chose, which is no key of the file.
_VARIANTS = ("shape", "section", "inertia", "stator_inertia")
_TABLES = ("link", "joint", "motor", "payload", "frame", "visual")


def path_in_file(location: tuple[str | int, ...]) -> Path:
    """Return pydantic's path without the variants of tables that it names on the way."""
    path: Path = ()
    skip = False
    for part in location:
        if skip:
            skip = False
            continue
        path = (*path, part)
        skip = path[-1] in _VARIANTS or (len(path) == 2 and path[0] == "joint")
    return path


def schema_problem(error: Mapping[str, Any], places: Places) -> Problem:
    """Return one of pydantic's errors as a problem with its line."""
    path = path_in_file(error["loc"])
    found, expected, hint = _explain(error, path)
    if error["type"] == "extra_forbidden" and path[-2:-1] in (("shape",), ("section",)):
        found, expected, hint = _field_of_another(path, str(error["loc"][-2])) or (found, expected, hint)
    if error["type"].startswith("union_tag"):
        path = (*path, "shape" if path[-1] == "section" else "kind")
    return places.problem(path, found, expected, hint)


def _explain(error: Mapping[str, Any], path: Path) -> tuple[str, str, str]:
    kind, context, value = error["type"], error.get("ctx", {}), error["input"]
    match kind:
        case "armillary":
            return context["found"], context["expected"], context["hint"]
        case "missing":
            choice = f"one of {', '.join(JOINT_TYPES)}" if path[-1] == "type" else "…"
            return "the field is missing", f"{path[-1]} = {choice}", ""
        case "extra_forbidden":
            return _unknown_field(path)
        case "literal_error":
            return _unknown_choice(shortened(value), value, re.findall(r"'([^']*)'", context["expected"]))
        case "union_tag_invalid":
            return _unknown_choice(
                repr(context["tag"]), context["tag"], re.findall(r"'([^']*)'", context["expected_tags"])
            )
        case "union_tag_not_found" if path[-1] == "section":
            return "the field is missing", "one of rectangle, circle, tube", "or give area, Iy, Iz and J"
        case "union_tag_not_found":
            return "the field is missing", "one of box, cylinder, sphere", "kind = 'box'"
        case "string_type":
            return shortened(value), "a text in quotes", ""
        case "tuple_type" if path[-1] in _TABLES:
            return shortened(value), f"[[{path[-1]}]] tables", "two brackets: there may be several"
        case "model_type" | "dict_type" | "model_attributes_type":
            return shortened(value), _table_example(path), ""
    return shortened(value), error["msg"], ""


def _unknown_field(path: Path) -> tuple[str, str, str]:
    known = fields_at(RobotFile, path[:-1])
    return f"{shortened(path[-1])} is not a field here", f"one of {', '.join(known)}", nearest(path[-1], known)


def _field_of_another(path: Path, variant: str) -> tuple[str, str, str] | None:
    """Return what to say of a field that other variants of the table have; None if none has it."""
    if path[-1] not in fields_at(RobotFile, path[:-1]):
        return None
    own = [
        [*model.model_fields]
        for model in models_at(RobotFile, path[:-1])
        if any(get_args(field.annotation) == (variant,) for field in model.model_fields.values())
    ]
    return f"{shortened(path[-1])} is not a field of {variant!r}", f"one of {', '.join(own[0])}", ""


def _unknown_choice(found: str, value: Any, known: list[str]) -> tuple[str, str, str]:
    return found, f"one of {', '.join(known)}", nearest(value, known)


def _table_example(path: Path) -> str:
    if path[-1] in ("inertia", "stator_inertia"):
        return "a table such as { xx = 0.1, yy = 0.1, zz = 0.1 } or three rows"
    if path[-1] == "sublinks":
        return "a count, or a table of fields: " + ", ".join(fields_at(RobotFile, path))
    return f"a table of fields: {', '.join(fields_at(RobotFile, path))}"
