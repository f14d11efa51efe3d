"""An XML tree in which every element knows its line, and a reader of its numbers that collects problems.

Robot files are written for urdfdom, libsdformat and MuJoCo, which read them with tinyxml2. That parser accepts more
than XML allows, and files in use rely on it: "--" in comments, a plain & or < in a value, attributes without a space
between them, a declaration after empty lines, text outside the root element. The parser here accepts well-formed XML
and everything that tinyxml2 accepts, except control characters. Namespaces are not resolved: a prefix is part of the
name.

Files may come from untrusted sources. Only the five named references of XML and numeric character references are
replaced; entities are never expanded, and a document type declaration that declares any is rejected. The depth is
bounded, and no part of the text is scanned twice.
"""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Callable, Iterator

from armillary.description.robot import ORIGIN, Robot, Vector, vector
from armillary.errors import DescriptionError, Problem
from armillary.files.document import MOST_PROBLEMS
from armillary.files.words import shortened

DEPTH = 100
"""Greatest depth of nested elements; robot files need fewer than ten."""

TEXT = 1000
"""Greatest length of the text that is kept of an element: enough for numbers and names."""

_BLANKS = " \t\n\v\f"
_WHITE = f"[{_BLANKS}]"
_WORD = r"[A-Za-z_:\x80-\U0010ffff][-A-Za-z0-9_:.\x80-\U0010ffff]*+"
_NAME = re.compile(_WORD)
_TAG = re.compile(f"<{_WHITE}*+(/?)({_WORD})")
_ATTRIBUTE = re.compile(f"""{_WHITE}*+({_WORD}){_WHITE}*+={_WHITE}*+(?:"([^"]*+)"|'([^']*+)')""")
_END = re.compile(f"{_WHITE}*+(/?>)")
_REFERENCE = re.compile("&(?:(amp|lt|gt|quot|apos)|#x([0-9a-fA-F]{1,8})|#([0-9]{1,8}));")
_ENTITIES = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'"}
_NEVER = re.compile("[\x00\ud800-\udfff]")
"""Characters that are not allowed anywhere, not even in comments."""
_CONTROL = re.compile("[\x01-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
_SPACES = str.maketrans("\t\n", "  ")
"""Characters of an attribute that XML replaces by spaces."""

_NUMBER = re.compile(r"[+-]?(\d++\.?\d*+|\.\d++)([eE][+-]?\d++)?|[+-]?(nan|inf|infinity)", re.IGNORECASE)
_COMMA = re.compile(r"\s*,\s*|\s+")


class Element:
    """An XML element: tag, attributes, children, its own text, and its line (from 1)."""

    __slots__ = ("attributes", "children", "line", "tag", "text")

    def __init__(self, tag: str, attributes: dict[str, str], line: int) -> None:
        self.tag, self.attributes, self.line = tag, attributes, line
        self.children: list[Element] = []
        self.text = ""

    def all(self, *tags: str) -> list[Element]:
        """Return the children with one of the tags."""
        return [child for child in self.children if child.tag in tags]

    def first(self, *tags: str) -> Element | None:
        """Return the first child with one of the tags, or None."""
        return next(iter(self.all(*tags)), None)

    def walk(self) -> Iterator[Element]:
        """Yield this element and its descendants in the order of the file."""
        waiting = [self]  # a stack, since recursion could exceed Python's limit
        while waiting:
            element = waiting.pop()
            yield element
            waiting.extend(reversed(element.children))


def parse_xml(text: str, file: str | None = None) -> Element:
    """Return the root element of an XML text.

    Raises:
        DescriptionError: The text is not XML; names line and column.
    """
    return _Parser(text, file).parse()


class _Parser:
    """Parses one text from start to end; `path` holds the open elements, the document first."""

    def __init__(self, text: str, file: str | None) -> None:
        text = text.removeprefix("\ufeff").rstrip("\0")  # some programs pad files
        self.text = text.replace("\r\n", "\n").replace("\r", "\n")
        self.file = file
        self.document = Element("", {}, 0)
        self.path = [self.document]
        self.line, self.counted = 1, 0  # the line at the place up to which line ends are counted
        self.controls = _CONTROL.search(self.text) is not None  # else no text has to be searched for them

    def parse(self) -> Element:
        """Return the root element."""
        text, at = self.text, 0
        if bad := _NEVER.search(text):
            raise self.failure(bad.start(), f"the character {bad[0]!r}", "Unicode text")
        while (start := text.find("<", at)) >= 0:
            if start > at and len(self.path) > 1:  # text outside all elements has no meaning
                self.characters(at, start)
            at = self.markup(start) if text[start + 1 : start + 2] in "!?" else self.element(start)
        if len(self.path) > 1:
            inside = self.path[-1]
            problem = f"the file ends inside <{inside.tag}> of line {inside.line}"
            raise self.failure(len(text), problem, f"</{inside.tag}>")
        if not self.document.children:
            raise self.failure(len(text), "no element", "a robot file in XML")
        if text[at:].strip():
            at += len(text[at:]) - len(text[at:].lstrip())
            raise self.failure(at, "text after the last element", "the end of the file")
        return self.document.children[0]

    def markup(self, start: int) -> int:
        """Return where the comment, CDATA section or declaration that begins at `start` ends."""
        text = self.text
        if text.startswith("<!--", start):
            return self.end_of(start, 4, "-->", "comment")
        if text.startswith("<![CDATA[", start):
            end = self.end_of(start, 9, "]]>", "CDATA section")
            if len(self.path[-1].text) < TEXT:
                self.path[-1].text += text[start + 9 : end - 3][:TEXT]
            return end
        if text.startswith("<?", start):
            return self.end_of(start, 2, "?>", "declaration")
        end = self.end_of(start, 2, ">", "declaration")
        if "[" in text[start:end]:
            hint = "entities are not read; remove the declaration and write the values out"
            problem = "a document type declaration (DOCTYPE) with declarations inside"
            raise self.failure(start, problem, "a robot file without one", hint, well_formed=True)
        return end

    def element(self, start: int) -> int:
        """Read a start tag or an end tag, and return the place after it."""
        tag = _TAG.match(self.text, start)
        if tag is None:
            raise self.failure(start, "a '<' without the name of an element", "an element", "a plain < is &lt; in XML")
        closes, name = tag.groups()
        attributes: dict[str, str] = {}
        at = tag.end()
        while pair := _ATTRIBUTE.match(self.text, at):
            key, double, single = pair.groups()
            if key in attributes:
                raise self.failure(pair.start(1), f"the attribute {key!r} of <{name}> again", "each attribute once")
            value = double if double is not None else single
            attributes[key] = self.decoded(value.translate(_SPACES), pair.end(1))
            at = pair.end()
        end = _END.match(self.text, at)
        if end is None or (closes and end[1] == "/>"):
            raise self.attribute_failure(name, at)
        self.line += self.text.count("\n", self.counted, start)
        self.counted = start
        if closes:
            self.close(name, start)
        else:
            if len(self.path) > DEPTH:
                problem = f"elements nested more than {DEPTH} deep"
                raise self.failure(start, problem, "a robot file", well_formed=True)
            element = Element(name, attributes, self.line)
            self.path[-1].children.append(element)
            if end[1] == ">":
                self.path.append(element)
        return end.end()

    def close(self, name: str, start: int) -> None:
        if len(self.path) == 1:
            raise self.failure(start, f"</{name}> closes no element", f"<{name}> before it")
        inside = self.path[-1]
        if inside.tag != name:
            problem = f"</{name}> inside <{inside.tag}> of line {inside.line}"
            raise self.failure(start, problem, f"</{inside.tag}> first")
        self.path.pop()

    def characters(self, start: int, end: int) -> None:
        """Add the text between two places to the open element."""
        inside = self.path[-1]
        if len(inside.text) < TEXT:
            inside.text += self.decoded(self.text[start : min(end, start + TEXT)], start)

    def decoded(self, text: str, at: int) -> str:
        """Return a text with its references replaced; an & that begins no reference stays, as in tinyxml2."""
        if self.controls and (bad := _CONTROL.search(text)):
            expected = "text without control characters"
            raise self.failure(at, f"the character {bad[0]!r}", expected)
        if "&" not in text:
            return text

        def character(reference: re.Match[str]) -> str:
            name, hexadecimal, decimal = reference.groups()
            if name:
                return _ENTITIES[name]
            code = int(hexadecimal, 16) if hexadecimal else int(decimal)
            if code > sys.maxunicode or _CONTROL.match(chr(code)) or _NEVER.match(chr(code)):
                raise self.failure(at, f"the reference {reference[0]}", "the number of a character")
            return chr(code)

        return _REFERENCE.sub(character, text)

    def end_of(self, start: int, opening: int, closing: str, what: str) -> int:
        """Return the place after the closing mark of a construct that begins at `start`."""
        end = self.text.find(closing, start + opening)
        if end < 0:
            raise self.failure(start, f"a {what} that is never closed", closing)
        return end + len(closing)

    def attribute_failure(self, tag: str, at: int) -> DescriptionError:
        """Return the error for a malformed attribute or end of a tag."""
        at = len(self.text) - len(self.text[at:].lstrip(_BLANKS))
        name = _NAME.match(self.text, at)
        if name is None:
            problem = repr(self.text[at]) if at < len(self.text) else "the end of the file"
            return self.failure(at, f"{problem} in <{tag}>", 'name="value", > or />')
        rest = self.text[name.end() :].lstrip(_BLANKS)[:2]
        problem = f"the attribute {name[0]!r} of <{tag}> without a value"
        if rest.startswith("="):
            problem = f"the value of {name[0]!r} in <{tag}> has no quotes, or its quotes are not closed"
        return self.failure(at, problem, f'{name[0]}="value"')

    def failure(
        self, at: int, found: str, expected: str, hint: str = "", well_formed: bool = False
    ) -> DescriptionError:
        """Return the error for a fault at a place in the text."""
        line = self.text.count("\n", 0, at) + 1
        column = at - self.text.rfind("\n", 0, at)
        problem = found if well_formed else f"malformed XML: {found}"
        return DescriptionError([Problem("", problem, expected, hint, self.file, line, column)])


class Faults:
    """Reads the numbers of one file, and collects problems, notes and omissions.

    A bad number becomes a problem and is replaced by its default, so that reading continues and all problems are
    reported together. A `lenient` reader keeps remarks on doubtful texts in `doubts`.
    """

    def __init__(self, file: str | None = None, lenient: bool = False) -> None:
        self.file, self.lenient = file, lenient
        self.problems: list[Problem] = []
        self.notes: list[str] = []
        self.omissions: list[str] = []
        self.doubts: list[str] = []

    def doubt(self, element: Element, field: str, found: str, expected: str, instead: str) -> None:
        """Keep a remark on a doubtful text, saying what is read `instead`; for a strict reader, a problem."""
        if self.lenient:
            if len(self.doubts) < MOST_PROBLEMS:
                self.doubts.append(f"line {element.line}: {field}: {found}; {instead}")
        else:
            self.add(element, field, found, expected)

    def add(self, element: Element | None, field: str, found: str, expected: str, hint: str = "") -> None:
        """Keep a problem of an element; if there are more than `MOST_PROBLEMS`, raise them."""
        line = element.line if element is not None else None
        if len(self.problems) == MOST_PROBLEMS:
            problem = f"more than {MOST_PROBLEMS} problems"
            last = Problem("", problem, "a robot file", "is this a URDF, SDF or MJCF file?", self.file)
            raise DescriptionError([*self._in_order(), last])
        self.problems.append(Problem(field, found, expected, hint, self.file, line))

    def robot(self, make: Callable[[], Robot], trace_back: Callable[[Problem], None]) -> Robot:
        """Return the robot that `make` returns; `trace_back` keeps a problem of the robot at its element.

        Raises:
            DescriptionError: Lists all problems of the file and of the robot, in the order of the file.
        """
        robot = None
        try:
            robot = make()
        except DescriptionError as error:
            for problem in error.problems:
                trace_back(problem)
        if self.problems or robot is None:
            raise DescriptionError(self._in_order())
        return robot

    def _in_order(self) -> list[Problem]:
        return sorted(self.problems, key=lambda problem: problem.line or 0)

    def text(self, element: Element, field: str, attribute: str) -> str:
        """Return a required name; if it is missing, keep a problem and return a unique substitute."""
        value = element.attributes.get(attribute, "").strip()
        if not value:
            self.add(element, field, f"no attribute {attribute!r}", f'{attribute}="…" in <{element.tag}>')
        return value or f"<{element.tag}> at line {element.line}"

    def option(self, element: Element, field: str, attribute: str, default: float, finite: bool = True) -> float:
        """Return an optional attribute as a number; any other text is doubtful."""
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
        """Return an attribute as three finite numbers; a lenient reader allows commas and further numbers."""
        raw = element.attributes.get(attribute)
        if raw is None:
            return default
        values = [_float(part) for part in raw.split()]
        if len(values) == 3 and all(math.isfinite(value) for value in values):
            return values[0], values[1], values[2]
        problem, expected = f"the value is {shortened(raw)}", "three finite numbers separated by spaces"
        numbers = [_float(part) for part in _COMMA.split(raw.strip())]
        x, y, z = [*numbers, math.nan, math.nan, math.nan][:3]
        if self.lenient and math.isfinite(x + y + z):
            self.doubt(element, f"{field} {attribute}", problem, expected, "the first three numbers are read")
            return x, y, z
        self.add(element, f"{field} {attribute}", problem, expected)
        return default

    def direction(self, element: Element, field: str, axis: Vector, default: Vector) -> Vector:
        """Return a unit vector along an axis; the default, with a problem kept, if the axis has no direction."""
        x, y, z = axis
        length = math.hypot(x, y, z)
        # The reciprocal of a length below 1e-150 loses digits, and its square underflows.
        if not 1e-150 < length < math.inf:
            self.add(element, field, f"the length of ({x:g}, {y:g}, {z:g}) is {length:g}", "a direction")
            return default
        # A vector whose length is one within rounding stays as written, so that files read back unchanged.
        return vector((x, y, z) if abs(length - 1.0) <= 4e-16 else (x / length, y / length, z / length))

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

        Where the number is optional, a text that is not a number is only doubtful; NaN is always a problem.
        """
        value = _float(raw)
        if math.isfinite(value) or (not finite and not math.isnan(value)):
            return value
        problem, expected = f"the value is {shortened(raw)}", "a finite number" if finite else "a number"
        if optional and not _NUMBER.fullmatch(raw.strip()):
            self.doubt(element, field, problem, expected, f"{default:g} is read")
        else:
            self.add(element, field, problem, expected)
        return default


def _float(raw: str) -> float:
    """Return a text as a number; NaN for any other text, including numbers with underscores, which Python allows."""
    return float(raw) if _NUMBER.fullmatch(raw.strip()) else math.nan
