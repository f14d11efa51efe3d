"""Long formulas in several lines: broken before + and −, outside brackets if the line is full enough there."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass

OPERATOR = re.compile(r"(?= [+−-] )")
OPEN, CLOSE = "([{", ")]}"
DEEP = 0.45
"""A line may be broken early, outside brackets, once this share of it is full."""


def cells(text: str) -> int:
    """Return the columns of a text in a terminal; dots above letters, of rates, take none."""
    return sum(not unicodedata.combining(c) for c in text)


@dataclass(frozen=True)
class FormulaPiece:
    """A term with its sign, which is never broken, its size, and the number of brackets open where it begins."""

    text: str
    size: float
    depth: int


def break_formula(text: str, first: float, room: float, measure: Callable[[str], float] = cells) -> list[str]:
    """Return a formula in lines: `first` is the room of the first line, `room` of the others.

    A term that is longer than a line stays whole.
    """
    left: list[FormulaPiece] = []
    depth = 0
    for part in OPERATOR.split(text):
        left.append(FormulaPiece(part, measure(part), depth))
        depth += sum(c in OPEN for c in part) - sum(c in CLOSE for c in part)
    lines: list[str] = []
    while left:
        count = _fitting(left, room if lines else first)
        lines.append("".join(piece.text for piece in left[:count]).strip())
        left = left[count:]
    return lines


def _fitting(left: list[FormulaPiece], room: float) -> int:
    """Return the number of pieces on the next line, at least one."""
    total, ends = 0.0, []
    for k, piece in enumerate(left):
        total += piece.size
        if total > room:
            break
        ends.append((k + 1, total))
    if not ends:
        return 1
    if ends[-1][0] == len(left):
        return len(left)
    # The least nested break, and of equal ones the last.
    full = [(left[k].depth, -k) for k, size in ends if size >= DEEP * room] or [(0, -ends[-1][0])]
    return -min(full)[1]


def break_words(text: str, room: int) -> list[str]:
    """Return a text in lines of whole words; `textwrap` would count the dots of rates as columns."""
    lines: list[str] = []
    for word in text.split():
        if lines and cells(lines[-1]) + 1 + cells(word) <= room:
            lines[-1] += " " + word
        else:
            lines.append(word)
    return lines
