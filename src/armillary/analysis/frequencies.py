"""Natural frequencies and mode shapes of a robot at a configuration, with joints free, held by servos or locked.

A small motion x about (q, q̇) with q̈ = 0 and constant efforts obeys
    M ẍ + D ẋ + (K + k) x = 0,   M = ∂ID/∂q̈,   D = ∂ID/∂q̇,   K = ∂ID/∂q                       (1)
with exact derivatives of the inverse dynamics ID. K includes elasticity, springs, gravity and spin; D includes damping
and gyroscopic terms; k is the stiffness of the servos. A locked joint has x = 0 and keeps its rate: a hub at constant
speed is a locked joint with a rate. The elastic coordinates are first brought to equilibrium, since the stiffness
depends on the deformation. The eigenvalues s of (1) (`analysis.modes`) are given as
    f = |s| / 2π,   f_d = |Im s| / 2π = f √(1 − ζ²),   ζ = −Re s / |s|                           (2)
the natural frequency, the damped frequency, with which the motion oscillates, and the ratio to critical damping. |s|
changes with the damping unless that is proportional to M and K: the undamped frequencies are those of (1) without the
derivatives of friction and damping in D, which leaves the gyroscopic terms.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from armillary.analysis.modes import Eigenmodes, eigenmodes
from armillary.analysis.operating_point import Holding, joint_stiffness, operating_point
from armillary.description.robot import Robot
from armillary.errors import ArgumentError, SingularityError
from armillary.files.arguments import whole
from armillary.formulations.composite_body import mass_matrix
from armillary.formulations.evaluate import along, complex_steps
from armillary.formulations.newton_euler import inverse_dynamics
from armillary.formulations.passive import passive_derivatives
from armillary.multibody import Model, as_model
from armillary.multibody.configuration import Coordinates
from armillary.multibody.coordinates import joint_count, velocity_names
from armillary.multibody.flexible.field import Field
from armillary.multibody.flexible.thickness import frequency_warnings, thickness_notes
from armillary.spatial.scalar import Floats
from armillary.tables.parts import Notes, Part
from armillary.tables.shown import Shown
from armillary.tables.table import Table, columns

MASSLESS = 1e-13  # inertia treated as zero, relative to single coordinates
LOSSLESS = 1e-13  # difference of damping treated as rounding, relative to the largest damping


@dataclass(frozen=True, eq=False)
class Frequencies(Shown):
    """Natural frequencies; as an array, sequence or iterable they are `hz`.

    `hz`, in increasing order, `damped_hz` and `damping` are f, f_d and ζ of (2); negative damping ratios belong to
    growing oscillations. `undamped_hz` are the frequencies without friction and damping, in increasing order: heavily
    damped motions, which do not oscillate, are among them. `shapes`
    (nv, modes) are the displacements in the coordinates `names`, with xᴴMx = 1, complex with damping or spin. `decay`
    and `growth` [1/s] are the rates of motions without oscillation. `rigid_body` is the number of omitted zeros:
    directions without restoring force. `q` and `qd` are the operating point, with links at equilibrium. `shares`
    (nv, modes) are the shares of the coordinates in the kinetic energy of a mode. `warnings` lists instabilities,
    effects that are left out, or the reason why there are no frequencies; `notes` are on thick beams. `model` is the
    model that vibrates.
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
    damped_hz: Floats
    undamped_hz: Floats
    warnings: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    model: Model | None = field(default=None, repr=False)

    def __repr__(self) -> str:
        robot = "" if self.model is None else f" of {self.model.robot.name}"
        span = f", {self.hz[0]:.4g} … {self.hz[-1]:.4g} Hz" if len(self) else ""
        return f"<Frequencies{robot}: {len(self)} modes{span}>"

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
        share = self.shares[:, whole("mode", mode, 0, len(self.hz) - 1)]
        order = np.argsort(-np.abs(share), kind="stable")[: whole("count", count)]
        return [self.names[k] for k in order if abs(share[k]) >= 0.05]

    def tables(self, most: int | None = None) -> list[Part]:
        """Return the lowest `most` natural frequencies, default all, with damping ratios and the main coordinates."""
        most = len(self.hz) if most is None else whole("most", most)
        damped = bool(self.damping.any())
        losses = [("", "")] * len(self.hz)
        if damped:
            losses = [(f"{f:.6g}", f"{zeta:.4g}") for f, zeta in zip(self.damped_hz, self.damping, strict=True)]
        rows = [
            (str(k + 1), f"{f:.6g}", *loss, ", ".join(self.main_coordinates(k)))
            for k, (f, loss) in enumerate(zip(self.hz, losses, strict=True))
        ]
        names = ("mode>", "f [Hz]>", "damped f [Hz]>", "damping ratio>", "moves mostly")
        heads = columns(*names, wrap={"moves mostly": 20})
        more = [f"… and {len(rows) - most} more"] if len(rows) > most else []
        return [*([Table("", heads, rows[:most])] if rows else []), Notes([*more, *self.remarks()])]

    def plot(self, path: str | os.PathLike[str] | None = None, *, count: int = 6) -> Any:
        """Return a figure of matplotlib with the shapes of the lowest modes.

        Args:
            path: A .png, .svg or .pdf file to write the figure to; default: no file.
            count: Number of modes.

        Example:
            >>> import armillary as arm
            >>> figure = arm.frequencies(arm.library.get("celentano-link"), joints="locked").plot(count=2)
            >>> len(figure.axes)
            2
        """
        from armillary.figures.draw import kept
        from armillary.figures.modes import plot_modes

        return kept(plot_modes(self, count), path)

    def remarks(self) -> list[str]:
        """Return notes on the frequencies."""
        lines = []
        if self.damping.any() or len(self.decay):
            lines.append(f"without damping [Hz]: {', '.join(f'{f:.6g}' for f in self.undamped_hz)}")
        if self.rigid_body:
            lines.append(f"rigid-body zeros left out: {self.rigid_body}")
        for rates_, what in ((self.decay, "decays without oscillating"), (self.growth, "grows without oscillating")):
            if len(rates_):
                lines.append(f"{what}, rates [1/s]: {', '.join(f'{rate:.6g}' for rate in rates_)}")
        return [*lines, *self.notes, *(f"warning: {warning}" for warning in self.warnings)]


