"""The steps of the derivation, part by part, for an explanation. [Khatib, 5.3]

Frame i on its parent p, its pose in the world, and the centre of mass of a part (link, payload, stator) on it:
    x_p = R_pi x_i + r_pi,   R_i = R_p R_pi,   o_i = o_p + R_p r_pi,   c = o_i + R_i c_i            (1)
Jacobians, the linear one by differentiation, the angular one in the frame of the body:
    J_v = ∂c/∂q,   J_ω,i = R_piᵀ J_ω,p + S_i                                                      (2)
The energies of a part, and of a rotor that turns at k q̇_j about z on it:
    T = ½ m |J_v q̇|² + ½ (J_ω q̇)ᵀ I (J_ω q̇),   V = −m gᵀ c                                        (3)
    T = ½ I_m (uᵀq̇)²,   u = k e_j + J_ωᵀ z                                                         (4)
Beams have the rest, T − Σ (3) − Σ (4) and V − Σ (3) − springs: their integrals are separate letters. `derive` does not
use these steps: its mass matrix comes from composite bodies, so that each checks the other.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from armillary.formulations.passive import elastic_energy
from armillary.kinematics.poses import Poses, body_poses
from armillary.multibody import BASE, RigidPart, Rotor
from armillary.spatial.scalar import Array
from armillary.symbolic.algebra.polynomial import Poly, terms_of, total
from armillary.symbolic.derive import Derivation
from armillary.symbolic.model.letters import body_numbers
from armillary.symbolic.model.singles import row_ends


@dataclass(frozen=True, eq=False)
class PartDerivation:
    """A part of body `body`: its centre of mass in the world, its Jacobians (2), its energies (3)."""

    rigid_part: RigidPart
    body: int
    centre: Array
    J_v: Array
    J_omega: Array
    T: Any
    V: Any


@dataclass(frozen=True, eq=False)
class SpinningRotor:
    """A rotor: u of (4), and its energy."""

    rotor: Rotor
    u: Array
    T: Any


class DerivationSteps:
    """The steps of one robot; each polynomial is made on first use."""

    def __init__(self, derivation: Derivation) -> None:
        self.derivation, self.symbolic = derivation, derivation.parts
        self.model, self.n = derivation.parts.model, derivation.n

    @cached_property
    def labels(self) -> dict[int, str]:
        """The number of the frame of each body, the same as in its letters."""
        return body_numbers(self.model)

    def step(self, i: int) -> tuple[Array, Array]:
        """Return R_pi and r_pi of (1)."""
        R, r = self.model.joints[i].pose(self.symbolic.q)
        return self.derivation.cleaned(R), self.derivation.cleaned(r)

    @cached_property
    def poses(self) -> Poses:
        """R_i and o_i of (1), by body."""
        clean = self.derivation.cleaned
        return {i: (clean(R), clean(o)) for i, (R, o) in body_poses(self.model, self.symbolic.q).items()}

    @cached_property
    def turning(self) -> dict[int, Array]:
        """J_ω of every body in its own frame, shape (3, n), (2)."""
        q, jacobians = self.symbolic.q, {BASE: np.zeros((3, self.n))}
        for i, p in self.model.outward():
            joint = self.model.joints[i]
            J = np.array([joint.step(q).into(column) for column in jacobians[p].T], dtype=object).T
            S, _ = joint.subspace(q)
            J[:, joint.v] = J[:, joint.v] + S
            jacobians[i] = self.derivation.cleaned(J)
        return jacobians

    @cached_property
    def parts(self) -> tuple[PartDerivation, ...]:
        """All parts that have a mass, from the base to the tips."""
        return tuple(
            self._part(i, part) for i, body in enumerate(self.model.bodies) for part in body.rigid_parts if part.mass
        )

    def _part(self, i: int, part: RigidPart) -> PartDerivation:
        R, o = self.poses[i]
        centre = self.derivation.cleaned(o + R @ part.com)
        slots = [coordinate.q for coordinate in self.symbolic.symbols.coordinates]
        slopes = [[x.derivative(k) if isinstance(x, Poly) else 0.0 for k in slots] for x in centre]
        J_v, J_omega = self.derivation.cleaned(slopes), self.turning[i]
        velocity, omega = J_v @ self.symbolic.qd, J_omega @ self.symbolic.qd
        T = (part.mass * (velocity @ velocity) + omega @ (part.inertia @ omega)) * 0.5  # (3)
        V = -part.mass * (1 - part.compensated) * (self.model.gravity @ centre)
        return PartDerivation(part, i, centre, J_v, J_omega, T, V)

    @cached_property
    def spins(self) -> tuple[SpinningRotor, ...]:
        """All rotors, (4)."""
        return tuple(self._spin(rotor) for rotor in self.model.rotors if rotor.inertia)

    def _spin(self, rotor: Rotor) -> SpinningRotor:
        u = np.array(self.turning[rotor.carrier].T @ rotor.axis, dtype=object)
        u[rotor.joint] = u[rotor.joint] + rotor.ratio
        rate = u @ self.symbolic.qd
        return SpinningRotor(rotor, u, rotor.inertia * (rate * rate) * 0.5)

    @property
    def kinetic(self) -> Any:
        """The kinetic energy of parts and rotors together."""
        return total(part.T for part in self.parts) + total(part.T for part in self.spins)

    @property
    def potential(self) -> Any:
        """The potential energy of parts and springs together."""
        return total(part.V for part in self.parts) + self.springs

    @property
    def springs(self) -> Any:
        """The energy of springs and of the elasticity of links."""
        return elastic_energy(self.model, self.symbolic.q)

    @property
    def weighty(self) -> bool:
        """Whether gravity acts on the robot."""
        return any(terms_of(x) for x in self.model.gravity)

    @property
    def rows(self) -> bool:
        """Whether a joint is a row of revolute and prismatic joints."""
        return bool(row_ends(self.model))

    @property
    def shortened(self) -> bool:
        """Whether the bending of a link draws its points nearer to its root."""
        return any(len(body.modal.C) for body in self.model.bodies if body.modal.count)
