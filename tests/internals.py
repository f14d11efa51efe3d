"""Internals of Armillary under one name each, loaded when a test asks for them: `internals.pyi` lists them."""

import ast
from importlib import import_module
from pathlib import Path
from typing import Any

PLACES = {
    alias.asname or alias.name: (node.module, alias.name)
    for node in ast.parse(Path(__file__).with_suffix(".pyi").read_text(encoding="utf-8")).body
    if isinstance(node, ast.ImportFrom)
    for alias in node.names
}


def __getattr__(name: str) -> Any:
    if name not in PLACES:
        raise AttributeError(f"tests/internals.pyi lists no {name}")
    module, attribute = PLACES[name]
    # As `from module import attribute` does: a value, or else a module of a package.
    if hasattr(import_module(module), attribute):
        return getattr(import_module(module), attribute)
    return import_module(f"{module}.{attribute}")
