"""Files that a command writes: refused before anything is computed, written whole afterwards."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

PICTURES = (".png", ".svg", ".pdf")

Files = Mapping[str, Path | None]
"""Files by option, None where an option is not given."""


def check_files(files: Files, kinds: Mapping[str, Sequence[str] | Mapping[str, str]]) -> None:
    """Refuse a file with another suffix than `kinds` lists for its option, or at a place that cannot be written."""
    from armillary.files.atomic import check_place, suffix_of

    for option, path in files.items():
        if path is None:
            continue
        known = kinds.get(option)
        if known is not None:
            suffix_of(path, known, option)
        if known is PICTURES:
            from armillary.figures.draw import matplotlib

            matplotlib()
        check_place(path, option)


def write_files(files: Files, writers: Mapping[str, Callable[[Path], str | None]]) -> list[str]:
    """Write the files that are given and return their names.

    A writer returns the text of its file, or writes the file itself and returns None.
    """
    from armillary.files.atomic import write_content

    written = []
    for option, path in files.items():
        if path is not None:
            text = writers[option](path)
            if text is not None:
                write_content(path, text, option)
            written.append(str(path))
    return written
