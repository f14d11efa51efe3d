"""A two-link arm with a motor on its elbow: torques, accelerations, and the effect of the spinning rotor.

Run: python examples/first_arm.py
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

import armillary as arm


def two_link() -> arm.Robot:
    """Return a planar arm whose second joint is driven through a gearbox by a motor on the first link."""
    bare = arm.planar(lengths=[0.4, 0.3], masses=[4.0, 2.5], coms=[0.2, 0.15], inertias=[0.06, 0.02])
    elbow = arm.Motor(
        name="elbow motor",
        joint="joint2",
        carrier="link1",
        mass=0.94,
        position=(0.4, 0.0, 0.0),
        rotor_inertia=2.35e-6,
        ratio=100.0,
        axis=(0.0, 0.0, 1.0),
    )
    return replace(bare, motors=(elbow,))


def main() -> None:
    """Print the dynamics of the arm in one state, with each of the three motor models."""
    robot = two_link()
    q, qd, qdd = np.radians([30.0, 45.0]), [1.0, -0.5], [2.0, 1.0]
    print(robot)
    print("tip at", np.round(arm.evaluate(robot).pose(q)[:2, 3], 4), "m")
    for motors in ("full", "reflected", "none"):
        dyn = arm.evaluate(arm.model(robot, motors=motors))
        tau = dyn.inverse_dynamics(q, qd, qdd)
        back = dyn.forward_dynamics(q, qd, tau)
        print(f"{motors:10} tau = {np.round(tau, 4)} N·m   M12 = {dyn.mass_matrix(q)[0, 1]:.6f} kg·m²", end="")
        print(f"   forward(inverse) off by {np.abs(back - qdd).max():.0e}")


if __name__ == "__main__":
    main()
