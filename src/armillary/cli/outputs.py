"""Files that a command writes: checked before anything is computed, written whole afterwards."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Protocol

from armillary.files.kinds import PICTURES

DATA = (".json", ".csv")

Files = Mapping[str, Path | None]
"""Files by option, None where an option is not given."""


def check_files(files: Files, kinds: Mapping[str, Sequence[str] | Mapping[str, str]]) -> None:
    """Reject a file whose suffix is not among `kinds` of its option, or whose place cannot be written."""
    from armillary.files.atomic import check_place, suffix_of

    for option, path in files.items():
        if path is None:
            continue
        known = kinds.get(option)
        if known is not None:
            suffix_of(path, known, option)
        if known is PICTURES:  # matplotlib is an extra: its absence is reported before the work
            from armillary.figures.style import matplotlib

            matplotlib()
        check_place(path, option)


class Result(Protocol):
    """A result with a table and a JSON form."""

    def to_csv(self) -> str:
        """Return the table as CSV."""

    def to_json(self) -> str:
        """Return the whole result as JSON."""


def write_files(result: Result, files: Files, writers: Mapping[str, Callable[[Path], str | None]]) -> list[str]:
    """Write the given files and return their names; --output is the result itself, as .csv or .json.

    A writer returns the text of its file, or writes the file itself and returns None.
    """
    from armillary.files.atomic import write_content

    def data(path: Path) -> str:
        return result.to_csv() if path.suffix.lower() == ".csv" else result.to_json() + "\n"

    places = {option: path for option, path in files.items() if path is not None}
    for option, path in places.items():
        text = ({"--output": data} | dict(writers))[option](path)
        if text is not None:
            write_content(path, text, option)
    return [str(path) for path in places.values()]
