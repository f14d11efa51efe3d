"""The equations of motion as polynomials. [Khatib, 5.3; Celentano2008, eqs. 6–7]

The mass matrix comes from composite bodies and the potential energy from first moments, the same code that compiled
robots run; everything else is differentiation:
    b_ijk = ½ (∂M_ij/∂q_k + ∂M_ik/∂q_j − ∂M_jk/∂q_i)                                (1)
    v_i = Σ b_ijk q̇_j q̇_k,   C_ij = b_ijj,   B_i(jk) = 2 b_ijk, j < k                 (2)
    Γ_ij = Σ_k b_ijk q̇_k, a Coriolis matrix with Ṁ − 2Γ skew                         (3)
    g = ∂V_g/∂q,   T = ½ q̇ᵀM q̇,   p = M q̇,   c = ∂T/∂q                             (4)
    τ = M q̈ + v + g + f,   d/dt(M q̇) = c + γ + η + u,   γ = −g − K(q − q₀),   η = −friction   (5)
f is the sum of friction and elastic efforts. C of (2) multiplies q̇²: it is not the Coriolis matrix.
"""

from __future__ import annotations

import itertools
from functools import cached_property
from typing import Any

import numpy as np

from armillary.formulations import composite_body, momentum
from armillary.formulations.passive import elastic, elastic_energy, followed_positions
from armillary.kinematics.jacobian import jacobian
from armillary.kinematics.poses import body_poses, frame_pose
from armillary.spatial.scalar import Array
from armillary.symbolic.algebra.polynomial import Poly
from armillary.symbolic.model.build import Symbolic, without_motors


