"""What is wrong with a scenario file, in the same words and with the same line numbers as for robot files."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, get_args

from pydantic import BaseModel

from armillary.description.lines import Path
from armillary.description.places import Places
from armillary.description.units import shortened
from armillary.errors import DescriptionError, Problem, ScenarioError
from armillary.simulation.scenario_schema import ScenarioFile

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


def schema_problem(error: Mapping[str, Any], places: Places) -> Problem:
    """Return one of pydantic's errors as a problem with its line."""
    path = path_in_file(error["loc"])
    return places.problem(path, *_explain(error, path))


def unknown(found: object, known: Iterable[str], what: str = "") -> tuple[str, str, str]:
    """Return what to say of a word that is none of those that are known: found, expected, hint."""
    words = list(known)
    near = difflib.get_close_matches(str(found), words, n=1)
    text = f"{shortened(found)} is not {what}" if what else shortened(found)
    return text, f"one of {', '.join(words)}", f"did you mean {near[0]}?" if near else ""


def _explain(error: Mapping[str, Any], path: Path) -> tuple[str, str, str]:
    kind, context, value = error["type"], error.get("ctx", {}), error["input"]
    match kind:
        case "armillary":
            return context["found"], context["expected"], context["hint"]
        case "missing":
            return "the field is missing", f"{path[-1]} = …", ""
        case "extra_forbidden":
            return unknown(path[-1], _fields_at(path[:-1]), "a field here")
        case "literal_error":
            return unknown(value, re.findall(r"'([^']*)'", context["expected"]))
        case "string_type":
            return shortened(value), "a text in quotes", ""
        case "tuple_type" if path[-1] in _LISTS:
            return shortened(value), f"[[{path[-1]}]] tables", "two brackets: there may be several"
        case "model_type" | "dict_type" | "model_attributes_type":
            return shortened(value), f"a table of fields: {', '.join(_fields_at(path))}", ""
    return shortened(value), error["msg"], ""


def _fields_at(path: Path) -> list[str]:
    """Return the names that a table of the file may use."""
    models: list[type[BaseModel]] = [ScenarioFile]
    for part in path:
        if isinstance(part, str):
            fields = [model.model_fields[part] for model in models if part in model.model_fields]
            models = [model for field in fields for model in _models([field.annotation])]
    return list(dict.fromkeys(name for model in models for name in model.model_fields))


def _models(annotations: Iterable[Any]) -> list[type[BaseModel]]:
    found: list[type[BaseModel]] = []
    for annotation in annotations:
        if isinstance(annotation, type) and issubclass(annotation, BaseModel):
            found.append(annotation)
        else:
            found += _models(get_args(annotation))
    return found
