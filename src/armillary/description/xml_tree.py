"""A light XML tree in which every element knows its line, and a reader of numbers that collects problems.

Robot files may come from anywhere. A document type declaration is refused at its first byte, before any entity can be
declared: entity bombs and external entities are never read. The depth is bounded.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from xml.parsers import expat

from armillary.description.robot import ORIGIN, Robot, Vector
from armillary.errors import DescriptionError, Problem
from armillary.files.document import MOST_PROBLEMS
from armillary.files.words import shortened

DEPTH = 100
"""Elements nested deeper than this are refused; robot files need fewer than ten."""

TEXT = 1000
"""Longest text that is kept of an element; it holds a number or a name."""

_DECLARATION = re.compile(r"((?>\s+|<!--(?>.*?-->))++)<\?xml\s[^?>]*\?>", re.DOTALL)
"""A declaration that is not at the very start, where XML wants it, but behind empty lines and comments."""

_NUMBER = re.compile(r"[+-]?(\d++\.?\d*+|\.\d++)([eE][+-]?\d++)?|[+-]?(nan|inf|infinity)", re.IGNORECASE)


_COMMA = re.compile(r"\s*,\s*|\s+")


class Element:
    """An XML element: tag, attributes, children, the text directly in it, and its line (from 1)."""

    __slots__ = ("attributes", "children", "line", "tag", "text")

    def __init__(self, tag: str, attributes: dict[str, str], line: int) -> None:
        self.tag, self.attributes, self.line = tag, attributes, line
        self.children: list[Element] = []
        self.text = ""

    def all(self, *tags: str) -> list[Element]:
        """Return the children with any of the tags."""
        return [child for child in self.children if child.tag in tags]

    def first(self, *tags: str) -> Element | None:
        """Return the first child with any of the tags."""
        return next(iter(self.all(*tags)), None)

    def walk(self) -> Iterator[Element]:
        """Yield this element and all below it, in the order of the file."""
        waiting = [self]
        while waiting:
            element = waiting.pop()
            yield element
            waiting.extend(reversed(element.children))


def parse_xml(text: str, file: str | None = None) -> Element:
    """Return the root element of an XML text; a `DescriptionError` names the line of a fault."""
    parser = expat.ParserCreate()
    document = Element("", {}, 0)
    path = [document]

    def failure(found: str, expected: str, hint: str = "") -> DescriptionError:
        return DescriptionError([Problem("", found, expected, hint, file, parser.CurrentLineNumber)])

    def doctype(*_: object) -> None:
        hint = "entities are not read; remove the declaration and write the values out"
        raise failure("a document type declaration (DOCTYPE)", "a robot file without one", hint)

    def start(tag: str, attributes: dict[str, str]) -> None:
        if len(path) > DEPTH:
            raise failure(f"elements nested more than {DEPTH} deep", "a robot file")
        element = Element(tag, attributes, parser.CurrentLineNumber)
        path[-1].children.append(element)
        path.append(element)

    def characters(more: str) -> None:
        if len(path[-1].text) < TEXT:
            path[-1].text += more

    parser.buffer_text = True
    parser.StartDoctypeDeclHandler, parser.CharacterDataHandler = doctype, characters
    parser.StartElementHandler, parser.EndElementHandler = start, lambda _: path.pop()
    try:
        text = text.removeprefix("\ufeff")
        late = _DECLARATION.match(text)
        parser.Parse(late[1] + text[late.end() :] if late else text, True)
    except expat.ExpatError as error:
        found = f"malformed XML: {expat.ErrorString(error.code)}"
        raise DescriptionError([Problem("", found, "well-formed XML", "", file, error.lineno)]) from None
    except UnicodeEncodeError:
        raise failure("characters that are not Unicode text", "an XML text") from None
    return document.children[0]


class Faults:
    """Reads the numbers of one file, and keeps its problems and notes.

    A bad number is kept as a problem and replaced by its default, so that reading goes on to the next one. A `lenient`
    reader keeps what is merely doubtful in `doubts`, as remarks.
    """

    def __init__(self, file: str | None = None, lenient: bool = False) -> None:
        self.file, self.lenient = file, lenient
        self.problems: list[Problem] = []
        self.notes: list[str] = []
        self.doubts: list[str] = []

    def doubt(self, element: Element, field: str, found: str, expected: str, instead: str) -> None:
        """Keep a remark at an element that says what is read `instead`; a problem if the reader is strict."""
        if self.lenient:
            if len(self.doubts) < MOST_PROBLEMS:
                self.doubts.append(f"line {element.line}: {field}: {found}; {instead}")
        else:
            self.add(element, field, found, expected)

    def add(self, element: Element | None, field: str, found: str, expected: str, hint: str = "") -> None:
        """Keep a problem at an element; beyond `MOST_PROBLEMS`, raise them all."""
        line = element.line if element is not None else None
        if len(self.problems) == MOST_PROBLEMS:
            more = f"more than {MOST_PROBLEMS} problems"
            end = Problem("", more, "a robot file", "is this a URDF, SDF or MJCF file?", self.file)
            raise DescriptionError([*self._in_order(), end])
        self.problems.append(Problem(field, found, expected, hint, self.file, line))

    def robot(self, make: Callable[[], Robot], keep: Callable[[Problem], None]) -> Robot:
        """Return the robot that `make` returns; `keep` traces a problem of the robot back to its element.

        Raises:
            DescriptionError: Lists all problems of the file and of the robot, in the order of the file.
        """
        robot = None
        try:
            robot = make()
        except DescriptionError as error:
            for problem in error.problems:
                keep(problem)
        if self.problems or robot is None:
            raise DescriptionError(self._in_order())
        return robot

    def _in_order(self) -> list[Problem]:
        return sorted(self.problems, key=lambda problem: problem.line or 0)

    def text(self, element: Element, field: str, attribute: str) -> str:
        """Return a required name; if it is missing, a unique substitute, with a problem kept."""
        value = element.attributes.get(attribute, "").strip()
        if not value:
            self.add(element, field, f"no attribute {attribute!r}", f'{attribute}="…" in <{element.tag}>')
        return value or f"<{element.tag}> at line {element.line}"

    def option(self, element: Element, field: str, attribute: str, default: float, finite: bool = True) -> float:
        """Return an optional attribute as a number; other text is doubtful."""
        raw = element.attributes.get(attribute)
        return default if raw is None else self.parse(element, f"{field} {attribute}", raw, default, finite, True)

    def number(
        self, element: Element, field: str, attribute: str, default: float | None = None, finite: bool = True
    ) -> float:
        """Return an attribute as a number; without a default it is required."""
        raw = element.attributes.get(attribute)
        if raw is None:
            if default is None:
                self.add(element, f"{field} {attribute}", "it is missing", f'{attribute}="…" in <{element.tag}>')
            return default or 0.0
        return self.parse(element, f"{field} {attribute}", raw, default or 0.0, finite)

    def vector(self, element: Element, field: str, attribute: str, default: Vector = ORIGIN) -> Vector:
        """Return an attribute as three finite numbers."""
        raw = element.attributes.get(attribute)
        if raw is None:
            return default
        expected, values = "three finite numbers separated by spaces", [_float(part) for part in raw.split()]
        if len(values) == 3 and all(math.isfinite(value) for value in values):
            return values[0], values[1], values[2]
        found, x, y, z = (
            f"the value is {shortened(raw)}",
            *[*map(_float, _COMMA.split(raw.strip())), *[math.nan] * 3][:3],
        )
        if self.lenient and math.isfinite(x + y + z):
            self.doubt(element, f"{field} {attribute}", found, expected, "the first three numbers are read")
            return x, y, z
        self.add(element, f"{field} {attribute}", found, expected)
        return default

    def parse(
        self,
        element: Element,
        field: str,
        raw: str,
        default: float = 0.0,
        finite: bool = True,
        optional: bool = False,
    ) -> float:
        """Return a text as a number; the default, with a problem kept, for any other text.

        A text that is no number is merely doubtful where the number is optional; NaN is a problem everywhere.
        """
        value = _float(raw)
        if math.isfinite(value) or (not finite and not math.isnan(value)):
            return value
        found, expected = f"the value is {shortened(raw)}", "a finite number" if finite else "a number"
        if optional and not _NUMBER.fullmatch(raw.strip()):
            self.doubt(element, field, found, expected, f"{default:g} is read")
        else:
            self.add(element, field, found, expected)
        return default


def _float(raw: str) -> float:
    """Return a text as a number; NaN for any other text, also for one with the underscores that Python allows."""
    return float(raw) if _NUMBER.fullmatch(raw.strip()) else math.nan
