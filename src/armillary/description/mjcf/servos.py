"""Servos of an MJCF model: actuators whose force depends on the position and speed of their joint.

With L = gear · q, an actuator with the control u has the force f = g u + b₀ + b₁ L + b₂ L̇, and the effort gear · f at
its joint. About the position that u asks for, these are the gains
    k_p = −gear² b₁,   k_d = −gear² b₂                                                              (1)
of all servos of a joint together: `position` and `velocity` of MJCF, and `general` with an affine bias.
"""

from __future__ import annotations

from armillary.description.mjcf.actuators import drives_of
from armillary.description.mjcf.parts import MjcfSource

Gains = dict[str, tuple[float, float]]
"""k_p [N·m/rad or N/m] and k_d [N·m·s/rad or N·s/m] by joint."""


def servos_of(source: MjcfSource) -> Gains:
    """Return the gains of the servos at each joint that has some, (1); gains below zero are left out."""
    m, affine = source.m, int(source.mujoco.mjtBias.mjBIAS_AFFINE)
    gains_at: Gains = {}
    for j in source.joints:
        for drive in drives_of(source, j):
            if int(m.actuator_biastype[drive.index]) == affine:
                name = source.names.given["joint"][j]
                _, b1, b2 = m.actuator_biasprm[drive.index][:3].tolist()  # (1)
                kp, kd = gains_at.get(name, (0.0, 0.0))
                gains_at[name] = kp - drive.gear**2 * b1, kd - drive.gear**2 * b2
    return {name: gains for name, gains in gains_at.items() if any(gains) and min(gains) >= 0}