def frequencies(
    robot: Robot | Model,
    q: Coordinates = None,
    *,
    joints: Holding = "locked",
    qd: Coordinates = None,
    count: int | None = None,
    sag: bool | None = None,
) -> Frequencies:
    """Return the natural frequencies [Hz] and mode shapes of a robot, without rigid-body modes.

    Args:
        robot: The robot, or its model if choices differ from the defaults.
        q: Configuration: joint coordinates, with or without elastic coordinates, as an array or by name; default home.
        joints: "locked" (default: brakes on), "free", the stiffness of the servo of each joint coordinate [N·m/rad or
            N/m], infinite for a locked joint, or a mapping {joint: stiffness, "free" or "locked"}; other joints are
            locked. Behind an elastic gear the servo or the brake holds the rotor.
        qd: Rates; default zero. A locked joint keeps its rate.
        count: Number of frequencies, lowest first; default all.
        sag: Whether links and gears are at their equilibrium under gravity and spin; default: True if `q` has neither
            elastic coordinates nor drives.

    Example:
        >>> import armillary as arm
        >>> pendulum = arm.planar([1.0], [2.0], coms=[1.0], inertias=[0.0], gravity=9.81)
        >>> round(float(arm.frequencies(pendulum, q=[-np.pi / 2], joints="free")[0]), 4)
        0.4985
    """
    count = None if count is None else whole("count", count, 1)
    model = as_model(robot)
    servo = joint_stiffness(model, joints)
    with np.errstate(over="ignore", invalid="ignore"):  # states that overflow are rejected below, without warnings
        point, speed = operating_point(model, q, qd, sag)
        matrices = linear_system(model, point, speed)
    if not all(np.all(np.isfinite(matrix)) for matrix in matrices):
        raise ArgumentError("q or qd", "a state whose derivatives are no finite numbers", "smaller numbers")
    free = np.flatnonzero(np.isfinite(servo))  # infinite stiffness: locked
    M, D, K, B = (matrix[np.ix_(free, free)] for matrix in matrices)
    names = velocity_names(model)
    check_inertia(M, [names[k] for k in free])
    geometric = K - model.stiffness[np.ix_(free, free)]
    lead = _leads(model, free)
    matrices_of_x = (M, D, K + np.diag(servo[free]), geometric)
    M_y, D_y, K_y, geometric = (lead.T @ matrix @ lead for matrix in matrices_of_x)
    modes = eigenmodes(M_y, D_y, K_y, B, geometric)
    modes = replace(modes, shapes=lead @ modes.shapes)
    size, chosen = np.abs(modes.s), slice(count)
    damping = -modes.s.real / size + 0.0  # (2)
    friction = np.asarray(passive_derivatives(model, point, speed)[1], float)[np.ix_(free, free)]
    lossless = D_y - lead.T @ friction @ lead
    # Rounding of the difference would take the symmetric eigenproblem (2) of `analysis.modes` for a damped one.
    lossless[np.abs(lossless) <= LOSSLESS * np.abs(D_y).max(initial=0.0)] = 0.0
    undamped = modes if not np.any(D_y - lossless) else eigenmodes(M_y, lossless, K_y, B, geometric)

    def with_locked(rows: NDArray[Any]) -> NDArray[Any]:
        """Return rows of the chosen modes for all coordinates, from rows of the free ones: zeros for locked ones."""
        all_rows = np.zeros((model.nv, len(size)), dtype=rows.dtype)
        all_rows[free] = rows
        return all_rows[:, chosen]

    return Frequencies(
        (size / (2 * np.pi))[chosen],
        damping[chosen],
        with_locked(modes.shapes),
        names,
        decay=-modes.real[modes.real < 0][::-1],
        growth=modes.real[modes.real > 0],
        rigid_body=modes.zeros,
        q=point,
        qd=speed,
        shares=with_locked(np.real(modes.shapes.conj() * (M @ modes.shapes))),
        damped_hz=(np.abs(modes.s.imag) / (2 * np.pi))[chosen],
        undamped_hz=(np.abs(undamped.s) / (2 * np.pi))[chosen],
        warnings=(*spin_warnings(model, speed), *_warnings(modes, size, damping), *frequency_warnings(model.robot)),
        notes=tuple(thickness_notes(model.robot)),
        model=model,
    )


