"""Checks of arguments that many functions share: numbers, arrays, flags, words and functions."""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import pairwise
from numbers import Real
from typing import TYPE_CHECKING, Any, get_args

from armillary.errors import ArgumentError
from armillary.files.quantity import Declared, Quantity, without_none
from armillary.files.words import among, is_listed, is_whole, nearest, shortened

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

Numbers = tuple[float, ...]

LARGEST = 2**63 - 1
"""Largest whole number of an argument: that of 64 bits."""


def refusal(argument: str, value: Any, expected: str, hint: str = "") -> ArgumentError:
    """Return the error of an argument whose value is refused; the message shows the value, shortened."""
    return ArgumentError(argument, shortened(value), expected, hint, value)


def whole(argument: str, value: Any, least: int = 0, most: int = LARGEST) -> int:
    """Return a whole number from `least` to `most`; True and False are refused."""
    if not is_whole(value, least) or value > most:
        limit = f"from {least} to {most}" if most < LARGEST else f"of at least {least}"
        raise refusal(argument, value, f"a whole number {limit}")
    return int(value)


def flag(argument: str, value: Any) -> bool:
    """Return True or False; a flag of NumPy is converted."""
    if not isinstance(value, bool) and type(value).__name__ not in ("bool", "bool_"):
        raise refusal(argument, value, "True or False")
    return bool(value)


def word(argument: str, value: Any, known: Iterable[str], count: str = "one") -> str:
    """Return one of the known words; `count` is "some" where several may be given."""
    words = list(known)
    if not among(value, words):
        raise refusal(argument, value, f"{count} of {', '.join(words)}", nearest(value, words))
    return value


def words(argument: str, value: Any, known: Iterable[str]) -> tuple[str, ...]:
    """Return some of the known words; a text is one word."""
    given = listed(argument, value, f"some of {', '.join(known)}")
    return tuple(word(argument, each, known, "some") for each in given)


def listed(argument: str, value: Any, expected: str) -> tuple[Any, ...]:
    """Return the parts of a sequence or another iterable; a text is one part."""
    try:
        return (value,) if isinstance(value, str) else tuple(value)
    except Exception:  # whatever the iterator of a user's object raises
        raise refusal(argument, value, expected) from None


def distinct(argument: str, value: Any, expected: str) -> tuple[str, ...]:
    """Return texts in their order, each once; a text is one of them."""
    found = listed(argument, value, expected)
    if not is_listed(found):
        raise refusal(argument, value, expected)
    return tuple(dict.fromkeys(found))


def finite(value: Any) -> float | None:
    """Return a real number as a float; None for anything else, NaN, and numbers beyond the range of floats."""
    if isinstance(value, bool) or not isinstance(value, Real) or type(value).__name__ in ("bool", "bool_"):
        return None
    try:
        found = float(value)
    except Exception:  # too large a whole number, or whatever a user's number raises
        return None
    return found if math.isfinite(found) else None


def number(argument: str, value: Any, least: float = -math.inf, above: bool = False, most: float = math.inf) -> float:
    """Return a finite number that is at least, or above, a bound, and at most another.

    Numbers above a bound are durations, steps and the like, whose squares must neither vanish nor overflow.
    """
    return _range(least, above, most).check(argument, value, squared=True)


@lru_cache(maxsize=256)
def _range(least: float, above: bool, most: float) -> Quantity:
    """Return the range of `number`: bounds come from calls in the code, so that there are few."""
    return Quantity(above=least, most=most) if above else Quantity(least=least, most=most)


def fitting(field: Declared, value: Any) -> Any:
    """Return the value of a declared field: a number in its range, or one of the words of its type."""
    kind, quantity = without_none(field.type), field.quantity
    if quantity is None:
        return word(field.name, value, get_args(kind))
    if kind is int:
        return whole(field.name, value, int(quantity.least), int(min(quantity.most, LARGEST)))
    return quantity.check(field.name, value, squared=True)


def reals(value: Any) -> Floats:
    """Return an array of real numbers of any shape; one of shape (0, 0), which no caller accepts, for anything else."""
    import numpy as np

    try:
        found = np.asarray(value)
        known = found.dtype.kind in "fiub" or all(isinstance(each, Real) for each in found.flat)
        return found.astype(float) if known else np.zeros((0, 0))
    except Exception:  # whatever a user's object raises when it is taken for an array
        return np.zeros((0, 0))


def floats(argument: str, value: Any, expected: str) -> Floats:
    """Return an array of real numbers of any shape."""
    found = reals(value)
    if found.shape == (0, 0):
        raise refusal(argument, value, expected)
    return found


def numbers(argument: str, value: Any, count: int | None = None, most: int | None = None) -> Numbers:
    """Return finite numbers: `count` of them, where one stands for all, or one or more, up to `most` of them."""
    # Fields of laws and references are tuples of floats already; an array of them would take most of the time.
    counted = type(value) is tuple and count in (None, len(value)) and not most
    if counted and {*map(type, value)} == {float} and all(map(math.isfinite, value)):
        return value
    if type(value) is float and count and math.isfinite(value):
        return (value,) * count
    array = reals(value)
    entries = array.ravel().tolist() * (count or 1) if array.ndim == 0 else array.tolist()
    right = len(entries) == count if count else 1 <= len(entries) <= (most or len(entries))
    if array.ndim > 1 or not right or not all(map(math.isfinite, entries)):
        counts = f"{count} " if count else ""
        if most:
            counts = f"1 to {most} "
        raise refusal(argument, value, f"{counts}finite numbers")
    return tuple(entries)


def vector(argument: str, value: Any, size: int, order: str = "") -> Floats:
    """Return an array of `size` finite numbers; `order` says what they are."""
    array = reals(value)
    if array.shape != (size,) or not all(map(math.isfinite, array)):
        raise refusal(argument, value, f"{size} finite numbers", order)
    return array


def rows(argument: str, value: Any, least: int = 1) -> tuple[Numbers, ...]:
    """Return rows of finite numbers, all of one length; `least` is the smallest count of rows."""
    found = reals(value)
    if found.ndim != 2 or len(found) < least or not found.size or not all(map(math.isfinite, found.flat)):
        raise refusal(argument, value, f"at least {least} rows of finite numbers, all of one length")
    return tuple(map(tuple, found.tolist()))


def rising(argument: str, value: Any, count: int) -> Numbers:
    """Return `count` times, each after the one before [s]."""
    times = numbers(argument, value, count)
    if any(after <= before for before, after in pairwise(times)):
        raise refusal(argument, times, "times in rising order, none twice")
    return times


def unlisted(argument: str, name: Any, known: Iterable[str], expected: str, otherwise: str = "") -> ArgumentError:
    """Return the error of an unknown name, with a hint at up to three names that may be meant.

    Args:
        argument: The argument that has the name.
        name: The name.
        known: All names that would be right.
        expected: Kind of names in words, as in "the name of a number of the robot".
        otherwise: Hint if no known name is similar.
    """
    return refusal(argument, name, expected, nearest(name, known, most=3) or otherwise)


def watcher(value: Any, argument: str = "progress") -> Callable[..., Any] | None:
    """Return a progress callback that takes one number, or None."""
    if value is not None and not (callable(value) and _takes_one(value)):
        raise refusal(argument, value, "a function of one number, or None")
    return value


def _takes_one(function: Callable[..., Any]) -> bool:
    """Return whether a function takes one argument, as far as its signature tells."""
    try:
        inspect.signature(function).bind(0.0)
    except TypeError:
        return False
    except ValueError:  # a built-in function without a signature
        return True
    return True
