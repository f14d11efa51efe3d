"""Sweeps: core-seconds for a million runs, the cost of the layer around `arm.simulate`, many chunks, memory.

A run is the Panda for 1 s: RK4 at 1 ms, computed torque, a random payload; results are figures of merit alone. Times
are CPU times of this process, contenders take turns, and each keeps its least time.
"""

from __future__ import annotations

import argparse
import tempfile
import time
import tracemalloc
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from unittest import mock

import numpy as np

import armillary as arm
from armillary.studies import compute, outputs
from armillary.studies.layout import DONE, ChunkResults, GridChunk, GridCoordinate, RunGrid, Variable
from armillary.studies.outputs.output import RunStack
from armillary.studies.store import Store
from armillary.studies.sweep import chunks_left, sweep

START = [0.0, -0.8, 0.0, -2.3, 0.0, 1.5, 0.8]
END = [0.3, -0.4, 0.2, -1.8, 0.1, 1.2, 0.5]
OUTPUTS = ("settling_time", "peak_effort", "rms_effort", "final_error", "work")
KP, KD, STEP = 100.0, 20.0, 1e-3
CHUNK = 1024
TARGET, SHARE = 250.0, 0.05
"""Core-seconds for a million runs on a machine with eight lanes, and the part of the layer around them."""


def study(runs: int) -> arm.Study:
    """Return the study of a number of runs."""
    scenario = arm.Scenario(
        arm.model(arm.library.get("panda"), motors="none", friction=False),
        controller=arm.controllers.ComputedTorque(kp=KP, kd=KD),
        reference=arm.references.FifthOrder(end=END, duration=0.8),
        q0=START,
        duration=1.0,
        solver=arm.solvers.RK4(step=STEP),
    )
    axes = {"payload.mass": arm.axes.Uniform("0 kg", "3 kg")}
    return arm.Study(scenario, axes=axes, samples=runs, outputs=OUTPUTS, chunk=min(CHUNK, runs))


def cpu(work: Callable[[], object]) -> float:
    """Return the CPU time of some work [s]."""
    begun = time.process_time()
    work()
    return time.process_time() - begun


def verdict(met: bool) -> str:
    """Return whether a target is met."""
    return "met" if met else "not met"


def stacks(made: arm.Study, figures: bool) -> None:
    """Simulate the same stacks without the layer of sweeps, with or without their figures of merit."""
    for k in range(made.layout.count):
        masses = made.points(made.layout.chunk(k))["payload.mass"]
        seeds = np.zeros(len(masses))
        motion = arm.simulate(
            made.scenario, record=1 / 200, parameters={"payload.mass": masses, "seed": seeds}, threads=1
        )
        if figures:
            found = RunStack(motion, {each.name: each for each in made.variables})
            for each in made.results:
                each.values(found)


def layer(made: arm.Study) -> float:
    """Return the time of a sweep outside simulations and figures of merit, as a part of the time inside, in one run."""
    inside = [0.0]

    def timed(function: Callable[..., object]) -> Callable[..., object]:
        def call(*given: object, **options: object) -> object:
            begun = time.process_time()
            try:
                return function(*given, **options)
            finally:
                inside[0] += time.process_time() - begun

        return call

    with (
        tempfile.TemporaryDirectory() as folder,
        mock.patch.object(compute, "simulate", timed(compute.simulate)),
        mock.patch.object(outputs.Metric, "values", timed(outputs.Metric.values)),
    ):
        whole = cpu(lambda: sweep(made, f"{folder}/s.zarr", executor=arm.executors.Serial()))
    return whole / inside[0] - 1


def panda(runs: int, rounds: int) -> float:
    """Print the core-seconds for a million runs, and the cost of the layer; return the time of a run [s]."""
    made = study(runs)
    least = dict.fromkeys(("simulate", "figures", "sweep"), np.inf)
    arm.sweep(study(min(64, runs)), Path(tempfile.mkdtemp()) / "warm.zarr", executor=arm.executors.Serial())
    for _ in range(rounds):
        with tempfile.TemporaryDirectory() as folder:
            contenders = {
                "simulate": lambda: stacks(made, False),
                "figures": lambda: stacks(made, True),
                "sweep": lambda: sweep(made, f"{folder}/s.zarr", executor=arm.executors.Serial()),
            }
            least = {name: min(least[name], cpu(work)) for name, work in contenders.items()}
    million = {name: seconds / runs * 1e6 for name, seconds in least.items()}
    print(f"Panda, 1 s, {runs} runs in chunks of {made.layout.chunks[0]}, CPU seconds for a million runs:")
    print(f"  arm.simulate of the same stacks      {million['simulate']:7.0f}")
    print(f"  with their figures of merit          {million['figures']:7.0f}")
    met = verdict(million["sweep"] <= TARGET)
    print(f"  arm.sweep                            {million['sweep']:7.0f}   target {TARGET:g} with 8 lanes: {met}")
    share = layer(made)
    print(f"  the layer of sweeps                  {share:7.1%}   target {SHARE:.0%}: {verdict(share <= SHARE)}")
    return least["sweep"] / runs


