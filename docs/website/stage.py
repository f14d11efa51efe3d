"""Gathers the pages of the site in one folder, laid out as the repository is, so that links between pages hold.

Pages are copied without hidden comments. A file is written only if its text changes: Sphinx then reads only new pages.
"""

import re
import shutil
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGES = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "benchmarks/README.md")
PICTURES = (".png", ".svg", ".gif")
COMMENT = re.compile(r"^<!--.*?-->\n+", flags=re.MULTILINE | re.DOTALL)
LINK = re.compile(r"(?<!!)\[([^\]]*)\]\(([^)#\s]+)\)")
NO_LEXER = re.compile(r"^```csv$", flags=re.MULTILINE)
EMPTY_END = re.compile(r"\n\n```$", flags=re.MULTILINE)


def sources_of_pages() -> list[Path]:
    """Return the pages of the repository that the site shows."""
    return [ROOT / name for name in PAGES] + sorted((ROOT / "docs").rglob("*.md"))


class Stage:
    """The folder that Sphinx reads; files that no longer belong to it are removed at the end."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.files = folder, set[Path]()

    def write(self, name: str, text: str) -> None:
        """Write a page, unless it is there with the same text."""
        path = self.place(name)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")

    def copy(self, source: Path, name: str) -> None:
        """Copy a file as it is."""
        path = self.place(name)
        if not path.exists() or path.read_bytes() != source.read_bytes():
            shutil.copyfile(source, path)

    def place(self, name: str) -> Path:
        """Return the path of a file that the caller writes."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        self.files.add(path)
        return path

    def pages(self) -> None:
        """Copy the pages and pictures of the repository."""
        for page in sources_of_pages():
            self.write(page.relative_to(ROOT).as_posix(), shown(page))
        for picture in (ROOT / "docs").rglob("*"):
            if picture.suffix in PICTURES:
                self.copy(picture, picture.relative_to(ROOT).as_posix())

    def clear(self) -> None:
        """Remove the files that were not written this time."""
        for path in self.folder.rglob("*"):
            if path.is_file() and path not in self.files:
                path.unlink()


def shown(page: Path) -> str:
    """Return a page without hidden comments and empty ends of blocks; links to sources become code."""
    text = EMPTY_END.sub("\n```", COMMENT.sub("", page.read_text(encoding="utf-8")))
    return NO_LEXER.sub("```text", LINK.sub(lambda found: _link(found, page.parent), text))


def _link(found: re.Match[str], folder: Path) -> str:
    target = folder / found[2]
    inside = "://" not in found[2] and target.exists()
    return f"`{found[1]}`" if inside and target.suffix not in (".md", ".ipynb") else found[0]
