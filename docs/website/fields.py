"""Types of fields of documents in words, read from the pydantic models that check these documents."""

import collections.abc
import inspect
import math
import types
from functools import partial
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from armillary.files.quantity import Quantity
from armillary.files.units import DIMENSIONS

PLAIN = {str: "text", bool: "true or false", int: "whole number", float: "number", Any: "number, list or table"}


def field_type(field: FieldInfo) -> str:
    """Return the type of a field in words, with its unit and its bounds."""
    return words(field.annotation, tuple(field.metadata))


def words(annotation: Any, notes: tuple[Any, ...] = ()) -> str:
    """Return a type with its validators in words."""
    if get_origin(annotation) is Annotated:
        inner, *more = get_args(annotation)
        return words(inner, (*more, *notes))
    said = _of_validators(notes)
    if "form" in said:
        return said["form"] + said.get("bound", "")
    text = _plain(annotation)
    if "example" in said:
        text += f", as in `{said['example']}`"
    return text + said.get("bound", "")


def models(annotation: Any) -> list[type[BaseModel]]:
    """Return the tables inside a type."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return [annotation]
    return [model for inner in get_args(annotation) for model in models(inner)]


def default(field: FieldInfo) -> str:
    """Return the default of a field, "required" if it has none."""
    if field.is_required():
        return "required"
    value = field.default
    if value is None or value == () or isinstance(value, BaseModel):
        return ""
    return f"`{_toml(value)}`"


def _plain(annotation: Any) -> str:
    origin, inner = get_origin(annotation), get_args(annotation)
    if origin is Literal:
        return ", ".join(f'`"{name}"`' for name in inner)
    if origin in (Union, types.UnionType):
        kinds = [each for each in inner if each is not type(None)]
        if tables := [model for each in kinds for model in models(each)]:
            return _tables(tables)
        return " or ".join(dict.fromkeys(map(words, kinds)))
    if origin is collections.abc.Sequence:
        return "list"
    if origin in (tuple, list):
        if tables := models(annotation):
            return f"list of tables: {_tables(tables)}"
        if inner[0] is Any:
            return "list"
        entries = dict.fromkeys(words(each).partition(",")[0] for each in inner if each is not ...)
        count = "" if ... in inner or origin is list else f"{len(inner)}: "
        return f"list of {count}{' and '.join(entries)}"
    if tables := models(annotation):
        return _tables(tables)
    return PLAIN.get(annotation, "table" if origin is dict else str(getattr(annotation, "__name__", annotation)))


def _tables(found: list[type[BaseModel]]) -> str:
    names = dict.fromkeys(model.__name__ for model in found)
    return " or ".join(f"[{name}](#{name.lower()})" for name in names)


def _bound(quantity: Quantity) -> str:
    """Return the range of a quantity as it stands behind a type, such as " above zero"."""
    limits = quantity.range_text()
    for start in ("a finite number", "a number", "a finite value", "a value"):
        limits = limits.removeprefix(start)
    return limits


def _of_validators(notes: tuple[Any, ...]) -> dict[str, str]:
    """Return what the validators of a field say: the form of numbers and flags, an example of a list, a bound."""
    said: dict[str, str] = {}
    for note in notes:
        check = getattr(note, "func", None)
        if isinstance(note, Quantity):
            if "form" in said:
                said["form"] = " or ".join(
                    dict.fromkeys(_number(note.dimension_at(turns), note.infinite) for turns in (True, False))
                )
            said["bound"] = _bound(note)
        elif isinstance(check, partial) and "allowed" in check.keywords:
            allowed = check.keywords["allowed"]
            said["form"] = _number(allowed.dimension, allowed.infinite)
            if check.keywords["in_range"]:
                said["bound"] = _bound(allowed)
        elif inspect.isfunction(check):
            outer = inspect.getclosurevars(check).nonlocals
            said |= {name: str(outer[name]) for name in ("example",) if name in outer}
            if isinstance(outer.get("allowed"), Quantity):
                said["bound"] = _bound(outer["allowed"])
            if "expected" in outer and "kinds" in outer and str(outer["expected"]).startswith("a list such as "):
                said["example"] = outer["expected"].removeprefix("a list such as ")
    return said


def _number(dimension: str, infinite: bool) -> str:
    unit, example = DIMENSIONS[dimension]
    if dimension == "number":
        return "number"
    return f'{dimension} [{unit}], such as `"{example}"`' + (" or `inf`" if infinite else "")


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, tuple):
        return f"[{', '.join(map(_toml, value))}]"
    if isinstance(value, float):
        return f"{value:g}" if math.isfinite(value) else str(value)
    return str(value)
