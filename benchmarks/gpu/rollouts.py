"""Stacks of runs on a GPU: equal to CPU runs, closed-loop steps a second, a million arms, Ctrl-C.

    python benchmarks/gpu/rollouts.py [--parts equal speed …] [--runs 524288] [--dtypes float32]

A part that fails prints its traceback, and the next one begins.

    equal     GPU against CPU after 100 steps: largest difference relative to the largest entry; sampled control too
    speed     steps a second of the kernel alone, by events of the driver, with one look at the energy balance and with
              looks as `simulate` has them; registers and local memory of a thread
    million   a million Panda arms, 1 s with steps of 1 ms, a row every 100 ms: kernels and copies, then all of
              simulate, with efforts and energies of the rows
    start     from a scenario to the first result: without cached code, and again
    stop      Ctrl-C in a long stack: time until the call ends, and the memory of the device before and after
    gradient  value and gradient of 100,000 Panda arms of 100 steps, by start, gains and efforts: time, memory, CPU
"""

from __future__ import annotations

import argparse
import cProfile
import gc
import os
import pstats
import signal
import subprocess
import sys
import tempfile
import threading
import time
import traceback
import warnings
from dataclasses import replace

import numpy as np

import armillary as arm
from armillary.compiler.ptx.driver import api, call, device
from armillary.compiler.ptx.module import PtxModule, load
from armillary.compiler.ptx.target import SCALARS, gpu, to_ptx
from armillary.simulation.gpu.stacks import inlining, on_device
from armillary.simulation.gpu.threads import THREADS, kernel_text
from armillary.simulation.loop.prepare import loop_of
from armillary.simulation.run import Recording, Simulation
from armillary.simulation.walk.stacked import STACK

RK4, EULER = arm.solvers.RK4(step=1e-3), arm.solvers.SemiImplicitEuler(step=1e-3)
STEPS = 1000
HOME = (0.0, 0.2, 0.0, -1.5, 0.0, 1.5, 0.3)
GAINS = {"kp": [100.0] * 4 + [20.0, 20.0, 2.0], "kd": [10.0] * 4 + [1.0, 1.0, 0.1]}
PD, TORQUE = arm.controllers.PD(**GAINS), arm.controllers.ComputedTorque(kp=100.0, kd=20.0)
BENT = arm.controllers.PD(kp=100.0, kd=20.0)
CASES = {
    "panda, PD, semi-implicit Euler": ("panda", PD, EULER, HOME),
    "panda, computed torque, RK4": ("panda", TORQUE, RK4, HOME),
    "flexrob, PD, semi-implicit Euler": ("flexrob", BENT, arm.solvers.SemiImplicitEuler(step=1e-4), (0.3, -0.2)),
    "flexrob, PD, RK4": ("flexrob", BENT, arm.solvers.RK4(step=1e-4), (0.3, -0.2)),
}
TARGETS = {
    ("panda, PD, semi-implicit Euler", "float32"): 25.0,
    ("panda, PD, semi-implicit Euler", "float64"): 13.0,
    ("panda, computed torque, RK4", "float32"): 4.0,
    ("panda, computed torque, RK4", "float64"): 2.0,
    ("flexrob, PD, semi-implicit Euler", "float32"): 60.0,
}
"""Steps a second that a case should reach on one H200 [10⁹/s]."""
FRESH = """
import time
import numpy as np, armillary as arm
from armillary.compiler.ptx.driver import device
device(0)
starts = np.array({home}) + np.zeros((1000, 7))
start = time.perf_counter()
arm.simulate(arm.library.get("panda"), 0.1, controller=arm.controllers.PD(kp=100.0, kd=20.0), q0=starts,
             solver=arm.solvers.SemiImplicitEuler(step=1e-3), device="cuda", dtype="{dtype}")
print("{dtype} first stack: %.3f s" % (time.perf_counter() - start))
"""


def scenario(name: str, law, home, count: int, **fields) -> arm.Scenario:
    """Return a stack of arms near a pose, which they leave."""
    random = np.random.default_rng(0)
    q0 = np.array(home) + random.uniform(-0.05, 0.05, (count, len(home)))
    qd0 = random.uniform(-0.5, 0.5, q0.shape)
    return arm.Scenario(arm.library.get(name), controller=law, q0=q0, qd0=qd0, **fields)


