"""A planar chain of revolute joints: its parameters, from numbers or from a model. [Celentano2008, 3.1]

Link i turns about its axis C_i; α_i is the angle of the line C_i C_{i+1} to the horizontal x axis, y is up.
β_i = α_i − α_{i−1} is the angle between two links. A link has mass, first moment in the plane and moment of inertia
about the normal; axes may point either way.

A rotor of inertia I_m on link c, geared k : 1 to joint j, has the energy
    ½ I_m (σ α̇_c + k q̇_j)²,   q̇_j = ±(α̇_j − α̇_{j−1}),                                   (1)
σ the component of its axis along the normal. It is a constant quadratic form in the rates, so that motors, full or
reflected, add a constant matrix K to the inertia matrix and change nothing else.

The sublinks of a flexible link are links like others, their joints have springs: η_j = −K_j (β_j − β_j0), eq. (69)
with its sign corrected. A model has the coordinates of these joints behind all others, the chain in their place.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from armillary.errors import ArgumentError, SingularityError
from armillary.kinematics.poses import body_poses
from armillary.multibody import Model
from armillary.multibody.joints import Revolute
from armillary.spatial.rotation import cross
from armillary.spatial.scalar import Array, Floats, Scalar, cos, sin

PARALLEL = 1e-10
"""Largest cross product of the unit vectors of axes that count as parallel."""
TOO_FAR = 10.0
"""A mass at the tip would lose digits if the centre of mass is further from the joint than this many link lengths."""

ZERO: Any = 0.0
ONE: Any = 1.0
NO: Any = False
"""Defaults of arrays with the same value for all links."""


@dataclass(frozen=True, eq=False)
class PlanarChain:
    """A planar chain of n links on revolute joints; arrays of shape (n,), numbers or symbols.

    Attributes:
        M: Masses [kg].
        L_G: Distances from the joint axis to the centre of mass [m].
        L: Distances from the joint axis to the next one [m]; the last has no effect.
        J: Moments of inertia about the joint axis [kg·m²].
        g: Acceleration of gravity in the plane, along −y [m/s²]; zero for a horizontal plane.
        phi: Angles from the line of the link to that to its centre of mass [rad].
        K: Inertia of rotors in absolute rates, shape (n, n) [kg·m²], (1).
        viscous, coulomb: Joint friction [N·m·s/rad], [N·m].
        spring, rest: Stiffness of springs at the joints [N·m/rad], and the angles β at which they are at rest [rad].
        bends: Whether a joint is an elastic joint within a link.
        sided: Half the Coulomb friction at positive rates less that at negative ones [N·m].
        order, sense, offset: A model's coordinate q[order] gives β = sense · q[order] + offset.

    Example:
        >>> rods = PlanarChain(M=[1, 1], L_G=[0.5, 0.5], L=[1, 1], J=[1 / 3, 1 / 3])
        >>> rods.beyond.tolist()
        [1, 0]
    """

    M: Array
    L_G: Array
    L: Array
    J: Array
    g: Scalar = 9.81
    phi: Array = ZERO
    K: Array = ZERO
    viscous: Array = ZERO
    coulomb: Array = ZERO
    spring: Array = ZERO
    rest: Array = ZERO
    bends: Array = NO
    order: Array = ZERO
    sense: Array = ONE
    offset: Array = ZERO
    sided: Array = ZERO

    def __post_init__(self) -> None:
        n = len(np.atleast_1d(np.asarray(self.M)))
        if not np.ndim(self.order):
            object.__setattr__(self, "order", np.arange(n))
        for name in (field.name for field in fields(self) if field.name != "g"):
            value = np.asarray(getattr(self, name))
            shape = (n, n) if name == "K" else (n,)
            if value.ndim and value.shape != shape:
                raise ArgumentError(name, f"shape {value.shape}", f"shape {shape}, one value per link")
            object.__setattr__(self, name, np.broadcast_to(value, shape))
        for i, (M, L_G, J) in enumerate(zip(self.M, self.L_G, self.J, strict=True)):
            if is_number(M, L_G, J) and not (M >= 0 and math.isfinite(J) and M * L_G**2 * (1 - 1e-9) <= J):
                problem = f"M = {M:g} kg, L_G = {L_G:g} m, J = {J:g} kg·m²"
                expected = f"M ≥ 0 and J ≥ M L_G² = {M * L_G**2:g} kg·m²"
                hint = "J is about the joint axis, not about the centre of mass"
                raise ArgumentError(f"J[{i}]", problem, expected, hint)

    @property
    def n(self) -> int:
        """Number of links."""
        return len(self.M)

    @cached_property
    def beyond(self) -> Array:
        """Mass beyond each link, M_> [kg]."""
        return np.array([sum(self.M[i + 1 :]) for i in range(self.n)])

    @cached_property
    def d(self) -> tuple[Array, Array]:
        """Real and imaginary part of d_k = M_k L_Gk e^{iφ_k} + L_k M_>k [kg·m]."""
        N, (c, s) = self.M * self.L_G, cos_sin(self.phi)
        return N * c + self.L * self.beyond, N * s

    def values(self, name: str, x: ArrayLike) -> Array:
        """Return x as an array; raise `ArgumentError` if it does not have one value per link."""
        x = np.asarray(x)
        if x.shape != (self.n,):
            raise ArgumentError(name, f"shape {x.shape}", f"shape ({self.n},), one value per link")
        return x

    def absolute(self, q: ArrayLike) -> Array:
        """Return α for the joint angles q of the model."""
        return np.cumsum(self.along(self.values("q", q)) + self.offset)

    def joint(self, alpha: ArrayLike) -> Array:
        """Return the joint angles q of the model for absolute angles α."""
        return self.coordinates(np.diff(self.values("alpha", alpha), prepend=0) - self.offset)

    def along(self, x: ArrayLike) -> Array:
        """Return rates, momenta or efforts of the model's coordinates as those of β, in the order of the chain."""
        return np.asarray(self.sense * np.asarray(x)[self.order])

    def coordinates(self, x: ArrayLike) -> Array:
        """Return rates, momenta or efforts of β as those of the model's coordinates, in their order."""
        return np.asarray(self.sense * np.asarray(x))[np.argsort(self.order)]

    @classmethod
    def from_model(cls, model: Model) -> PlanarChain:
        """Return the chain of a serial model whose joints are all revolute about parallel axes.

        The last link has no next joint: its line points to its centre of mass, as does that of a
        link whose two axes coincide. In a horizontal plane x is the line of the first link at q = 0.
        """
        normal = _common_axis(model)
        poses, n = body_poses(model, model.neutral), len(model.bodies)
        x, y, g = _plane(model, normal, poses[min(1, n - 1)][1] - poses[0][1])
        sense, line, L, L_G, phi, J = (np.zeros(n) for _ in range(6))
        for i, body in enumerate(model.bodies):
            R, o = poses[i]
            sense[i] = np.sign(normal @ R @ model.joints[i].kind.angular[:, 0])
            s = R @ body.first_moment
            step = poses[i + 1][1] - o if i + 1 < n else np.zeros(3)
            s_plane, step_plane = np.array([x @ s, y @ s]), np.array([x @ step, y @ step])
            L[i], N = np.linalg.norm(step_plane), np.linalg.norm(s_plane)
            towards = step_plane if L[i] > 0 else s_plane
            line[i] = math.atan2(towards[1], towards[0])
            L_G[i] = N / body.mass if body.mass else 0.0
            phi[i] = math.atan2(s_plane[1], s_plane[0]) - line[i] if N > 0 else 0.0
            J[i] = normal @ R @ body.inertia @ R.T @ normal
        order = np.array([joint.v.start for joint in model.joints])
        offset = np.diff(line, prepend=0.0)
        K = _rotor_matrix(model, sense, order)
        masses = np.array([body.mass for body in model.bodies])
        friction = model.viscous[order], model.coulomb[order]
        sided = sense * model.coulomb_sided[order]
        springs = np.diag(model.stiffness)[order], offset + sense * model.rest[order]
        elastic = order >= n - len(model.elastic)
        return cls(masses, L_G, L, J, g, phi, K, *friction, *springs, elastic, order, sense, offset, sided)


