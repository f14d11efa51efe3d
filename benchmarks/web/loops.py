"""Closed loops in WebAssembly beside native code: time of a step, ratio to real time, size of the module.

    python benchmarks/web/loops.py [--steps 20000] [--rounds 5]

Node runs the exported module; times are processor times of the process, the least of several rounds. Native code is one
run of `arm.simulate` with the same solver, its outputs and audit included.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import tempfile
import time
import warnings
from pathlib import Path

import armillary as arm

DRIVE = """
import { load } from "./it.js";
const [steps, rounds] = process.argv.slice(2).map(Number);
const loop = await load();
const used = () => process.cpuUsage().user * 1000;
const timed = (run) => {
  let least = Infinity;
  for (let k = 0; k < rounds; ++k) {
    loop.reset();
    const begin = used();
    run();
    least = Math.min(least, (used() - begin) / steps);
  }
  return least;
};
loop.step(steps);
const together = timed(() => loop.step(steps));
const single = timed(() => { for (let k = 0; k < steps; ++k) loop.step(1); });
console.log(JSON.stringify({ together, single, step: loop.data.step, stopped: loop.stopped }));
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--steps", type=int, default=20000)
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()
    warnings.simplefilter("ignore")
    print("scenario              step [ms]   kB   ns/step   one by one   × real time   native ns/step")
    for name, scenario in scenarios().items():
        with tempfile.TemporaryDirectory() as folder:
            made = arm.export(scenario, to="wasm", path=folder, name="it")
            size = next(file for file in made.files if file.suffix == ".wasm").stat().st_size
            Path(folder, "drive.mjs").write_text(DRIVE)
            command = ["node", "drive.mjs", str(arguments.steps), str(arguments.rounds)]
            found = json.loads(subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True).stdout)
        own = native(scenario, found["step"], arguments.steps, arguments.rounds)
        ratio = found["step"] * 1e9 / found["together"]
        figures = f"{1e3 * found['step']:9g} {size / 1e3:6.0f} {found['together']:9.0f} {found['single']:12.0f}"
        print(f"{name:20} {figures} {ratio:13.0f} {own:16.0f}  {found['stopped']}")


def scenarios() -> dict[str, arm.Scenario]:
    kp, kd = [600, 600, 400, 400, 50, 50, 5], [50, 50, 40, 40, 5, 5, 0.5]
    panda, flexrob = arm.library.get("panda"), arm.library.get("flexrob")
    start = [0.0, -0.5, 0.0, -2.0, 0.0, 1.6, 0.8]
    held = arm.Scenario(panda, controller=arm.controllers.PDGravity(kp=kp, kd=kd), q0=start)
    swinging = arm.Scenario(flexrob, controller=arm.controllers.PD(kp=400.0, kd=40.0), qd0=[1.0, -0.5])
    sampled = arm.Scenario(panda, controller=arm.controllers.PDGravity(kp=kp, kd=kd), q0=start, period=1e-3)
    return {"panda, PD": held, "panda, PD at 1 kHz": sampled, "flexrob, PD": swinging}


def native(scenario: arm.Scenario, step: float, steps: int, rounds: int) -> float:
    """Return the processor time of a step of `arm.simulate` [ns]."""
    solver, least = arm.solvers.RK4(step=step), float("inf")
    for _ in range(rounds + 1):
        begin = time.process_time()
        arm.simulate(scenario, steps * step, solver=solver, record=steps * step)
        least = min(least, (time.process_time() - begin) / steps)
    return 1e9 * least


if __name__ == "__main__":
    main()