def apart(found, wanted, names=("q", "qd", "work")) -> float:
    """Return the largest difference relative to the largest entry."""
    pairs = [(getattr(found, name), getattr(wanted, name)) for name in names]
    return max(float(np.nanmax(np.abs(a - b)) / np.nanmax(np.abs(b))) for a, b in pairs)


def equal(options: argparse.Namespace) -> None:
    """Compare with CPU runs after 100 steps."""
    sampled = {"period": 2e-3, "delay": 3e-3, "sensors": [arm.sensors.Tachometer(noise=1e-3)]}
    for about, (name, law, solver, home) in CASES.items():
        for kind, fields in (("continuous", {}), ("sampled, delay, noise", sampled)):
            given = scenario(name, law, home, 1000, **fields)
            wanted = arm.simulate(given, 100 * solver.step, solver=solver)
            for dtype in options.dtypes:
                try:
                    found = arm.simulate(given, 100 * solver.step, solver=solver, device="cuda", dtype=dtype)
                    gap = apart(found, wanted)
                    told = "" if dtype == "float32" else "ok" if gap < 1e-12 else "TOO FAR"
                    print(f"  {about:<34} {kind:<22} {dtype} {gap:8.1e} {told}", flush=True)
                except Exception:
                    print(f"  {about} {kind} {dtype}")
                    traceback.print_exc()


def made(given: arm.Scenario, solver, duration: float, dtype: str, record: float | None = None):
    """Return a stack and arrays for its rows."""
    loop = loop_of(given, period=solver.step, reusable=True, events=True)
    simulation = Simulation(loop, duration, record, solver)
    rolled = on_device(simulation, "cuda", dtype)
    return rolled, Recording.of(simulation, rolled.outputs)


def speed(options: argparse.Namespace) -> None:
    """Time the kernel alone: with looks at the energy balance as `simulate` has them, and with one at the end."""
    for about, (name, law, solver, home) in CASES.items():
        for dtype in options.dtypes:
            try:
                given = scenario(name, law, home, options.runs)
                rolled, to = made(given, solver, STEPS * solver.step, dtype)
                runs = slice(0, options.runs)
                place = rolled.place(runs)
                whole, _ = rolled.words(place, runs, to)
                plain = whole | {"stride": 1 << 40}
                for blocks in options.bounds:
                    kernel = bounded(rolled, dtype, blocks) if blocks else rolled.kernels.runs
                    rolled.kernels = replace(rolled.kernels, runs=kernel)
                    times = [min(launched(place, each) for _ in range(5)) for each in (plain, whole)]
                    rates = [options.runs * STEPS / each / 1e9 for each in times]
                    wanted = TARGETS.get((about, dtype))
                    told = "" if wanted is None else f"{'ok' if rates[0] >= wanted else 'below'} {wanted:g}"
                    own = f", {blocks} blocks" if blocks else ""
                    print(
                        f"  {about:<34} {dtype}{own} {rates[0]:7.2f} G steps/s {told:<9} energies of every "
                        f"{whole['stride']}. step: {rates[1]:7.2f}  {kernel.resources()}", flush=True,
                    )  # fmt: skip
                del place, rolled, to, whole, plain, kernel
                gc.collect()
            except Exception:
                print(f"  {about} {dtype}")
                traceback.print_exc()


def bounded(rolled, dtype: str, blocks: int) -> PtxModule:
    """Return the kernel with a bound of its registers, so that a multiprocessor has room for some blocks."""
    where, plan = rolled.kernels.device, rolled.plan
    target = gpu(where.capability, where.version, SCALARS[dtype])
    text = to_ptx(kernel_text(STACK, plan.structure, plan.programs, target, inlining(plan)), target, [STACK])
    ptx = text.replace(f".maxntid {THREADS}", f".maxntid {THREADS}\n.minnctapersm {blocks}").encode()
    return load(ptx, STACK, where)


def launched(place, words) -> float:
    """Return the time of a launch [s]."""
    with place.memory.device.current():
        events = [call("cuEventCreate", 0) for _ in range(2)]
        call("cuEventRecord", events[0], 1)
        place.launch(STACK, 0, words)
        call("cuEventRecord", events[1], 1)
        call("cuStreamSynchronize", 1)
        return call("cuEventElapsedTime", *events) / 1e3


