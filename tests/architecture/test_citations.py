"""Every source that the code cites is in docs/references.md."""

import ast
import re
from collections.abc import Iterator
from functools import cache

from own_sources import FILES, ROOT, text_of, tree_of

REFERENCES = (ROOT / "docs" / "references.md").read_text(encoding="utf-8")
KEYS = set(re.findall(r"^- \*\*(\w+)\*\*:", REFERENCES, flags=re.MULTILINE))
# A key is a capitalised name, mostly with a year: [Khatib, 5.3], [Featherstone2008, ch. 7; Bascetta2002].
CITATION = re.compile(r"\[((?:Khatib|[A-Z][A-Za-z]+(?:19|20)\d\d)\b[^\[\]]*)\]")
KEY = re.compile(r"(?:^|;\s*|,\s*|\band\s+)(Khatib|[A-Z][A-Za-z]+(?:19|20)\d\d)\b")


def citations(text: str) -> set[str]:
    return {key for inside in CITATION.findall(text) for key in KEY.findall(inside)}


def docstrings(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)):
            yield ast.get_docstring(node) or ""


@cache
def cited() -> dict[str, set[str]]:
    """Return for every file what it cites."""
    found = {
        str(file.relative_to(ROOT)): {key for text in docstrings(tree_of(file)) for key in citations(text)}
        for file in FILES
    }
    for file in sorted((ROOT / "docs").rglob("*.md")):
        found[str(file.relative_to(ROOT))] = citations(text_of(file))
    return found


def test_every_key_is_resolved():
    missing = {file: keys - KEYS for file, keys in cited().items() if keys - KEYS}
    assert not missing
