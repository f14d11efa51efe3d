"""Code for GPUs: states a second, registers, time to the first result, arrays of other libraries.

    python benchmarks/gpu/on_device.py [--parts machine speed start arrays cycles] [--robots panda flexrob]
                             [--quantities …]

A part that fails prints its traceback, and the next one begins.

    machine   versions, device, driver
    speed     time a state in a batch on the device, by events; the ratio to CPU code in one thread; registers, spills
    start     from a robot to the first result, after imports and with a context: without cached code, and with it in a
              new process; the time of the context apart
    arrays    PyTorch, CuPy, JAX and NumPy arrays in and out; wrong ones refused
    cycles    a thousand kernels made, run and dropped: free memory of the device
"""

from __future__ import annotations

import argparse
import gc
import os
import platform
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version

import numpy as np

import armillary as arm
from armillary.compiler.ptx.driver import call, device
from armillary.formulations.registry import DERIVATIVES, QUANTITIES, VJPS
from armillary.multibody.random_states import random_states

DTYPES = ("float32", "float64")
STATES = 1 << 22
FEW = 2000
PACKAGES = ("armillary", "llvmlite", "numpy", "torch", "cupy-cuda13x", "jax", "cuda-bindings", "cuda-core")
FRESH = """
import time
import numpy as np, armillary as arm, torch, llvmlite.binding
import armillary.compiler.ptx.compiled
from armillary.compiler.ptx.driver import device
robot = arm.library.get("{robot}")
began = time.perf_counter()
device(0)
context = time.perf_counter() - began
x = torch.zeros((3, 1024, {nv}), dtype=torch.{dtype}, device="cuda"); torch.cuda.synchronize()
start = time.perf_counter()
dyn = arm.compile(robot, device="cuda", dtype="{dtype}")
kernel = dyn.kernel("forward_dynamics")
traced = time.perf_counter() - start
kernel.module()
loaded = time.perf_counter() - start
result = dyn.forward_dynamics(*x)
torch.cuda.synchronize()
whole = time.perf_counter() - start
print(f"{robot} {dtype} first forward dynamics: {{whole:.3f}} s (traced {{traced:.3f}}, loaded {{loaded:.3f}}), "
      f"context {{context:.3f}} s")
"""


def machine(_: argparse.Namespace) -> None:
    """Print versions."""
    print(platform.python_version(), platform.machine(), os.cpu_count(), "cores")
    for name in PACKAGES:
        try:
            print(f"  {name} {version(name)}")
        except PackageNotFoundError:
            print(f"  {name} not installed")
    gpu = device(0)
    attribute = call("cuDeviceGetName", 100, gpu.handle)
    print(f"  {attribute.partition(bytes(1))[0].decode()}: compute capability {gpu.capability}, CUDA {gpu.version}")
    print(f"  PTX for {arm.compile(arm.library.get('khatib-rr'), device='cuda')._target.name}")


def inputs_of(quantity: str, states: list) -> list:
    """Return the inputs of a quantity; velocities stand for cotangents too."""
    count = len((DERIVATIVES | QUANTITIES | VJPS)[quantity].inputs)
    return [*states, states[1]][:count]


def called(dyn, quantity: str, states: list[np.ndarray]) -> tuple:
    """Return a quantity or its derivatives as a tuple."""
    result = getattr(dyn, quantity)(*inputs_of(quantity, states))
    return result if isinstance(result, tuple) else (result,)


def many(model, count: int, seed: int) -> list[np.ndarray]:
    """Return random states: entries of few states, drawn anew for each entry; those of quaternions stay together."""
    rng = np.random.default_rng(seed)
    q, *rest = random_states(model, FEW, seed=seed)
    drawn = [np.take_along_axis(each, rng.integers(FEW, size=(count, each.shape[1])), 0) for each in (q, *rest)]
    return drawn if model.nq == model.nv else [q[rng.integers(FEW, size=count)], *drawn[1:]]


