"""Checks the links of the built site: pages, files and anchors inside it exist, nothing comes from a network."""

from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

LOADED = {("script", "src"), ("img", "src"), ("link", "href"), ("iframe", "src"), ("source", "src")}


class _Page(HTMLParser):
    """Collects anchors, and links with the tag that has them."""

    def __init__(self) -> None:
        super().__init__()
        self.anchors, self.links = set[str](), list[tuple[str, str, str]]()

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        for name, value in attributes:
            if name == "id" or (tag == "a" and name == "name"):
                self.anchors.add(value or "")
            elif name in ("href", "src") and value:
                self.links.append((tag, name, value))


def broken(site: Path) -> list[str]:
    """Return the broken links of a site, each with its page."""
    pages = {path.resolve(): _read(path) for path in site.rglob("*.html")}
    wrong = []
    for path, page in pages.items():
        for tag, name, link in page.links:
            if why := _fault(path, pages, tag, name, link):
                wrong.append(f"{path.relative_to(site.resolve())}: {link}: {why}")
    return wrong


def _read(path: Path) -> _Page:
    page = _Page()
    page.feed(path.read_text(encoding="utf-8"))
    return page


def _fault(path: Path, pages: dict[Path, _Page], tag: str, name: str, link: str) -> str:
    parts = urlsplit(link)
    if parts.scheme or parts.netloc:
        loads = (tag, name) in LOADED and parts.scheme != "data"
        return "loaded from a network" if loads else ""
    target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
    if not target.is_file():
        return "a file that is not there"
    anchor = unquote(parts.fragment)
    missing = anchor and target in pages and anchor not in pages[target].anchors
    return f"no anchor {anchor!r}" if missing else ""
