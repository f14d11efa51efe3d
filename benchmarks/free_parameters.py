"""What a free parameter costs: compiled code with the payload as an input beside code with the payload folded.

    python benchmarks/free_parameters.py [--robot panda] [--free payload.mass …] [--seconds 4]

Times are per state of a batch, one thread, in a native loop, with one value of the parameter for each state.
Contenders take turns and keep their least times. The target is a free payload on the Panda for at most 15 % more.
"""

from __future__ import annotations

import argparse
from dataclasses import replace

import numpy as np

import armillary as arm
from armillary.analysis.timing import Contender, batch_loop, measure

TARGET = 0.15
STATES, TIMES, ROUNDS = 512, 2, 4000  # samples shorter than a slice of the scheduler


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--robot", default="panda", help="a name of the library")
    parser.add_argument("--free", nargs="+", default=["payload.mass"], help="names of parameters")
    parser.add_argument("--seconds", type=float, default=4.0, help="for each quantity")
    arguments = parser.parse_args()
    robot = arm.library.get(arguments.robot)
    free = arm.model(robot, motors="none", friction=False, free=arguments.free)
    loaded = loaded_robot(robot) if arguments.free == ["payload.mass"] and not robot.payloads else robot
    folded = arm.model(loaded, motors="none", friction=False)
    codes = {"folded": arm.compile(folded), "free": arm.compile(free)}
    rng = np.random.default_rng(0)
    state = [rng.normal(size=(STATES, folded.nv)) for _ in range(3)]
    own = np.array([parameter.value for parameter in free.free_parameters])
    values = own + rng.uniform(0, 1, (STATES, len(own)))
    print(f"{arguments.robot}, motors none, no friction; free: {', '.join(arguments.free)}; {STATES} states")
    for quantity in ("inverse_dynamics", "forward_dynamics", "mass_matrix"):
        contenders = []
        for name, dyn in codes.items():
            kernel = dyn.kernel(quantity)
            inputs = [values if port.name == "parameters" else state[k] for k, port in enumerate(kernel.program.inputs)]
            outs = [np.empty((STATES, *port.shape)) for port in kernel.program.outputs]
            contenders.append(Contender(name, batch_loop(kernel, [*inputs, *outs], TIMES), TIMES * STATES))
        times = measure(contenders, arguments.seconds, rounds=ROUNDS)
        ratio = times["free"] / times["folded"]
        flops = [arm.cost(dyn.model, quantity).flops for dyn in codes.values()]
        verdict = "" if quantity == "mass_matrix" else "ok" if ratio <= 1 + TARGET else f"MISS ({TARGET:.0%})"
        print(
            f"{quantity:<17} folded {times['folded']:>6.2f} ns ({flops[0]} flops)   "
            f"free {times['free']:>6.2f} ns ({flops[1]} flops)   {ratio - 1:>+6.1%} {verdict}"
        )


def loaded_robot(robot: arm.Robot) -> arm.Robot:
    """Return the robot with a point of 1 kg at its tip, folded."""
    tip = arm.model(robot).frames["tip"]
    body = arm.model(robot).bodies[tip.body].name
    return replace(robot, payloads=(arm.Payload("payload", body, 1.0, tuple(tip.translation)),))


if __name__ == "__main__":
    main()
