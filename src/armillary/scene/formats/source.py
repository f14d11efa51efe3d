"""A mesh file in memory, and the files beside it that it names: bounded in size, never outside its folder.

Mesh files may come from untrusted sources. References to other folders (absolute paths, `..`, symbolic links that lead
away) and to other machines (`http://…`) are not followed: such files count as missing.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import unquote

from armillary.errors import ArgumentError

MIB = 1024 * 1024
LIMIT = 48 * MIB
"""Largest file size, and largest size of all files that a mesh file names [bytes]."""
MOST_TRIANGLES = 1_000_000
"""Limit on the number of triangles in a file."""
MOST_NODES = 20_000
"""Limit on the nodes of the scene in a Collada or glTF file, counting every instance."""


@dataclass(frozen=True)
class MeshSource:
    """The path and the bytes of a mesh file."""

    path: Path
    data: bytes
    _named: dict[str, bytes | None] = field(default_factory=dict, repr=False)

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> MeshSource:
        """Return the file; an `ArgumentError` says that it is missing, unreadable or too large."""
        empty = cls(Path(path), b"")
        try:
            if not empty.path.is_file():
                raise empty.refused("there is no such file", "a mesh file")
            data = _start(empty.path)
        except (OSError, ValueError) as error:
            raise empty.refused(f"it cannot be read: {error}", "a mesh file") from None
        if len(data) > LIMIT:
            raise empty.refused(f"more than {LIMIT // MIB} MiB", "a smaller mesh", "simplify it in a mesh editor")
        return cls(empty.path, data)

    def refused(self, found: str, expected: str, hint: str = "") -> ArgumentError:
        """Return the error that refuses the file."""
        return ArgumentError("mesh file", f"{os.fspath(self.path)!r}: {found}", expected, hint)

    def damaged(self, kind: str, error: Exception) -> ArgumentError:
        """Return the error for a file that a library cannot read; its own message may quote the file."""
        return self.refused(f"a {kind} reader stopped at it ({type(error).__name__})", f"an intact {kind} file")

    def many(self, triangles: int) -> ArgumentError:
        """Return the error for a file with too many triangles."""
        return self.refused(f"{triangles:,} triangles", f"at most {MOST_TRIANGLES:,}", "simplify it in a mesh editor")

    def beside(self, name: str) -> bytes | None:
        """Return the bytes of a file that the mesh file names; None if missing, too large or in another folder."""
        if name not in self._named:
            room = LIMIT - sum(len(data) for data in self._named.values() if data)
            self._named[name] = _inside(self.path.parent, name, room)
        return self._named[name]


def _inside(folder: Path, name: str, room: int) -> bytes | None:
    try:
        folder = folder.resolve()
        file = (folder / unquote(name.strip()).replace("\\", "/")).resolve()
        if not file.is_relative_to(folder) or not file.is_file() or file.stat().st_size > room:
            return None
        return _start(file)
    except (OSError, ValueError, RuntimeError):  # an impossible name, or links in a circle
        return None


def _start(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(LIMIT + 1)
