"""Options that several commands share (ROBOT, --motors, --friction, names, files, --json), and how they answer."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.core import ParameterSource
from click.shell_completion import CompletionItem

from armillary.cli.reading import FILES, kept, reading_options, strictly
from armillary.errors import ArgumentError, printable
from armillary.files.words import nearest, unknown

if TYPE_CHECKING:
    from armillary.description.robot import Robot
    from armillary.multibody import Model
    from armillary.simulation.scenario import Scenario
    from armillary.tables.parts import Part

_Command = TypeVar("_Command", bound=Callable[..., Any])

SUFFIXES = (".toml", ".urdf", ".xml", ".sdf", ".xacro")
PACKAGED = "robot_descriptions:"
"""Beginning of ROBOT for a robot of that package."""
MOTORS = ("full", "reflected", "none")
PATH = click.Path(path_type=Path)


class RobotName(click.types.StringParamType):
    """The text of ROBOT. A shell completes it by the robots of the library, else by files."""

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Return the robots whose names begin with a text, or the request for names of files."""
        from armillary.description import library

        names = [name for name in library.names() if name.startswith(incomplete)]
        return [CompletionItem(name) for name in names] or [CompletionItem(incomplete, type="file")]


ROBOT = RobotName()

json_option = click.option("--json", "as_json", is_flag=True, help="Write JSON to stdout, and nothing else.")
set_option = click.option(
    "--set",
    "settings",
    metavar="KEY=VALUE",
    multiple=True,
    help="Replace a field of SCENARIO, or a number by name, units allowed: --set duration=5s --set payload.mass=500g.",
)


motion_option = click.option("--motion", type=PATH, help="Motion file (.toml); default: the standard motion.")


def seed_option(of: str) -> Callable[[_Command], _Command]:
    """Return the option --seed; `of` names the random values, such as "states"."""
    return click.option("--seed", type=click.IntRange(min=0), default=0, help=f"Random seed of the {of}.")


def choice_option(
    option: str, choices: Sequence[str], default: str | None, help: str
) -> Callable[[_Command], _Command]:
    """Return an option that takes one of several words."""
    return click.option(option, type=click.Choice(choices), default=default, help=help)


def file_option(*names: str, help: str) -> Callable[[_Command], _Command]:
    """Return an option for a file to write, such as `file_option("--output", "-o", help="…")`."""
    return click.option(*names, type=click.Path(dir_okay=False, path_type=Path), help=help)


def names_option(
    option: str, *, known: Sequence[str] = (), default: Sequence[str] = (), help: str
) -> Callable[[_Command], _Command]:
    """Return an option for names separated by commas; the command receives a tuple.

    Args:
        option: The option, such as "--quantities".
        known: Accepted names; default: the command checks them.
        default: Default names.
        help: Help text.
    """

    def split(_: click.Context, parameter: click.Parameter, texts: tuple[str, ...]) -> tuple[str, ...]:
        words = tuple(name for text in texts for name in split_names(text))
        if texts and not words:  # --names "": no names is not the default
            raise ArgumentError(option, repr(texts[0]), "names, with commas between them")
        for name in words:
            if known and name not in known:
                raise ArgumentError(option, *unknown(name, known))
        return words

    return click.option(option, metavar="NAMES", multiple=True, callback=split, default=tuple(default), help=help)


def split_names(text: str) -> list[str]:
    """Return the words between the commas of a text."""
    return [part.strip() for part in text.split(",") if part.strip()]


class FiniteFloat(click.FloatRange):
    """A finite number in a range; Click's range accepts NaN, and infinity if it has no upper end."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Parse a finite number, or fail with a message."""
        number = float(super().convert(value, param, ctx))
        if not math.isfinite(number):
            self.fail(f"{value} is not a finite number.", param, ctx)
        return number


POSITIVE = FiniteFloat(min=0, min_open=True)


@contextmanager
def arguments_as_options(*names: str, **others: str) -> Iterator[None]:
    """Name arguments in errors as the command line does: `joint_mass` becomes --joint-mass.

    Args:
        names: Arguments whose option has the same name.
        others: Arguments with another name, such as lengths="--length".
    """
    options = {name: f"--{name.replace('_', '-')}" for name in names} | others
    try:
        yield
    except ArgumentError as error:
        if error.field not in options:
            raise
        raise error.renamed(options[error.field]) from error


def listed(title: str, names: Iterable[str]) -> str:
    """Return a paragraph of help that lists names."""
    return f"{title}: {', '.join(names)}."


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:  # a name that is too long, before Python 3.14
        return False


def refuse(names: Iterable[str], problem: str, expected: str) -> None:
    """Raise an `ArgumentError` if one of these options was typed."""
    context = click.get_current_context(silent=True)
    # Defaults are no mistake of the user: only what was typed is refused.
    for name in names if context else ():
        if context and context.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            raise ArgumentError(f"--{name.replace('_', '-')}", problem, expected)


