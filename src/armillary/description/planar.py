"""Planar arms of revolute and prismatic joints, in the form of [Popescu2008, Table 1].

The arm moves in the x–y plane of the world, y up. Link i lies along the x axis of its own frame, from
its joint to its tip at length l_i, where the next joint sits. With φ_i the sum of the revolute angles
up to i, u(φ) = (cos φ, sin φ) and s_i = q_i for a prismatic joint, else 0:
    o_{i+1} = o_i + l_i u(φ_i) + s_{i+1} u(φ_i)      origin of the next link     (1)
    p_Ci = o_i + l_ci u(φ_i)                          centre of mass of link i    (2)
A prismatic joint slides its link along the x axis of the link before it (of the world if it is the
first), starting at that link's tip; it does not turn. Its own length l_i is a constant that adds to q_i.

The moment of inertia I_i is about the axis through the centre of mass, normal to the plane. In space
the link is a rod, diag(0, I_i, I_i), which in the plane makes no difference.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from armillary.description.part import plain
from armillary.description.robot import (
    Frame,
    Friction,
    Joint,
    JointType,
    Link,
    Payload,
    Placement,
    Robot,
    matrix,
    vector,
)
from armillary.errors import ArgumentError
from armillary.files.arguments import finite
from armillary.files.quantity import Quantity
from armillary.files.words import shortened

_TYPES: dict[str, JointType] = {"R": "revolute", "P": "prismatic"}
_AXES = {"R": (0.0, 0.0, 1.0), "P": (1.0, 0.0, 0.0)}


def planar(
    lengths: ArrayLike,
    masses: ArrayLike,
    *,
    coms: ArrayLike | None = None,
    inertias: ArrayLike | None = None,
    payloads: ArrayLike | None = None,
    friction: ArrayLike | None = None,
    gravity: float = 9.81,
    joints: str | Sequence[str] | None = None,
) -> Robot:
    """Return a planar arm in the vertical x–y plane.

    The robot is named "planar", its links link1, link2, …, its joints joint1, joint2, …; the frame "tip" is at the
    end of the last link.

    Args:
        lengths: l_i, from each joint to the next or to the tip [m]; zero is allowed.
        masses: Masses of the links [kg].
        coms: l_ci, distance of the centre of mass from the joint along the link [m]; default half the length.
        inertias: I_i, moments of inertia about the centre of mass, normal to the plane [kg·m²]; default uniform
            rods, m_i l_i² / 12.
        payloads: Point mass at the tip of each link [kg]; default none.
        friction: Viscous friction of each joint [N·m·s/rad or N·s/m]; default none.
        gravity: Gravity along −y [m/s²], default 9.81; 0 for an arm in the horizontal plane.
        joints: One letter per joint, "R" or "P", as in "RRP"; default all revolute. A "P" joint
            slides its link along the x axis of the link before it, out of that link's tip.

    Example:
        >>> arm = planar([1, 1], [2, 1], coms=[0.5, 0.4], inertias=[0.1, 0.05], joints="RP")
        >>> [joint.type for joint in arm.joints]
        ['revolute', 'prismatic']
    """
    length = _values("lengths", lengths)
    n = len(length)
    mass = _values("masses", masses, n)
    com = _values("coms", coms, n, signed=True) if coms is not None else [span / 2 for span in length]
    rods = [m * (span * span) / 12 for m, span in zip(mass, length, strict=True)]
    inertia = _values("inertias", inertias, n) if inertias is not None else rods
    load = _values("payloads", payloads, n) if payloads is not None else [0.0] * n
    viscous = _values("friction", friction, n) if friction is not None else [0.0] * n
    kinds = _kinds(joints, n)
    g = plain(gravity)
    if finite(g) is None:
        raise ArgumentError("gravity", shortened(gravity), "one finite number, which counts along −y [m/s²]")
    names = ["base", *(f"link{i}" for i in range(1, n + 1))]
    start = [0.0, *length]
    return Robot(
        name="planar",
        links=tuple(
            Link(names[i + 1], mass[i], (com[i], 0.0, 0.0), matrix(np.diag([0.0, inertia[i], inertia[i]])))  # (2)
            for i in range(n)
        ),
        joints=tuple(
            Joint(
                name=f"joint{i + 1}",
                type=_TYPES[kinds[i]],
                parent=names[i],
                child=names[i + 1],
                placement=Placement((start[i], 0.0, 0.0)),  # (1)
                axis=_AXES[kinds[i]],
                friction=Friction(viscous[i]),
            )
            for i in range(n)
        ),
        payloads=tuple(
            Payload(f"load{i + 1}", names[i + 1], load[i], (length[i], 0.0, 0.0)) for i in range(n) if load[i]
        ),
        frames=(Frame("tip", names[n], Placement((length[-1], 0.0, 0.0))),),
        gravity=vector((0.0, -g, 0.0)),
    )


def _values(argument: str, values: ArrayLike, n: int | None = None, signed: bool = False) -> list[float]:
    """Return the numbers of an argument after checking their count and signs."""
    try:
        array = np.asarray(values)
    except Exception:  # a ragged list, an object without entries, or whatever a user's object raises
        array = np.empty(0, dtype=object)
    if array.dtype.kind not in "iuf" or array.ndim != 1 or not array.size:
        raise ArgumentError(argument, shortened(values), "a list of numbers, one per link")
    if n is not None and array.size != n:
        raise ArgumentError(argument, f"{array.size} values", f"{n}, one for each of the {n} lengths")
    allowed = Quantity() if signed else Quantity(least=0)
    return [allowed.check(f"{argument}[{i}]", value) for i, value in enumerate(array.tolist())]


def _kinds(joints: str | Sequence[str] | None, n: int) -> list[str]:
    if not (joints is None or isinstance(joints, Sequence)):
        raise ArgumentError("joints", shortened(joints), 'one letter per joint, as in "RRP"')
    kinds = ["R"] * n if joints is None else list(joints)
    if len(kinds) != n:
        raise ArgumentError("joints", f"{len(kinds)} joints in {joints!r}", f"{n}, one for each of the {n} lengths")
    for kind in kinds:
        if not isinstance(kind, str) or kind not in _TYPES:
            raise ArgumentError("joints", shortened(kind), "'R' (revolute) or 'P' (prismatic), as in \"RRP\"")
    return kinds
