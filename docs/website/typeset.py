"""Module docstrings with numbered equations as pages.

A docstring has paragraphs, and indented lines of mathematics in Unicode that may end with a number:

    ω_i = Rᵀ ω_p + S_ω q̇                      (1)

Unicode has the dots, tildes, exponents and operators. What is left to typeset are indices and italics: this file makes
HTML of them, which needs neither a script nor a network.
"""

import html
import re
from unicodedata import normalize

LETTER = "[A-Za-z\u0370-\u03ff][\u0300-\u036f]*"
NUMBER = re.compile(r"\s*\((\d+'?)\)\s*$")
INDEX = rf"_(?:\{{([^}}]+)\}}|((?:{LETTER}|\d)+(?:,{LETTER}(?![A-Za-z]))?))"
TOKEN = re.compile(rf"{INDEX}|((?:{LETTER})+)")
SYMBOL = re.compile(rf"(?:(?<![\w`])({LETTER}|∂)|(?<=\))){INDEX}(?![A-Za-z0-9_])")
CODE = re.compile(r"(`[^`]+`)")
SPECIAL = re.compile(r"([\\*\[\]<>$])")
LONGEST_PRODUCT = 3
"""Letters of a product without spaces, such as Uβ; longer ones are words."""


def page(title: str, docstring: str) -> str:
    """Return a docstring without its first line as Markdown under a title."""
    parts, equations, text = [f"# {title}\n"], list[str](), list[str]()

    def close() -> None:
        if text:
            parts.append(paragraph(" ".join(text)) + "\n")
            text.clear()
        if equations:
            parts.append(block(equations))
            equations.clear()

    for line in docstring.splitlines()[1:]:
        mathematics = line.startswith("    ")
        if not line.strip() or (mathematics and text) or (not mathematics and equations):
            close()
        if mathematics:
            equations.append(line)
        elif line.strip():
            text.append(line.strip())
    close()
    return "\n".join(parts)


def block(lines: list[str]) -> str:
    """Return lines of mathematics as a grid: formulas, and their numbers at the right."""
    cells = []
    for line in lines:
        found = NUMBER.search(line)
        formula = line[: found.start()] if found else line
        number = f"({found[1]})" if found else ""
        cells.append(f'<div class="formula">{typeset(formula.strip())}</div><div class="number">{number}</div>')
    return '<div class="equations">\n' + "\n".join(cells) + "\n</div>\n"


def typeset(formula: str) -> str:
    """Return mathematics as HTML: single letters in italics, indices below the line.

    Example:
        >>> typeset("ω_i = Rᵀ q̇")
        '<i>ω</i><sub>i</sub> = <i>R</i>ᵀ <i>q̇</i>'
    """
    return TOKEN.sub(_token, html.escape(normalize("NFD", formula), quote=False))


def _token(found: re.Match[str]) -> str:
    if found[3] is None:
        return f"<sub>{found[1] or found[2]}</sub>"
    word = found[3]
    if word in ("lt", "gt", "amp"):  # of html.escape
        return word
    letters = re.findall(LETTER, word)
    product = len(letters) <= LONGEST_PRODUCT and not word.isascii()
    return f"<i>{word}</i>" if len(letters) == 1 or product else word


def paragraph(text: str) -> str:
    """Return a paragraph as Markdown; indexed symbols are typeset, code and the rest stay."""
    parts = CODE.split(text)
    parts[::2] = [_prose(part) for part in parts[::2]]
    return "".join(parts)


def _prose(text: str) -> str:
    escaped = SPECIAL.sub(r"\\\1", normalize("NFD", text))
    return SYMBOL.sub(_indexed, escaped)


def _indexed(found: re.Match[str]) -> str:
    """Return a letter with its index below the line, or the index alone behind a closing bracket."""
    letter = f"<i>{found[1]}</i>" if found[1] else ""
    return f"{letter}<sub>{found[2] or found[3]}</sub>"
