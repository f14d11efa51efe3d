"""Two flexible links turn by 90° under the torque of the complete model, with complete and with simpler motors.

The arm and the question are those of [Bascetta2002]. The elbow motor weighs more than a link, and its rotor turns a
hundred times as fast as the joint. Without its coupling the elbow ends a degree off; without its mass, thirty.

Run: python examples/04_flexible_arm.py [PICTURE.png]
"""

from __future__ import annotations

import sys
from dataclasses import replace

import numpy as np

import armillary as arm
from armillary.simulation.controllers import InverseDynamics
from armillary.simulation.references import FifthOrder


def main(*pictures: str) -> None:
    """Print the final joint angles, the greatest deflection of the links, and the energy drift."""
    robot = arm.library.get("flexrob")
    light = replace(robot, motors=tuple(replace(m, mass=0.0, stator_inertia=np.zeros((3, 3))) for m in robot.motors))
    plants = {
        "complete motors": (robot, "full"),
        "rotors not coupled": (robot, "reflected"),
        "motors without mass": (light, "reflected"),
    }
    runs = {}
    print(f"{'':22}joints at the end [°]   deflected by [mm]   energy drift [%]")
    for name, (plant, motors) in plants.items():
        runs[name] = run = arm.simulate(
            robot,
            2.5,
            solver=arm.solvers.DOP853(rtol=1e-10, atol=1e-10),
            controller=InverseDynamics(),
            reference=FifthOrder(end=[np.pi / 2, np.pi / 2], duration=1.0),
            plant=arm.model(plant, motors=motors),
        )
        ends = np.degrees(run.q[-1, :2])
        # The first mode of each link is scaled to the displacement of its tip.
        bent = 1e3 * np.abs(run.q[:, [2, 4]]).max(axis=0)
        print(f"{name:22}{ends[0]:9.3f} {ends[1]:9.3f} {bent[0]:13.2f} {bent[1]:7.2f} {run.drift_max:16.1e}")
    for picture in pictures:
        from armillary.figures import plot, save_plot

        save_plot(plot(*runs.values(), what=("joints", "elastic"), names=list(runs)), picture)


if __name__ == "__main__":
    main(*sys.argv[1:])
