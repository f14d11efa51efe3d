"""Joints and frames of polynomials: placements and axes as turns about coordinate axes.

A rotation by quarter turns stays exact; every other constant rotation becomes turns about coordinate axes by constant
angles,
    R = Rz(α) Ry(β) Rx(γ)                                                                 (1)
and a joint about any other unit vector a turns about z in axes turned to it,
    R = Q Rz(θ) Qᵀ,   a = Q z,   Q = Rz(α) Ry(β)                                           (2)
so that all entries stay trigonometric polynomials. A placement with letters, as DH tables have them, is
    R = Rx(α) Rz(θ),   p = (a, −sin α d, cos α d)                                         (4)
A coupled joint turns by p(q) − p(0), which is a new angle unless p
is a whole multiple, and then by the constant p(0).                                        (3)
A robot with more than `MOST_TURNS` constant angles has numbers for all of them, since each angle multiplies the number
of terms beyond it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, cast

import numpy as np
from numpy.typing import ArrayLike

from armillary.description.couplings import value_at
from armillary.description.robot import Placement
from armillary.errors import ArgumentError
from armillary.multibody import BASE, Model
from armillary.multibody.flexible.modal import Modal
from armillary.multibody.joints import Coupled, Node, Prismatic, Revolute, Weld, plain
from armillary.multibody.model import ModelJoint, PlacedFrame
from armillary.spatial.dh import normal_numbers
from armillary.spatial.pose import FramePose
from armillary.spatial.rotation import to_rpy
from armillary.spatial.scalar import Array, cos, sin
from armillary.spatial.turn import AxisTurn, FrameStep, MatrixTurn, Turn
from armillary.symbolic.algebra.parallel import ParallelAngles, Trail
from armillary.symbolic.algebra.polynomial import Poly
from armillary.symbolic.model.letters import AXES, Letters
from armillary.symbolic.model.modes import symbolic_node
from armillary.symbolic.model.parameters import ZERO

ORIGIN = np.zeros(3)
STEMS = ("a", "α", "d", "θ0")
"""Letters of a, α, d and θ in (4) that have no names."""
MOST_TURNS = 4
"""A robot with more constant angles than this, not counting quarter turns, has numbers for all of them."""

Motion = tuple[list[Turn], Array, tuple[Array, Array], Trail, Array]
"""The turns, the slide and the subspaces of a joint, the trail behind it, and its axis."""


@dataclass(frozen=True, eq=False)
class SymbolicJoint(ModelJoint):
    """A joint at its one symbolic configuration."""

    at: FrameStep
    fixed: FrameStep
    """The part of the step that does not move."""
    S: tuple[Array, Array]
    axis: Array
    """Direction of a revolute or prismatic joint, shape (3,); zero for others."""

    def step(self, q: ArrayLike) -> FrameStep:
        """Return the step from the parent's frame to the child's."""
        return self.at

    def subspace(self, q: ArrayLike) -> tuple[Array, Array]:
        """Return S_ω and S_v, shapes (3, nv)."""
        return self.S


class SymbolicJoints:
    """Goes through the joints of a model from the base to the tips; `groups` are the parallel angles on the way."""

    def __init__(self, letters: Letters, q: Array, modal: dict[int, Modal]) -> None:
        self.letters, self.model, self.q, self.modal = letters, letters.model, q, modal
        self.rounded = letters.numeric or _odd_turns(self.model) > MOST_TURNS
        self.ring = letters.symbols.ring
        self.groups: list[ParallelAngles] = []
        self.trail: dict[int, Trail] = {BASE: Trail()}
        self._angles: dict[tuple[str, float], Poly] = {}
        """Constant angles by meaning and value: joints in a row share those of a common axis."""

    def joint(self, i: int) -> SymbolicJoint:
        """Return a joint; all joints before it must have been made."""
        joint, p = self.model.joints[i], self.model.joints[i].parent
        what = f"{joint.name!r}"
        of_joint = next((part.placement for part in self.model.robot.joints if part.name == joint.name), None)
        seen = FramePose(joint.rotation, joint.translation)
        lettered = self._lettered(p, seen, of_joint, self.trail[p], i, what)
        if lettered:
            turns, place, trail = lettered
        else:
            turns, trail = self._constant(joint.rotation, self.trail[p], self.letters.index[i], what)
            place = self.letters.place(p, "", [float(x) for x in joint.translation], f"place of {what}")
        outer = FrameStep(tuple(turns), np.zeros(3))
        inner, slide, S, trail, axis = self._motion(i, joint, trail)
        self.trail[i] = trail
        at = FrameStep((*turns, *inner), np.asarray(place) + outer.out(slide))
        fields = {
            name: getattr(joint, name) for name in ("name", "parent", "rotation", "translation", "kind", "q", "v")
        }
        return SymbolicJoint(**fields, at=at, fixed=FrameStep(tuple(turns), np.asarray(place)), S=S, axis=axis)

    def frame(self, frame: PlacedFrame) -> PlacedFrame:
        """Return a frame, the tip with letters."""
        if frame.name != "tip":  # only the tip is shown
            return frame
        of_tip = next((part.placement for part in self.model.robot.frames if part.name == frame.name), None)
        seen = FramePose(frame.rotation, frame.translation)
        lettered = self._lettered(frame.body, seen, of_tip, Trail(), frame.body, "the tip")
        if lettered:
            turns, place, _ = lettered
            return replace(frame, translation=place, rotation=FrameStep(tuple(turns), np.zeros(3)).R)
        place = self.letters.place(frame.body, "", [float(x) for x in frame.translation], "place of the tip")
        turns, _ = self._constant(frame.rotation, Trail(), "t", "the tip")
        return replace(frame, translation=place, rotation=FrameStep(tuple(turns), np.zeros(3)).R)

    def _lettered(
        self, p: int, seen: FramePose, placement: Placement | None, trail: Trail, i: int, what: str
    ) -> tuple[list[Turn], Array, Trail] | None:
        """Return turns, position and trail of a placement with letters, (4); None for others.

        Args:
            p: The body that carries the placement.
            seen: The placement in the frame of that body.
            placement: The placement with its letters, on its link or the base.
            trail: The trail of the body.
            i: The body whose number letters have that are not named.
            what: What is placed, for the meaning of the letters.
        """
        if placement is None or not any(placement.letters):
            return None
        numbers = normal_numbers(placement.rotation, placement.xyz)
        if numbers is None:
            return None
        a, alpha, d, theta = numbers
        names = [name or f"{stem}{self.letters.index[i]}" for name, stem in zip(placement.letters, STEMS, strict=True)]
        # The link may itself be placed on its body, as the base is in the world.
        mount = seen @ FramePose(np.array(placement.rotation), np.array(placement.xyz)).inverse()
        outer, trail = self._constant(mount.R, trail, self.letters.index[p], f"the link that carries {what}")
        across = self._length(names[0], a, f"length of the common normal to {what}")
        twist, trail = self._turns([(0, alpha)], trail, names[1], what)
        along = self._length(names[2], d, f"offset of {what} along its axis")
        zero, trail = self._turns([(2, theta)], trail, names[3], what)
        position = np.array([across, 0.0, 0.0], dtype=object) + FrameStep(tuple(twist), ORIGIN).out([0.0, 0.0, along])
        position = FrameStep(tuple(outer), ORIGIN).out(position)
        position = position + self.letters.place(p, "", mount.t.tolist(), f"place of the link that carries {what}")
        self.letters.register(p, seen.t, position)
        return [*outer, *twist, *zero], position, trail

    def _length(self, name: str, value: float, what: str) -> Any:
        """Return a letter for a length."""
        return self.letters.value(name[0], name[1:], value, "m", what, "length")

    def _motion(self, i: int, joint: ModelJoint, trail: Trail) -> Motion:
        none = np.zeros((3, joint.kind.nv))
        if isinstance(joint.kind, Weld):
            return [], np.zeros(3), (none, none), trail, np.zeros(3)
        if isinstance(joint.kind, Node):
            return self._node(i, joint, trail)
        kind, position, slope, zero = plain(joint.kind), self.q[joint.v.start], 1.0, 0.0
        if isinstance(joint.kind, Coupled):  # (3)
            zero, *others = joint.kind.polynomial
            position, slope = value_at((0.0, *others), position), joint.kind.slope_at([position])
        a = np.asarray(cast(Revolute | Prismatic, kind).axis)
        along = np.flatnonzero(np.abs(a) > ZERO)
        toward: list[Turn] = []
        axis, sign, behind = 2, 1.0, trail  # z in turned axes, (2), unless the joint is along an axis of its frame
        if len(along) == 1:
            axis, sign = int(along[0]), float(np.sign(a[along[0]]))
        else:  # (2)
            what = f"the axis of {joint.name!r}"
            angles = ((2, math.atan2(a[1], a[0])), (1, math.atan2(math.hypot(a[0], a[1]), a[2])))
            toward, behind = self._turns(angles, trail, f"α{self.letters.index[i]}", what)
        unit: Array = np.eye(3)[axis] * sign
        direction = np.asarray(FrameStep(tuple(toward), np.zeros(3)).out(unit))
        S = (direction * slope)[:, None]
        if isinstance(kind, Prismatic):
            return [], direction * (position + zero), (none, S), trail, direction
        turn = AxisTurn(axis, cos(position), sign * sin(position))
        behind = behind.turned(self.ring.exponents(self.ring.phase(position)), unit, self.groups)
        what = f"the zero of {joint.name!r}"
        rest, behind = self._turns([(axis, sign * zero)] if zero else [], behind, f"α{self.letters.index[i]}", what)
        if not toward:
            return [turn, *rest], np.zeros(3), (S, none), behind, direction
        back = [
            AxisTurn(turned.axis, turned.c, -turned.s) for turned in reversed(toward) if isinstance(turned, AxisTurn)
        ]
        return [*toward, turn, *rest, *back], np.zeros(3), (S, none), Trail(), direction

    def _node(self, i: int, joint: ModelJoint, trail: Trail) -> Motion:
        """Return the motion of a node of a flexible link, which must turn about one coordinate axis."""
        kind = joint.kind
        assert isinstance(kind, Node)
        axis = kind.axis
        if axis is None or (np.any(axis) and abs(axis).max() < 1 - ZERO):
            obstacle = f"{joint.name!r}, a node that turns about several axes"
            raise ArgumentError("robot", obstacle, "flexible links that bend in one plane, for equations in letters")
        modal = self.modal[joint.parent]
        shape = symbolic_node(modal, joint.name, kind.shape, self.letters, self.letters.index[i])
        amplitudes = self.q[modal.v]
        shortening = np.tensordot(amplitudes, shape.second, axes=1)
        slide = (shape.translation + shortening / 2).T @ amplitudes
        moved = shape.translation + shortening
        turns: list[Turn] = []
        if np.any(axis):
            k = int(np.abs(axis).argmax())
            psi: Any = shape.rotation[:, k] @ amplitudes
            turns = [AxisTurn(k, cos(psi), sin(psi))]
            trail = trail.turned(self.ring.exponents(self.ring.phase(psi)), np.eye(3)[k], self.groups)
        into = FrameStep(tuple(turns), np.zeros(3)).into
        S = shape.rotation.T, np.stack([into(row) for row in moved], axis=1)
        return turns, slide, S, trail, np.zeros(3)

    def _constant(self, R: ArrayLike, trail: Trail, number: str, what: str) -> tuple[list[Turn], Trail]:
        """Return a constant rotation as turns, (1), and the trail behind it."""
        R = np.asarray(R, dtype=float)
        whole = np.round(R)
        if np.abs(R - whole).max() <= ZERO:
            return ([] if np.array_equal(whole, np.eye(3)) else [MatrixTurn(whole + 0.0)]), trail.constant(whole)
        angles = zip((2, 1, 0), reversed(to_rpy(R)), strict=True)
        return self._turns([(axis, angle) for axis, angle in angles if abs(angle) > ZERO], trail, f"α{number}", what)

    def _turns(
        self, angles: Iterable[tuple[int, float]], trail: Trail, name: str, what: str
    ) -> tuple[list[Turn], Trail]:
        """Return constant turns about coordinate axes, by letters of a name or numbers, and the trail behind them."""
        turns: list[Turn] = []
        for axis, angle in angles:
            if not angle:
                continue
            quarters = angle / (math.pi / 2)
            exact = abs(quarters - round(quarters)) <= 1e-12  # quarter turns need no letter
            if exact or self.rounded:
                whole = ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))[round(quarters) % 4]
                turn = AxisTurn(axis, *(whole if exact else (math.cos(angle), math.sin(angle))))
                trail = trail.constant(np.array(turn.R, dtype=float))
            else:
                meaning = f"constant turn of {what} about {AXES[axis]}"
                if (meaning, angle) not in self._angles:
                    made = self.letters.symbols.parameter(name[0], name[1:], angle, "rad", meaning, "angle")
                    assert isinstance(made, Poly)
                    self._angles[meaning, angle] = made
                alpha = self._angles[meaning, angle]
                turn = AxisTurn(axis, cos(alpha), sin(alpha))
                trail = trail.turned(self.ring.exponents(self.ring.phase(alpha)), np.eye(3)[axis], self.groups)
            turns.append(turn)
        return turns, trail


def _odd_turns(model: Model) -> int:
    """Return the number of constant angles of a robot that are not quarter turns."""
    count, oblique = 0, set()
    placements = {part.name: part.placement for part in model.robot.joints}
    for joint in model.joints:
        placement = placements.get(joint.name)
        numbers = normal_numbers(joint.rotation, ORIGIN) if placement and any(placement.letters) else None
        angles = to_rpy(joint.rotation) if numbers is None else numbers[1::2]
        turns = [angle / (math.pi / 2) for angle in angles]
        count += sum(abs(quarters - round(quarters)) > ZERO for quarters in turns)
        kind = plain(joint.kind)
        if isinstance(kind, (Revolute, Prismatic)) and np.count_nonzero(np.abs(kind.axis) > ZERO) > 1:
            oblique.add((joint.name, *kind.axis))
    return count + 2 * len(oblique)
