"""Targets that are chosen by name: their registers, their numbers, their simulations, whatever CPU runs the tests."""

import os
import platform
import re
import shutil
import subprocess
import sys
import textwrap
from functools import partial

import llvmlite.binding as llvm
import numpy as np
import pytest

import armillary as arm
from internals import Kernel, environment, object_code, record, target, to_object
from internals import emit_llvm as emit
from internals import evaluate_program as evaluate
from internals import kernel_build as build

KNOWN = target.known_targets(target.cpu().triple)
HERE = [name for name, each in KNOWN.items() if {*each.needs} <= target._features()]
"""Targets whose code this CPU can run."""
x86 = pytest.mark.skipif(platform.machine() not in ("x86_64", "AMD64"), reason="hardware: instructions of x86-64")


def program():
    """Products, sums, sines, roots and quotients of a few numbers."""

    def function(x):
        a, b, c, d, e = x
        s = (a + b).sin() * c - (a + b).cos() * d
        return {"y": np.array([a * b + c * d, s, (a * a + 2).sqrt(), c / (1 + d * d), (-e).tanh(), s * s - a * e])}

    return record("mixed", function, {"x": 5})


@pytest.fixture
def chosen(monkeypatch):
    return partial(monkeypatch.setenv, target.VARIABLE)


@pytest.mark.parametrize("name", HERE)
def test_the_variable_chooses(name, chosen):
    chosen(name)
    found = target.host()
    assert (found.name, found.width) == (KNOWN[name].processor, KNOWN[name].width)
    assert target.host(2).width == 2  # an argument goes before
    chosen(f"{name}:8")
    assert target.host() == target.host(8)
    assert target.host().name == KNOWN[name].processor
    assert build(program()).width == 8


def test_the_whole_cpu_by_default(monkeypatch, chosen):
    monkeypatch.delenv(target.VARIABLE, raising=False)
    whole = target.host()
    chosen("native")
    assert target.host() == whole == target.cpu()
    chosen("native:1")
    assert target.host().width == 1


@pytest.mark.parametrize("bad", ["wide", "scalar:3", "native:16", "scalar:x", "4", ":2", "AVX2", "native:4.0"])
def test_a_wrong_value_is_named(bad, chosen):
    chosen(bad)
    with pytest.raises(arm.ArgumentError, match=rf"{target.VARIABLE}: .*expected one of "):
        target.host()


@x86
def test_instructions_that_the_cpu_lacks_are_refused(chosen, monkeypatch):
    monkeypatch.setattr(target, "_features", lambda: {"sse2", "avx"})
    chosen("avx2")
    with pytest.raises(arm.ArgumentError, match=r"ARMILLARY_TARGET: avx2, for which this CPU \(.*\) lacks avx2, fma"):
        target.host()
    chosen("sse2")
    assert target.host().width == 2


def test_code_of_targets_is_kept_apart(chosen):
    found = set()
    for name in ("native", *HERE):
        chosen(name)
        found.add(environment())
    assert len(found) == len({target.cpu().name, *(KNOWN[name].processor for name in HERE)})


@x86
@pytest.mark.parametrize(("name", "register"), [("sse2", "xmm"), ("avx2", "ymm"), ("avx512", "zmm")])
def test_packed_arithmetic_is_done_in_the_widest_registers(name, register):
    """Also for a CPU that this machine has not: the code is emitted and read, not run.

    Single numbers, such as those that functions of the C library take, are `sd`; they may be in any register.
    """
    made = target.target(name)
    module = llvm.parse_assembly(emit(program(), made, "batch"))
    text = target.machine(made).emit_assembly(module)
    block = text[text.index("mixed_block:") : text.index("mixed_batch:")]
    packed = [
        line for line in block.splitlines() if re.match(r"\s+v?(add|sub|mul|div|sqrt|fn?m(add|sub)\d+)pd\s", line)
    ]
    assert len(packed) > 20
    assert all(f"%{register}" in line for line in packed)
    fused = [line for line in packed if re.match(r"\s+vfn?m", line)]
    assert bool(fused) == made.fused == (name != "sse2")


