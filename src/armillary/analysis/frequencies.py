"""Natural frequencies and mode shapes of a robot at a configuration, with joints free, held by servos or locked.

A small motion x about (q, q̇) with q̈ = 0 and constant efforts obeys
    M ẍ + D ẋ + (K + k) x = 0,   M = ∂ID/∂q̈,   D = ∂ID/∂q̇,   K = ∂ID/∂q                       (1)
with exact derivatives of the inverse dynamics ID. K includes elasticity, springs, gravity and spin; D includes damping
and gyroscopic terms; k is the stiffness of the servos. A locked joint has x = 0 and keeps its rate: a hub at constant
speed is a locked joint with a rate. The elastic coordinates are first brought to equilibrium (`analysis.equilibrium`),
since the stiffness depends on the deformation. The eigenvalues s of (1) (`analysis.modes`) are given as
    f = |s| / 2π,   ζ = −Re s / |s|                                                            (2)
the undamped natural frequency and the ratio to critical damping; the motion itself has |Im s| / 2π = f √(1 − ζ²).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from armillary.analysis.coordinates import (
    Holding,
    Numbers,
    configuration,
    gives_elastic,
    joint_stiffness,
    rates,
    sag_or,
)
from armillary.analysis.equilibrium import sagged
from armillary.analysis.modes import Eigenmodes, eigenmodes
from armillary.description.robot import Robot
from armillary.errors import ArgumentError, SingularityError
from armillary.formulations.composite_body import mass_matrix
from armillary.formulations.evaluate import STEP, complex_steps
from armillary.formulations.newton_euler import inverse_dynamics
from armillary.multibody import Model, as_model
from armillary.multibody.coordinates import joint_count, velocity_names
from armillary.spatial.scalar import Floats
from armillary.tables.parts import Part
from armillary.tables.shown import Shown

MASSLESS = 1e-13
"""Inertia treated as zero, relative to single coordinates."""


@dataclass(frozen=True, eq=False)
class Frequencies(Shown):
    """Natural frequencies; as an array, a sequence or an iterable it is `hz`.

    `hz`, rising, and `damping` are (2); a negative ratio is an oscillation that grows. `shapes` (nv, modes) are the
    displacements in the coordinates `names`, with xᴴMx = 1, complex where there is damping or spin. `decay` and
    `growth` [1/s] are rates of motions that do not oscillate. `rigid_body` counts the zeros that are left out:
    directions in which nothing brings the robot back. `q` and `qd` are the point, links bent as they are in
    equilibrium. `warnings` says what is unstable, or why there is nothing.
    """

    hz: Floats
    damping: Floats
    shapes: NDArray[Any]
    names: tuple[str, ...]
    decay: Floats
    growth: Floats
    rigid_body: int
    q: Floats
    qd: Floats
    shares: Floats
    """Share of each coordinate in the kinetic energy of each mode, shape (nv, modes)."""
    warnings: tuple[str, ...] = ()

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        return np.array(self.hz, dtype=dtype)

    def __len__(self) -> int:
        return len(self.hz)

    def __iter__(self) -> Iterator[float]:
        return iter(self.hz.tolist())

    def __getitem__(self, index: Any) -> Any:
        return self.hz[index]

    def main_coordinates(self, mode: int, count: int = 3) -> list[str]:
        """Return the names of the coordinates with at least 5 % of a mode's kinetic energy, largest first."""
        share = self.shares[:, mode]
        order = np.argsort(-np.abs(share), kind="stable")[:count]
        return [self.names[k] for k in order if abs(share[k]) >= 0.05]

    def tables(self) -> list[Part]:
        """Return frequencies with damping ratios and the coordinates that move most."""
        from armillary.analysis.tables import frequency_tables

        return frequency_tables(self)

    def remarks(self) -> list[str]:
        """Return notes on the frequencies."""
        lines = []
        if self.rigid_body:
            lines.append(f"rigid-body zeros left out: {self.rigid_body}")
        for rates_, what in ((self.decay, "decays without oscillating"), (self.growth, "grows without oscillating")):
            if len(rates_):
                lines.append(f"{what}, rates [1/s]: {', '.join(f'{rate:.6g}' for rate in rates_)}")
        return lines + [f"warning: {warning}" for warning in self.warnings]


def frequencies(
    robot: Robot | Model,
    q: Numbers = None,
    *,
    joints: Holding = "free",
    qd: Numbers = None,
    count: int | None = None,
    sag: bool | None = None,
) -> Frequencies:
    """Return the natural frequencies [Hz] and mode shapes of a robot, without rigid-body modes.

    Args:
        robot: The robot, or its model where choices differ from the defaults.
        q: The configuration: joint coordinates, or these and the elastic ones, as an array or by name; None is zero.
        joints: "free", "locked", a stiffness [N·m/rad or N/m] for each joint coordinate, infinite for locked, or by
            name {joint: stiffness, "free" or "locked"}; joints that are not named are free.
        qd: Rates about which to look; a locked joint goes on at its rate.
        count: How many of the lowest to return; all unless given.
        sag: Whether to look about the equilibrium of the links under gravity and spin; unless given, that is done if
            `q` does not say how the links are bent.

    Example:
        >>> import armillary as arm
        >>> pendulum = arm.planar([1.0], [2.0], coms=[1.0], inertias=[0.0], gravity=9.81)
        >>> round(float(arm.frequencies(pendulum, q=[-np.pi / 2])[0]), 4)
        0.4985
    """
    if count is not None and (not isinstance(count, (int, np.integer)) or isinstance(count, bool) or count < 1):
        raise ArgumentError("count", repr(count), "a whole number, at least 1")
    model = as_model(robot)
    held = np.zeros(model.nv)
    held[: joint_count(model)] = joint_stiffness(model, joints)
    point, speed = configuration(model, q), rates(model, qd)
    sag = sag_or(sag, not gives_elastic(model, q))
    point = sagged(model, point, speed).q if sag and model.elastic else point
    free = np.flatnonzero(np.isfinite(held))
    M, D, K, B = linear_system(model, point, speed)
    geometric, K = K - model.stiffness, K + np.diag(np.where(np.isfinite(held), held, 0.0))
    M, D, K, B, geometric = (matrix[np.ix_(free, free)] for matrix in (M, D, K, B, geometric))
    names = velocity_names(model)
    check_inertia(M, [names[k] for k in free])
    return _result(model, point, speed, free, M, eigenmodes(M, D, K, B, geometric), count)