def million(options: argparse.Namespace) -> None:
    """Time a million arms, and where the time goes."""
    begun = time.perf_counter()
    given = scenario("panda", PD, HOME, options.arms)
    print(f"  scenario of {options.arms} starts: {time.perf_counter() - begun:.2f} s")
    for dtype in options.dtypes:
        rolled, to = made(given, EULER, 1.0, dtype, 0.1)
        for _ in range(2):
            begun, chunks = time.perf_counter(), 0
            for own in rolled.chunks():
                rolled.compute(own, to)
                chunks += 1
            seconds = time.perf_counter() - begun
            print(f"  {dtype} {chunks} chunks, kernels and copies {seconds:.3f} s, {to.left.sum()} flagged", flush=True)
        parts(rolled, to)
        del rolled, to
        for _ in range(3):
            begun = time.perf_counter()
            found = arm.simulate(given, 1.0, solver=EULER, record=0.1, device="cuda", dtype=dtype)
            seconds = time.perf_counter() - begun
            print(f"  {dtype} all of simulate {seconds:.3f} s, runs {found.info['seconds']:.3f} s, {found}", flush=True)
            del found  # freeing its memory takes time, too
        if dtype == options.dtypes[-1]:
            profile = cProfile.Profile()
            profile.runcall(arm.simulate, given, 1.0, solver=EULER, record=0.1, device="cuda", dtype=dtype)
            pstats.Stats(profile).sort_stats("cumtime").print_stats(40)


def parts(rolled, to: Recording) -> None:
    """Print where the time of a chunk goes."""
    marks = [time.perf_counter()]

    def mark() -> None:
        with rolled.kernels.device.current():
            call("cuStreamSynchronize", 1)
        marks.append(time.perf_counter())

    runs = slice(0, rolled.loop.count)
    place = rolled.place(runs)
    words, results = rolled.words(place, runs, to)
    mark()
    place.launch(STACK, 0, words)
    mark()
    outputs = rolled.more(place, words, runs, to)
    mark()
    filled = [*results.values(), *outputs]
    place.fetch(filled)
    mark()
    names = ("to the device", "runs", "rows", "back")
    size = sum(array.nbytes for _, array in filled) / 1e9
    times = ", ".join(f"{name} {end - start:.3f}" for name, start, end in zip(names, marks, marks[1:], strict=False))
    print(f"    {times} s; {size:.2f} GB back", flush=True)


def start(options: argparse.Namespace) -> None:
    """Time the first result in new processes."""
    with tempfile.TemporaryDirectory() as folder:
        where = {"ARMILLARY_CACHE": folder, "CUDA_CACHE_PATH": folder + "/driver"}
        for dtype in options.dtypes:
            for about in ("cold", "cached"):
                text = FRESH.format(home=HOME, dtype=dtype)
                ran = subprocess.run(
                    [sys.executable, "-c", text], env=os.environ | where, capture_output=True, text=True, check=False
                )
                print(f"  {about:<7}", (ran.stdout + ran.stderr[-1500:]).strip(), flush=True)


def stop(_: argparse.Namespace) -> None:
    """Press Ctrl-C in a long stack."""
    gpu = device(0)
    with gpu.current():
        before, _total = call("cuMemGetInfo")
    given = scenario("panda", PD, HOME, 300_000)
    pressed = []

    def press() -> None:
        pressed.append(time.perf_counter())
        os.kill(os.getpid(), signal.SIGINT)

    timer = threading.Timer(4.0, press)
    timer.start()
    try:
        arm.simulate(given, 60.0, solver=RK4, record=10.0, device="cuda")
        print("  not interrupted")
    except KeyboardInterrupt as error:
        print(f"  {type(error).__name__} {time.perf_counter() - pressed[0]:.2f} s after Ctrl-C")
    timer.cancel()
    gc.collect()
    with gpu.current():
        call("cuCtxSynchronize")
        after, _total = call("cuMemGetInfo")
    print(f"  free memory before and after: {before / 2**20:.0f} and {after / 2**20:.0f} MiB")


