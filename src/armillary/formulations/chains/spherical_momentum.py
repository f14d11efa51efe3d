"""The momentum form of spherical chains with axial links, in O(n) and few operations. [Celentano2008, theorems 6–12]

State (α, p), absolute ZYX angles of every link and their momenta; u are the generalized forces on α. A link is axial if
its centre of mass and the next joint lie on its x axis and its axes are principal, as in theorems 8, 10 and 12; gravity
is along z. `celentano_spatial.state_derivative` takes any chain, in O(n³).

The frame of link i is turned from the world by its first angle only; c, s are cosine and sine of the second angle.
Before the third angle the link's axes are
    x = (c, 0, −s),   ŷ = (0, 1, 0),   z' = (s, 0, c)                                                            (1)
    ω_y = α̇_2,   ω_z = c α̇_1,   ω_x = α̇_3 − s α̇_1;   L_y = p_2,   L_z = (p_1 + s p_3)/c,   L_x = p_3 = I_x ω_x       (2)
so that the spin about its axis is known at once. As in `planar_momentum` a link is a mass at its tip, the rest at its
joint, and moments of inertia I_x, δ_y, δ_z which the third angle turns,
    Δ = [δ̄ + ε cos 2α_3, ε sin 2α_3; ·, δ̄ − ε cos 2α_3],   δ̄, ε = (δ_y ± δ_z)/2                                    (3)
and the last link, or one too short for that, keeps its first moment n. The tip moves by w = l (ω_z ŷ − ω_y z'). With
v_i the velocity of joint i and λ_i the linear momentum of all from it on:
    v_{i+1} = v_i + w_i,   λ_i = λ_{i+1} + μ_i v_i + (n/l) w_i                                                    (4)
    (L_y, L_z) = Δ (ω_y, ω_z) + Tᵀ λ_{i+1} + (n/l) Tᵀ v_i,   T = l [−z', ŷ]                                        (5)
    λ = a + Ψ v,   K = Ψ T + (n/l) T,   D = Δ + Tᵀ Ψ T,   y = D⁻¹ (L − Tᵀ a)                                        (6)
    Ψ_i = Ψ − K D⁻¹ Kᵀ + μ_i 1,   a_i = a + K y,   ω = y − D⁻¹ Kᵀ v_i                                              (7)
From a link to the one before it Ψ, a and λ turn about z by the difference of the first angles, v the other way; neither
an angle of the first link nor any full rotation matrix is needed. The rates (y, z) and momenta are scaled so that l, or
n at the last link, is 1. The gradient:
    c_1 = (w × λ_{i+1} + (n/l) w × v_i)_z                                                                         (8)
    c_2 = −α̇_1 (c p_3 + s L_z) + (w × λ_{i+1} + (n/l) w × v_i)_y                                                  (9)
    c_3 = 2 ε cos 2α_3 ω_y ω_z + ε sin 2α_3 (ω_z² − ω_y²)                                                         (10)
    γ_2 = −g_z d c,   d = M ξ_G + M_> ξ_O'                                                                        (11)
At the last link D = Δ, whose inverse is (3) with 1/δ, and Δω = b = L − Kᵀv gives c_3 = b_y ω_z − b_z ω_y.        (12)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from armillary.errors import ArgumentError
from armillary.formulations.chains.planar_chain import check_pivot, is_number, lumps_well
from armillary.formulations.chains.spherical_chain import SphericalChain, check_angles
from armillary.spatial.scalar import Array, Scalar, cos, sin
from armillary.spatial.turn import AxisTurn, mirrored


class AxialLink(NamedTuple):
    """Constants of one link, divided by its scale: tip e = l/scale, first moment n/scale, δ/scale²; I_x is not."""

    scale: Scalar
    mu: Scalar
    tip: Scalar
    moment: Scalar
    I_x: Scalar
    delta: tuple[Scalar, Scalar]
    weight: Scalar


def axial_links(chain: SphericalChain) -> list[AxialLink]:
    """Return the links as masses at their joints, (3) and (4); `ArgumentError` if one is not axial."""
    _check_axial(chain)
    n = chain.n
    mu, moment, tip = list(chain.M), list(chain.M * chain.xi_G[:, 0]), list(chain.xi_O[:, 0])
    tip[-1] = 0.0  # nothing hangs on it
    xx, yy, zz = (chain.Q[:, k, k] for k in range(3))
    delta = [[xx[i] + zz[i], xx[i] + yy[i]] for i in range(n)]
    scale: list[Scalar] = [1.0] * n
    for i in range(n - 1):
        if lumps_well(tip[i], chain.xi_G[i, 0]):
            moved = moment[i] / tip[i]
            mu[i] = mu[i] - moved
            mu[i + 1] = mu[i + 1] + moved
            moment[i], scale[i] = 0.0, tip[i]
            delta[i] = [value - moved * tip[i] ** 2 for value in delta[i]]
    if n > 1 and (not is_number(moment[-1]) or moment[-1] != 0):  # alone it loads no other joint
        scale[-1] = moment[-1]
    links = []
    for i, unit in enumerate(scale):
        scaled = delta[i][0] / unit**2, delta[i][1] / unit**2
        weight = -chain.gravity[2] * chain.d[i, 0]
        links.append(AxialLink(unit, mu[i], tip[i] / unit, moment[i] / unit, yy[i] + zz[i], scaled, weight))
    return links


def _check_axial(chain: SphericalChain) -> None:
    off_diagonal = chain.Q - np.array([np.diag(np.diag(Q)) for Q in chain.Q])
    parts = (chain.xi_G[:, 1:], chain.xi_O[:-1, 1:], off_diagonal, chain.gravity[:2])
    if any(value != 0 for part in parts for value in part.ravel()):
        problem = "a centre off the x axis of its link, axes that are not principal, or gravity not along z"
        hint = "celentano_spatial.state_derivative takes any chain"
        raise ArgumentError("chain", problem, "axial links and gravity along z", hint)


class _Attitude(NamedTuple):
    """Cosine and sine of a link's second angle, its momenta L of (2), its third angle."""

    c: Scalar
    s: Scalar
    over: Scalar  # 1 / (scale · c)
    L: tuple[Scalar, Scalar]
    roll: Scalar