class Derivation:
    """The polynomials of one symbolic robot; each is derived when first used."""

    def __init__(self, symbolic: Symbolic, numeric: bool, parts: Symbolic | None = None) -> None:
        self.symbolic, self.numeric = symbolic, numeric
        self.parts = parts or symbolic
        """The same robot with the parts of its bodies, which base parameters do not have."""
        self.n = symbolic.model.nv
        self.q = [coordinate.q for coordinate in symbolic.symbols.coordinates]

    def cleaned(self, values: Any) -> Array:
        """Return an array of polynomials without terms that are rounding."""
        array = np.array(values, dtype=object)
        if self.numeric:
            scale = max((x.largest() for x in array.flat if isinstance(x, Poly)), default=0.0)
            for index, x in np.ndenumerate(array):
                array[index] = x.cleaned(scale) if isinstance(x, Poly) else x
        return array

    def _slope(self, value: Any, k: int) -> Any:
        return value.derivative(self.q[k]) if isinstance(value, Poly) else 0.0

    @cached_property
    def M(self) -> Array:
        """Mass matrix, shape (n, n)."""
        return self.cleaned(composite_body.mass_matrix(self.symbolic.model, self.symbolic.q))

    @cached_property
    def _slopes(self) -> Array:
        """∂M_ij/∂q_k, shape (n, n, n)."""
        slopes = np.zeros((self.n,) * 3, dtype=object)
        for i, j, k in itertools.product(range(self.n), repeat=3):
            # M is symmetric, and (j, i, k) comes before (i, j, k) for j < i.
            slopes[i, j, k] = self._slope(self.M[i, j], k) if i <= j else slopes[j, i, k]
        return slopes

    @cached_property
    def b(self) -> Array:
        """Christoffel symbols, shape (n, n, n), (1)."""
        m = self._slopes
        b = np.zeros((self.n,) * 3, dtype=object)
        for i, j, k in itertools.product(range(self.n), repeat=3):
            b[i, j, k] = (m[i, j, k] + m[i, k, j] - m[j, k, i]) * 0.5 if j <= k else b[i, k, j]
        return b

    @cached_property
    def pairs(self) -> list[tuple[int, int]]:
        """The pairs of rates of the columns of B."""
        return list(itertools.combinations(range(self.n), 2))

    @cached_property
    def B(self) -> Array:
        """Coriolis coefficients, shape (n, n(n−1)/2), (2)."""
        rows = [[2 * self.b[i, j, k] for j, k in self.pairs] for i in range(self.n)]
        return np.array(rows, dtype=object).reshape(self.n, len(self.pairs))

    @cached_property
    def C(self) -> Array:
        """Centrifugal coefficients, shape (n, n), (2)."""
        return np.array([[self.b[i, j, j] for j in range(self.n)] for i in range(self.n)], dtype=object)

    @cached_property
    def Gamma(self) -> Array:
        """Coriolis matrix, shape (n, n), (3)."""
        return np.array(self.b @ self.symbolic.qd, dtype=object)

    @cached_property
    def v(self) -> Array:
        """Coriolis and centrifugal efforts, shape (n,), (2)."""
        return np.array(self.Gamma @ self.symbolic.qd, dtype=object)

    @cached_property
    def T(self) -> Any:
        """Kinetic energy, (4)."""
        return self.symbolic.qd @ self.p / 2

    @cached_property
    def p(self) -> Array:
        """Momenta M q̇, shape (n,), (4)."""
        return np.array(self.M @ self.symbolic.qd, dtype=object)

    @cached_property
    def c(self) -> Array:
        """∂T/∂q, shape (n,), (4)."""
        return np.array([self._slope(self.T, k) for k in range(self.n)], dtype=object)

    @cached_property
    def V(self) -> Any:
        """Potential energy, springs and elastic links included."""
        return self.cleaned(momentum.potential_energy(self.symbolic.model, self.symbolic.q))[()]

    @cached_property
    def g(self) -> Array:
        """Gravity efforts, shape (n,), (4)."""
        weight = self.V - elastic_energy(self.symbolic.model, self.symbolic.q)
        return self.cleaned([self._slope(weight, k) for k in range(self.n)])

    @cached_property
    def elastic(self) -> Array:
        """Efforts of springs and links, shape (n,), (5)."""
        return np.array(elastic(self.symbolic.model, self.symbolic.q), dtype=object)

    @cached_property
    def friction(self) -> Array:
        """Efforts of friction and damping, shape (n,), (5)."""
        model, qd, s = self.symbolic.model, self.symbolic.qd, self.symbolic.signs
        static, sided, fall = self.symbolic.curve
        dry = model.coulomb * s + model.coulomb_sided * s * s + static * s * fall + sided * s * s * fall
        efforts = np.array(model.viscous * qd + dry + model.damping @ qd, dtype=object)
        for follower, x in followed_positions(model, self.symbolic.q):
            efforts[follower.k] = efforts[follower.k] + follower.viscous * follower.slope(x) ** 2 * qd[follower.k]
        return efforts

    @cached_property
    def f(self) -> Array:
        """Friction and elastic efforts, shape (n,), (5)."""
        return self.friction + self.elastic

    @cached_property
    def gamma(self) -> Array:
        """γ of the momentum form, shape (n,), (5)."""
        return -(self.g + self.elastic)

    @cached_property
    def eta(self) -> Array:
        """η of the momentum form, shape (n,), (5)."""
        return -self.friction

    @cached_property
    def motors(self) -> Array:
        """Part of M due to motors, shape (n, n)."""
        whole = composite_body.mass_matrix(self.parts.model, self.parts.q)
        bare = composite_body.mass_matrix(without_motors(self.parts.model), self.parts.q)
        return self.cleaned(whole - bare)

    @cached_property
    def tau(self) -> Array:
        """All efforts, shape (n,), (5)."""
        return np.array(self.M @ self.symbolic.qdd, dtype=object) + self.v + self.g + self.f

    @cached_property
    def J(self) -> Array:
        """Jacobian of the tip, shape (6, n), rows (angular, linear)."""
        return self.cleaned(jacobian(self.symbolic.model, self.symbolic.q))

    @cached_property
    def _tip(self) -> tuple[Array, Array]:
        model = self.symbolic.model
        R, o = frame_pose(model, body_poses(model, self.symbolic.q), "tip")
        return self.cleaned(R), self.cleaned(o)

    @cached_property
    def R(self) -> Array:
        """Rotation of the tip, shape (3, 3)."""
        return self._tip[0]

    @cached_property
    def x(self) -> Array:
        """Position of the tip, shape (3,)."""
        return self._tip[1]
