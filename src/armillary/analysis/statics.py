"""Static equilibrium of a robot under gravity and wrenches: deflections of the links and efforts of the joints.

The elastic coordinates and the joints that are not locked are in equilibrium (`analysis.equilibrium`); the joint
efforts are those of inverse dynamics at rest,
    τ = g(q) + K (q − q_rest) − Σ Jᵀ w                                                   (1)
The displacement of a frame from its pose (p₀, R₀) with undeformed links and joints at their reference to (p, R) is
    δ = p − p₀,   α = log(R R₀ᵀ)                                                         (2)
in world axes. Wrenches keep their direction in the world. Modal links are accurate to second order in the deformation;
lumped beams are exact for any deformation.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from armillary.analysis.coordinates import Holding, Numbers, configuration, joint_stiffness, numbers_of
from armillary.analysis.equilibrium import Balance, equilibrium, turn_of
from armillary.description.robot import Robot
from armillary.errors import ArgumentError, ConvergenceError
from armillary.kinematics.poses import pose
from armillary.multibody import Model, as_model
from armillary.multibody.coordinates import joint_count, velocity_names
from armillary.multibody.joints import Node
from armillary.spatial.rotation import to_quaternion
from armillary.spatial.scalar import Floats
from armillary.tables.parts import Part
from armillary.tables.shown import Shown

STEEP = 0.3
"""Largest rotation of a node of a modal link within the accuracy of the second-order model [rad]."""


@dataclass(frozen=True, eq=False)
class Statics(Shown):
    """An equilibrium.

    `q` (nq,) is the whole configuration; `tau` (nv,) [N·m or N] the efforts that hold it, in the order of `names`, zero
    at what is free. `deflection` (3,) [m] and `slope` (3,) [rad] are (2) of `frame`; `moved` gives those of others.
    `stable` says whether it comes back when disturbed, `iterations` how many steps it took.
    """

    q: Floats
    tau: Floats
    deflection: Floats
    slope: Floats
    frame: str
    names: tuple[str, ...]
    stable: bool
    iterations: int
    warnings: tuple[str, ...]
    model: Model
    undeformed: Floats
    """The configuration with undeformed links, shape (nq,)."""

    def moved(self, frame: str) -> tuple[Floats, Floats]:
        """Return deflection [m] and slope [rad] of any frame, (2)."""
        return _moved(self.model, self.undeformed, self.q, frame)

    def tables(self) -> list[Part]:
        """Return tables of deflection and slope, joint efforts and elastic coordinates."""
        from armillary.analysis.tables import statics_tables

        return statics_tables(self)


def statics(
    robot: Robot | Model,
    q: Numbers = None,
    *,
    wrench: ArrayLike | Mapping[str, ArrayLike] | None = None,
    frame: str = "tip",
    joints: Holding = "locked",
) -> Statics:
    """Return the equilibrium of a robot under gravity and wrenches.

    Args:
        robot: The robot, or its model where choices differ from the defaults.
        q: Where the joints are: joint coordinates, or these and a guess of the elastic ones, as an array or by name.
        wrench: Moment [N·m] and force [N] on the robot at the origin of `frame`, six numbers in world axes; or several,
            {frame: six numbers}.
        frame: The frame whose deflection is given, and at which `wrench` acts.
        joints: "locked", "free" (held by springs and gravity alone), or the stiffness of the servo that holds a joint
            at `q`, as in `arm.frequencies`.

    Raises:
        ConvergenceError: There is no equilibrium near q: links buckle, nothing holds a free joint, or a link with modes
            would turn by more than half a turn.

    Example:
        >>> import armillary as arm
        >>> arm.statics(arm.planar([1.0], [2.0], coms=[0.5], inertias=[0.0]), q=[0.0]).tau
        array([9.81])
    """
    model = as_model(robot)
    model.frame(frame)
    wrenches = _wrenches(model, wrench, frame)
    start = configuration(model, q)
    held = np.zeros(model.nv)
    held[: joint_count(model)] = joint_stiffness(model, joints)
    balance = equilibrium(model, start, np.zeros(model.nv), held, wrenches, fall=True)
    undeformed = start.copy()
    undeformed[model.nq - len(model.elastic) :] = 0.0
    deflection, slope = _moved(model, undeformed, balance.q, frame)
    tau = balance.efforts.copy()
    tau[held == 0] = 0.0  # what is left there is rounding
    return Statics(
        balance.q,
        tau,
        deflection,
        slope,
        frame,
        velocity_names(model),
        balance.stable,
        balance.iterations,
        tuple(_warnings(model, balance)),
        model,
        undeformed,
    )


def _wrenches(model: Model, wrench: ArrayLike | Mapping[str, ArrayLike] | None, frame: str) -> dict[str, Floats]:
    if wrench is None:
        return {}
    named = wrench if isinstance(wrench, Mapping) else {frame: wrench}
    for name in named:
        if name not in model.frames:
            raise ArgumentError("wrench", f"no frame {name!r}", f"one of {', '.join(model.frames)}")
    order = "moment x, y, z [N·m], then force x, y, z [N]"
    return {name: numbers_of("wrench", six, 6, hint=order) for name, six in named.items()}


def _moved(model: Model, q_0: Floats, q: Floats, frame: str) -> tuple[Floats, Floats]:
    before, after = (np.asarray(pose(model, point, frame), dtype=float) for point in (q_0, q))
    w, *vector = to_quaternion(after[:3, :3] @ before[:3, :3].T)
    return after[:3, 3] - before[:3, 3], turn_of(w, np.array(vector))  # (2)


def _warnings(model: Model, balance: Balance) -> list[str]:
    warnings = (
        [] if balance.stable else ["the equilibrium is unstable: loads beyond buckling, or a joint that tips over"]
    )
    turns = {
        joint.name: float(np.linalg.norm(joint.kind.shape.rotation.T @ balance.q[joint.q]))
        for joint in model.joints
        if isinstance(joint.kind, Node)
    }
    steep = max(turns, key=lambda name: turns[name], default=None)
    if steep is not None and turns[steep] > np.pi:
        found = f"{steep} would turn by {turns[steep]:.2g} rad, which no link with modes describes"
        raise ConvergenceError(f"{model.robot.name}: no equilibrium, {found}; try a smaller load, or sublinks")
    if steep is not None and turns[steep] > STEEP:
        warnings.append(
            f"{steep} turns by {turns[steep]:.2g} rad: modes are complete only to second order; sublinks are exact"
        )
    return warnings


def _vector(values: Floats) -> str:
    return "(" + ", ".join(f"{value + 0.0:.6g}" for value in values) + ")"
