"""The error family: every error that Armillary raises on purpose derives from `ArmillaryError`.

Errors about an argument, a field of a file or of a part carry data beside their message: `field`, `value` (the object
that was found, where the check has it), `expected` and `hint`. Errors of documents have one `Problem` with these for
each fault. `args` of each error are the texts that its constructor takes, and its message is made from them. So errors
can be copied, and pickled from one process to another, with their text and data.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from dataclasses import field as field_of_dataclass
from typing import Any
from unicodedata import category

__all__ = [
    "ArgumentError", "ArmillaryError", "ArmillaryWarning", "CatalogueError", "CompilerError", "ConvergenceError",
    "DescriptionError", "DeviceError", "ExecutorError", "IncompleteRunWarning", "KeywordError", "MissingExtraError",
    "MotionError", "OmissionWarning", "Problem", "RunInterrupted", "ScenarioError", "SingularityError", "StoreError",
    "StudyError", "WeightsError",
]  # fmt: skip


def __dir__() -> list[str]:
    return __all__


OBEYED = ("Cc", "Cf", "Cs", "Zl", "Zp")
"""Categories of characters: controls, formats, surrogates, separators of lines and paragraphs."""


MOST_LISTED = 1000
"""Problems that a message lists; `problems` of the error has all of them."""


def _plain(value: Any) -> Any:
    """Return a number or a text; None for other objects, which may not be picklable or not exist in another process."""
    return value if type(value) in (str, bool, int, float) else None


def printable(text: str, kept: str = "\n") -> str:
    """Return a text in which characters that a terminal obeys or cannot show are spelled out: ESC, surrogates, …

    Those in `kept` stay, by default the ends of lines.
    """
    if text.isprintable():
        return text
    return "".join(c if c in kept or category(c) not in OBEYED else c.encode("unicode_escape").decode() for c in text)


def outside() -> int:
    """Return the `stacklevel` of the first caller outside this package: a warning then shows the line of the user."""
    level = 1
    frame = sys._getframe(1)
    while frame.f_back is not None and frame.f_globals.get("__name__", "").partition(".")[0] == "armillary":
        level += 1
        frame = frame.f_back
    return level


class ArmillaryError(Exception):
    """Base of every error that Armillary raises on purpose."""


class ArmillaryWarning(UserWarning):
    """A warning to the user; the computation continues."""


class IncompleteRunWarning(ArmillaryWarning):
    """A simulation ended before its time; `Trajectory.complete` is False, and an event says why."""


class OmissionWarning(ArmillaryWarning):
    """A robot file has parts that the robot lacks and that change its motion; `Robot.omissions` lists them."""


class RunInterrupted(KeyboardInterrupt):
    """Ctrl-C ended a simulation; `trajectory` is the motion until then.

    It is a `KeyboardInterrupt`, so a loop around simulations ends with it.
    """

    def __init__(self, trajectory: Any) -> None:
        super().__init__(trajectory)
        self.trajectory = trajectory

    def __str__(self) -> str:
        if self.trajectory.stacked:
            done = int(self.trajectory.complete.sum())
            count = len(self.trajectory)
            return f"interrupted after {done} of {count} runs; `trajectory` has each as far as it came"
        return f"interrupted after t = {self.trajectory.t[-1]:.6g} s; `trajectory` has the motion until then"


@dataclass(frozen=True)
class Problem:
    """One problem of an input: its place, the value found, the expected value, and a hint.

    Args:
        field: Dotted path such as ``link[2].mass``, or the name of a joint.
        found: Text that describes what was found.
        expected: What was expected.
        hint: What to try.
        file: Name of the file.
        line: Line in the file, from 1.
        column: Column in the line, from 1.
        value: Value that was found; None if the check that failed has no single value. Copies keep numbers and texts.
    """

    field: str
    found: str
    expected: str
    hint: str = ""
    file: str | None = None
    line: int | None = None
    column: int | None = None
    value: Any = field_of_dataclass(default=None, compare=False, repr=False)

    def __getstate__(self) -> dict[str, Any]:
        return vars(self) | {"value": _plain(self.value)}

    def __str__(self) -> str:
        place = ":".join(str(part) for part in (self.file, self.line, self.column) if part is not None)
        text = f"{place}: " if place else ""
        text += f"{self.field}: " if self.field else ""
        text += f"{self.found}; expected {self.expected}"
        return printable(text + (f" ({self.hint})" if self.hint else ""))


class DescriptionError(ArmillaryError):
    """A robot description is wrong. `problems` holds every fault that was found, not just the first.

    Errors of other documents derive from it; all make their message here.

    Args:
        problems: Faults, in the order of the file.
        hidden: Number of further faults that are not listed.
    """

    subject = "robot description"
    document = "robot file"

    def __init__(self, problems: Sequence[Problem], hidden: int = 0) -> None:
        self.problems, self.hidden = tuple(problems), hidden
        super().__init__(self.problems, hidden)

    def __str__(self) -> str:
        count, listed = len(self.problems) + self.hidden, self.problems[:MOST_LISTED]
        hidden = count - len(listed)
        lines = [f"{count} problem{'s' * (count != 1)} in the {self.subject}:", *(f"  {each}" for each in listed)]
        if hidden:
            lines.append(f"  … and {hidden} more problem{'s' * (hidden != 1)}; is this a {self.document}?")
        return "\n".join(lines)


class ScenarioError(DescriptionError):
    """A scenario file is wrong; lists every fault."""

    subject, document = "scenario", "scenario file"


class StudyError(DescriptionError):
    """A study, or a study file, is wrong; lists every fault."""

    subject, document = "study", "study file"


class MotionError(DescriptionError):
    """A motion file is wrong; lists every fault."""

    subject, document = "motion", "motion file"


class CatalogueError(DescriptionError):
    """A motor catalogue is wrong; lists every fault."""

    subject = document = "motor catalogue"


class WeightsError(DescriptionError):
    """A file of weights is wrong; lists every fault."""

    subject = document = "file of weights"


class ArgumentError(ArmillaryError):
    """An argument of a call is wrong: names the argument, the value found and the expected value.

    Args:
        field: Name of the argument, or the path of a part of it.
        found: Text that describes what was found.
        expected: What was expected.
        hint: What to try.
        value: Value that was found; None if the check that failed has no single value. Copies keep numbers and texts.
    """

    def __init__(self, field: str, found: str, expected: str, hint: str = "", value: Any = None) -> None:
        self.field, self.found, self.expected, self.hint = field, found, expected, hint
        self.value = value
        super().__init__(field, found, expected, hint)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), self.args, vars(self) | {"value": _plain(self.value)}

    def __str__(self) -> str:
        return str(Problem(self.field, self.found, self.expected, self.hint))

    def renamed(self, field: str) -> ArgumentError:
        """Return the same error of another field: of the argument of the caller, or the option of a command."""
        return ArgumentError(field, self.found, self.expected, self.hint, self.value)

    def problem(self, field: str) -> Problem:
        """Return the same fault as the problem of a field of a document."""
        return Problem(field, self.found, self.expected, self.hint, value=self.value)


class KeywordError(ArgumentError, TypeError):
    """A call names a keyword that the function, class or method does not have."""


class StoreError(ArmillaryError):
    """A store of results cannot be read or written, is damaged, or belongs to another study."""

    def __init__(self, path: str, found: str, expected: str, hint: str = "") -> None:
        self.path, self.found, self.expected, self.hint = path, found, expected, hint
        super().__init__(path, found, expected, hint)

    def __str__(self) -> str:
        return str(Problem("", self.found, self.expected, self.hint, file=self.path))


class SingularityError(ArmillaryError):
    """The coordinates or the requested quantity have no finite value at this state."""


class ConvergenceError(ArmillaryError):
    """An iteration found no solution; there may not be one. The message says what to try."""


class CompilerError(ArmillaryError):
    """A program is malformed, or code could not be made from it: a fault of the compiler, or LLVM cannot be loaded."""


class ExecutorError(ArmillaryError):
    """Workers could not be started or reached, or were lost; written results stay. The message says what to try."""


class DeviceError(ArmillaryError):
    """A GPU or its driver is missing, too old, out of memory or lost: names the fault and what was expected."""

    def __init__(self, found: str, expected: str, hint: str = "") -> None:
        self.found, self.expected, self.hint = found, expected, hint
        super().__init__(found, expected, hint)

    def __str__(self) -> str:
        return str(Problem("", self.found, self.expected, self.hint))


class MissingExtraError(ArmillaryError):
    """An optional package is needed and absent; the message says what to install."""

    def __init__(self, package: str, extra: str, purpose: str) -> None:
        self.package, self.extra, self.purpose = package, extra, purpose
        super().__init__(package, extra, purpose)

    def __str__(self) -> str:
        return (
            f"{self.purpose} needs the package {self.package!r}, which is not installed. "
            f"Try: pip install 'armillary[{self.extra}]'"
        )