def is_number(*values: Scalar) -> bool:
    """Return whether all values are real numbers, and not symbols."""
    return all(isinstance(value, (int, float, np.number)) for value in values)


def cos_sin(angles: ArrayLike) -> tuple[Array, Array]:
    """Return the cosines and sines of angles of any scalar."""
    angles = np.asarray(angles)
    return np.array([cos(angle) for angle in angles]), np.array([sin(angle) for angle in angles])


def lumps_well(length: Scalar, reach: Scalar) -> bool:
    """Return whether a mass at the tip can replace a centre of mass at `reach` from the joint; True for symbols."""
    return not is_number(length, reach) or abs(reach) <= TOO_FAR * abs(length) > 0


def check_pivot(D: Scalar, scale: Scalar, i: int) -> None:
    """Raise `SingularityError` if the inertia that link i moves is a number and zero, relative to `scale`."""
    if isinstance(D, (float, np.floating)) and not 1e-14 * abs(scale) < D:
        raise SingularityError(f"link {i + 1} moves no inertia (pivot {D:.3g}); give it, or what hangs on it, mass")


def check_serial(model: Model, kind: type, expected: str) -> None:
    """Raise `ArgumentError` if a model is not a serial chain of joints of one kind."""
    for i, p in model.outward():
        joint = model.joints[i]
        if p != i - 1:
            raise ArgumentError("model", f"joint {joint.name!r} starts a branch", expected)
        if not isinstance(joint.kind, kind):
            raise ArgumentError("model", f"joint {joint.name!r} is {type(joint.kind).__name__.lower()}", expected)
    if not model.joints:
        raise ArgumentError("model", "no joint that moves", expected)
    if model.compensation is not None:
        raise ArgumentError("model", f"{model.robot.name!r} with gravity compensation", f"{expected} without it")


