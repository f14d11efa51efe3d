"""The operating point of an analysis: q and q̇, with deflected links, and the stiffness that holds each joint."""

from __future__ import annotations

import math
from collections.abc import Mapping
from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from armillary.errors import ArgumentError
from armillary.files.arguments import finite, flag, listed, refusal
from armillary.files.words import among, unknown
from armillary.formulations.equilibrium import elastic_equilibria
from armillary.multibody import Model
from armillary.multibody.configuration import Coordinates, configuration, deforms, rates
from armillary.multibody.coordinates import joint_count, places_by_name
from armillary.spatial.scalar import Floats

Holding = str | Mapping[str, float | str] | ArrayLike
"""Joint condition: "free", "locked", a stiffness by joint name, or one stiffness for each joint coordinate."""

STIFFNESS = {"free": 0.0, "locked": np.inf}


def operating_point(
    model: Model, q: Coordinates, qd: Coordinates, sag: bool | None, default: bool = True
) -> tuple[Floats, Floats]:
    """Return q and q̇ of an analysis; with `sag`, links and gears are at their equilibrium under gravity and spin.

    If `sag` is None it is `default`, or False if q has elastic coordinates or drives.
    """
    point, speed = configuration(model, q), rates(model, qd)
    if sag is None:
        sag = default and not deforms(model, q)
    if flag("sag", sag) and (model.elastic or model.drives):
        point = elastic_equilibria(model, point, speed)
    return point, speed


def joint_stiffness(model: Model, joints: Holding) -> Floats:
    """Return the stiffness that holds each coordinate, shape (nv,) [N·m/rad or N/m]: zero is free, infinite locked.

    Joints that a mapping leaves out are locked. Elastic coordinates are free. Behind an elastic gear the rotor is held
    in place of its joint; n motors share the stiffness s of a joint, s / (n r²) at each, with r of `Drive`.
    """
    count = joint_count(model)
    at_joints = np.zeros(count)
    if isinstance(joints, str):
        at_joints[:] = _stiffness("joints", joints)
    elif isinstance(joints, Mapping):
        places = places_by_name(model, positions=False, inner=False)
        at_joints[:] = np.inf
        for name, value in joints.items():
            if name not in places:
                raise ArgumentError("joints", *unknown(name, places, "a joint that moves"), name)
            at_joints[places[name]] = _stiffness(f"joints.{name}", value)
    else:
        expected = f"free, locked, a mapping, or {count} stiffnesses"
        values = [joints] if isinstance(joints, Real) else listed("joints", joints, expected)
        if len(values) != count:
            raise ArgumentError("joints", f"{len(values)} numbers", expected, value=joints)
        at_joints[:] = [_stiffness("joints", value) for value in values]
    stiffness = np.concatenate([at_joints, np.zeros(model.nv - count)])
    for drive in model.drives:
        behind = {float(at_joints[leg.k]) for leg in drive.legs}
        if len(drive.legs) > 1 and behind not in ({0.0}, {np.inf}):
            problem = f"stiffnesses of joints behind the differential gear of {drive.motor!r}"
            raise ArgumentError("joints", problem, "all of its joints free, or all locked")
        _, _, ratio, share = drive.legs[0]
        stiffness[drive.v] = behind.pop() * (share / ratio if len(drive.legs) == 1 else 1.0)
        for leg in drive.legs:
            # Motors with rigid gears hold the joint themselves; without them, infinity times 0 would be NaN.
            stiffness[leg.k] = at_joints[leg.k] * drive.rigid_share if drive.rigid_share else 0.0
    return stiffness


def _stiffness(argument: str, value: Any) -> float:
    if among(value, STIFFNESS):
        return STIFFNESS[value]
    stiffness = math.inf if isinstance(value, float) and value == math.inf else finite(value)
    if stiffness is None or stiffness < 0:
        expected = "free, locked, or a stiffness of zero or more [N·m/rad or N/m]; infinity is locked"
        raise refusal(argument, value, expected)
    return stiffness
