"""The fake driver for tests of kernels."""

import weakref

import pytest

from armillary.compiler.ptx import compiled, driver
from gpu_twins import FakeDriver


@pytest.fixture
def cuda(monkeypatch) -> FakeDriver:
    """A fake driver in the place of the machine's."""
    fake, last = FakeDriver(), []
    emit_, assembled_ = compiled.emit, compiled.assembled

    def emitted(program, target, uniform):
        last[:] = [(program, target.scalar, uniform)]
        return emit_(program, target, uniform)

    def made(text, target):
        ptx = assembled_(text, target)
        fake.programs[ptx] = last[0]
        return ptx

    monkeypatch.setattr(driver, "api", lambda: fake)
    monkeypatch.setattr(driver, "_devices", {})
    monkeypatch.setattr("armillary.compiler.ptx.module.api", lambda: fake)
    monkeypatch.setattr("armillary.compiler.ptx.module._loaded", weakref.WeakValueDictionary())
    monkeypatch.setattr(compiled, "emit", emitted)
    monkeypatch.setattr(compiled, "assembled", made)
    monkeypatch.setenv("ARMILLARY_CACHE", "off")
    return fake
