"""The momentum form of planar chains in few operations: dense, and recursive in O(n). [Celentano2008, theorems 1–5]

State (α, p), absolute angles and their momenta p = A α̇; u are the generalized forces on α. The parameters are those of
`PlanarChain`, vectors of the plane in world axes, u_i = (cos α_i, sin α_i), a⊥ = (−a_y, a_x), a × b = a⊥ · b.

Dense, with e_h = L_h u_h and m_k = d_k u_k, d_k complex for a centre of mass off its line:
    A_hk = e_h · m_k,   t_hk = (e_h × m_k) α̇_h α̇_k,   h < k;   A_hh = J_h + L_h² M_>h                     (1)
    ṗ_m = u_m + γ_m + Σ_{k>m} t_mk − Σ_{h<m} t_hm                                                         (2)
The products in (1) may also be taken from cos and sin of α_k − α_h: fewer operations if a sine counts as one, but
sines are slower on a computer.

Recursive. A link is a mass M L_G/L at its tip, the rest of M at its joint, and a moment of inertia δ, which may be
negative. The last link, and a link much shorter than L_G, keeps its first moment n_i instead (else n_i = 0; the part
off the line always stays in it). With μ_i all mass at joint i, v_i its velocity, λ_i the linear momentum of all at
joint i and beyond:
    v_{i+1} = v_i + e_i⊥ α̇_i,   λ_i = λ_{i+1} + μ_i v_i + n_i⊥ α̇_i,   v_1 = λ_{n+1} = 0                   (3)
    p_i = δ_i α̇_i + e_i⊥ · λ_{i+1} + n_i⊥ · v_i                                                            (4)
Tip to base λ_i = a_i + Ψ_i v_i with a symmetric 2 × 2 Ψ, the inertia that joint i feels. (3), (4) with Ψ and a of
joint i + 1 give
    k = Ψ e⊥ + n⊥,   D = δ + e⊥ · Ψ e⊥,   y = (p − e⊥ · a) / D                                            (5)
    Ψ_i = Ψ − k kᵀ / D + μ_i 1,   a_i = a + k y                                                           (6)
    α̇ = y − (k / D) · v_i                                                                                 (7)
and, since only e and n turn with α_i,
    c_i = ∂T/∂α_i = −α̇_i (e_i · λ_{i+1} + n_i · v_i)                                                       (8)
It is the articulated-body idea [Featherstone2008, ch. 7] on momenta instead of accelerations: no term of velocity
products is carried along. For centres of mass on their lines it takes 52 operations a link, sines and cosines among
them.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from armillary.errors import ArgumentError
from armillary.formulations.chains.planar_chain import PlanarChain, check_pivot, cos_sin, lumps_well
from armillary.formulations.ldl import solve_ldl
from armillary.spatial.scalar import Array, Scalar, cos, sin

Cosines = Literal["products", "differences"]


def dense(
    chain: PlanarChain, alpha: ArrayLike, p: ArrayLike, u: ArrayLike, cosines: Cosines = "products"
) -> tuple[Array, Array]:
    """Return (α̇, ṗ), shapes (n,), by solving with A, O(n³), (1) and (2).

    Args:
        chain: The robot.
        alpha: Absolute angles [rad], shape (n,).
        p: Their momenta [kg·m²/s].
        u: Generalized forces on them, less friction [N·m].
        cosines: Where (1) comes from: products of the links' sines and cosines, or the differences of angles.
    """
    alpha, p, u = chain.values("alpha", alpha), chain.values("p", p), chain.values("u", u)
    A, turned = pairs(chain, alpha, cosines)
    alpha_d = solve_ldl(A, p)
    p_dot = list(u + _weights(chain, alpha))
    for (h, k), across in turned.items():
        t = across * alpha_d[h] * alpha_d[k]
        p_dot[h], p_dot[k] = p_dot[h] + t, p_dot[k] - t  # (2)
    return alpha_d, np.array(p_dot)


def pairs(chain: PlanarChain, alpha: Array, cosines: Cosines) -> tuple[Array, dict[tuple[int, int], Scalar]]:
    """Return A and e_h × m_k for h < k, (1)."""
    dx, dy = chain.d
    entries = [list(row) for row in chain.K]
    turned: dict[tuple[int, int], Scalar] = {}
    c, s = cos_sin(alpha)
    for h in range(chain.n):
        entries[h][h] = entries[h][h] + (chain.J[h] + chain.L[h] ** 2 * chain.beyond[h]) + 0 * alpha[h]
        for k in range(h + 1, chain.n):
            if cosines == "differences":
                angle = alpha[k] - alpha[h]
                x, y = chain.L[h] * dx[k], chain.L[h] * dy[k]
                dot, turned[h, k] = _turn(x, y, cos(angle), sin(angle))
            else:
                (ex, ey), (mx, my) = (chain.L[h] * c[h], chain.L[h] * s[h]), _turn(dx[k], dy[k], c[k], s[k])
                dot, turned[h, k] = ex * mx + ey * my, ex * my - ey * mx
            entries[h][k] = entries[k][h] = entries[h][k] + dot
    return np.array(entries), turned


def _turn(x: Scalar, y: Scalar, c: Scalar, s: Scalar) -> tuple[Scalar, Scalar]:
    """Return (x + iy)(c + is)."""
    return x * c - y * s, x * s + y * c


def _weights(chain: PlanarChain, alpha: Array) -> Array:
    """Return γ = −g Re(d e^{iα})."""
    placed = zip(*chain.d, alpha, strict=True)
    return np.array([_turn(-chain.g * x, -chain.g * y, cos(angle), sin(angle))[0] for x, y, angle in placed])


class Lumps(NamedTuple):
    """Masses at the joints μ, moments of inertia δ, first moments that links keep, x along the line; shapes (n,)."""

    mu: Array
    delta: Array
    nx: Array
    ny: Array


def lumped(chain: PlanarChain) -> Lumps:
    """Return the chain as masses at its joints, (3) and (4)."""
    couplings = chain.K - np.diag(np.diag(chain.K))
    if any(value != 0 for value in couplings.ravel()):
        raise ArgumentError("chain", "rotors couple its links", "a chain without rotors", "take planar_momentum.dense")
    mu, delta = list(chain.M), list(chain.J + np.diag(chain.K))
    nx, ny = (list(chain.M * chain.L_G * part) for part in cos_sin(chain.phi))
    for i in range(chain.n - 1):
        if lumps_well(chain.L[i], chain.L_G[i]):
            moved = nx[i] / chain.L[i]
            mu[i], mu[i + 1] = mu[i] - moved, mu[i + 1] + moved
            delta[i], nx[i] = delta[i] - moved * chain.L[i] ** 2, 0.0
    return Lumps(*map(np.array, (mu, delta, nx, ny)))


class _Link(NamedTuple):
    """Values of a link for the way out: e, n, k / D, y."""

    e: tuple[Scalar, Scalar]
    n: tuple[Scalar, Scalar]
    g: tuple[Scalar, Scalar]
    y: Scalar


def recursive(chain: PlanarChain, alpha: ArrayLike, p: ArrayLike, u: ArrayLike) -> tuple[Array, Array]:
    """Return (α̇, ṗ) as `dense` does, in O(n), (3)–(8); chains with rotors that couple links are rejected."""
    alpha, p, u = chain.values("alpha", alpha), chain.values("p", p), chain.values("u", u)
    lumps = lumped(chain)
    links = _inward(chain, lumps, alpha, p)
    v: list[tuple[Scalar, Scalar]] = [(0.0, 0.0)]
    alpha_d: list[Scalar] = []
    for link in links:
        rate = link.y - (link.g[0] * v[-1][0] + link.g[1] * v[-1][1])  # (7)
        alpha_d.append(rate)
        v.append((v[-1][0] - link.e[1] * rate, v[-1][1] + link.e[0] * rate))  # (3)
    p_dot, (lx, ly) = list(u + _weights(chain, alpha)), (0.0, 0.0)
    for i in reversed(range(chain.n)):
        link, (vx, vy), rate = links[i], v[i], alpha_d[i]
        ex, ey, nx, ny = (part * rate for part in (*link.e, *link.n))
        p_dot[i] = p_dot[i] - (ex * lx + ey * ly) - (nx * vx + ny * vy)  # (8)
        lx, ly = lx + lumps.mu[i] * vx - ny, ly + lumps.mu[i] * vy + nx  # (3)
    return np.array(alpha_d), np.array(p_dot)


def _inward(chain: PlanarChain, lumps: Lumps, alpha: Array, p: Array) -> list[_Link]:
    """Eliminate the links from the tip to the base, (5) and (6)."""
    xx, xy, yy, ax, ay = (0.0 * alpha[0] for _ in range(5))
    links: list[_Link] = []
    for i in reversed(range(chain.n)):
        c, s = cos(alpha[i]), sin(alpha[i])
        length = chain.L[i] if i + 1 < chain.n else 0.0  # nothing hangs on the last tip
        (ex, ey), (nx, ny) = (length * c, length * s), _turn(lumps.nx[i], lumps.ny[i], c, s)
        kx, ky = xy * ex - xx * ey, yy * ex - xy * ey
        D = lumps.delta[i] + (ex * ky - ey * kx)
        check_pivot(D, chain.J[i] + chain.L[i] ** 2 * chain.beyond[i], i)
        kx, ky = kx - ny, ky + nx
        inverse = 1 / D
        y = (p[i] - (ex * ay - ey * ax)) * inverse  # (5)
        gx, gy = kx * inverse, ky * inverse
        xx, xy, yy = xx + lumps.mu[i] - gx * kx, xy - gx * ky, yy + lumps.mu[i] - gy * ky  # (6)
        ax, ay = ax + kx * y, ay + ky * y
        links.append(_Link((ex, ey), (nx, ny), (gx, gy), y))
    return links[::-1]
