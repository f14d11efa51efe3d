"""A thousand starts at once: the position error of a Panda under PD control with gravity compensation.

Run: python examples/06_monte_carlo.py
"""

from __future__ import annotations

import numpy as np

import armillary as arm
from armillary.simulation.controllers import PDGravity
from armillary.simulation.references import Constant

HOME = np.array([0.0, -0.6, 0.0, -2.2, 0.0, 1.6, 0.8])
COUNT = 1000


def main() -> None:
    """Print quantiles of the error over time, for random initial positions and rates."""
    rng = np.random.default_rng(1)
    batch = arm.simulate(
        arm.library.get("panda"),
        1.0,
        q0=HOME + rng.normal(0, 0.1, (COUNT, 7)),
        qd0=rng.normal(0, 0.3, (COUNT, 7)),
        controller=PDGravity(kp=[600, 600, 600, 600, 250, 150, 50], kd=[50, 50, 50, 50, 30, 25, 15]),
        reference=Constant(HOME),
        record=0.1,
    )
    error = np.degrees(np.abs(batch.q - HOME).max(axis=2))  # (N, K)
    print(f"{COUNT} motions, {batch.lost.sum()} lost; energy off by at most {np.abs(batch.imbalance).max():.1e} J")
    print("   t [s]   median [°]   95 % below [°]   all below [°]")
    for t, column in zip(batch.t, error.T, strict=True):
        median, most, worst = np.quantile(column, [0.5, 0.95, 1.0])
        print(f"{t:8.1f} {median:12.3f} {most:16.3f} {worst:15.3f}")


if __name__ == "__main__":
    main()
