"""Names in generated sources.

The name of a robot, joint or frame is any text. Generated sources use it in three places:
    identifiers    ASCII letters, digits and single underscores, unique (`identifier`, `UniqueNames`)
    files          no name of a standard header or module, which it would hide, nor of a device (`stem`)
    comments       one line of plain characters that cannot end a comment (`plain`)
"""

from __future__ import annotations

import itertools
import keyword
import re
import sys
import unicodedata
from collections.abc import Iterable

LONGEST = 40
"""Greatest length of an identifier, for readability; the x before a leading digit comes on top."""

_HEADERS = """assert complex ctype errno fenv float inttypes iso646 limits locale math setjmp signal stdalign stdarg
stdatomic stdbool stdckdint stddef stdint stdio stdlib stdnoreturn string strings tgmath threads time uchar unistd
wchar wctype memory malloc new test main cmakelists"""
_DEVICES = "con prn aux nul com lpt clock conin conout"
_MODULES = "numpy casadi armillary scipy"
HIDING = frozenset([*_HEADERS.split(), *_DEVICES.split(), *_MODULES.split(), *map(str.lower, sys.stdlib_module_names)])
"""File names that would hide a header or a module, or that name a device."""

_C_WORDS = """auto break case char const continue default do double else enum extern float for goto if inline int long
register restrict return short signed sizeof static struct switch typedef union unsigned void volatile while
bool true false NULL NAN INFINITY HUGE_VAL main asm typeof alignas alignof constexpr nullptr"""
_USED = "sqrt sin cos exp log tanh fabs floor atan2 minimum maximum np numpy w"
TAKEN = frozenset([*keyword.kwlist, *_C_WORDS.split(), *_USED.split()])
"""Words that cannot name a value: keywords of Python and C, and names that the sources use."""

_MATH = """acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh erf erfc exp exp2 expm1 fabs fdim
floor fma fmax fmin fmod frexp gamma hypot ilogb j0 j1 jn ldexp lgamma log log10 log1p log2 logb lrint lround modf nan
nearbyint nextafter pow remainder remquo rint round scalbln scalbn signgam significand sin sinh sqrt tan tanh tgamma
trunc y0 y1 yn drem finite isinf isnan isfinite isnormal signbit div abs index time"""
MATH = frozenset(_MATH.split())
"""Functions of math.h and other headers, which a variable of the same name would hide."""


def identifier(text: str, fallback: str = "x") -> str:
    """Return the text as an identifier: a letter, then letters, digits and single underscores, all of ASCII.

    Example:
        >>> identifier("Müller's arm #2")
        'Muller_s_arm_2'
        >>> identifier("7-axis"), identifier("機械")
        ('x7_axis', 'x')
    """
    ascii_only = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    name = re.sub(r"[^A-Za-z0-9]+", "_", ascii_only).strip("_")[:LONGEST].rstrip("_") or fallback
    return name if name[0].isalpha() else f"x{name}"


class UniqueNames:
    """Gives unique identifiers that Python and C accept; with `fold`, case does not distinguish them."""

    def __init__(self, taken: Iterable[str] = (), fold: bool = False) -> None:
        self._key = str.lower if fold else str
        self._taken = {self._key(name) for name in (*TAKEN, *taken)}

    def give(self, wish: str) -> str:
        """Return the wish as an identifier, with a number behind if it is taken."""
        base = identifier(wish)
        for number in itertools.count(1):
            name = base if number == 1 else f"{base}_{number}"
            if self._key(name) not in self._taken and not keyword.issoftkeyword(name):
                break
        self._taken.add(self._key(name))
        return name


def unique(wishes: Iterable[str], taken: Iterable[str] = (), fold: bool = False) -> tuple[str, ...]:
    """Return a unique identifier for each wish, see `UniqueNames`.

    Example:
        >>> unique(["a b", "a-b", "for"])
        ('a_b', 'a_b_2', 'for_2')
    """
    names = UniqueNames(taken, fold)
    return tuple(names.give(wish) for wish in wishes)


def stem(text: str) -> str:
    """Return the text as a file name and prefix of names in the file.

    Example:
        >>> stem("khatib-rr"), stem("math"), stem("")
        ('khatib_rr', 'math_robot', 'robot')
    """
    name = identifier(text, "robot").lower()
    return f"{name}_robot" if is_hiding(name) else name


def is_hiding(name: str) -> bool:
    """Return whether a file of this name, with any suffix, hides a header or module or names a device."""
    bare = name.lower()
    return bare in HIDING or bare in TAKEN or re.fullmatch(r"(com|lpt)\d", bare) is not None


def plain(text: str) -> str:
    """Return one line of text that is safe in comments and strings of C, Python and CMake.

    Example:
        >>> plain('a */ "b" ??/ N·m')
        "a ?/ 'b' ?/ N m"
    """
    text = text.replace("²", "^2").replace("·", " ").replace('"', "'")
    text = unicodedata.normalize("NFKD", text)
    text = "".join(letter for letter in text if not unicodedata.combining(letter))
    return re.sub(r"\?+", "?", re.sub(r"[^A-Za-z0-9 .,:;()\[\]+\-_=<>@#%&'!|/~^?]", "?", " ".join(text.split())))


def short(text: str, length: int = 60) -> str:
    """Return a plain text of at most `length` characters.

    Example:
        >>> short("a very long name", 9)
        'a very...'
    """
    text = plain(text)
    return text if len(text) <= length else f"{text[: length - 3].rstrip()}..."
