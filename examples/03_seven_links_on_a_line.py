"""Seven links move their tip along a line; motion in the null space raises the manipulability. [Popescu2008]

Run: python examples/03_seven_links_on_a_line.py
"""

from __future__ import annotations

import numpy as np

import armillary as arm
from armillary.kinematics import planar_nr
from armillary.simulation.controllers import Manipulability, OperationalSpace
from armillary.simulation.references import Line

LENGTHS = [1.0] * 7
START = np.radians([120.0, *[-30.0] * 6])


def main() -> None:
    """Print the tracking error of the tip, and the manipulability at the start and at the end."""
    robot = arm.planar(LENGTHS, [1.0] * 7, coms=[0.5] * 7, inertias=[1 / 12] * 7, friction=[0.05] * 7)
    line = Line(displacement=[1.5, -2.0, 0.0], duration=3.0)
    laws = {
        "self-motion damped": OperationalSpace(kp=100.0, kd=20.0, kn=10.0),
        "self-motion left alone": OperationalSpace(kp=100.0, kd=20.0, kn=None),
        "manipulability raised": OperationalSpace(kp=100.0, kd=20.0, kn=10.0, objectives=[Manipulability(0.1)]),
    }
    print(f"{'':26}tip off by [m]   manipulability   greatest rate [rad/s]   greatest torque [N·m]")
    for name, law in laws.items():
        run = arm.simulate(
            robot, 3.0, q0=START, controller=law, reference=line, solver=arm.solvers.Auto(rtol=1e-8, atol=1e-8)
        )
        tips = np.array([planar_nr.tip_position(q, LENGTHS) for q in run.q])
        off = np.linalg.norm(tips - run.signals["reference"][:, :2], axis=1).max()
        w = [planar_nr.manipulability(q, LENGTHS) for q in (run.q[0], run.q[-1])]
        print(
            f"{name:26}{off:14.1e}   {w[0]:5.2f} → {w[1]:5.2f}   "
            f"{np.abs(run.qd).max():19.2f} {np.abs(run.tau).max():23.1f}"
        )


if __name__ == "__main__":
    main()