def _common_axis(model: Model) -> Floats:
    """Return the direction of the first axis in the world; raise `ArgumentError` if the robot is no planar chain."""
    expected = "a serial chain of revolute joints with parallel axes"
    if model.flexible:
        hint = "sublinks in place of modes make a flexible link a chain"
        raise ArgumentError("model", "a link that bends by modes", expected, hint)
    if model.stribeck:
        problem = f"Stribeck friction at {model.stribeck[0].name!r}"
        raise ArgumentError(
            "model", problem, "viscous and Coulomb friction", "the general momentum form takes any robot"
        )
    if model.drives:
        raise ArgumentError("model", "elastic gears", expected, "rigid gears, or motors='none'")
    check_serial(model, Revolute, expected)
    poses = body_poses(model, model.neutral)
    axes = [np.asarray(poses[i][0] @ joint.kind.angular[:, 0], dtype=float) for i, joint in enumerate(model.joints)]
    for joint, axis in zip(model.joints, axes, strict=True):
        if np.abs(np.asarray(cross(axis, axes[0]), dtype=float)).max() > PARALLEL:
            problem = f"the axis of joint {joint.name!r} is not parallel to that of {model.joints[0].name!r}"
            raise ArgumentError("model", problem, expected, "the general momentum form takes any robot")
    return axes[0]


def _plane(model: Model, normal: Floats, first_link: Array) -> tuple[Floats, Floats, float]:
    """Return x, y (up) and the gravity in the plane of motion."""
    down = model.gravity - (model.gravity @ normal) * normal
    g = float(np.linalg.norm(down))
    if g > 1e-12 * float(np.linalg.norm(model.gravity)):
        y = -down / g
        return np.asarray(cross(y, normal), dtype=float), y, g
    x = first_link - (first_link @ normal) * normal
    if np.linalg.norm(x) == 0:
        x = np.asarray(cross(normal, np.eye(3)[np.argmin(np.abs(normal))]), dtype=float)
    x = np.asarray(x / np.linalg.norm(x), dtype=float)
    return x, np.asarray(cross(normal, x), dtype=float), 0.0


def _rotor_matrix(model: Model, sense: Floats, order: Array) -> Floats:
    """Return K of (1) without the inertia of locked rotors, which is in the bodies."""
    n = len(sense)
    K, absolute = np.zeros((n, n)), np.eye(n)
    for rotor in model.rotors:
        j = int(np.argsort(order)[rotor.joint])
        turning = rotor.ratio * sense[j] * (absolute[j] - (absolute[j - 1] if j else 0))
        locked = np.zeros(n)
        if rotor.axis is not None:
            axis = model.joints[rotor.carrier].kind.angular[:, 0]
            locked[rotor.carrier] = sense[rotor.carrier] * (rotor.axis @ axis)
        K += rotor.inertia * (np.outer(locked + turning, locked + turning) - np.outer(locked, locked))
    return K
