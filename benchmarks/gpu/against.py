"""Kernels on a GPU beside other code on the same machine: plain JAX, CPU code on all cores, Pinocchio, the issue rate.

    python benchmarks/gpu/against.py [--parts issue cpu jax mjx] [--robots panda] [--quantities inverse_dynamics]
                                     [--dtypes float32] [--states 1048576]

Tables are in Markdown. A part that fails prints its traceback, and the next one begins.

    issue     share of the device's rate of floating-point instructions, registers, local memory
    cpu       CPU code on all cores, and Pinocchio where it is installed; ratios to the GPU of all cores, and of
              Pinocchio if all cores ran it as fast as one
    jax       the recursions of `jax_recursions`, mapped and compiled: rate, time to compile; ratio of our kernels.
              Without a GPU the ratio is that of CPU code in one thread
    mjx       steps of free motion by MuJoCo XLA in single precision, without contacts, beside semi-implicit Euler of
              ours: rate, time to compile, distance after the steps
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import re
import tempfile
import time
import traceback

import numpy as np
from on_device import DTYPES, called, inputs_of, many, on_device, timed

import armillary as arm
from armillary.compiler.ptx.driver import api, call, device
from armillary.compiler.ptx.emit import emit
from armillary.compiler.ptx.target import SCALARS, gpu, to_ptx
from armillary.errors import ArmillaryError

RECURSIONS = {"inverse_dynamics": "rnea", "forward_dynamics": "aba"}
LANES = {"float32": 128, "float64": 64}
"""Floating-point instructions a clock of a multiprocessor of compute capability 8.0 or 9.0. [CUDA]"""
INSTRUCTION = re.compile(r"^\s*(?:fma|add|sub|mul|neg|abs|min|max|div|sqrt)\.\S*f(?:32|64)\s", re.MULTILINE)
FEW = 20_000
STEPS = 100


def plain(name: str) -> arm.Model:
    """Return a robot without motors and friction, as the recursions have it."""
    return arm.model(arm.library.get(name), motors="none", friction=False)


def tensors(model: arm.Model, count: int, dtype: str) -> list:
    """Return random states as tensors of PyTorch."""
    import torch

    few = many(model, 4096, seed=1)
    rows = [torch.tensor(each, dtype=getattr(torch, dtype), device="cuda") for each in few]
    return [row.repeat(count // len(row) + 1, 1)[:count].contiguous() for row in rows]


def issue(options: argparse.Namespace) -> None:
    """Print the share of the peak rate of instructions."""
    where, attribute = device(0), api().CUdevice_attribute
    names = ("MULTIPROCESSOR_COUNT", "CLOCK_RATE")
    count, clock = (
        call("cuDeviceGetAttribute", getattr(attribute, f"CU_DEVICE_ATTRIBUTE_{name}"), where.handle) for name in names
    )
    print(f"{count} multiprocessors, {clock / 1e6:.3f} GHz, {options.states} states")
    print(
        "| robot | quantity | dtype | G states/s | instructions a state | share of issue rate | registers | local B |"
    )
    print("|---|---|---|--:|--:|--:|--:|--:|")
    for name in options.robots:
        for quantity in options.quantities:
            for dtype in options.dtypes:
                dyn = arm.compile(arm.library.get(name), device="cuda", dtype=dtype)
                each = on_device(dyn, quantity, tensors(dyn.model, options.states, dtype))
                target = gpu(where.capability, where.version, SCALARS[dtype])
                used = len(INSTRUCTION.findall(to_ptx(emit(dyn.kernel(quantity).program, target)[0], target)))
                share = used / each / (count * clock * 1e3 * LANES[dtype])
                figures = dyn.kernel(quantity).module().resources()
                print(
                    f"| {name} | {quantity} | {dtype} | {1e-9 / each:.2f} | {used} | {share:.0%} | "
                    f"{figures['registers']} | {figures['local']} |", flush=True,
                )  # fmt: skip


def cpu(options: argparse.Namespace) -> None:
    """Print the ratios to CPU code on all cores."""
    cores = os.cpu_count() or 1
    there = importlib.util.find_spec("pinocchio") is not None
    print(f"{cores} cores; Pinocchio is {'installed' if there else 'not installed'}; times a state")
    print("| robot | quantity | one core [ns] | all cores [ns] | Pinocchio, one core [ns] | GPU [ns] | ratios |")
    print("|---|---|--:|--:|--:|--:|--:|")
    for name in options.robots:
        model = plain(name)
        one, whole = arm.compile(model), arm.compile(model, threads=cores)
        for quantity in options.quantities:
            few, rows = many(model, FEW, seed=1), many(model, FEW * cores, seed=1)
            called(whole, quantity, rows)
            alone = min(timed(one, quantity, few) for _ in range(5)) / FEW
            shared = min(timed(whole, quantity, rows) for _ in range(5)) / len(rows[0])
            other = pinocchio_time(model, quantity) if there else None
            try:
                dyn = arm.compile(model, device="cuda", dtype="float64")
                ours: float | None = on_device(dyn, quantity, tensors(model, options.states, "float64"))
            except (ArmillaryError, ImportError):
                ours = None
            ratios = [f"{each / ours:.0f}" if ours and each else "–" for each in (shared, other and other / cores)]
            cells = [f"{1e9 * each:.3g}" if each else "–" for each in (alone, shared, other, ours)]
            print(f"| {name} | {quantity} | {' | '.join(cells)} | {', '.join(ratios)} |", flush=True)


def pinocchio_time(model: arm.Model, quantity: str) -> float | None:
    """Return the time of one state in one thread [s], in a loop in C++ where it has one."""
    from armillary.analysis.bench import bench

    found = [
        other for row in bench(model, [quantity]).rows for other in row.others if other.package.lower() == "pinocchio"
    ]
    return (found[0].loop or found[0].call) * 1e-9 if found else None


def jax(options: argparse.Namespace) -> None:
    """Print the rate of plain JAX."""
    import jax as library
    import jax_recursions

    library.config.update("jax_enable_x64", True)
    on_gpu = library.default_backend() == "gpu"
    print(f"jax {library.__version__} on {library.devices()[0]}, {options.states} states")
    print("| robot | quantity | dtype | JAX compiles [s] | JAX [M states/s] | ours [M states/s] | ratio | difference |")
    print("|---|---|---|--:|--:|--:|--:|--:|")
    for name in options.robots:
        model = plain(name)
        for quantity in options.quantities:
            recursion = getattr(jax_recursions, RECURSIONS[quantity])
            for dtype in options.dtypes:
                given = [library.numpy.asarray(each, dtype) for each in many(model, options.states, seed=1)]
                arrays = inputs_of(quantity, given)
                mapped = library.jit(library.vmap(lambda *state, run=recursion, own=model: run(own, *state)))
                begun = time.perf_counter()
                code = mapped.lower(*arrays).compile()
                compiled = time.perf_counter() - begun
                found = code(*arrays).block_until_ready()
                theirs = min(repeated(code, arrays) for _ in range(5)) / options.states
                wanted = called(arm.compile(model), quantity, [np.asarray(each[:1000], float) for each in given])[0]
                gap = np.abs(np.asarray(found[:1000], float) - wanted).max() / np.abs(wanted).max()
                if on_gpu:
                    dyn = arm.compile(model, device="cuda", dtype=dtype)
                    ours = on_device(dyn, quantity, tensors(model, options.states, dtype))
                else:
                    few, dyn = [np.asarray(each[:FEW], float) for each in given], arm.compile(model)
                    called(dyn, quantity, few)
                    ours = min(timed(dyn, quantity, few) for _ in range(5)) / len(few[0])
                print(
                    f"| {name} | {quantity} | {dtype} | {compiled:.2f} | {1e-6 / theirs:.4g} | {1e-6 / ours:.4g} | "
                    f"{theirs / ours:.3g} | {gap:.0e} |", flush=True,
                )  # fmt: skip


def mjx(options: argparse.Namespace) -> None:
    """Print the rate of MuJoCo XLA."""
    import jax as library
    import mujoco
    from mujoco import mjx as steps

    print(f"mujoco {mujoco.__version__}, jax {library.__version__} on {library.devices()[0]}, {STEPS} steps of 1 ms")
    print(
        "| robot | runs | MJX compiles [s] | MJX [M steps/s] | ours, kernel and copies [M steps/s] | ratio | distance |"
    )
    print("|---|--:|--:|--:|--:|--:|--:|")
    for name in options.robots:
        model, count = plain(name), min(options.states, 1 << 16)
        with tempfile.TemporaryDirectory() as folder:
            arm.save(model.robot, f"{folder}/robot.xml")
            theirs = mujoco.MjModel.from_xml_path(f"{folder}/robot.xml")
        theirs.opt.timestep, theirs.opt.disableflags = 1e-3, int(mujoco.mjtDisableBit.mjDSBL_CONTACT)
        theirs.dof_frictionloss[:], theirs.dof_armature[:], theirs.dof_damping[:] = 0.0, 0.0, 0.0
        theirs.jnt_limited[:] = 0
        q, qd, _ = (np.asarray(each, "float32") for each in many(model, count, seed=1))
        whole, start = steps.put_model(theirs), steps.make_data(theirs)

        def moved(q, qd, whole=whole, start=start):
            def step(data, _):
                return steps.step(whole, data), None

            data, _ = library.lax.scan(step, start.replace(qpos=q, qvel=qd), length=STEPS)
            return data.qpos

        begun = time.perf_counter()
        code = library.jit(library.vmap(moved)).lower(q, qd).compile()
        compiled = time.perf_counter() - begun
        given = library.numpy.asarray(q), library.numpy.asarray(qd)
        found = np.asarray(code(*given))
        rate = count * STEPS / repeated(code, given)
        where = {"device": "cuda", "dtype": "float32"} if library.default_backend() == "gpu" else {}
        scenario = arm.Scenario(model, q0=q.astype(float), qd0=qd.astype(float), limits="none")
        times = []
        for _ in range(3):
            ours = arm.simulate(scenario, STEPS * 1e-3, solver=arm.solvers.SemiImplicitEuler(step=1e-3), **where)
            times.append(ours.info["seconds"])
        gap = np.nanmedian(np.abs(ours.q[:, -1] - found).max(axis=1))
        mine = count * STEPS / min(times)
        print(
            f"| {name} | {count} | {compiled:.1f} | {rate / 1e6:.4g} | {mine / 1e6:.4g} | {mine / rate:.3g} | "
            f"{gap:.0e} |", flush=True,
        )  # fmt: skip


def repeated(code, arrays) -> float:
    """Return the time of a call [s], the mean of several that follow each other."""
    begun = time.perf_counter()
    for _ in range(5):
        found = code(*arrays)
    found.block_until_ready()
    return (time.perf_counter() - begun) / 5


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    known = {each.__name__: each for each in (issue, cpu, jax, mjx)}
    parser.add_argument("--parts", nargs="+", choices=known, default=list(known))
    parser.add_argument("--robots", nargs="+", default=["panda"])
    parser.add_argument("--quantities", nargs="+", default=list(RECURSIONS))
    parser.add_argument("--dtypes", nargs="+", choices=DTYPES, default=list(DTYPES))
    parser.add_argument("--states", type=int, default=1 << 20)
    options = parser.parse_args()
    for name in options.parts:
        print(f"{name}:", flush=True)
        try:
            known[name](options)
        except Exception:
            traceback.print_exc()


if __name__ == "__main__":
    main()
