"""A task to be learned, and laws of its scenario that environments must take."""

import numpy as np

import armillary as arm
import armillary.gym as ag

MODEL = arm.model(arm.library.get("khatib-rr"), friction=False)
PD = arm.controllers.PD(kp=40.0, kd=4.0)
COUNT = 5
PUSH = arm.Push("tip", [0, 0, 0, 3, 1, 0], start=0.012, end=0.052)
WAVE = arm.Push("tip", lambda t: [0, 0, 0, 5 * np.sin(40 * t), 0, 0])
ENCODER = arm.sensors.Encoder(counts=4096, delay=1.5e-3)
LAWS = {
    "sampled": {"controller": PD, "period": 4e-3},
    "delayed": {"controller": PD, "period": 4e-3, "delay": 9e-3},
    "offset": {"controller": PD, "period": 4e-3, "offset": 6e-3, "delay": 1e-3},
    "first-order hold": {"controller": PD, "period": 4e-3, "delay": 3e-3, "hold": 1},
    "sensors": {"controller": PD, "period": 2e-3, "sensors": [ENCODER, arm.sensors.Differences()]},
    "integral": {"controller": arm.controllers.PID(kp=40.0, ki=20.0, kd=4.0), "period": 2e-3, "start": "undeformed"},
    "pushed": {"controller": PD, "disturbances": [PUSH, WAVE]},
    "sampled and pushed": {"controller": PD, "period": 4e-3, "delay": 4e-3, "disturbances": [PUSH, WAVE]},
}


def made(**fields):
    given = {
        "scenario": arm.Scenario(MODEL, controller=PD, limits="none", q0=[0.1, 0.2]),
        "reward": lambda state, action: -((state.q - state.goal) ** 2).sum(1),
        "goal": lambda rng, count: rng.normal(size=(count, 2)),
        "start": lambda rng, count: (0.1 * rng.normal(size=(count, 2)), np.zeros((count, 2))),
        "action": "targets",
        "bounds": (-1.0, 1.0),
        "episode": 4,
        "solver": arm.solvers.RK4(step=4e-3),
    }
    return ag.Task(**given | fields)