class _Eliminated(NamedTuple):
    """Values of a link for the outward pass; `coupling` is the entry of the triangular factor of D."""

    at: _Attitude
    spread: tuple[Scalar, Scalar]  # ε cos 2α_3, ε sin 2α_3
    y: tuple[Scalar, Scalar]
    g: tuple[Array, Array]
    coupling: Scalar
    N: tuple[Scalar, Scalar, Scalar] | None


def state_derivative(
    chain: SphericalChain, alpha: ArrayLike, p: ArrayLike, u: ArrayLike, check: bool = True
) -> tuple[Array, Array]:
    """Return (α̇, ṗ), shapes (3n,), for momenta p and generalized forces u on α, less friction [N·m].

    With `check`, the default, it raises `SingularityError` near α_2 = ±90°.
    """
    angles, momenta, forces = chain.angles(alpha), chain.angles(p), chain.angles(u)
    if check:
        check_angles(angles, chain.names)
    links = axial_links(chain)
    yaw = [angles[i + 1][0] - angles[i][0] for i in range(chain.n - 1)]
    turns = [AxisTurn(2, cos(angle), sin(angle)) for angle in yaw]
    done = _inward(links, angles, momenta, turns)
    rates, velocities, swings = _outward(links, done, momenta, turns)
    p_dot = []
    momentum: Array = np.zeros(3)
    for i in reversed(range(chain.n)):
        link, state, v, w = links[i], done[i], velocities[i], swings[i]
        tip = link.tip * w
        by_rotation = link.moment * w
        pull = _cross_yz(tip, momentum) + _cross_yz(by_rotation, v)
        turned = state.at.c * momenta[i][2] + link.scale * state.at.s * state.at.L[1]
        c_2 = pull[0] - rates[i][0] * turned  # (9)
        c_3 = _roll_gradient(state, v, link)
        p_dot.append(forces[i] + np.array([pull[1], c_2 + link.weight * state.at.c, c_3]))  # (8), (11)
        momentum = momentum + link.mu * v + by_rotation  # (4)
        if i:
            momentum = np.array(turns[i - 1].out(momentum))
    return np.concatenate(rates), np.concatenate(p_dot[::-1])


def _cross_yz(a: Array, b: Array) -> Array:
    """Return the y and z components of a × b."""
    return np.array([a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]])


def _rotated(principal: Sequence[Scalar], angle: Scalar) -> tuple[Scalar, Scalar, Scalar]:
    """Return the mean, ε cos 2α_3 and ε sin 2α_3 of (3)."""
    mean, epsilon = (principal[0] + principal[1]) / 2, (principal[0] - principal[1]) / 2
    return mean, epsilon * cos(2 * angle), epsilon * sin(2 * angle)


def _inward(links: list[AxialLink], angles: Array, momenta: Array, turns: list[AxisTurn]) -> list[_Eliminated]:
    """Eliminate the links from the tip to the base, (6) and (7)."""
    n = len(links)
    done: list[_Eliminated] = []
    Psi, a = np.zeros((3, 3)), np.zeros(3)
    for i in reversed(range(n)):
        link, (p_1, p_2, p_3) = links[i], momenta[i]
        c, s = cos(angles[i][1]), sin(angles[i][1])
        over = (1 / link.scale) / c
        at = _Attitude(c, s, over, (p_2 * (1 / link.scale), (p_1 + s * p_3) * over), angles[i][2])  # (2)
        if i + 1 == n:
            eliminated, Psi, a = _free_end(link, at)
        else:
            eliminated, Psi, a = _eliminate(link, at, turns[i].tensor_out(Psi), turns[i].out(a), i)
        done.append(eliminated)
    return done[::-1]


