"""Settings from a command line: `--set controller.kp=300` replaces a field of a document before it is read."""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Iterable
from typing import Any

from armillary.files.document import Document
from armillary.files.lines import Path, field_path


def enter(document: Document[Any], settings: Iterable[str], typed: Collection[str] = ()) -> None:
    """Enter settings KEY=VALUE into the tables of a document, which keeps the problems.

    KEY is the name of a field as messages write it: ``controller.kp``, ``disturbance[0].force``. VALUE is TOML, or a
    text that needs no quotes: ``300``, ``[1, 2]``, ``5s``, ``rk4``. A field in `typed` may be the name of a type in
    place of a table with it, as in ``solver = "rk4"``.
    """
    for setting in settings:
        key, equals, text = setting.partition("=")
        path = field_path(key.strip()) if equals else ()
        document.places.settings[path] = f"--set {setting}"
        if not path:
            document.fault((), f"{setting!r}", "KEY=VALUE, such as duration=5s or controller.kp=300")
            del document.places.settings[path]
            continue
        first = str(path[0])
        if len(path) > 1 and first in typed and isinstance(document.data.get(first), str):
            document.data[first] = {"type": document.data[first]}
        fault = _put(document.data, path, _value(text.strip()))
        if fault is not None:
            document.fault(path, *fault)


def _value(text: str) -> Any:
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        return text


def _put(at: Any, path: Path, value: Any) -> tuple[str, str] | None:
    """Enter a value at a path; missing tables are made. Return the fault of the path, if it has one."""
    part, *rest = path
    if isinstance(part, int):
        if not isinstance(at, list) or part >= len(at):
            return f"there is no entry {part}", f"one of the {len(at) if isinstance(at, list) else 0} of the file"
    elif not isinstance(at, dict):
        return f"{part} of something that is not a table", "a field of a table"
    if not rest:
        at[part] = value
        return None
    if isinstance(part, str):
        at.setdefault(part, {})
    return _put(at[part], tuple(rest), value)
