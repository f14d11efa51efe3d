"""Checks of arguments that many functions share: whole numbers, flags, words and functions."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from armillary.errors import ArgumentError
from armillary.files.words import among, is_listed, is_whole, nearest, shortened

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]


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
    given = listed(argument, value, f"some of {', '.join(known)}")
    return tuple(word(argument, each, known, "some") for each in given)


def listed(argument: str, value: Any, expected: str) -> tuple[Any, ...]:
    """Return the parts of a sequence or another iterable; a text is one part."""
    try:
        return (value,) if isinstance(value, str) else tuple(value)
    except TypeError:
        raise ArgumentError(argument, shortened(value), expected) from None


def distinct(argument: str, value: Any, expected: str) -> tuple[str, ...]:
    """Return texts in their order, each once; a text is one of them."""
    found = listed(argument, value, expected)
    if not is_listed(found):
        raise ArgumentError(argument, shortened(value), expected)
    return tuple(dict.fromkeys(found))


def floats(argument: str, value: Any, expected: str) -> Floats:
    """Return an array of real numbers of any shape."""
    import numpy as np

    try:
        found = np.asarray(value)
    except (TypeError, ValueError, OverflowError):
        found = np.empty(0, dtype=object)
    if found.dtype.kind not in "fiub":
        raise ArgumentError(argument, shortened(value), expected)
    return found.astype(float)


def watcher(value: Any, argument: str = "progress") -> Callable[..., Any] | None:
    """Return a function that is told the progress, or None."""
    if value is not None and not callable(value):
        raise ArgumentError(argument, shortened(value), "a function, or None")
    return value
