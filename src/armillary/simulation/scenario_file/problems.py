"""What is wrong with a scenario file, in the same words and with the same line numbers as for robot files."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from pydantic import BaseModel

from armillary.errors import DescriptionError, Problem, ScenarioError
from armillary.files.known_fields import fields_at, nearest
from armillary.files.lines import Path
from armillary.files.places import Places
from armillary.files.units import shortened
from armillary.simulation.scenario_file.schema import ScenarioFile

_VARIANTS = ("shape", "inertia")
_LISTS = ("disturbance", "payload", "change")


def of_scenario(error: DescriptionError) -> ScenarioError:
    """Return an error of reading a file that speaks of scenarios instead of robots."""
    words = {
        "a robot file": "a scenario file",
        "the description of a robot": "a scenario",
        "docs/robot-files.md": "docs/simulation.md",
        "robot files are small": "scenario files are small",
    }

    def told(text: str) -> str:
        for old, new in words.items():
            text = text.replace(old, new)
        return text

    return ScenarioError([replace(p, expected=told(p.expected), hint=told(p.hint)) for p in error.problems])


def path_in_file(location: tuple[str | int, ...]) -> Path:
    """Return pydantic's path without the variants of tables that it names on the way."""
    path: Path = ()
    skip = False
    for part in location:
        if skip:
            skip = False
            continue
        path = (*path, part)
        skip = part in _VARIANTS
    return path


def schema_problem(error: Mapping[str, Any], places: Places, root: type[BaseModel] = ScenarioFile) -> Problem:
    """Return one of pydantic's errors as a problem with its line; `root` is the schema of the whole file."""
    path = path_in_file(error["loc"])
    return places.problem(path, *_explain(error, path, root))


def unknown(found: object, known: Iterable[str], what: str = "") -> tuple[str, str, str]:
    """Return what to say of a word that is none of those that are known: found, expected, hint."""
    words = list(known)
    text = f"{shortened(found)} is not {what}" if what else shortened(found)
    return text, f"one of {', '.join(words)}", nearest(found, words)


def _explain(error: Mapping[str, Any], path: Path, root: type[BaseModel]) -> tuple[str, str, str]:
    kind, context, value = error["type"], error.get("ctx", {}), error["input"]
    match kind:
        case "armillary":
            return context["found"], context["expected"], context["hint"]
        case "missing":
            return "the field is missing", f"{path[-1]} = …", ""
        case "extra_forbidden":
            return unknown(path[-1], fields_at(root, path[:-1]), "a field here")
        case "literal_error":
            return unknown(value, re.findall(r"'([^']*)'", context["expected"]))
        case "string_type":
            return shortened(value), "a text in quotes", ""
        case "tuple_type" if path[-1] in _LISTS:
            return shortened(value), f"[[{path[-1]}]] tables", "two brackets: there may be several"
        case "model_type" | "dict_type" | "model_attributes_type":
            return shortened(value), f"a table of fields: {', '.join(fields_at(root, path))}", ""
    return shortened(value), error["msg"], ""