def _leads(model: Model, free: NDArray[np.intp]) -> Floats:
    """Return T of x = T y, with the leads of rotors in y in place of their angles: rigid motion then loads no gear."""
    T = np.eye(len(free))
    place = {int(k): i for i, k in enumerate(free)}
    for drive in model.drives:
        for leg in drive.legs:
            if drive.v.start in place and leg.k in place:
                T[place[drive.v.start], place[leg.k]] = leg.ratio
    return T


def linear_system(model: Model, q: Floats, qd: Floats, qdd: Floats | None = None) -> tuple[Floats, ...]:
    """Return M, D, K of (1) and B of `analysis.modes`, each (nv, nv); default q̈ = 0."""
    M = np.asarray(mass_matrix(model, q), dtype=float)
    qdd = np.zeros(model.nv) if qdd is None else qdd
    if np.any(qd):
        K, D = complex_steps(model, "inverse_dynamics", (q, qd, qdd))
    else:  # at rest all forces of motion are quadratic in the rates
        K = along(model, lambda at: inverse_dynamics(model, at, qd, qdd), q)
        _, D = passive_derivatives(model, q, qd)
    return M, D, K, brackets(model, qd)


def brackets(model: Model, qd: Floats) -> Floats:
    """Return B of `analysis.modes`, shape (nv, nv): the brackets of the velocity directions with the motion."""
    B = np.zeros((model.nv, model.nv))
    for joint in model.joints:
        if not joint.kind.shared:
            B[joint.v, joint.v] = np.einsum("ljk,j->lk", joint.kind.brackets, qd[joint.v])
    return B


def check_inertia(M: Floats, names: list[str]) -> None:
    """Raise `SingularityError` if a coordinate has no inertia, hence no acceleration and no frequency."""
    if not len(M):
        return
    diagonal = np.diagonal(M)
    # Scaled to a unit diagonal: the units of the coordinates must not decide what counts as massless.
    scale = np.where(diagonal > 0, 1 / np.sqrt(np.where(diagonal > 0, diagonal, 1.0)), 1.0)
    values, vectors = np.linalg.eigh(scale[:, None] * M * scale)
    if values[0] <= MASSLESS * values[-1]:
        name = names[int(np.abs(vectors[:, 0]).argmax())]
        raise SingularityError(f"nothing has inertia in the direction of {name!r}; expected mass or a rotor behind it")


def spin_warnings(model: Model, qd: Floats) -> list[str]:
    """Return a warning about rotating flexible links without spin stiffening: they become softer with speed."""
    bending = [body for body in model.bodies if _bends(body.modal.field)]
    names = [body.name for body in bending if not np.any(body.modal.field.second)]
    if not np.any(qd[: joint_count(model)]) or not names:
        return []
    return [f"no stiffening by spin in {', '.join(names)}: turned off there, or not in the modal data"]


def _bends(field: Field) -> bool:
    """Return whether a link moves across its line: a beam that only stretches has nothing that spin stiffens."""
    across = field.axes[:, 1:] if field.strained is not None else field.axes
    return bool(np.any(np.abs(field.shape @ across) > 1e-12 * np.abs(field.shape).max(initial=0.0)))


def _warnings(modes: Eigenmodes, size: Floats, damping: Floats) -> list[str]:
    """Return warnings about instabilities, or the reason why there are no frequencies."""
    warnings, growth, free = [], modes.real[modes.real > 0], len(modes.shapes)
    if len(growth):
        what = f"{len(growth)} motion{'s' if len(growth) > 1 else ''} without restoring force"
        warnings.append(f"unstable: {what}, growing at {growth[-1]:.4g} 1/s")
    if np.any(damping < 0):
        growing = ", ".join(f"{f:.4g} Hz" for f in size[damping < 0] / (2 * np.pi))
        warnings.append(f"unstable: oscillations that grow, {growing}")
    if not len(size):
        why = "nothing oscillates"
        if not free:
            why = "all joints are locked and no link bends; joints='free' or servo stiffnesses let them move"
        elif modes.zeros == free:
            why = "no link bends and neither spring, servo nor gravity brings a joint back"
        warnings.append(f"no frequencies: {why}")
    return warnings
