"""ROBOT|SCENARIO of commands that move a robot: the scenario of a file, or the first scenario of a robot."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar

import click

from armillary.cli import options as shared
from armillary.cli.coordinates import numbers
from armillary.cli.reading import kept

if TYPE_CHECKING:
    from armillary.simulation.scenario import Scenario

_Command = TypeVar("_Command", bound=Callable[..., Any])


start_option = click.option(
    "--q0",
    metavar="NUMBERS",
    help="Start, joints first: 0.1,30deg, shoulder=30deg,slide=5mm [rad, m], or a name; default: home.",
)


def loop_options(command: _Command) -> _Command:
    """Give a command the options --free and --limits of `find_loop`."""
    free = click.option("--free", is_flag=True, help="Let a ROBOT move freely, without control.")
    limits = click.option(
        "--limits",
        type=click.Choice(["stop", "end", "none"]),
        help="At the joint limits of a ROBOT: end stops, the end of the run, or nothing.  [default: stop]",
    )
    return free(limits(command))


def find_loop(
    text: str,
    settings: tuple[str, ...] = (),
    *,
    q0: str | None = None,
    option: str = "q0",
    free: bool = False,
    limits: str | None = None,
    duration: float | None = None,
) -> Scenario:
    """Return the scenario of a file, or the first scenario of a robot, whose base is held unless --base is free.

    `q0` is the start, as the text of `option`.
    """
    typed = {"free": free, "limits": limits}
    scenario = shared.find_scenario(text, settings, *(name for name, value in typed.items() if value))
    if scenario is None:
        options = {"limits": limits, "duration": duration}
        return _first(text, q0, option, free, {name: value for name, value in options.items() if value is not None})
    if q0 is None:
        return scenario
    # The file is read again, so that its reference and its law are checked at the new start.
    return shared.find_scenario(text, (*settings, start_setting(scenario, option, q0))) or scenario


def start_setting(scenario: Scenario, option: str, text: str) -> str:
    """Return the setting KEY=VALUE that lets the file of a scenario start at the numbers of an option."""
    from armillary.files.toml_values import toml_value

    return f"q0={toml_value(numbers(scenario.plant_model, option, text).tolist())}"


def _first(text: str, q0: str | None, option: str, free: bool, options: dict[str, Any]) -> Scenario:
    """Return the first scenario of a robot; `options` are limits and duration of `first_scenario`."""
    from armillary.motion.first_scenario import first_scenario, hold_base
    from armillary.multibody import build

    robot = shared.find_robot(text)
    base: Literal["free", "fixed"] = "free" if kept("base") == "free" else "fixed"
    start = None
    if q0 is not None:
        model = build.model(robot if base == "free" else hold_base(robot))
        start = numbers(model, option, q0)
    with shared.arguments_as_options(q0=f"--{option}"):
        return first_scenario(robot, free=free, base=base, q0=start, **options)


def names_robot(text: str) -> bool:
    """Return whether an argument names a robot: of the library, of a package, or in a file that is no scenario."""
    from armillary.description import library
    from armillary.simulation.scenario_file.read import library_names

    path = Path(text)
    if text in library_names() and not path.exists():
        return False
    if text in library.names() or text.startswith(shared.PACKAGED):
        return True
    if path.suffix.lower() == ".toml":
        return "link" in shared.toml_file(path) and not shared.is_scenario(path)
    return path.suffix.lower() in shared.SUFFIXES
