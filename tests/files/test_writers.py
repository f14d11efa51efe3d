"""Nothing is ever half-written: no source but files/atomic.py opens a file to write; folders.py renames folders."""

import ast
from collections.abc import Iterator

import pytest

from own_sources import SOURCE, of_every_file, tree_of

ATOMIC, FOLDERS = SOURCE / "files" / "atomic.py", SOURCE / "files" / "folders.py"

WRITES = {"write_text", "write_bytes", "tofile", "imsave", "mkstemp", "NamedTemporaryFile", "rename", "to_netcdf"}
"""Calls that write a file wherever they stand."""
INTO = {"savefig", "savez", "savez_compressed", "savemat", "ZipFile"}
"""Calls that take a path or an open file: here always an open file."""
OPEN_FILES = {"file", "buffer"}


def ways_of_writing(tree: ast.AST) -> Iterator[tuple[str, int]]:
    """Yield the name and the line of each call that writes to a path."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        values = (*node.args, *(each.value for each in node.keywords))
        texts = [str(each.value) for each in values if isinstance(each, ast.Constant)]
        to_write = any(set(text) <= set("rwaxbt+") and set(text) & set("wax+") for text in texts)
        is_file = bool(node.args) and getattr(node.args[0], "id", "") in OPEN_FILES
        opens = name == "open" and (to_write or "O_CREAT" in ast.unparse(node))
        if name in WRITES or opens or (name in INTO and not is_file and (name != "ZipFile" or to_write)):
            yield name, node.lineno


@of_every_file
def test_files_are_written_whole(file):
    found = list(ways_of_writing(tree_of(file)))
    if file == FOLDERS:
        assert {name for name, _ in found} == {"rename"}
    else:
        assert bool(found) == (file == ATOMIC), found


@pytest.mark.parametrize(
    "text",
    [
        'Path("a").write_text("x")',
        'Path("a").open("w")',
        'open("a", mode="wb")',
        "figure.savefig(path)",
        'zipfile.ZipFile(path, "w")',
        "np.savez(target, x=1)",
        "part.rename(folder)",
        'os.open("a", os.O_WRONLY | os.O_CREAT)',
    ],
)
def test_other_ways_of_writing_are_seen(text):
    assert list(ways_of_writing(ast.parse(text)))


@pytest.mark.parametrize(
    "text", ['path.open("rb")', "figure.savefig(file)", "np.savez(buffer)", "zipfile.ZipFile(path)"]
)
def test_reading_and_open_files_are_not(text):
    assert not list(ways_of_writing(ast.parse(text)))
