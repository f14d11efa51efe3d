"""What may stand in the tables of a file: read off pydantic's models, for messages about what should not."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import Any, get_args

from pydantic import BaseModel

from armillary.files.lines import Path


def models_at(root: type[BaseModel], path: Path) -> list[type[BaseModel]]:
    """Return the tables that may stand at a place of a file."""
    models = [root]
    for part in path:
        if isinstance(part, str):
            fields = [model.model_fields[part] for model in models if part in model.model_fields]
            models = [model for field in fields for model in _models([field.annotation])]
    return models


def fields_at(root: type[BaseModel], path: Path) -> list[str]:
    """Return the names that a table of a file may use, those of all its variants together."""
    return list(dict.fromkeys(name for model in models_at(root, path) for name in model.model_fields))


def nearest(found: object, known: Iterable[str]) -> str:
    """Return a hint at the known word that is nearest, if one is near."""
    near = difflib.get_close_matches(str(found), list(known), n=1)
    return f"did you mean {near[0]}?" if near else ""


def _models(annotations: Iterable[Any]) -> list[type[BaseModel]]:
    found: list[type[BaseModel]] = []
    for annotation in annotations:
        if isinstance(annotation, type) and issubclass(annotation, BaseModel):
            found.append(annotation)
        else:
            found += _models(get_args(annotation))
    return found
