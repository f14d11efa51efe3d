"""Checks of friction: fields that need each other."""

from __future__ import annotations

from collections.abc import Iterator

from armillary.description.friction import Friction
from armillary.errors import Problem


def friction_faults(field: str, friction: Friction) -> Iterator[Problem]:
    """Yield the faults between the fields of the friction of a coordinate or motor."""
    if friction.static is not None and friction.stribeck_velocity is None:
        hint = "as in stribeck_velocity = 0.001"
        yield Problem(field, "static without stribeck_velocity", "the rate at which friction falls to coulomb", hint)
    for name, needed in (
        ("static_negative", "static"),
        ("stribeck_velocity", "static"),
        ("bristle_damping", "bristle_stiffness"),
    ):
        if getattr(friction, name) and getattr(friction, needed) is None:
            yield Problem(f"{field}.{name}", f"given without {needed}", f"{needed} too")
    if friction.bristle_stiffness is not None and not (friction.coulomb > 0 and friction.coulomb_negative != 0):
        problem = "bristles without Coulomb friction"
        yield Problem(f"{field}.bristle_stiffness", problem, "coulomb above zero, in both directions")
    if friction.bristle_stiffness is not None and friction.smooth_velocity is not None:
        problem, hint = "given with bristle_stiffness", "leave one out"
        yield Problem(f"{field}.smooth_velocity", problem, "a law without bristles, which hold a joint smoothly", hint)


def viscous_alone(field: str, friction: Friction, where: str) -> Iterator[Problem]:
    """Yield a problem for dry friction at rotations in space, whose rates are no derivatives of coordinates."""
    dry = friction.coulomb or friction.coulomb_negative or friction.static or friction.bristle_stiffness
    if dry:
        yield Problem(f"{field}.coulomb", f"{dry:g} at {where}", "none there", "use viscous friction")
