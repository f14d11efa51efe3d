"""Results that builds and tests share, in build/kept: each has the digest of what it was computed from.

A page whose blocks ran in the tests is not run again for the site, as long as neither the page nor a source of the
package changes. Both sides state the inputs; the sources, examples and the version of Python always count.
"""

import hashlib
import platform
from functools import cache
from pathlib import Path

from armillary.files.atomic import write_whole

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "build" / "kept"
SOURCES = ("src/armillary", "examples", "docs/website/blocks.py", "docs/website/runner.py")


@cache
def sources() -> bytes:
    """Return the digest of the package, its data files, the examples and the runner of blocks."""
    found = hashlib.sha256(platform.python_version().encode())
    for top in SOURCES:
        for path in sorted((ROOT / top).rglob("*")) or [ROOT / top]:
            if path.is_file() and "__pycache__" not in path.parts:
                found.update(path.relative_to(ROOT).as_posix().encode() + hashlib.sha256(path.read_bytes()).digest())
    return found.digest()


def place(kind: str, *inputs: bytes | str) -> Path:
    """Return the file that keeps a result with these inputs; it may not exist yet."""
    found = hashlib.sha256(sources())
    for each in inputs:
        data = each.encode() if isinstance(each, str) else each
        found.update(len(data).to_bytes(8, "little") + data)
    return FOLDER / kind / found.hexdigest()[:32]


def keep(path: Path, text: str) -> None:
    """Write a result; other processes may write the same at once."""
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, lambda file: file.write(text.encode()), durable=False)