def speed(options: argparse.Namespace) -> None:
    """Measure a batch on the device, in rows and in columns."""
    import torch

    print(f"{STATES} states in arrays of PyTorch; CPU code: 20,000 states, one thread")
    for name in options.robots:
        cpu = arm.compile(arm.library.get(name))
        states = random_states(cpu.model, 2000, seed=1)
        many = [np.resize(each, (20_000, each.shape[1])) for each in states]
        for quantity in options.quantities:
            try:
                called(cpu, quantity, many)
                single = min(timed(cpu, quantity, many) for _ in range(3)) / len(many[0])
                for dtype in DTYPES:
                    gpu = arm.compile(arm.library.get(name), device="cuda", dtype=dtype)
                    rows = [torch.tensor(each, dtype=getattr(torch, dtype)) for each in states]
                    given = [row.repeat(STATES // len(row) + 1, 1)[:STATES].contiguous().cuda() for row in rows]
                    program = gpu.kernel(quantity).program
                    moved = sum(port.size for port in (*program.inputs, *program.outputs))
                    for order in ("rows", "columns"):
                        columns = order == "columns"
                        arrays = [row.T.contiguous().T if columns else row for row in given]
                        each = on_device(gpu, quantity, arrays)
                        module = gpu.kernel(quantity).module(columns=columns)
                        rate = moved * (4 if dtype == "float32" else 8) / each / 1e12
                        print(
                            f"  {name:<14} {quantity:<28} {dtype} {order:<7} {1e-9 / each:7.2f} G states/s "
                            f"{rate:5.2f} TB/s {single / each:8.0f} x CPU  {module.resources()}", flush=True,
                        )  # fmt: skip
            except Exception:
                print(f"  {name} {quantity}")
                traceback.print_exc()


def timed(dyn, quantity: str, states: list[np.ndarray]) -> float:
    """Return the time of a call [s]."""
    start = time.perf_counter()
    called(dyn, quantity, states)
    return time.perf_counter() - start


def on_device(dyn, quantity: str, given: list) -> float:
    """Return the least time a state [s] of several launches."""
    import torch

    arrays = inputs_of(quantity, given)
    first = getattr(dyn, quantity)(*arrays)
    outs = {"out": first}
    best = float("inf")
    for _ in range(20):
        start, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
        start.record()
        for _ in range(5):
            getattr(dyn, quantity)(*arrays, **outs)
        end.record()
        torch.cuda.synchronize()
        best = min(best, start.elapsed_time(end) / 5)
    return best / 1e3 / len(arrays[0])


def start(options: argparse.Namespace) -> None:
    """Time the first result in new processes."""
    with tempfile.TemporaryDirectory() as folder:
        where = {"ARMILLARY_CACHE": folder, "CUDA_CACHE_PATH": folder + "/driver"}
        for name in options.robots:
            nv = arm.model(arm.library.get(name)).nv
            for dtype in DTYPES:
                for about in ("cold", "cached"):
                    text = FRESH.format(robot=name, nv=nv, dtype=dtype)
                    ran = subprocess.run(
                        [sys.executable, "-c", text],
                        env=os.environ | where,
                        capture_output=True,
                        text=True,
                        check=False,
                    )
                    print(f"  {about:<7}", (ran.stdout + ran.stderr[-1500:]).strip(), flush=True)


def arrays(_: argparse.Namespace) -> None:
    """Take and give arrays of every library."""
    robot = arm.library.get("panda")
    cpu, gpu = arm.compile(robot), arm.compile(robot, device="cuda", dtype="float64")
    states = random_states(cpu.model, 1000)
    wanted = cpu.forward_dynamics(*states)
    for library in (with_numpy, with_torch, with_cupy, with_jax, with_parameters):
        try:
            library(robot, gpu, states, wanted)
            print(f"  {library.__name__}: ok", flush=True)
        except Exception:
            print(f"  {library.__name__}: FAILED")
            traceback.print_exc()


def close(found, wanted) -> None:
    gap = np.abs(np.asarray(found) - wanted).max() / np.abs(wanted).max()
    if not gap < 1e-13:
        raise AssertionError(f"differs by {gap}")


def refused(call_, *words: str) -> None:
    """Require an error of the family with these words."""
    try:
        call_()
    except arm.ArmillaryError as error:
        print("      refused:", error)
        if not all(word in str(error) for word in words):
            raise AssertionError(str(error)) from error
    else:
        raise AssertionError(f"not refused: {words}")


def with_numpy(robot, gpu, states, wanted) -> None:
    found = gpu.forward_dynamics(*states)
    assert type(found) is np.ndarray
    close(found, wanted)
    out = np.empty_like(wanted)
    assert gpu.forward_dynamics(*states, out=out) is out
    close(out, wanted)
    close(gpu.forward_dynamics(*(each[0] for each in states)), wanted[0])
    close(gpu.forward_dynamics(*(each[:1] for each in states)), wanted[:1])
    assert gpu.forward_dynamics(*(each[:0] for each in states)).shape == (0, 7)
    for n in (127, 128, 129, 255, 257):
        close(gpu.forward_dynamics(*(each[:n] for each in states)), wanted[:n])


def with_torch(robot, gpu, states, wanted) -> None:
    import torch

    given = [torch.tensor(each, device="cuda") for each in states]
    found = gpu.forward_dynamics(*given)
    assert isinstance(found, torch.Tensor)
    assert found.is_cuda
    close(found.cpu(), wanted)
    out = torch.empty_like(found)
    assert gpu.forward_dynamics(*given, out=out) is out
    close(out.cpu(), wanted)
    same = [each.clone() for each in given]
    gpu.forward_dynamics(*same, out=same[2])  # in place
    close(same[2].cpu(), wanted)
    side = torch.cuda.Stream()
    with torch.cuda.stream(side):
        late = gpu.forward_dynamics(*given)
    side.synchronize()
    close(late.cpu(), wanted)
    close(gpu.forward_dynamics(*(each[3] for each in given)).cpu(), wanted[3])
    close(gpu.forward_dynamics(*(each[3:77] for each in given)).cpu(), wanted[3:77])
    refused(lambda: gpu.forward_dynamics(*(each.cpu() for each in given)), "cpu")
    refused(lambda: gpu.forward_dynamics(*(each.float() for each in given)), "float32")
    refused(lambda: gpu.forward_dynamics(given[0], given[1], given[2][:5]), "different lengths")
    columns = [each.T.contiguous().T for each in given]
    found = gpu.forward_dynamics(*columns)
    assert found.stride(0) == 1
    close(found.cpu(), wanted)
    close(gpu.forward_dynamics(columns[0], *given[1:]).cpu(), wanted)  # one order in rows: rows
    refused(lambda: gpu.forward_dynamics(given[0][::2], *(each[::2] for each in given[1:])), "rows")
    refused(lambda: gpu.forward_dynamics(given[0].requires_grad_(), *given[1:]), "gradients")
    given[0].requires_grad_(False)
    refused(lambda: gpu.forward_dynamics(given[0], states[1], given[2]), "one library")
    refused(lambda: gpu.forward_dynamics(*given, out=torch.empty(3, device="cuda", dtype=torch.float64)), "shape")
    huge = torch.empty((1, 7), device="cuda", dtype=torch.float64).expand(4_000_000_000, 7)
    refused(lambda: gpu.forward_dynamics(huge, huge, huge))
    refused(lambda: arm.compile(robot, device="cuda:7"), "cuda:7")


def with_cupy(robot, gpu, states, wanted) -> None:
    import cupy

    given = [cupy.asarray(each) for each in states]
    found = gpu.forward_dynamics(*given)
    assert isinstance(found, cupy.ndarray)
    close(found.get(), wanted)
    out = cupy.empty_like(found)
    assert gpu.forward_dynamics(*given, out=out) is out
    close(out.get(), wanted)
    with cupy.cuda.Stream(non_blocking=True) as side:
        late = gpu.forward_dynamics(*given)
    side.synchronize()
    close(late.get(), wanted)
    columns = [cupy.asfortranarray(each) for each in given]
    found = gpu.forward_dynamics(*columns)
    assert found.flags.f_contiguous
    close(found.get(), wanted)
    close(gpu.forward_dynamics(columns[0], *given[1:]).get(), wanted)  # one order in rows: rows


def with_jax(robot, gpu, states, wanted) -> None:
    os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
    import jax

    jax.config.update("jax_enable_x64", True)
    given = [jax.numpy.asarray(each) for each in states]
    found = gpu.forward_dynamics(*given)
    assert isinstance(found, jax.Array)
    assert found.dtype == "float64"
    close(found, wanted)
    close(2 * found, 2 * wanted)  # a computation of JAX's waits for ours
    for _ in range(50):  # memory is let go
        found = gpu.forward_dynamics(*given)
    close(found, wanted)


def with_parameters(robot, gpu, states, wanted) -> None:
    import torch

    model = arm.model(robot, free=[f"{robot.links[-1].name}.mass"])
    cpu, dyn = arm.compile(model), arm.compile(model, device="cuda")
    rng = np.random.default_rng(0)
    own = model.free_parameters[0].value
    rows = own * rng.uniform(0.5, 1.5, (len(states[0]), 1))
    given = [torch.tensor(each, device="cuda") for each in states]
    close(dyn.forward_dynamics(*given).cpu(), cpu.forward_dynamics(*states))
    close(dyn.forward_dynamics(*given, parameters=[2 * own]).cpu(), cpu.forward_dynamics(*states, parameters=[2 * own]))
    found = dyn.forward_dynamics(*given, parameters=torch.tensor(rows, device="cuda"))
    close(found.cpu(), cpu.forward_dynamics(*states, parameters=rows))
    found = dyn.forward_dynamics(*given, parameters={model.free[0]: rows[:, 0]})
    close(found.cpu(), cpu.forward_dynamics(*states, parameters=rows))
    push = rng.normal(size=(len(states[0]), 6))
    found = gpu.forward_dynamics(*given, wrenches={"tip": torch.tensor(push, device="cuda")})
    close(found.cpu(), arm.compile(robot).forward_dynamics(*states, wrenches={"tip": push}))
    found = gpu.forward_dynamics(*given, wrenches={"tip": push[0]})
    close(found.cpu(), arm.compile(robot).forward_dynamics(*states, wrenches={"tip": push[0]}))


def cycles(_: argparse.Namespace) -> None:
    """Make, run and drop kernels."""
    import torch

    robot = arm.library.get("khatib-rr")
    x = torch.zeros((3, 1000, 2), device="cuda", dtype=torch.float64)
    marks = []
    start = time.perf_counter()
    for k in range(1000):
        arm.compile(robot, device="cuda").forward_dynamics(*x)
        if k % 200 == 0 or k == 999:
            gc.collect()
            torch.cuda.synchronize()
            marks.append(torch.cuda.mem_get_info()[0])
    print(f"  free memory [MiB]: {[mark >> 20 for mark in marks]}, {time.perf_counter() - start:.1f} s")


PARTS = {each.__name__: each for each in (machine, speed, start, arrays, cycles)}


def main() -> None:
    """Run the parts."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    chosen(parser, PARTS)


def chosen(parser: argparse.ArgumentParser, known: dict[str, Callable[[argparse.Namespace], None]]) -> None:
    """Run the parts that the command line names, for its robots and quantities."""
    parser.add_argument("--parts", nargs="+", choices=list(known), default=list(known))
    parser.add_argument("--robots", nargs="+", default=["panda", "flexrob"])
    parser.add_argument("--quantities", nargs="+", default=["inverse_dynamics", "forward_dynamics"])
    options = parser.parse_args()
    if options.robots == ["all"]:
        options.robots = list(arm.library.names())
    if options.quantities == ["all"]:
        plain = [name for name, each in QUANTITIES.items() if not each.singular_values]
        options.quantities = [*plain, *DERIVATIVES, *VJPS]
    for name in options.parts:
        print(f"== {name}", flush=True)
        try:
            known[name](options)
        except Exception:
            traceback.print_exc()
            sys.stderr.flush()


if __name__ == "__main__":
    main()
