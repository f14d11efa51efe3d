"""Errors of pydantic → path of the field in the file, and found, expected and hint of a problem."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, get_args, get_origin

from pydantic import BaseModel

from armillary.files.lines import Path
from armillary.files.units import DIMENSIONS
from armillary.files.words import Told, shortened, unknown


def path_in(data: Any, location: Sequence[str | int]) -> Path:
    """Return the path in a document of pydantic's location, which also names the variants of tables on the way.

    A part that the document lacks is the name of a variant, except at the end: that is a missing field.
    """
    path: Path = ()
    for k, part in enumerate(location, start=1):
        if isinstance(data, dict) and (part in data or k == len(location)):
            path, data = (*path, part), data.get(part)
        elif isinstance(data, list) and isinstance(part, int):
            path, data = (*path, part), data[part]
    return path


def explain(error: Mapping[str, Any], path: Path, root: type[BaseModel]) -> list[tuple[Path, Told]]:
    """Return the problems of one error, each with its path; `root` is the model of the document."""
    context, location = error.get("ctx", {}), error["loc"]
    match error["type"]:
        case "armillary":
            return [(path, (context["found"], context["expected"], context["hint"]))]
        case "contradictions":
            return [((*path, name) if name else path, (*told, "")) for name, *told in context["problems"]]
        case "union_tag_invalid":
            told = unknown(context["tag"], re.findall(r"'([^']*)'", context["expected_tags"]))
            return [((*path, context["discriminator"].strip("'()")), told)]
        case "union_tag_not_found":
            key, models = context["discriminator"].strip("'()"), _tables_at(root, location)[0]
            named = [model for model in models if model.model_fields[key].is_required()]
            choices = [choice for model in named for choice in _choices(model, key)]
            needed = {
                model: [name for name, field in model.model_fields.items() if field.is_required()] for model in models
            }
            others = [f"or give {', '.join(needed[model])}" for model in models if model not in named]
            hint = "; ".join([f"{key} = {choices[0]!r}", *others])
            return [((*path, key), ("the field is missing", f"one of {', '.join(choices)}", hint))]
    return [(path, _explained(error, path, root))]


def _explained(error: Mapping[str, Any], path: Path, root: type[BaseModel]) -> Told:
    value, location = error["input"], error["loc"]
    match error["type"]:
        case "missing":
            models, name = _tables_at(root, location[:-1])[0], str(location[-1])
            return "the field is missing", f"{name} = {_example(models, name)}", ""
        case "extra_forbidden":
            models, variant = _tables_at(root, location[:-1])
            row = f"of [[{path[0]}]]" if len(path) == 3 and isinstance(path[1], int) else "here"
            return unknown(path[-1], _fields(models), f"a field of {variant!r}" if variant else f"a field {row}")
        case "literal_error":
            return unknown(value, re.findall(r"'([^']*)'", error["ctx"]["expected"]))
        case "string_type":
            return shortened(value), "a text in quotes", ""
        case "tuple_type" if _tables_at(root, location)[0]:
            return shortened(value), f"[[{path[-1]}]] tables", "two brackets: there may be several"
        case "model_type" | "dict_type" | "model_attributes_type":
            return shortened(value), f"a table of fields: {', '.join(_fields(_tables_at(root, location)[0]))}", ""
    return shortened(value), error["msg"], ""


def _tables_at(root: type[BaseModel], location: Iterable[str | int]) -> tuple[list[type[BaseModel]], str]:
    """Return the tables that may stand at a location, and the name of the variant that the location ends with."""
    models, variant = [root], ""
    for part in location:
        if not isinstance(part, str):
            continue
        fields = [model.model_fields[part] for model in models if part in model.model_fields]
        if fields:
            models, variant = [model for field in fields for model in _models([field.annotation])], ""
        else:
            matching = [model for model in models if any(part in _choices(model, name) for name in model.model_fields)]
            models, variant = matching or models, part if matching else ""
    return models, variant


def _fields(models: Iterable[type[BaseModel]]) -> list[str]:
    return list(dict.fromkeys(name for model in models for name in model.model_fields))


def _choices(model: type[BaseModel], name: str) -> tuple[str, ...]:
    """Return the texts that a field may hold; none for a field of another type."""
    annotation = model.model_fields[name].annotation if name in model.model_fields else None
    return get_args(annotation) if get_origin(annotation) is Literal else ()


def _example(models: Iterable[type[BaseModel]], name: str) -> str:
    """Return an example of a missing field: its choices, or a quantity of its dimension."""
    for model in models:
        if choices := _choices(model, name):
            return f"one of {', '.join(choices)}"
        for annotation in model.model_fields[name].metadata if name in model.model_fields else ():
            allowed = getattr(getattr(annotation, "func", None), "keywords", {}).get("allowed")
            if allowed is not None and allowed.dimension != "number":
                return f"{DIMENSIONS[allowed.dimension][1]!r}, for example"
    return "…"


def _models(annotations: Iterable[Any]) -> list[type[BaseModel]]:
    models: list[type[BaseModel]] = []
    for annotation in annotations:
        if isinstance(annotation, type) and issubclass(annotation, BaseModel):
            models.append(annotation)
        else:
            models += _models(get_args(annotation))
    return models
