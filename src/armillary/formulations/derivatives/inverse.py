"""Derivatives of inverse dynamics by composite bodies, O(n²), for all robots. [Echeandia2021, Singh2022]

`varied_motion` gives for each coordinate i of a joint its column (e, d) of S, the changes of motion of everything
beyond along q_i and along q̇_i, and loads at the frame of the child: the changes (n_q, f_q) and (n_q̇, f_q̇) of the
wrench of everything beyond, and the momenta n', n'', f' of the column. Carried inward by r to the parent's frame,
    n_q += r × f_q,   n_q̇ += r × f_q̇,   n' += r × f',   n'' += 2 ṙ × f'                                      (1)
they meet the columns of every joint j before i:
    ∂τ_j/∂q_i = e_j · n_q + d_j · f_q,   ∂τ_j/∂q̇_i = e_j · n_q̇ + d_j · f_q̇                                  (2)
    ∂τ_i/∂q_j = (δω̇ + ω × δω)_j · n' + δω_j · n'' + δγ_j · f', and by q̇_j with its change                     (3)
(2) holds because the columns of j do not depend on q_i, and (3) because the column of i and all beyond it move along
with j. For i and j of one joint the wrenches are those in the moving axes of the child, where its columns may change:
    ∂τ_j/∂q_i = e_j · δn + d_j · δf + (∂S_ω,j/∂q_i) · n + (∂S_v,j/∂q_i) · f,   ∂τ_j/∂q̇_i by (2)               (4)
with the wrench n, f that everything beyond the joint needs. Loads of the same coordinate add up: nodes share the modes
of their link, to which the link adds its own loads (`varied_modes`), and joints share the coordinate of their leader.
A rotor on body c with spin κ z per rate of coordinate J has the loads of J, at c,
    n' = κ z,   n'' = n_q̇ = ω_c × κ z                                                                       (5)
Springs and friction add their derivatives (`passive`), gravity compensation its gravity Jacobian
(`multibody.gravity_compensation`). Signs of rates, which jump, are taken as constant.

All this holds in any frames. `common` brings each column and each load once, by (1) and
    d += r × e,   δγ += r × (δω̇ + ω × δω) + 2 ṙ × δω                                                         (6)
to the frame of the first body of its tree, where nothing is left to carry: each pair takes 56 operations or fewer.
This is cheaper for long chains whose axes have many directions.
The derivative by q̇ is twice the Coriolis matrix of `coriolis`, friction apart, where directions commute.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike

from armillary.formulations.derivatives.varied_modes import modal_block, mode_loads
from armillary.formulations.derivatives.varied_motion import FrameChange, VariedColumn, VariedLoads, VariedMotion
from armillary.formulations.gravity_norm import gravity_jacobian
from armillary.formulations.passive import passive_derivatives
from armillary.multibody import BASE, Model
from armillary.spatial.rotation import cross
from armillary.spatial.scalar import Array, Scalar

Table = list[list[Scalar]]


def inverse_dynamics_derivatives(
    model: Model, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike, *, common: bool = False
) -> tuple[Array, Array]:
    """Return ∂τ/∂q along the velocity directions and ∂τ/∂q̇, shapes (nv, nv).

    Args:
        model: The robot.
        q: Configuration, shape (nq,).
        qd: Velocities, shape (nv,).
        qdd: Accelerations, shape (nv,).
        common: Whether all pairs of coordinates meet in the frame of the first body of their tree, (6); default each
            in the frame of a body that both move. The result is the same.
    """
    motion = VariedMotion(model, q, qd, qdd)
    pairs = _Pairs(motion, _TreeFrames(motion) if common else _BodyFrames(motion))
    held, rubbed = passive_derivatives(model, q, qd)
    held = held if model.compensation is None else held + gravity_jacobian(model.compensation, q)
    return np.array(pairs.by_q) + held, np.array(pairs.by_qd) + rubbed


class _BodyFrames:
    """Columns and loads in the frame of their body."""

    def __init__(self, motion: VariedMotion) -> None:
        self.motion = motion

    def loads(self, i: int, loads: VariedLoads) -> VariedLoads:
        """Return loads of body i in the frame where they are used."""
        return loads

    def column(self, i: int, column: VariedColumn) -> VariedColumn:
        """Return a column of joint i in the frame where it is used."""
        return column

    def carry(self, i: int, loads: VariedLoads) -> VariedLoads:
        """Return loads, used in the frame of body i, in the frame of its parent."""
        return _shifted(loads, self.motion.step[i].out, self.motion.step[i].r, self.motion.r_dot2[i])


class _TreeFrames(_BodyFrames):
    """Columns and loads in the frame of the first body of their tree, (6)."""

    def __init__(self, motion: VariedMotion) -> None:
        super().__init__(motion)
        self.R: dict[int, Array] = {}
        self.r: dict[int, Array] = {}
        self.r_dot2: dict[int, Array] = {}
        for i, p in motion.model.outward():
            if p == BASE:
                self.R[i], self.r[i], self.r_dot2[i] = np.eye(3), np.zeros(3), np.zeros(3)
            else:
                R, step = self.R[p], motion.step[i]
                self.R[i] = np.stack([step.into(row) for row in R])
                self.r[i], self.r_dot2[i] = self.r[p] + R @ step.r, self.r_dot2[p] + R @ motion.r_dot2[i]

    def loads(self, i: int, loads: VariedLoads) -> VariedLoads:
        return _shifted(loads, lambda x: self.R[i] @ x, self.r[i], self.r_dot2[i])

    def column(self, i: int, column: VariedColumn) -> VariedColumn:
        e = self.R[i] @ column.e
        d = self.R[i] @ column.d + cross(self.r[i], e)
        return VariedColumn(column.k, e, d, self._change(i, column.by_q), self._change(i, column.by_qd))

    def _change(self, i: int, change: FrameChange) -> FrameChange:
        turned, moved, spun = (self.R[i] @ part for part in change)
        return FrameChange(turned, moved + cross(self.r[i], turned) + cross(self.r_dot2[i], spun), spun)  # (6)

    def carry(self, i: int, loads: VariedLoads) -> VariedLoads:
        return loads


def _shifted(loads: VariedLoads, out: Callable[[Array], Array], r: Array, r_dot2: Array) -> VariedLoads:
    """Return loads in other axes, about an origin from which the old one is at r, (1)."""
    n_q, f_q, n_qd, f_qd, n1, n2, f1 = (out(part) for part in loads)
    n_q, n_qd, n1 = n_q + cross(r, f_q), n_qd + cross(r, f_qd), n1 + cross(r, f1)
    return VariedLoads(n_q, f_q, n_qd, f_qd, n1, n2 + cross(r_dot2, f1), f1)


class _Pairs:
    """The derivatives without springs and friction: entries of all pairs of coordinates."""

    def __init__(self, motion: VariedMotion, frames: _BodyFrames) -> None:
        self.motion, self.frames, nv = motion, frames, motion.model.nv
        self.by_q: Table = [[0.0] * nv for _ in range(nv)]
        self.by_qd: Table = [[0.0] * nv for _ in range(nv)]
        beyond = {i: self._on_body(i) for i in motion.bodies}
        for i, p in motion.model.inward():
            self._meet(i, beyond[i])
            for column, loads in zip(motion.columns[i], self._within_joint(i), strict=True):
                _add(beyond[i], column.k, frames.loads(i, loads))
            if p != BASE:
                for k, loads in beyond[i].items():
                    _add(beyond[p], k, frames.carry(i, loads))

    def _meet(self, i: int, beyond: dict[int, VariedLoads]) -> None:
        """Add the pairs of the columns of joint i with all coordinates beyond it, (2), (3)."""
        for column in [self.frames.column(i, column) for column in self.motion.columns[i]]:
            for k, loads in beyond.items():
                self._column(k, loads, column)
                _increase(self.by_q, k, column.k, loads.effort(column.by_q))  # (3)
                _increase(self.by_qd, k, column.k, loads.effort(column.by_qd))

    def _within_joint(self, i: int) -> list[VariedLoads]:
        """Add the pairs among the columns of joint i, (4), and return their loads in the child's frame."""
        motion, joint = self.motion, self.motion.model.joints[i]
        kind, q = joint.kind, motion.q[joint.q]
        columns, n, f = motion.columns[i], motion.n[i], motion.f[i]
        entries = []
        for column, unit in zip(columns, np.eye(len(columns)), strict=True):
            loads = motion.loads(i, column)
            for other in columns:
                self._column(column.k, loads, other)
            if not kind.constant:
                S_omega, S_v = kind.subspace_rate(q, unit)
                for other, effort in zip(columns, S_omega.T @ n + S_v.T @ f, strict=True):
                    _increase(self.by_q, other.k, column.k, effort)
            entries.append(motion.at_rest(i, column, loads))
        return entries

    def _column(self, k: int, loads: VariedLoads, column: VariedColumn) -> None:
        """Add the derivatives of the effort at a column by coordinate k, (2)."""
        _increase(self.by_q, column.k, k, column.e @ loads.n_q + column.d @ loads.f_q)
        _increase(self.by_qd, column.k, k, column.e @ loads.n_qd + column.d @ loads.f_qd)

    def _on_body(self, i: int) -> dict[int, VariedLoads]:
        """Return the loads of the rotors, (5), and modes of a body; add the pairs of its modes with each other."""
        motion, body, zero = self.motion, self.motion.bodies[i], np.zeros(3)
        loads: dict[int, VariedLoads] = {}
        for rotor in body.rotors:
            spin = rotor.coupling * np.asarray(rotor.axis)
            turned = cross(motion.omega[i], spin)
            _add(loads, rotor.joint, self.frames.loads(i, VariedLoads(zero, zero, turned, zero, spin, turned, zero)))
        if body.modal.count:
            start = body.modal.v.start
            for k, load in enumerate(mode_loads(motion, i), start):
                _add(loads, k, self.frames.loads(i, load))
            for table, block in zip((self.by_q, self.by_qd), modal_block(motion, i), strict=True):
                for (row, column), value in np.ndenumerate(block):
                    _increase(table, start + row, start + column, value)
        return loads


def _increase(table: Table, row: int, column: int, value: Scalar) -> None:
    table[row][column] = table[row][column] + value


def _add(table: dict[int, VariedLoads], k: int, loads: VariedLoads) -> None:
    table[k] = table[k].plus(loads) if k in table else loads
