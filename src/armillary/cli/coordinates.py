"""Numbers by joint on the command line: --q 0.1,30deg or --q shoulder=30deg,slide=5mm."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from armillary.cli.options import choice_option
from armillary.errors import ArgumentError

if TYPE_CHECKING:
    from armillary.multibody import Model

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


POINT, RATE = ("angle", "length"), ("angular speed", "speed")
QUANTITIES = {"q": POINT, "q0": POINT, "qd": RATE, "qd0": RATE, "tau": ("torque", "force")}
"""Units of the numbers of an option, at revolute and at prismatic joints."""
HOLD = ("rotary stiffness", "linear stiffness")


def numbers(model: Model, option: str, text: str | None) -> Any:
    """Return the numbers of an option: a list in the order of the coordinates, a mapping by name, or None."""
    from armillary.multibody.coordinates import coordinate_names, joint_coordinates, velocity_names

    if text is None:
        return None
    if option in ("q", "q0") and text in {each.name for each in model.robot.configurations}:
        return list(model.robot.configuration(text))
    flag, parts = f"--{option}", [part.strip() for part in text.split(",")]
    names = coordinate_names(model) if option in ("q", "q0") else velocity_names(model)
    kinds = dict.fromkeys(names, "number")  # the parts of quaternions, elastic coordinates
    for each in joint_coordinates(model):
        if each.q is not None or option not in ("q", "q0"):
            kinds[each.name] = QUANTITIES[option][not each.turns]
    if any("=" in part for part in parts):
        found: dict[str, float] = {}
        for part in parts:
            name, equals, value = part.partition("=")
            if not equals or name not in kinds:
                raise ArgumentError(flag, repr(part), f"NAME=NUMBER with a name of {', '.join(kinds)}")
            if name in found:
                raise ArgumentError(flag, f"{name!r} twice", "each name once")
            found[name] = _number(flag, value, kinds[name])
        return found
    if len(parts) > len(kinds):
        raise ArgumentError(flag, f"{len(parts)} numbers", f"at most {len(kinds)}: one for each coordinate")
    return [_number(flag, part, kind) for part, kind in zip(parts, kinds.values(), strict=False)]


def holding(model: Model, joints: str, servos: tuple[str, ...]) -> dict[str, Any] | str:
    """Return how joints are held: `joints` for all, or by name if some have a servo (a stiffness)."""
    from armillary.multibody.coordinates import joint_coordinates

    if not servos:
        return joints
    known = {each.name: each.turns for each in joint_coordinates(model)}
    given: dict[str, Any] = {}
    for servo in servos:
        name, equals, value = servo.partition("=")
        if not equals:
            raise ArgumentError("--servo", repr(servo), "JOINT=STIFFNESS, as in elbow=500")
        if name not in known:
            raise ArgumentError("--servo", f"no movable joint {name!r}", f"one of {', '.join(known)}")
        if name in given:
            raise ArgumentError("--servo", f"two servos at joint {name!r}", "one for each joint")
        given[name] = _number("--servo", value, HOLD[not known[name]])
        if given[name] < 0:
            raise ArgumentError("--servo", repr(servo), "a stiffness of zero or more")
    return dict.fromkeys(known, joints) | given


def wrenches(texts: tuple[str, ...], frame: str) -> dict[str, list[float]]:
    """Return the wrench (six numbers) at each frame, from texts such as 0,0,0,0,0,-10 or elbow=0,0,0,0,0,-10."""
    found: dict[str, list[float]] = {}
    for text in texts:
        name, _, values = text.rpartition("=")
        place = name or frame
        if place in found:
            raise ArgumentError("--wrench", f"two wrenches at frame {place!r}", "one for each frame")
        expected = "six: moment x,y,z [N·m], then force x,y,z [N], in world axes"
        found[place] = quantities("--wrench", values, ["torque"] * 3 + ["force"] * 3, expected)
    return found


def quantities(option: str, text: str, kinds: list[str], expected: str = "x,y,z") -> list[float]:
    """Return numbers separated by commas, one for each kind of quantity; `expected` describes them in an error."""
    parts = text.split(",")
    if len(parts) != len(kinds):
        raise ArgumentError(option, f"{len(parts)} numbers in {text!r}", expected)
    return [_number(option, part, kind) for part, kind in zip(parts, kinds, strict=True)]


def _number(option: str, text: str, kind: str) -> float:
    from armillary.files.units import parse_quantity

    try:
        value: Any = float(text)
    except ValueError:
        value = text.strip()
    return parse_quantity(value, kind, field=option)
