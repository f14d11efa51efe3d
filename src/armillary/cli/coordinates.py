"""Numbers by joint on the command line: --q 0.1,30deg or --q shoulder=30deg,slide=5mm."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar, overload

import click

from armillary.cli.options import choice_option
from armillary.errors import ArgumentError

if TYPE_CHECKING:
    from armillary.multibody import Model
    from armillary.spatial.scalar import Floats

_Command = TypeVar("_Command", bound=Callable[..., Any])

q_option = click.option(
    "--q",
    metavar="NUMBERS",
    help="Configuration, joints first: 0.1,30deg, shoulder=30deg,slide=5mm [rad, m], or a name; default: home.",
)
qd_option = click.option("--qd", metavar="NUMBERS", help="Rates, in the same way [rad/s, m/s]; default: at rest.")
servo_option = click.option(
    "--servo",
    multiple=True,
    metavar="JOINT=STIFFNESS",
    help="Hold a joint by a servo of this stiffness [N·m/rad, N/m]; repeat for several.",
)


def joints_option(default: str | None, note: str) -> Callable[[_Command], _Command]:
    """Return the option --joints; `note` explains one of its words."""
    help = f"How joints without a servo are held; {note}."
    return choice_option("--joints", ("free", "locked"), default, help)


NUMBER = re.compile(r"[-+]?(\.?\d|inf|nan)", re.IGNORECASE)
"""Beginning of a number; another single word is the name of a configuration."""
HOLD = ("rotary stiffness", "linear stiffness")


@overload
def numbers(model: Model, option: str, text: str) -> Floats: ...
@overload
def numbers(model: Model, option: str, text: str | None) -> Floats | None: ...
def numbers(model: Model, option: str, text: str | None) -> Floats | None:
    """Return the numbers of the joints, or of all coordinates if the text says how links or gears are deformed."""
    from armillary.multibody.configuration import Kind, as_given, configuration, rates

    if text is None:
        return None
    flag = f"--{option}"
    parsed = _parsed(flag, text, [known.name for known in model.robot.configurations])
    if option in ("q", "q0"):
        full = configuration(model, parsed, argument=flag, units=True)
    else:
        kind: Kind = "tau" if option == "tau" else "qd"
        full = rates(model, parsed, argument=flag, kind=kind, units=True)
    return as_given(model, full, parsed, units=True)


def by_name(option: str, text: str | None) -> dict[str, Any] | None:
    """Return numbers by name, texts where they have units, from a text such as elbow=90deg,slide=5mm."""
    if text is None:
        return None
    parsed = _parsed(option, text, [])
    if not isinstance(parsed, dict):
        raise ArgumentError(option, repr(text), "JOINT=NUMBER, as in elbow=90deg,slide=5mm")
    return parsed


def _parsed(flag: str, text: str, configurations: list[str]) -> str | list[Any] | dict[str, Any]:
    """Return the name of a configuration, numbers in order, or numbers by name; numbers may be texts with units."""
    parts = [part.strip() for part in text.split(",")]
    if text in configurations or (len(parts) == 1 and "=" not in text and not NUMBER.match(text.strip())):
        return text
    if "=" not in text:
        return [_plain(part) for part in parts]
    named: dict[str, Any] = {}
    for part in parts:
        name, equals, value = part.partition("=")
        if not equals:
            raise ArgumentError(flag, repr(part), "NAME=NUMBER, as in the other parts")
        if name in named:
            raise ArgumentError(flag, f"{name!r} twice", "each name once")
        named[name] = _plain(value)
    return named


def _plain(text: str) -> float | str:
    """Return a number, or a text with a unit."""
    try:
        return float(text)
    except ValueError:
        return text.strip()


def holding(model: Model, joints: str, servos: tuple[str, ...]) -> dict[str, Any] | str:
    """Return how joints are held: `joints` for all, or by name if some have a servo (a stiffness)."""
    from armillary.multibody.coordinates import joint_coordinates

    if not servos:
        return joints
    known = {coordinate.name: coordinate.turns for coordinate in joint_coordinates(model)}
    stiffnesses: dict[str, Any] = {}
    for servo in servos:
        name, equals, value = servo.partition("=")
        if not equals:
            raise ArgumentError("--servo", repr(servo), "JOINT=STIFFNESS, as in elbow=500")
        if name not in known:
            raise ArgumentError("--servo", f"no movable joint {name!r}", f"one of {', '.join(known)}")
        if name in stiffnesses:
            raise ArgumentError("--servo", f"two servos at joint {name!r}", "one for each joint")
        stiffnesses[name] = _number("--servo", value, HOLD[not known[name]])
        if stiffnesses[name] < 0:
            raise ArgumentError("--servo", repr(servo), "a stiffness of zero or more")
    return dict.fromkeys(known, joints) | stiffnesses


def wrenches(texts: tuple[str, ...], frame: str) -> dict[str, list[float]]:
    """Return the wrench (six numbers) at each frame, from texts such as 0,0,0,0,0,-10 or elbow=0,0,0,0,0,-10."""
    by_frame: dict[str, list[float]] = {}
    for text in texts:
        name, _, values = text.rpartition("=")
        place = name or frame
        if place in by_frame:
            raise ArgumentError("--wrench", f"two wrenches at frame {place!r}", "one for each frame")
        expected = "six: moment x,y,z [N·m], then force x,y,z [N], in world axes"
        by_frame[place] = quantities("--wrench", values, ["torque"] * 3 + ["force"] * 3, expected)
    return by_frame


def quantities(option: str, text: str, kinds: list[str], expected: str = "x,y,z") -> list[float]:
    """Return numbers separated by commas, one for each kind of quantity; `expected` describes them in an error."""
    parts = text.split(",")
    if len(parts) != len(kinds):
        raise ArgumentError(option, f"{len(parts)} numbers in {text!r}", expected)
    return [_number(option, part, kind) for part, kind in zip(parts, kinds, strict=True)]


def _number(option: str, text: str, kind: str) -> float:
    from armillary.files.units import parse_quantity

    return parse_quantity(_plain(text), kind, field=option)
