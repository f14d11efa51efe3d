"""Displacement and rotation of a beam to second order in its deformation.

The strains of the sections are linear in the modal coordinates, so that the strain energy ½ qᵀKq is exact: curvature
and twist are κ = θ', with the linear rotation θ = (ϑ, −w', v') about x̂, ŷ and ẑ, and the axis stretches by ε.
Position r and rotation R = exp(ψ~) of the section at x follow from
    R' = R κ~,   r' = R x̂ (1 + ε).                                                              (1)
To second order, by Magnus' expansion of the first,
    ψ = θ + ½ ∫₀ˣ θ × θ' ds,                                                                     (2)
and then, with 1 + ψ~ + ½ θ~θ~ for R, by parts,
    u₂' = −½ x̂ (v'² + w'² + i² ϑ'²) − ŷ ∫₀ ϑ w'' + ẑ ∫₀ ϑ v'' + ε (ŷ v' + ẑ w').                 (3)
i² = (Iy + Iz)/A, which (1) does not have: a fibre of a twisted beam is longer by ½ ρ² ϑ'² at the distance ρ from the
axis, and ε is the mean of all fibres. Tension N so stiffens torsion to GJ + N i². [Wagner1936]
The terms along x̂ are foreshortening. The next two are the way in which a twisted beam bends out of the plane of its
load: a strip on edge tips over by them. (2) is the twist of a beam that is bent in two planes, and more.
Where the beam shears, θ is the rotation of its sections, κ its rate, and r' = R (x̂ (1 + ε) + γ) with the shear strain
γ, which the strain energy has in the axes of the turned section [Reissner1972]. u₂' then also has
    θ × γ = −x̂ (ψ_y γ_y + ψ_z γ_z) − ŷ ϑ γ_z + ẑ ϑ γ_y,   ψ_y = θ^z,  ψ_z = −θ^y,                 (3a)
so that a beam is shortened by ½ (v'² − γ²): a push buckles it at the load of Haringx.
As bilinear forms of the modal coordinates,
    ψ = Σ θ_k q_k + ½ Σ Γ_kl q_k q_l,   u₂ = ½ Σ g_kl q_k q_l,                                   (4)
    Γ_kl = N_kl + N_lk,  N^x = ∫θ^y_k θ^z_l' − ½ θ^y_k θ^z_l,  N^y = ½ θ^x_k θ^z_l − ∫θ^x_k θ^z_l',
                         N^z = ∫θ^x_k θ^y_l' − ½ θ^x_k θ^y_l.                                    (5)
Double integrals are single ones: ∫₀ˣ ∫₀ˢ f = x ∫₀ˣ f − ∫₀ˣ s f. In a plane nothing but foreshortening is left, and
stretching times slope where the beam also has axial modes.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from armillary.multibody.shapes.quadrature import Running
from armillary.spatial.scalar import Floats

CANCELLED = 1e-13
"""Differences of two integrals that are smaller than this, relative to the integrals, are zero."""


@dataclass(frozen=True, eq=False)
class Strained:
    """The linear rotation θ and its rate κ, (n, S, 3), and the stretch ε, (n, S), at S places, in section axes.

    `radius` is i of (3), (S,) [m], `shear` γ of (3a), (n, S, 3), None if the beam does not shear.
    """

    theta: Floats
    kappa: Floats
    stretch: Floats
    radius: Floats
    shear: Floats | None = None


def second_order(running: Running, length: float, inside: Strained, theta: Floats) -> tuple[Floats, Floats]:
    """Return g and Γ of (4) in section axes, each (n, n, P, 3), at the P places of `running`.

    `inside` belongs to the points of `running`, and `theta`, (n, P, 3), to its P places.
    """
    x, s = running.at * length, running.points * length
    twist, slope_y, slope_z = inside.theta[..., 0], inside.theta[..., 2], -inside.theta[..., 1]
    bend_y, bend_z = inside.kappa[..., 2], -inside.kappa[..., 1]

    def up_to(f: Floats, g: Floats) -> Floats:
        """Return ∫ f_k g_l dx, (n, n, P); modes of which f or g is zero have exact zeros."""
        whole = np.zeros((len(f), len(g), len(x)))
        k, m = (np.flatnonzero(np.any(factor, axis=1)) for factor in (f, g))
        if len(k) and len(m):
            whole[np.ix_(k, m)] = length * running(f[k], g[m])
        return whole

    def half(i: int, j: int) -> Floats:
        """Return ½ θ^i_k θ^j_l at the places, (n, n, P)."""
        return theta[:, None, :, i] * theta[None, :, :, j] / 2

    tipped_y, tipped_z = up_to(twist, bend_z), up_to(twist, bend_y)  # ∫ϑ w'', ∫ϑ v''
    twisted = inside.kappa[..., 0] * inside.radius
    along = -(up_to(slope_y, slope_y) + up_to(slope_z, slope_z) + up_to(twisted, twisted)) / 2  # (3)
    across_y = up_to(inside.stretch, slope_y) - (x * tipped_y - up_to(twist * s, bend_z))
    across_z = up_to(inside.stretch, slope_z) + (x * tipped_z - up_to(twist * s, bend_y))
    if inside.shear is not None:  # (3a)
        gamma_y, gamma_z = inside.shear[..., 1], inside.shear[..., 2]
        along = along - up_to(slope_y, gamma_y) - up_to(slope_z, gamma_z)
        across_y = across_y - up_to(twist, gamma_z)
        across_z = across_z + up_to(twist, gamma_y)
    turn_x = _less(up_to(slope_z, -bend_y), half(1, 2))  # (5)
    turn_y, turn_z = _less(half(0, 2), tipped_z), _less(-tipped_y, half(0, 1))
    g, Gamma = (np.stack(parts, axis=-1) for parts in ((along, across_y, across_z), (turn_x, turn_y, turn_z)))
    return g + g.swapaxes(0, 1), Gamma + Gamma.swapaxes(0, 1)


def _less(a: Floats, b: Floats) -> Floats:
    """Return a − b, (n, n, P); pairs of modes of which only rounding is left are zero."""
    difference = a - b
    scale = np.abs(a).max(axis=2, initial=0.0) + np.abs(b).max(axis=2, initial=0.0)
    return np.where(
        np.abs(difference).max(axis=2, initial=0.0)[..., None] <= CANCELLED * scale[..., None], 0.0, difference
    )