def _free_end(link: AxialLink, at: _Attitude) -> tuple[_Eliminated, Array, Array]:
    """Return the last link, with Ψ and a at its joint, (12)."""
    c, s, L = at.c, at.s, at.L
    mean, bend, shear = _rotated([1 / value for value in link.delta], at.roll)
    N = (mean + bend, shear, mean - bend)  # yy, yz, zz
    y = (N[0] * L[0] + N[1] * L[1], N[1] * L[0] + N[2] * L[1])
    n = link.moment
    a = np.array([-s * (n * y[0]), n * y[1], -c * (n * y[0])])
    yy, yz, zz = (n * n * value for value in N)
    lift = yy * s
    xx, xz, xy, zy = lift * s, lift * c, yz * s, yz * c
    Psi = np.array([[link.mu - xx, xy, -xz], [xy, link.mu - zz, zy], [-xz, zy, link.mu - (yy - xx)]])  # (7)
    return _Eliminated(at, (bend, shear), y, (np.zeros(3), np.zeros(3)), 0.0, N), Psi, a


def _eliminate(link: AxialLink, at: _Attitude, Psi: Array, a: Array, i: int) -> tuple[_Eliminated, Array, Array]:
    """Return the link, with Ψ and a at its joint from those at its tip, (6) and (7)."""
    c, s, L, e, n = at.c, at.s, at.L, link.tip, link.moment
    mean, bend, shear = _rotated(link.delta, at.roll)
    along_z, along_y = e * Psi[1], -(e * (s * Psi[0] + c * Psi[2]))  # Ψ T
    D_zz = mean - bend + e * along_z[1]
    D_yz = shear + e * along_y[1]
    D_yy = mean + bend - e * (s * along_y[0] + c * along_y[2])
    z_y, z_z = L[0] + e * (s * a[0] + c * a[2]), L[1] - e * a[1]
    k_z, k_y = along_z + np.array([0.0, n, 0.0]), along_y + np.array([-n * s, 0.0, -n * c])
    # Gauss: the rate ω_z first, then ω_y.
    check_pivot(D_zz, 0.0, i)
    over_z = 1 / D_zz
    coupling = D_yz * over_z
    k_y = k_y - coupling * k_z
    D_yy = D_yy - coupling * D_yz
    check_pivot(D_yy, 0.0, i)
    over_y = 1 / D_yy
    y = ((z_y - coupling * z_z) * over_y, z_z * over_z)
    g_y, g_z = k_y * over_y, k_z * over_z
    Psi = mirrored([[Psi[j, k] - g_z[j] * k_z[k] - g_y[j] * k_y[k] for k in range(3)] for j in range(3)])
    a = a + k_z * y[1] + k_y * y[0]
    return _Eliminated(at, (bend, shear), y, (g_y, g_z), coupling, None), Psi + link.mu * np.eye(3), a


def _outward(
    links: list[AxialLink], done: list[_Eliminated], momenta: Array, turns: list[AxisTurn]
) -> tuple[list[Array], list[Array], list[Array]]:
    """Return the rates α̇, the velocity of every joint, and the velocity of the link at unit distance from it."""
    rates: list[Array] = []
    velocities: list[Array] = [np.zeros(3)]
    swings: list[Array] = []
    for i, (link, eliminated) in enumerate(zip(links, done, strict=True)):
        omega_y, omega_z = _rates(link, eliminated, velocities[i])
        swings.append(np.array([-eliminated.at.s * omega_y, omega_z, -eliminated.at.c * omega_y]))
        yaw, spin = omega_z * eliminated.at.over, momenta[i][2] * (1 / link.I_x)
        rates.append(np.array([yaw, omega_y * (1 / link.scale), spin + eliminated.at.s * yaw]))  # (2)
        if i < len(turns):
            velocities.append(np.array(turns[i].into(velocities[i] + link.tip * swings[i])))  # (4)
    return rates, velocities, swings


def _rates(link: AxialLink, eliminated: _Eliminated, v: Array) -> tuple[Scalar, Scalar]:
    """Return ω_y and ω_z, (7)."""
    if eliminated.N is not None:
        b_y, b_z = _unbalanced(link, eliminated, v)
        return eliminated.N[0] * b_y + eliminated.N[1] * b_z, eliminated.N[1] * b_y + eliminated.N[2] * b_z
    omega_y = eliminated.y[0] - eliminated.g[0] @ v
    return omega_y, eliminated.y[1] - eliminated.g[1] @ v - eliminated.coupling * omega_y


def _unbalanced(link: AxialLink, eliminated: _Eliminated, v: Array) -> tuple[Scalar, Scalar]:
    """Return b of (12)."""
    at = eliminated.at
    return at.L[0] + link.moment * (at.s * v[0] + at.c * v[2]), at.L[1] - link.moment * v[1]


def _roll_gradient(eliminated: _Eliminated, v: Array, link: AxialLink) -> Scalar:
    """Return c_3, (10) or (12)."""
    omega_y, omega_z = _rates(link, eliminated, v)
    if link.delta[0] == link.delta[1]:
        return 0.0 * omega_y
    if eliminated.N is not None:
        b_y, b_z = _unbalanced(link, eliminated, v)
        return b_y * omega_z - b_z * omega_y
    bend, shear = eliminated.spread
    return 2 * bend * (omega_y * omega_z) + shear * ((omega_z - omega_y) * (omega_z + omega_y))
