"""The error family: every error that Armillary raises on purpose derives from `ArmillaryError`.

`args` of each error are the arguments of its constructor, and its message is made from them. So errors can be copied,
and pickled from one process to another, with their text and data.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from unicodedata import category

OBEYED = ("Cc", "Cf", "Cs", "Zl", "Zp")
"""Categories of characters: controls, formats, surrogates, separators of lines and paragraphs."""


MOST_LISTED = 1000
"""Problems that a message lists; `problems` of the error has all of them."""


def printable(text: str, kept: str = "\n") -> str:
    """Return a text in which characters that a terminal obeys or cannot show are spelled out: ESC, surrogates, …

    Those in `kept` stay, by default the ends of lines.
    """
    if text.isprintable():
        return text
    return "".join(c if c in kept or category(c) not in OBEYED else c.encode("unicode_escape").decode() for c in text)


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

    `field` is a dotted path such as ``link[2].mass`` or the name of a joint; `line` and `column` count from 1.
    """

    field: str
    found: str
    expected: str
    hint: str = ""
    file: str | None = None
    line: int | None = None
    column: int | None = None

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
    """An argument of a call is wrong: names the argument, the value found and the expected value."""

    def __init__(self, argument: str, found: str, expected: str, hint: str = "") -> None:
        self.argument, self.found, self.expected, self.hint = argument, found, expected, hint
        super().__init__(argument, found, expected, hint)

    def __str__(self) -> str:
        return str(Problem(self.argument, self.found, self.expected, self.hint))


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
