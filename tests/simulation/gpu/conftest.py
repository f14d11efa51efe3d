"""The fake driver for stacks: kernels are their twins, the same text for the host, run after run."""

import ctypes
import weakref
from dataclasses import replace

import pytest

from armillary.compiler.llvm.assemble import assembled, load_object
from armillary.compiler.llvm.target import host
from armillary.compiler.ptx import driver
from armillary.simulation.gpu import on_device
from armillary.simulation.gpu.thread import ARRAYS, BY_VALUE
from gpu_twins import FakeDriver


def twin(name, plan, solver, scalar):
    """Return the kernel of a stack for one run on the host: number, runs, segments, rows, arrays, shared numbers."""
    target = replace(host(1), scalar=scalar, library="own")
    image = assembled(on_device.kernel_text(name, plan, solver, target), target, [name])
    library = load_object(image, [name])
    words = [ctypes.c_int64] * 4 + [ctypes.c_void_p] * (len(ARRAYS) + len(plan.tasks) + 1)
    function = ctypes.CFUNCTYPE(None, *words)(library[name])
    function.library, function.argtypes = library, words  # the library keeps the code
    return function


@pytest.fixture
def cuda(monkeypatch) -> FakeDriver:
    """A fake driver in the place of the machine's."""
    fake, last = FakeDriver(), []
    text_, assembled_ = on_device.kernel_text, on_device.assembled

    def written(name, plan, solver, target):
        if target.triple.startswith("nvptx"):
            last[:] = [(name, plan, solver, target.scalar)]
        return text_(name, plan, solver, target)

    def made(text, target, loops):
        ptx = assembled_(text, target, loops)
        name, plan, solver, scalar = last[0]
        fake.stacks[ptx] = twin(name, plan, solver, scalar), plan.shared * scalar.bytes <= BY_VALUE
        return ptx

    monkeypatch.setattr(driver, "api", lambda: fake)
    monkeypatch.setattr(driver, "_devices", {})
    monkeypatch.setattr("armillary.compiler.ptx.module.api", lambda: fake)
    monkeypatch.setattr("armillary.compiler.ptx.module._loaded", weakref.WeakValueDictionary())
    monkeypatch.setattr(on_device, "kernel_text", written)
    monkeypatch.setattr(on_device, "assembled", made)
    monkeypatch.setenv("ARMILLARY_CACHE", "off")
    return fake
