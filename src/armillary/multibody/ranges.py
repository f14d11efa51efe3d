"""Values that free parameters may have: those that the description of a robot may have.

Each rule is that of `description.validate`. A robot that is not `strict` may have values that physics forbids, such as
negative friction; `LENIENT` names them. Expressions and complex numbers are not checked: derivatives need them.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from numbers import Real
from typing import TYPE_CHECKING, Any

from armillary.errors import ArgumentError
from armillary.multibody.parameters import Key

if TYPE_CHECKING:
    from armillary.multibody.model import Model

NOT_NEGATIVE = {
    "mass", "rotor_inertia", "inertia.xx", "inertia.yy", "inertia.zz", "stiffness",
    "friction.viscous", "friction.coulomb", "friction.coulomb_negative", "friction.bristle_damping", "friction.factor",
    "gear.damping", "gear.cubic", "gear.backlash", "winding.inductance", "winding.cogging",
}  # fmt: skip
POSITIVE = {
    "density", "E", "G", "gear.stiffness", "friction.static", "friction.static_negative",
    "friction.stribeck_velocity", "friction.smooth_velocity", "friction.bristle_stiffness",
    "winding.torque_constant", "winding.resistance", "winding.current", "winding.voltage", "winding.bandwidth",
    "winding.heat.resistance", "winding.heat.capacity", "winding.heat.housing_resistance",
    "winding.heat.housing_capacity", "winding.heat.ambient",
}  # fmt: skip
LENIENT = {
    "rotor_inertia", "inertia.xx", "inertia.yy", "inertia.zz",
    "friction.viscous", "friction.coulomb", "friction.coulomb_negative",
}  # fmt: skip


def check_free(model: Model, values: Mapping[str, Any]) -> None:
    """Raise an `ArgumentError` for a value of a free parameter that the description of the robot could not have.

    Args:
        model: Model with free parameters.
        values: Values by name of the parameter; expressions are not checked.
    """
    for name, (key, parameter) in model.resolved.items():
        value = values[name]
        if not isinstance(value, Real):
            continue
        try:
            plain = float(value)
        except OverflowError:  # a whole number beyond the floats
            plain = -math.inf if value < 0 else math.inf
        if expected := _expected(key, plain, model.robot.strict):
            raise ArgumentError(name, f"{plain:g} {parameter.unit}".strip(), expected)


def _expected(key: Key, value: float, strict: bool) -> str:
    """Return what a value should be; an empty text if it is fine."""
    if not math.isfinite(value):
        return "a finite number"
    if not strict and (key.field in LENIENT or (key.kind, key.field) == ("link", "mass")):
        return ""
    if key.field in NOT_NEGATIVE and value < 0:
        return "a value of zero or more"
    if key.field in POSITIVE and value <= 0:
        return "a value above zero"
    if key.field == "ratio" and value == 0:
        return "rotor turns per joint turn, not zero"
    if key.field in ("gear.efficiency", "gear.efficiency_back") and not 0 < value <= 1:
        return "a value above 0, at most 1"
    return "a ratio to critical damping, from 0 to 1" if key.field == "damping" and not 0 <= value <= 1 else ""