def pinocchio_loop(model: arm.Model) -> Callable[[], object]:
    """Return one run in Python around Pinocchio: RK4 around aba, computed torque by rnea, held for a step."""
    import pinocchio

    from armillary.analysis.others import PinocchioRobot

    robot, move = PinocchioRobot(pinocchio, model), arm.references.FifthOrder(start=START, end=END, duration=0.8)
    made, data, aba, rnea, h = robot.model, robot.data, pinocchio.aba, pinocchio.rnea, STEP

    def run() -> object:
        q, v = np.array(START), np.zeros(7)
        for k in range(round(1 / STEP)):
            wanted = move.motion(k * h, k * h)
            a = wanted.acceleration + KD * (wanted.velocity - v) + KP * (wanted.position - q)
            tau = rnea(made, data, q, v, a)
            a1 = aba(made, data, q, v, tau).copy()
            a2 = aba(made, data, q + h / 2 * v, v + h / 2 * a1, tau).copy()
            a3 = aba(made, data, q + h / 2 * (v + h / 2 * a1), v + h / 2 * a2, tau).copy()
            a4 = aba(made, data, q + h * (v + h / 2 * a2), v + h * a3, tau)
            q = q + h * v + h * h / 6 * (a1 + a2 + a3)
            v = v + h / 6 * (a1 + 2 * a2 + 2 * a3 + a4)
        return q

    return run


def against_pinocchio(ours: float, runs: int) -> None:
    """Print the ratio to a process of `multiprocessing` that runs Python around Pinocchio; each core does the same."""
    run = pinocchio_loop(study(8).scenario.robot)
    theirs = min(cpu(run) for _ in range(runs))
    print(f"  Python around Pinocchio, one core    {theirs * 1e6:7.0f}   {theirs / ours:.0f} × ours, of {runs} runs")


@dataclass(frozen=True)
class Empty:
    """A study of any number of runs whose results cost nothing."""

    runs: int
    chunk: int = CHUNK
    text: str = "empty"
    family: str = "empty"
    variables: tuple[Variable, ...] = (Variable("x"),)
    coordinates: tuple[GridCoordinate, ...] = ()

    @property
    def robots(self) -> dict[str, str]:
        return {}

    @property
    def layout(self) -> RunGrid:
        return RunGrid(("sample",), (self.runs,), (self.chunk,))

    @property
    def fingerprint(self) -> str:
        return f"{self.runs} {self.chunk}"

    def points(self, chunk: GridChunk) -> dict[str, object]:
        return {}

    def compute(self, chunk: GridChunk, todo: object) -> ChunkResults:
        return ChunkResults({"x": np.zeros(chunk.runs)}, np.full(chunk.runs, DONE, dtype=np.uint8))


def memory() -> None:
    """Print the memory of the main process over the number of runs."""
    for runs in (10**3, 10**6):
        with tempfile.TemporaryDirectory() as folder:
            tracemalloc.start()
            sweep(Empty(runs), f"{folder}/s.zarr", executor=arm.executors.Serial())
            peak = tracemalloc.get_traced_memory()[1]
            tracemalloc.stop()
        print(f"  {runs:>9,} runs: {peak / 1e6:.2f} MB at most, workers included")


def many_chunks(count: int = 100_000) -> None:
    """Print the time in which many chunks are listed."""
    with tempfile.TemporaryDirectory() as folder:
        made = Empty(2 * count, 2)
        store = Store.create(Path(folder) / "s.zarr", made)
        store.write(0, made.compute(store.layout.chunk(0), None))
        content = (store.path / "status/c.0").read_bytes()
        for k in range(1, count - 10):
            (store.path / f"status/c.{k}").write_bytes(content)
        begun, own = time.perf_counter(), time.process_time()
        left, _ = chunks_left(Store.create(store.path, made))
        seconds, own = time.perf_counter() - begun, time.process_time() - own
    told = f"{count:,} chunks listed, {len(left)} to resume: {seconds:.2f} s, {own:.2f} s of CPU time"
    print(f"  {told}; target 2 s: {verdict(seconds <= 2)}")


def on_device(device: str, runs: int) -> None:
    """Print the wall time of a sweep on a GPU in both precisions, and the differences of a sample from CPU results."""
    sample = study(CHUNK)
    wanted = sample.compute(sample.layout.chunk(0)).values
    for dtype in ("float64", "float32"):
        made = replace(study(runs), chunk=None, device=device, dtype=dtype)
        found = replace(made, samples=CHUNK, chunk=CHUNK).compute(sample.layout.chunk(0)).values
        inside = [0.0]

        def timed(*given: object, own: list[float] = inside, **options: object) -> object:
            begun = time.perf_counter()
            motion = arm.simulate(*given, **options)
            own[0] += time.perf_counter() - begun
            return motion

        with tempfile.TemporaryDirectory() as folder, mock.patch.object(compute, "simulate", timed):
            begun = time.perf_counter()
            sweep(made, f"{folder}/s.zarr")
            seconds = time.perf_counter() - begun
        print(f"{device}, {dtype}: {runs} runs in {seconds:.2f} s, {inside[0]:.2f} s of them in arm.simulate")
        for name, values in found.items():
            with np.errstate(invalid="ignore"):  # settling times may be infinite
                worst = np.nanmax(np.abs(values - wanted[name])) / np.nanmax(np.abs(wanted[name]))
            print(f"  largest difference of {name} from CPU results: {worst:.1e} of the largest value")


def main() -> None:
    """Run the benchmarks."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--runs", type=int, default=20_480)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--device", help="a GPU, such as cuda: only the sweep on it is measured")
    given = parser.parse_args()
    if given.device:
        on_device(given.device, given.runs)
        return
    print("Many chunks and memory:")
    many_chunks()
    memory()
    ours = panda(given.runs, given.rounds)
    against_pinocchio(ours, 3)


if __name__ == "__main__":
    main()