def linear_system(model: Model, q: Floats, qd: Floats, qdd: Floats | None = None) -> tuple[Floats, ...]:
    """Return M, D, K of (1) and B of `analysis.modes`, each (nv, nv); default q̈ = 0."""
    M = np.asarray(mass_matrix(model, q), dtype=float)
    qdd = np.zeros(model.nv) if qdd is None else qdd
    if np.any(qd):
        K, D = complex_steps(model, "inverse_dynamics", (q, qd, qdd))
    else:  # at rest all forces of motion are quadratic in the rates
        K, D = _stiffness(model, q, qdd), np.diag(model.viscous) + model.damping
    return M, D, K, brackets(model, qd)


def brackets(model: Model, qd: Floats) -> Floats:
    """Return B of `analysis.modes`, shape (nv, nv): the brackets of the velocity directions with the motion."""
    B = np.zeros((model.nv, model.nv))
    for joint in model.joints:
        if not joint.kind.shared:
            B[joint.v, joint.v] = np.einsum("ljk,j->lk", joint.kind.brackets, qd[joint.v])
    return B


def _stiffness(model: Model, q: Floats, qdd: Floats) -> Floats:
    steps = (q + 1j * STEP * model.rate(q, unit) for unit in np.eye(model.nv))
    columns = [np.imag(inverse_dynamics(model, step, np.zeros(model.nv), qdd)) / STEP for step in steps]
    return np.stack(columns, axis=1).astype(float)


def check_inertia(M: Floats, names: list[str]) -> None:
    """Raise `SingularityError` if a coordinate has no inertia, hence no acceleration and no frequency."""
    if not len(M):
        return
    own = np.diagonal(M)
    size = np.where(own > 0, 1 / np.sqrt(np.where(own > 0, own, 1.0)), 1.0)
    values, vectors = np.linalg.eigh(size[:, None] * M * size)
    if values[0] <= MASSLESS * values[-1]:
        name = names[int(np.abs(vectors[:, 0]).argmax())]
        raise SingularityError(f"nothing has inertia in the direction of {name!r}; expected mass or a rotor behind it")


def _result(
    model: Model, q: Floats, qd: Floats, free: NDArray[np.intp], M: Floats, modes: Eigenmodes, count: int | None
) -> Frequencies:
    size = np.abs(modes.s)
    damping = -modes.s.real / size + 0.0  # (2)
    shares = np.real(modes.shapes.conj() * (M @ modes.shapes))
    growth, decay = modes.real[modes.real > 0], -modes.real[modes.real < 0][::-1]
    warnings = spin_warnings(model, qd)
    if len(growth):
        what = f"{len(growth)} motion{'s' if len(growth) > 1 else ''} without restoring force"
        warnings.append(f"unstable: {what}, growing at {growth[-1]:.4g} 1/s")
    growing = np.flatnonzero(damping < 0)
    if len(growing):
        found = ", ".join(f"{size[k] / (2 * np.pi):.4g} Hz" for k in growing)
        warnings.append(f"unstable: oscillations that grow, {found}")
    if not len(size):
        warnings.append(_why_nothing(model, len(free), modes))
    kept = slice(None if count is None else int(count))
    return Frequencies(
        (size / (2 * np.pi))[kept],
        damping[kept],
        _spread(modes.shapes, free, model.nv)[:, kept],
        velocity_names(model),
        decay,
        growth,
        modes.zeros,
        q,
        qd,
        _spread(shares, free, model.nv)[:, kept],
        tuple(warnings),
    )


def spin_warnings(model: Model, qd: Floats) -> list[str]:
    """Say which links bend and turn without the stiffness that turning gives them: they seem softer the faster."""
    bending = [body for body in model.bodies if np.any(body.modal.field.shape)]
    names = [body.name for body in bending if not np.any(body.modal.field.second)]
    if not np.any(qd[: joint_count(model)]) or not names:
        return []
    return [f"no stiffening by spin in {', '.join(names)}: turned off there, or not in the modal data"]


def _spread(rows: NDArray[Any], free: NDArray[np.intp], size: int) -> NDArray[Any]:
    """Return rows of all coordinates from rows of the free ones, zero elsewhere."""
    whole = np.zeros((size, rows.shape[1]), dtype=rows.dtype)
    whole[free] = rows
    return whole


def _why_nothing(model: Model, free: int, modes: Eigenmodes) -> str:
    if not free:
        return "no frequencies: all joints are locked and no link bends"
    if modes.zeros == free:
        return "no frequencies: no link bends and neither spring, servo nor gravity brings a joint back"
    return "no frequencies: nothing oscillates"
