"""A Panda follows a motion of its joints by computed torque: with the exact model, with a payload that the controller
does not know, and with a sampling period of 5 ms.

Run: python examples/02_computed_torque.py
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

import armillary as arm
from armillary.simulation.controllers import ComputedTorque
from armillary.simulation.references import FifthOrder

START = np.array([0.0, -0.6, 0.0, -2.2, 0.0, 1.6, 0.8])
END = np.array([0.8, 0.2, -0.4, -1.4, 0.3, 1.9, 0.0])


def main() -> None:
    """Print errors and torques of three runs."""
    panda = arm.library.get("panda")
    payload = arm.Payload(name="box", link="panda_link7", mass=2.0, com=(0.0, 0.0, 0.15))
    loaded = replace(panda, payloads=(*panda.payloads, payload))
    runs = {
        "the right model": {},
        "2 kg that it does not know of": {"plant": loaded},
        "asked every 5 ms": {"period": 5e-3},
    }
    print(f"{'':32}greatest error [°]   at the end [°]   greatest torque [N·m]")
    for name, options in runs.items():
        run = arm.simulate(
            panda,
            2.0,
            q0=START,
            controller=ComputedTorque(kp=400.0, kd=40.0),
            reference=FifthOrder(end=END, duration=1.5),
            **options,
        )
        error = np.degrees(np.abs(run.q - run.signals["reference"]))
        print(f"{name:32}{error.max():16.2e} {error[-1].max():16.2e} {np.abs(run.tau).max():18.1f}")


if __name__ == "__main__":
    main()