def gradient(options: argparse.Namespace) -> None:
    """Time value and gradient of rollouts, on arrays of the device where there is PyTorch, and on those of the host."""
    count, values = 100_000, {"controller.kp[1]": 100.0, "controller.kd[1]": 10.0}
    given = scenario("panda", PD, HOME, count, limits="none")
    one_run = arm.Scenario(arm.library.get("panda"), controller=PD, q0=HOME, limits="none")
    few = scenario("panda", PD, HOME, 1000, limits="none")
    efforts, random = np.zeros((10, 7)), np.random.default_rng(1)
    for solver in (EULER, RK4, arm.solvers.RK8(step=1e-3)):
        more = {"solver": solver, "record": 0.01, "parameters": values, "efforts": efforts}
        cpu = arm.rollout(few, 0.1, **more)
        bars = random.normal(size=cpu.q.shape), random.normal(size=cpu.qd.shape)
        wanted, begun = cpu.vjp(*bars), time.perf_counter()
        cpu.at(efforts=efforts).vjp(*bars)
        one = (time.perf_counter() - begun) / 1000
        print(f"  {solver.name}: CPU, all cores, {one * count:.3f} s for {count} runs (measured on 1000)", flush=True)
        for dtype in options.dtypes:
            try:
                found = arm.rollout(few, 0.1, **more, device="cuda", dtype=dtype).vjp(*bars)
                gaps = {name: float(np.abs(found[name] - want).max() / np.abs(want).max())
                        for name, want in wanted.items()}  # fmt: skip
                print(f"  {solver.name} {dtype} from the CPU:", {name: f"{gap:.1e}" for name, gap in gaps.items()})
                for start in (given, one_run):
                    first = arm.rollout(start, 0.1, **more, memory=4 * 2**30, device="cuda", dtype=dtype)
                    gradients_timed(first, given.q0)
            except Exception:
                traceback.print_exc()


def gradients_timed(first, starts: np.ndarray) -> None:
    """Print the time of value and gradient, and the greatest memory of the device in use.

    A rollout of one run becomes a stack by tensors of the device, a stack has starts of the host.
    """
    loop = first.plan.loop
    arrays = {"host": np.asarray}
    if not loop.stacked:
        import torch

        arrays = {"torch": lambda array: torch.as_tensor(array, dtype=getattr(torch, first.dtype), device="cuda")}
    rows = np.ones((len(starts), len(first.t), loop.layout.nq))
    for where, made in arrays.items():
        q0, q_bar = made(starts), made(rows)
        run, times = None, []
        for _ in range(4):
            marks = [synchronised()]
            run = first.at(q0=q0)
            value = run.q
            marks.append(synchronised())
            found = run.vjp(q_bar)
            marks.append(synchronised())
            times.append(np.diff(marks))
            del value, found
        value, back = np.min(times, axis=0)
        rate = len(starts) * first.plan.steps.count / back / 1e9
        print(f"  {first.plan.method} {first.dtype}, arrays of {where}: value {1e3 * value:.1f} ms, gradient "
              f"{1e3 * back:.1f} ms ({rate:.3f} G steps/s), first call {sum(times[0]):.2f} s, "
              f"most memory so far {used() / 2**20:.0f} MiB", flush=True)  # fmt: skip
    modules = {key[0]: each for key, each in loop.equations.compiled.items() if isinstance(each, PtxModule)}
    print("   ", {kind: module.resources() for kind, module in modules.items()}, flush=True)


def synchronised() -> float:
    """Return the time when the device has done its work [s]."""
    with device(0).current():
        call("cuCtxSynchronize")
    return time.perf_counter()


def used() -> int:
    """Return the most memory that Armillary's arrays have had on the device [B]."""
    with device(0).current():
        pool = call("cuDeviceGetDefaultMemPool", device(0).handle)
        return int(call("cuMemPoolGetAttribute", pool, api().CUmemPool_attribute.CU_MEMPOOL_ATTR_USED_MEM_HIGH))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parts = {each.__name__: each for each in (equal, speed, million, start, stop, gradient)}
    parser.add_argument("--parts", nargs="+", choices=parts, default=list(parts))
    parser.add_argument("--dtypes", nargs="+", choices=("float32", "float64"), default=["float32", "float64"])
    parser.add_argument("--runs", type=int, default=1 << 19)
    about = "part speed: least blocks a multiprocessor, which bound registers; 0 for no bound"
    parser.add_argument("--bounds", nargs="+", type=int, default=[0], help=about)
    parser.add_argument("--arms", type=int, default=1_000_000, help="runs of the part million")
    options = parser.parse_args()
    warnings.simplefilter("ignore", arm.ArmillaryWarning)
    for name in options.parts:
        print(f"{name}:", flush=True)
        try:
            parts[name](options)
        except Exception:
            traceback.print_exc()


if __name__ == "__main__":
    main()
