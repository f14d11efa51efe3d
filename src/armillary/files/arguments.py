"""Checks of arguments that many functions share: whole numbers, flags, words and functions."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from armillary.errors import ArgumentError
from armillary.files.words import among, is_whole, nearest, shortened


def whole(argument: str, value: Any, least: int = 0, most: int = 2**63 - 1) -> int:
    """Return a whole number from `least` to `most`; True and False are refused."""
    if not is_whole(value, least) or value > most:
        limit = f"from {least} to {most}" if most < 2**63 - 1 else f"of at least {least}"
        raise ArgumentError(argument, shortened(value), f"a whole number {limit}")
    return int(value)


def flag(argument: str, value: Any) -> bool:
    """Return True or False; a flag of NumPy is converted."""
    if not isinstance(value, bool) and type(value).__name__ not in ("bool", "bool_"):
        raise ArgumentError(argument, shortened(value), "True or False")
    return bool(value)


def word(argument: str, value: Any, known: Iterable[str], count: str = "one") -> str:
    """Return one of the known words; `count` is "some" where several may be given."""
    words = list(known)
    if not among(value, words):
        raise ArgumentError(argument, shortened(value), f"{count} of {', '.join(words)}", nearest(value, words))
    return value


def words(argument: str, value: Any, known: Iterable[str]) -> tuple[str, ...]:
    """Return some of the known words; a text is one word."""
    try:
        listed = (value,) if isinstance(value, str) else tuple(value)
    except TypeError:
        listed = (value,)
    return tuple(word(argument, each, known, "some") for each in listed)


def watcher(value: Any, argument: str = "progress") -> Callable[..., Any] | None:
    """Return a function that is told the progress, or None."""
    if value is not None and not callable(value):
        raise ArgumentError(argument, shortened(value), "a function, or None")
    return value
