"""Mutations of texts and bytes: a document that was right becomes one that may not be."""

import random
import re

NUMBERS = (
    "0", "-1", "nan", "inf", "-inf", "1e-200", "5e-324", "1e155", "1e308", "-1e308", "1e400", "18446744073709551616",
    "-9223372036854775809", "1" + "0" * 400, "0x7fffffffffffffff", "1_000", "0.1.2", "3 4", "١",
)  # fmt: skip
TEXTS = (
    "", " ", "\\u0000", "\\u001b[31m", "=1+1", "a" * 300, "../../x", "{{7*7}}", "<b>", "é\\u0301",
    "\\u202e\\u2066", "${x}", "base", "tip",
    "1 kg", "0 m", "1e400 m", "-5 deg", "5 mm/s^9", "1 kg kg kg", "revolute", "rk4", "pd", "/dev/zero", ".", "x.toml",
)  # fmt: skip
VALUES = (
    "[]", "{}", "[[]]", "[{}]", "true", "1979-05-27", "07:32:00", '"x"', "[1]", "[1, 2, 3, 4]", "[nan, nan, nan]",
    '["a"]', "{ type = [] }", '{ type = "x" }', "{ type = {} }", "[[1, 0], [0, 1]]", "'''\n'''", "[1, [2, [3]]]",
    "-0.0",
)  # fmt: skip
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_QUOTED = re.compile(r'"[^"\n]*"')
_VALUE = re.compile(r"(?<== )[^\n#]+")
_NAME = re.compile(r"[A-Za-z_]\w*")


def mutated(rng: random.Random, text: str, others: tuple[str, ...]) -> str:
    """Return a text with one to four mutations; `others` are texts of the same kind to borrow from."""
    for _ in range(rng.choice((1, 1, 1, 2, 3, 4))):
        text = rng.choice(MUTATIONS)(rng, text, others)
    return text


def broken(rng: random.Random, data: bytes) -> bytes:
    """Return bytes with a few flipped, a part removed or repeated, or the end cut off."""
    for _ in range(rng.choice((1, 1, 2, 4))):
        a, b = sorted(rng.randrange(len(data) + 1) for _ in range(2))
        b = min(b, a + rng.choice((1, 4, 64, 4096)))
        match rng.randrange(5):
            case 0:
                data = data[:a] + rng.randbytes(b - a) + data[b:]
            case 1:
                data = data[:a] + data[b:]
            case 2:
                data = data[:b] + data[a:]
            case 3:
                data = (
                    data[:a]
                    + rng.choice((b"\xff\xff\xff\xff", b"\0" * 8, b"\x7f\xff\xff\xff", b"\x80"))
                    + data[a + 4 :]
                )
            case _:
                data = data[:a] if rng.random() < 0.3 else data[:a] + bytes([rng.randrange(256)]) + data[a + 1 :]
    return data


def _replaced(pattern: re.Pattern[str], choices: tuple[str, ...], around: str = ""):
    def mutate(rng: random.Random, text: str, others: tuple[str, ...]) -> str:
        places = list(pattern.finditer(text))
        if not places:
            return text
        place = rng.choice(places)
        return f"{text[: place.start()]}{around}{rng.choice(choices)}{around}{text[place.end() :]}"

    return mutate


def _renamed(rng: random.Random, text: str, others: tuple[str, ...]) -> str:
    names = _NAME.findall(text)
    return _replaced(_NAME, (rng.choice(names),) if names else ("x",))(rng, text, others)


def _lines(rng: random.Random, text: str, others: tuple[str, ...]) -> str:
    """Remove, repeat, exchange or borrow lines."""
    lines = text.split("\n")
    a, b = rng.randrange(len(lines)), rng.randrange(len(lines))
    match rng.randrange(4):
        case 0:
            del lines[a]
        case 1:
            lines.insert(b, lines[a])
        case 2:
            lines[a], lines[b] = lines[b], lines[a]
        case _:
            borrowed = rng.choice(others).split("\n")
            first = rng.randrange(len(borrowed))
            lines[a:a] = borrowed[first : first + rng.choice((1, 3, 10))]
    return "\n".join(lines)


def _slice(rng: random.Random, text: str, others: tuple[str, ...]) -> str:
    """Remove or repeat a part."""
    a = rng.randrange(len(text) + 1)
    b = min(len(text), a + rng.choice((1, 2, 10, 100)))
    return text[:a] + text[b:] if rng.random() < 0.6 else text[:b] + text[a:]


def _characters(rng: random.Random, text: str, others: tuple[str, ...]) -> str:
    a = rng.randrange(len(text) + 1)
    return text[:a] + rng.choice("\"'[]{}=.,<>/&\\#\n\t \0\x1b\u202e\ufeff-9") + text[a:]


def _long(rng: random.Random, text: str, others: tuple[str, ...]) -> str:
    """Repeat one character thousands of times: the time of a reader must grow with the size alone."""
    a = rng.randrange(len(text) + 1)
    return text[:a] + rng.choice(" 9.[{(<a\"'-\\\n,#") * rng.choice((300, 3000, 30000)) + text[a:]


MUTATIONS = (
    _replaced(_NUMBER, NUMBERS), _replaced(_NUMBER, NUMBERS), _replaced(_NUMBER, VALUES),
    _replaced(_QUOTED, TEXTS, '"'), _replaced(_QUOTED, TEXTS, '"'), _replaced(_QUOTED, VALUES),
    _replaced(_VALUE, VALUES), _replaced(_VALUE, NUMBERS),
    _renamed, _lines, _lines, _slice, _characters, _long,
)  # fmt: skip
