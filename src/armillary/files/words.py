"""Parts of messages: values cut to a readable length, and hints at the word that was meant."""

from __future__ import annotations

import difflib
import itertools
import math
from collections.abc import Collection, Container, Iterable, Sequence
from numbers import Integral
from typing import TypeGuard

LONGEST = 100
MOST_COMPARED = 2000
"""Limits of the search for similar words: length of a word, and number of words."""
MOST_SHOWN = 16
"""Largest number of entries of a list or an array that a message shows."""
NESTED: dict[type, str] = {list: "list", tuple: "tuple", dict: "table", set: "set", frozenset: "set"}
"""Containers, with their names in messages."""
Told = tuple[str, str, str]
"""Found, expected and hint of a problem."""


def shortened(value: object) -> str:
    """Return a user's value as text, cut to a length that fits a message, in a time that its size hardly changes."""
    try:
        text = _told(value)
    except Exception:  # whatever the object raises when it is shown
        text = f"a {type(value).__name__}"
    return text if len(text) <= 80 else text[:70] + " … " + text[-5:]


def _told(value: object) -> str:
    """Return a user's value as text; only the beginning and the end of a long text, only the shape of an array."""
    if isinstance(value, (list, tuple)) and len(value) <= MOST_SHOWN and not any(map(_nested, value)):
        opened, closed = "()" if isinstance(value, tuple) else "[]"
        return f"{opened}{', '.join(map(shortened, value))}{',' * (closed == ')' and len(value) == 1)}{closed}"
    if isinstance(value, (list, tuple, dict, set, frozenset)):  # repr() would follow thousands of levels
        kind = next(name for kind_of, name in NESTED.items() if isinstance(value, kind_of))
        return f"a {kind} of {len(value)}"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int) and value.bit_length() > 200:
        return f"a whole number of {value.bit_length()} bits"
    if isinstance(value, (str, bytes, bytearray)):
        return repr(value) if len(value) <= 400 else f"{value[:200]!r}{value[-200:]!r}"
    if isinstance(value, (int, float)):
        return repr(value)
    shape = getattr(value, "shape", None)
    if isinstance(shape, tuple) and (len(shape) > 2 or math.prod(shape) > MOST_SHOWN):
        # NumPy shows six entries along each dimension, 6^14 of an array with 14 of them
        return f"an array of shape {shape}" if len(shape) <= MOST_SHOWN else f"an array of {len(shape)} dimensions"
    if hasattr(value, "_repr_html_"):  # a result, whose text is tables that may take long to compute
        return repr(value)
    return " ".join(str(value).split())


def _nested(value: object) -> bool:
    return isinstance(value, tuple(NESTED))


def among(value: object, words: Container[str]) -> TypeGuard[str]:
    """Return whether a user's value is one of the known words; lists, tables and arrays are not."""
    return isinstance(value, str) and value in words


def is_whole(value: object, least: int = 0) -> TypeGuard[int]:
    """Return whether a user's value is a whole number of at least `least`; True and False are not."""
    return isinstance(value, Integral) and not isinstance(value, bool) and int(value) >= least


def is_listed(value: object) -> TypeGuard[Collection[str]]:
    """Return whether a user's value is several texts, and not one."""
    if not isinstance(value, Collection) or isinstance(value, str) or getattr(value, "shape", None) == ():
        return False
    return all(isinstance(item, str) for item in value)


def unknown(value: object, known: Iterable[str], what: str = "") -> Told:
    """Return found, expected and hint for an unknown word; `what` names the kind of known words, as in "a frame"."""
    words = list(known)
    text = f"{shortened(value)} is not {what}" if what else shortened(value)
    return text, f"one of {', '.join(words)}", nearest(value, words)


def nearest(value: object, known: Iterable[str], most: int = 1) -> str:
    """Return a hint at the nearest known words, or an empty text."""
    return hint(near(value, known, most))


def near(value: object, known: Iterable[str], most: int = 1) -> list[str]:
    """Return the `most` nearest known words, none beyond the limits above; several may be less similar than one."""
    words = [word for word in known if len(word) <= LONGEST]
    text = value if isinstance(value, str) else shortened(value)
    if len(words) > MOST_COMPARED or len(text) > LONGEST:
        return []
    return difflib.get_close_matches(text, words, n=most, cutoff=0.6 if most == 1 else 0.5)


def hint(words: Iterable[str]) -> str:
    """Return a hint at the words that may be meant; an empty text without words."""
    listed = " or ".join(map(shown, words))
    return f"did you mean {listed}?" if listed else ""


def few(names: Sequence[str], count: int = 5) -> str:
    """Return the first few names as one text, and the number of the others."""
    return ", ".join(names[:count]) + (f" and {len(names) - count} more" if len(names) > count else "")


def listed(names: Iterable[str], count: int = 20) -> str:
    """Return the first names as one text; long names are cut, unprintable names quoted."""
    words = [*names]
    return ", ".join(map(shown, words[:count])) + (", …" if len(words) > count else "")


def claim(name: str, taken: set[str]) -> str:
    """Return a name that is not taken, `name` or `name` with a number, and take it.

    Example:
        >>> names = {"arm"}
        >>> claim("arm", names), claim("arm", names)
        ('arm2', 'arm3')
    """
    names = itertools.chain([name], (f"{name}{k}" for k in itertools.count(2)))
    free = next(candidate for candidate in names if candidate not in taken)
    taken.add(free)
    return free


def shown(name: str) -> str:
    """Return a name as messages list it."""
    name = name if len(name) <= 80 else f"{name[:80]}…"
    return name if name.isprintable() else repr(name)


def as_text(name: str) -> str:
    """Return the name of a file as Unicode text; bytes that are not UTF-8 are spelled out."""
    return name.encode(errors="backslashreplace").decode()
