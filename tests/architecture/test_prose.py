"""The prose of pages is wrapped at 100 columns, so that changes of it can be read."""

import re

import pytest

from own_sources import PAGES, ROOT, text_of, wide_lines

PROSE = 100


def prose(text: str) -> str:
    """Return a page with the lines emptied that cannot be wrapped.

    These are tables, code blocks, hidden code, and lines whose last word alone is too long (the address of a link).
    """
    text = re.sub(r"^<!--.*?-->$", lambda found: "\n" * found[0].count("\n"), text, flags=re.MULTILINE | re.DOTALL)
    lines, inside = [], False
    for line in text.splitlines():
        fence = line.lstrip().startswith("```")
        inside ^= fence
        words = line.split()
        unbreakable = bool(words) and len(line) - len(words[-1]) < PROSE and "](" in words[-1]
        lines.append("" if inside or fence or line.lstrip().startswith("|") or unbreakable else line)
    return "\n".join(lines)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_prose_fits(page):
    assert not wide_lines(prose(text_of(page)), PROSE)


def test_prose_is_what_can_be_wrapped():
    text = "| a | b |\n```toml\ncode\n```\nprose\n- [x](https://" + "y" * 120 + ")\n" + "word " * 30
    assert prose(text).split("\n")[:4] == [""] * 4
    assert wide_lines(prose(text), PROSE) == [7]