@x86
@pytest.mark.parametrize("name", [*target.X86])
def test_object_code_is_made_for_every_target(name, tmp_path):
    """What LLVM emits is read back by the disassembler of binutils: every instruction is a known one."""
    made = target.target(name)
    for kind in ("one", "batch", "columns", "lanes"):
        image = to_object(emit(program(), made, kind), made)
        assert image.startswith(b"\x7fELF")
        if shutil.which("objdump") is None:
            pytest.skip("hardware: objdump reads object files of this system")
        (tmp_path / kind).write_bytes(image)
        found = subprocess.run(["objdump", "-d", tmp_path / kind], capture_output=True, check=True).stdout
        assert b"(bad)" not in found
        assert (b"%zmm" in found) >= (name == "avx512" and kind != "one")
        assert (b"%zmm" in found) <= (name == "avx512")
        assert (b"%ymm" in found) <= (name in ("avx2", "avx512"))


@pytest.mark.parametrize("lanes", target.WIDTHS)
@pytest.mark.parametrize("name", ["native", *HERE])
def test_numbers_are_those_of_the_evaluator(name, lanes, chosen):
    chosen(f"{name}:{lanes}")
    kernel = Kernel(program(), lanes, partial(object_code, program(), target.host()))
    x = np.random.default_rng(1).normal(size=(2 * lanes + 1, 5))
    y = np.empty((len(x), 6))
    kernel.batch(x, y)
    assert y == pytest.approx(evaluate(program(), {"x": x})["y"], rel=1e-13, abs=1e-13)
    (by_columns,) = kernel.evaluate([np.asfortranarray(x)], [None])
    assert np.array_equal(by_columns, y)
    kernel.one(x[0], y[1])
    assert y[1] == pytest.approx(y[0], rel=1e-13, abs=1e-13)


RUNS = """
    import numpy as np
    import armillary as arm
    from armillary.compiler.llvm.target import host

    pendulum = arm.planar([1.0, 0.8], [1.0, 2.0])
    starts = np.random.default_rng(2).uniform(-1, 1, (11, 2))
    stack = arm.simulate(arm.Scenario(pendulum, q0=starts), 0.2, solver=arm.solvers.RK4(step=1e-3), record=0.2)
    rubs = arm.Friction(0.4, 1.0, static=1.5, stribeck_velocity=1e-3)
    joint = arm.Joint("rail", "prismatic", "base", "cart", axis=(1, 0, 0), friction=rubs, stiffness=20.0)
    block = arm.Robot("slide", (arm.Link("cart", 1.0),), (joint,))
    slips = arm.simulate(block, 3.0, q0=np.linspace(0.1, 0.9, 5)[:, None],
                         solver=arm.solvers.DOP853(rtol=1e-11, atol=1e-11), record=3.0)
    rolled = arm.rollout(arm.Scenario(pendulum, q0=starts), 0.05, record=0.05)
    gradient = rolled.vjp(q_bar=rolled.q)["q0"]
    numbers = [np.max(slips.drift_max), *stack.q[:, -1].flat, *slips.q[:, -1].flat, *gradient.flat]
    print(host().name, host().width, *map(float.hex, map(float, numbers)))
"""


def simulated(name):
    env = {**os.environ, target.VARIABLE: name}
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(RUNS)], env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    processor, width, drift, *numbers = done.stdout.split()
    return (processor, int(width)), float.fromhex(drift), np.array([float.fromhex(each) for each in numbers])


def test_simulations_agree_on_every_target():
    """Stacks, sticking joints and gradients, in processes that have one target each."""
    _, _, expected = simulated("native")
    for name in (HERE[0], f"{HERE[-1]}:8"):
        bare, _, lanes = name.partition(":")
        which, drift, found = simulated(name)
        assert which == (KNOWN[bare].processor, int(lanes or KNOWN[bare].width))
        assert drift < 1e-6
        assert found == pytest.approx(expected, rel=1e-8, abs=1e-9)


@pytest.mark.skipif(sys.platform != "linux", reason="limits of address space")
def test_too_little_memory_for_llvm_is_told():
    """As `ulimit -v` sets it: llvmlite's own message asks whether its file is there."""
    code = (
        "import resource, numpy\n"
        "from armillary.compiler.llvm.target import binding\n"
        "from armillary.errors import CompilerError\n"
        "used = int(open('/proc/self/statm').read().split()[0]) * resource.getpagesize()\n"
        "resource.setrlimit(resource.RLIMIT_AS, (used + 2**24, used + 2**24))\n"
        "try:\n    binding()\nexcept CompilerError as error:\n    print(error)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "LLVM cannot be loaded" in done.stdout
    assert "ulimit -v" in done.stdout