def find_robot(text: str) -> Robot:
    """Return the robot that ROBOT names, with the numbers of --set."""
    robot, context = _robot(text), click.get_current_context(silent=True)
    settings = context.params.get("settings") if context else None
    if not settings:
        return robot
    from armillary.files.settings import split, value_of
    from armillary.files.units import in_si
    from armillary.multibody import build

    wrong, texts = split(settings, ())
    if wrong:
        raise ArgumentError("--set", repr(wrong[0]), "KEY=VALUE, such as payload.mass=500g")
    numbers = build.model(robot).numbers
    values = {
        name: in_si(value_of(text), numbers.look_up(name, "--set").unit, field="--set") for name, text in texts.items()
    }
    for name, value in values.items():
        numbers[name].check(value)
    return robot.with_numbers(values)


def _robot(text: str) -> Robot:
    """Return the robot of the library of this name, or that of a file."""
    from armillary.description import library
    from armillary.description.load import load

    names = library.names()
    if text in names:  # before files: a file of this name is reached as ./NAME
        refuse(FILES, f"given for {text} of the library", "a robot file")
        return library.get(text)
    path = Path(text)
    packaged = text.startswith(PACKAGED)
    if packaged or path.suffix.lower() in SUFFIXES or _exists(path):
        with arguments_as_options(*FILES, xacro_args="--xacro-arg", path="ROBOT"):
            return load(
                text if packaged else path,
                strict=strictly(),
                root=kept("root"),
                base=kept("base") or "as described",
                xacro_args=kept("xacro_arg") or None,
                trusted=bool(kept("trusted")),
            )
    hint = nearest(text.lower(), names, most=3) or "`armillary robots` lists the library"
    expected = f"a name from the library, a {', '.join(SUFFIXES)} file, or {PACKAGED}NAME"
    raise ArgumentError("ROBOT", repr(text), expected, hint)


def find_scenario(text: str, settings: tuple[str, ...] = (), *robots: str) -> Scenario | None:
    """Return the scenario of a file with the fields of --set replaced, or None if the argument names a robot.

    `robots` names the options that only a robot takes.
    """
    if names_scenario(text):
        from armillary.simulation.scenario_file.read import load_scenario

        refuse((*robots, *FILES), f"given for the scenario {text}", "a robot: a scenario has fields for it")
        return load_scenario(Path(text), settings, strict=strictly())
    return None


def names_scenario(text: str) -> bool:
    """Return whether an argument names a scenario: a file, or a name of the library that is not that of a robot."""
    from armillary.description import library
    from armillary.simulation.scenario_file.read import library_names

    path = Path(text)
    return is_scenario(path) or (not _exists(path) and text in library_names() and text not in library.names())


def is_scenario(path: Path) -> bool:
    """Return whether a file is a scenario: TOML that names a robot, where the file of a robot has tables of links.

    A file that cannot be read is taken for a robot file, whose reader reports the problem.
    """
    data = toml_file(path)
    return isinstance(data.get("robot"), str) or ("duration" in data and "link" not in data)


def toml_file(path: Path) -> dict[str, Any]:
    """Return the tables of a .toml file; empty for one that cannot be read, and for other files."""
    import tomllib

    if path.suffix.lower() != ".toml" or not path.is_file():
        return {}
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}


def motors_option(default: str = "full") -> Callable[[_Command], _Command]:
    """Return the option --motors of `find_model`."""
    return choice_option("--motors", MOTORS, default, "How motors count.")


def friction_option(default: bool = True) -> Callable[[_Command], _Command]:
    """Return the option --no-friction of `find_model`."""
    return click.option("--friction/--no-friction", default=default, help="Whether friction and damping count.")


def model_argument(
    motors: str | None = "full", friction: bool | None = True
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Give a command the argument `model`, the model of ROBOT with --motors, --friction and the options of reading.

    Args:
        motors: Default of --motors; None leaves the option out.
        friction: Default of --friction; None leaves the option out.
    """

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        @wraps(command)
        def with_model(*, robot: str, motors: str = "full", friction: bool = True, **options: Any) -> None:
            command(model=find_model(robot, motors, friction), **options)

        # Decorators of options are applied from the last one of the help to the first.
        wrapped: Callable[..., None] = reading_options(with_model)
        if friction is not None:
            wrapped = friction_option(friction)(wrapped)
        if motors is not None:
            wrapped = motors_option(motors)(wrapped)
        return click.argument("robot", type=ROBOT)(wrapped)

    return decorate


def find_model(text: str, motors: str = "full", friction: bool = True) -> Model:
    """Return the model that ROBOT, --motors and --no-friction name."""
    from armillary.multibody import build

    return build.model(find_robot(text), motors=motors, friction=friction)


def answer(as_json: bool, data: Any, *parts: Part, heading: str = "", line: str = "") -> None:
    """Write a result to stdout: `data` as JSON with --json, else a heading, parts and a last line as text."""
    if as_json:  # rich is not loaded: programs call the command for its JSON
        from armillary.tables.json import to_json

        click.echo(data if isinstance(data, str) else to_json(data))
        return
    if heading or parts:
        from armillary.cli.screen import Screen
        from armillary.tables.parts import Text

        Screen().show(*([Text(heading, "heading")] if heading else []), *parts)
    if line:
        click.echo(printable(line))


def written(files: Iterable[object]) -> Part:
    """Return the lines that name written files."""
    from armillary.tables.parts import Notes

    return Notes([f"written: {file}" for file in files])
