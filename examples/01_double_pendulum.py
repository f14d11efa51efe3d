"""A double pendulum: two swings that begin a millionth of a degree apart, and the energy drift of each.

Run: python examples/01_double_pendulum.py [PICTURE.png]
"""

from __future__ import annotations

import sys

import numpy as np

import armillary as arm

ROD = {"lengths": [1.0, 1.0], "masses": [1.0, 1.0], "coms": [0.5, 0.5], "inertias": [1 / 12, 1 / 12]}


def main(*pictures: str) -> None:
    """Print the distance of the two swings over time, and the energy drift of each."""
    pendulum = arm.planar(**ROD)
    swings = [
        arm.simulate(
            pendulum, 20.0, solver=arm.solvers.DOP853(rtol=1e-12, atol=1e-12), q0=[np.radians(80.0 + off), 0.0]
        )
        for off in (0.0, 1e-6)
    ]
    print("   t [s]   angles of the first [°]      apart [°]")
    for t in range(0, 21, 2):
        row = int(np.argmin(np.abs(swings[0].t - t)))
        first, second = (np.degrees(swing.q[row]) for swing in swings)
        print(f"{t:8}   {first[0]:10.3f} {first[1]:10.3f}   {np.abs(first - second).max():12.6f}")
    for swing in swings:
        print(f"{swing.info['steps']:.0f} steps, energy kept to {swing.drift_max:.1e} % of the greatest kinetic energy")
    for picture in pictures:
        from armillary.figures import plot, save_plot

        save_plot(plot(*swings, what=("joints", "energies"), names=("80°", "80.000001°")), picture)


if __name__ == "__main__":
    main(*sys.argv[1:])
