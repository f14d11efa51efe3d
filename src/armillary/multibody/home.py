"""The default configuration of a robot: start of a run without q0, operating point of an analysis without q.

In this order:
1. the configuration with the name `home`;
2. the first configuration that has a name, such as a keyframe of an MJCF file; `qpos0`, in which such a file is drawn,
   counts last;
3. zero, with unit quaternions.
A joint that is outside its limits there is moved inside, a tenth of its range away from the nearest limit, or 0.1 rad
or 0.1 m where it has one limit only. On the limit itself, the first motion outwards would end a run.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from armillary.description.robot import Limits, home_name
from armillary.files.words import few
from armillary.multibody.coordinates import joint_coordinates, joint_size
from armillary.multibody.drives import unwound
from armillary.multibody.model import Model
from armillary.spatial.scalar import Floats

INSIDE = 0.1
"""Distance from the nearest limit of a joint that is moved inside: relative to its range, or [rad or m] if it has one
limit only."""


class Home(NamedTuple):
    """The default configuration: q (nq,), links undeformed and gears unloaded, and what it is in words."""

    q: Floats
    words: str


def home(model: Model) -> Home:
    """Return the default configuration of a robot."""
    name = home_name(model.robot)
    q = np.array(model.neutral, dtype=float)
    if name is not None:
        q[: joint_size(model)] = model.robot.configuration(name)
    moved: list[str] = []
    for coordinate in joint_coordinates(model):
        if coordinate.q is not None and not coordinate.limits.lower <= q[coordinate.q] <= coordinate.limits.upper:
            q[coordinate.q] = _inside(coordinate.limits, float(q[coordinate.q]))
            moved.append(f"{coordinate.name} = {q[coordinate.q]:.4g} {coordinate.unit}")
    words = "zero" if name is None else name
    if moved:
        words += f", moved inside the limits ({few(moved)})"
    return Home(unwound(model, q), words)


def start_words(model: Model, q: Floats | None) -> str:
    """Return where runs start in words, for q (n,) of one run or (N, n) of several; None stands for the default."""
    if q is None:
        return home(model).words
    if q.ndim > 1:
        return "given for each run"
    joints, default = q[: joint_size(model)], home(model)
    if np.array_equal(joints, default.q[: len(joints)]):
        return default.words
    same = (known.name for known in model.robot.configurations if np.array_equal(known.q, joints))
    return next(same, "zero" if np.array_equal(joints, model.neutral[: len(joints)]) else "given")


def _inside(limits: Limits, value: float) -> float:
    """Return the value inside the limits next to a value outside them."""
    width = limits.upper - limits.lower
    margin = INSIDE * width if math.isfinite(width) else INSIDE
    return limits.lower + margin if value < limits.lower else limits.upper - margin
