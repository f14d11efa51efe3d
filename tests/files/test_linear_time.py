"""The time of every reader grows with the size of its input, not with a power of it: a small file cannot keep it busy.

Each value of a document is replaced by a long one, at one size and at four times that size. CPU time is compared, with
a generous factor, and only where it can be measured.
"""

import contextlib
import re
import time

import pytest

import armillary as arm
from fuzz.documents import kinds

FILLINGS = {
    "digits": "9", "digits x": "9", "spaces": " ", "words": "ab ", "units": "kg ", "brackets": "(", "lists": "[1,",
    "commas": "a,", "dots": ".1", "lines": "\n",
}  # fmt: skip
ENDS = {"digits x": "x", "spaces": "x"}
SIZE = 15_000
PLACES = 3
PATTERNS = {".csv": r"[^,\n]+", ".stl": r"[^ \n]+", ".obj": r"[^ \n]+"}
"""Values of documents without quotation marks."""
SLOW = 0.25
"""CPU time [s] below which a case is fast at 4 · `SIZE` characters."""


def spent(kind, path, text):
    """Return the CPU time of reading a text [s]."""
    path.write_bytes(text.encode("latin-1" if isinstance(kind.texts[0], bytes) else "utf-8"))
    begun = time.process_time()
    with contextlib.suppress(arm.ArmillaryError):
        kind.read(path)
    return time.process_time() - begun


@pytest.mark.parametrize("name", kinds())
def test_reading_takes_linear_time(name, tmp_path):
    kind = kinds()[name]
    for other, text in kind.beside:
        (tmp_path / other).write_text(text, encoding="utf-8")
    path, text = tmp_path / f"case{kind.suffix}", kind.texts[0]
    text = text.decode("latin-1") if isinstance(text, bytes) else text
    pattern = PATTERNS.get(kind.suffix, r'(?<=")[^"\n]+(?=")|(?<== )[^\n#"\[{]+')
    spots = [match.span() for match in re.finditer(pattern, text)]
    spots = spots[:: max(1, len(spots) // PLACES)]
    for filling, unit in FILLINGS.items():
        for a, b in spots:

            def long(size, a=a, b=b, unit=unit, filling=filling):
                return f"{text[:a]}m{unit * (size // len(unit))}{ENDS.get(filling, '')}{text[b:]}"

            most = spent(kind, path, long(4 * SIZE))
            if most > SLOW:
                least = min(spent(kind, path, long(SIZE)) for _ in range(3))
                again = min(most, spent(kind, path, long(4 * SIZE)))
                assert again < 8 * least + SLOW, f"{filling} in place of {text[a:b]!r}: {least:.2f} s, {again:.2f} s"
    # A number that is replaced as a whole, with digits alone.
    for filling in ("9", "9.", "9e"):
        a, b = next(match.span() for match in re.finditer(r"\d+\.?\d*", text))
        assert spent(kind, path, text[:a] + filling * (4 * SIZE // len(filling)) + "x" + text[b:]) < 2.0
