"""A user-defined controller is a function of time, joints, rates and reference.

A controller of arithmetic and NumPy functions is compiled into the loop. Branches are written as choices, with
`arm.where` or `np.where`; a controller with `if` cannot be compiled, and is called from Python in every control period.

Run: python examples/05_your_own_controller.py
"""

from __future__ import annotations

import numpy as np

import armillary as arm
from armillary.simulation.references import FifthOrder

HANGING = np.array([-np.pi / 2, 0.0])
UP = np.array([np.pi / 2, 0.0])


def soft(t, q, qd, reference):
    """Return the torque of a spring and a damper, limited to 25 N·m; arithmetic only, so that it is compiled."""
    wish = 200 * (reference.position - q) + 30 * (reference.velocity - qd)
    return 25 * np.tanh(wish / 25)


def switching(t, q, qd, reference):
    """Return the same torque with a hard limit, and a brake above 4 rad/s; choices, so that it is compiled, too."""
    wish = np.clip(200 * (reference.position - q) + 30 * (reference.velocity - qd), -25, 25)
    return arm.where(np.abs(qd) > 4.0, -20 * qd, wish)


def main() -> None:
    """Print errors and torques of the two controllers as they lift a double pendulum."""
    robot = arm.planar([0.5, 0.5], [2.0, 2.0], coms=[0.25, 0.25], inertias=[0.05, 0.05], friction=[0.1, 0.1])
    move = FifthOrder(start=HANGING, end=UP, duration=1.5)
    for name, options in {"soft": {"controller": soft}, "switching": {"controller": switching, "period": 2e-3}}.items():
        run = arm.simulate(robot, 3.0, q0=HANGING, reference=move, **options)
        error = np.degrees(np.abs(run.q - run.signals["reference"]))
        how = "every 2 ms" if "period" in options else "continuous"
        print(
            f"{name:10} {how:18} greatest error {error.max():5.2f}°, at the end {error[-1].max():5.2f}°, "
            f"greatest torque {np.abs(run.tau).max():4.1f} N·m"
        )


if __name__ == "__main__":
    main()
