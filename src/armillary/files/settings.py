"""Settings from a command line: `--set controller.kp=300` replaces a field of a document before it is read.

Settings whose first word is no field of the document are numbers by name, as in `--set payload.mass=500g`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from armillary.files.document import Document
from armillary.files.lines import Path, field_path


def split(
    settings: Iterable[str], fields: Collection[str], inside: Mapping[str, type] | None = None
) -> tuple[list[str], dict[str, str]]:
    """Return the settings of fields of a document, and the texts of the others by name: numbers that it leaves open.

    Args:
        settings: Settings KEY=VALUE.
        fields: Fields of the document.
        inside: Fields that a document gives as a whole, so that paths into them are names of numbers; each with the
            type of the next part of these paths.
    """
    entered, numbers = list[str](), dict[str, str]()
    for setting in settings:
        key, equals, text = setting.partition("=")
        name = key.strip()
        first = re.split(r"[.\[]", name)[0]
        rest = field_path(name)[1:]
        is_inside = inside is not None and first in inside and bool(rest) and isinstance(rest[0], inside[first])
        if not equals or not first or (first in fields and not is_inside):
            entered.append(setting)
        else:
            numbers[name] = text.strip()
    return entered, numbers


def enter(document: Document[Any], settings: Iterable[str], typed: Collection[str] = ()) -> None:
    """Enter settings KEY=VALUE into the tables of a document, which keeps the problems.

    KEY is the name of a field as messages write it: ``controller.kp``, ``disturbance[0].force``. VALUE is TOML, or a
    text that needs no quotes: ``300``, ``[1, 2]``, ``5s``, ``rk4``. A field in `typed` may be the name of a type in
    place of a table with it, as in ``solver = "rk4"``.
    """
    for setting in settings:
        key, equals, text = setting.partition("=")
        path = field_path(key.strip()) if equals else ()
        if not path:
            # Only for this fault: a setting at () would own all problems of the document.
            document.places.settings[()] = f"--set {setting}"
            document.fault((), f"{setting!r}", "KEY=VALUE, such as duration=5s or controller.kp=300")
            del document.places.settings[()]
            continue
        document.places.settings[path] = f"--set {setting}"
        first = str(path[0])
        if len(path) > 1 and first in typed and isinstance(document.data.get(first), str):
            document.data[first] = {"type": document.data[first]}
        fault = _put(document.data, path, value_of(text.strip()))
        if fault is not None:
            document.fault(path, *fault)


def value_of(text: str) -> Any:
    """Return the value of a setting: TOML, or a text that needs no quotes."""
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
    if isinstance(part, str) and part not in at:
        if isinstance(rest[0], int):  # no table may stand there: the reader would report it a second time
            return _put([], tuple(rest), value)
        at[part] = {}
    return _put(at[part], tuple(rest), value)
