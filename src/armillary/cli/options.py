"""Options and arguments that several commands share: ROBOT, --motors, --no-friction, names, files, --json."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.core import ParameterSource

from armillary.errors import ArgumentError
from armillary.files.words import unknown

if TYPE_CHECKING:
    from armillary.description.robot import Robot
    from armillary.multibody import Model
    from armillary.simulation.scenario import Scenario

_Command = TypeVar("_Command", bound=Callable[..., Any])

SUFFIXES = (".toml", ".urdf", ".xml")

MOTORS = ("full", "reflected", "none")

json_option = click.option("--json", "as_json", is_flag=True, help="Write JSON to stdout, and nothing else.")


set_option = click.option(
    "--set",
    "settings",
    metavar="KEY=VALUE",
    multiple=True,
    help="Replace a field of SCENARIO, units allowed: --set controller.kp=300 --set duration=5s.",
)


def file_option(*names: str, help: str) -> Callable[[_Command], _Command]:
    """Return an option for a file that is written, such as `file_option("--output", "-o", help="…")`."""
    return click.option(*names, type=click.Path(dir_okay=False, path_type=Path), help=help)


def names_option(
    option: str, *names: str, known: Sequence[str] = (), default: Sequence[str] = (), help: str
) -> Callable[[_Command], _Command]:
    """Return an option for several names, with commas between them; the command receives a tuple.

    Args:
        option: The option, such as "--quantities".
        names: Name of the argument of the command; default: that of the option.
        known: Names that are accepted; default: the command checks them.
        default: Names by default.
        help: Text of the help.
    """

    def names_of(_: click.Context, parameter: click.Parameter, texts: tuple[str, ...]) -> tuple[str, ...]:
        found = tuple(name.strip() for text in texts for name in text.split(",") if name.strip())
        if texts and not found:
            raise ArgumentError(option, repr(texts[0]), "names, with commas between them")
        for name in found:
            if known and name not in known:
                raise ArgumentError(option, *unknown(name, known))
        return found

    return click.option(
        option,
        *names,
        metavar="NAMES",
        multiple=True,
        callback=names_of,
        default=tuple(default),
        show_default=bool(default),
        help=help,
    )


class FiniteFloat(click.FloatRange):
    """A finite number in a range; the range of Click lets NaN through, and infinity where it has no end."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Parse a finite number, or fail with a message."""
        number = float(super().convert(value, param, ctx))
        if not math.isfinite(number):
            self.fail(f"{value} is not a finite number.", param, ctx)
        return number


@contextmanager
def arguments_as_options(*names: str, **others: str) -> Iterator[None]:
    """Call arguments of these names what they are on the command line, in an error: width is --width.

    `others` are those whose option has another name.
    """
    options = {name: name for name in names} | others
    try:
        yield
    except ArgumentError as error:
        if error.argument not in options:
            raise
        raise ArgumentError(f"--{options[error.argument]}", error.found, error.expected, error.hint) from error


def listed(title: str, names: Iterable[str]) -> str:
    """Return a paragraph of help that lists names."""
    return f"{title}: {', '.join(names)}."


def find_robot(text: str) -> Robot:
    """Return the robot that ROBOT means: a name of the library, or else a file."""
    from armillary.description import library
    from armillary.description.load import load
    from armillary.files.words import nearest

    names = library.names()
    if text in names:
        return library.get(text)
    path = Path(text)
    if path.suffix.lower() in SUFFIXES or path.exists():
        return load(path)
    hint = nearest(text.lower(), names, most=3) or "`armillary robots` lists the library"
    raise ArgumentError("ROBOT", repr(text), "a name from the library or a .toml, .urdf or .xml file", hint)


def find_scenario(text: str, settings: tuple[str, ...] = (), *robots: str) -> Scenario | None:
    """Return the scenario of a file with the fields of --set replaced, or None if the argument means a robot.

    `robots` names the options that only a robot takes.
    """
    path = Path(text)
    if path.suffix.lower() == ".toml" and path.is_file() and is_scenario(path):
        from armillary.simulation.scenario_file.read import load_scenario

        for name in robots:
            if click.get_current_context().get_parameter_source(name) is ParameterSource.COMMANDLINE:
                raise ArgumentError(f"--{name}", f"given for the scenario {text}", "nothing: the scenario says it")
        return load_scenario(path, settings)
    if settings:
        raise ArgumentError("--set", f"given for the robot {text}", "a scenario")
    return None


def is_scenario(path: Path) -> bool:
    """Say whether a TOML file is a scenario: it names a robot, where the file of a robot has tables of links.

    A file that cannot be read is taken for a robot's, whose reader says what is wrong with it.
    """
    import tomllib

    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False
    return isinstance(data.get("robot"), str) or ("duration" in data and "link" not in data)


def motors_option(default: str = "full") -> Callable[[_Command], _Command]:
    """Return the option --motors of `find_model`."""
    return click.option(
        "--motors", type=click.Choice(MOTORS), default=default, show_default=True, help="How motors count."
    )


def friction_option(default: bool = True) -> Callable[[_Command], _Command]:
    """Return the option --no-friction of `find_model`."""
    return click.option(
        "--friction/--no-friction", default=default, show_default=True, help="Whether friction and damping count."
    )


def find_model(text: str, motors: str = "full", friction: bool = True) -> Model:
    """Return the model that ROBOT, --motors and --no-friction mean."""
    from armillary.multibody import build

    return build.model(find_robot(text), motors=motors, friction=friction)


def write_file(path: Path, content: str | bytes, option: str = "--output") -> None:
    """Write a file whole or not at all; `option` names it in an error."""
    from armillary.files.atomic import write_content

    write_content(path, content, option)
