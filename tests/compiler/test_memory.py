"""Machine code in processes that hold much memory, and the memory that code itself takes."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import armillary as arm
from internals import assemble

LARGE = """
import mmap

# Address space alone: pages that are never touched take no memory.
flags = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | getattr(mmap, "MAP_NORESERVE", 0x4000)
held = [mmap.mmap(-1, 8 << 30, flags=flags)]
import numpy as np
import armillary as arm

for name in ("planar-4r", "khatib-rr"):
    robot = arm.library.get(name)
    model = arm.model(robot)
    state = [np.full(model.nq, 0.1), np.full(model.nv, 0.2), np.full(model.nv, 0.3)]
    made, known = arm.compile(robot), arm.evaluate(robot)
    for quantity, given in (("mass_matrix", state[:1]), ("inverse_dynamics", state)):
        held.append(mmap.mmap(-1, 8 << 30, flags=flags))
        assert np.allclose(getattr(made, quantity)(*given), getattr(known, quantity)(*given), rtol=1e-9, atol=1e-9)
run = arm.simulate(arm.library.get("khatib-rr"), duration=0.1, q0=[0.1, 0.2])
assert np.isfinite(run.q).all()
"""


@pytest.mark.skipif(sys.platform != "linux", reason="maps memory without reserving it")
@pytest.mark.parametrize("time", ["compiled", "loaded from disk"])
def test_code_is_made_and_loaded_beside_much_memory(tmp_path_factory, time):
    folder = tmp_path_factory.getbasetemp() / "objects of a large process"
    environment = {**os.environ, "ARMILLARY_CACHE": str(folder)}
    done = subprocess.run([sys.executable, "-c", LARGE], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]
    assert any(folder.iterdir()), time


def resident() -> float:
    """Resident memory of this process [MB]."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


@pytest.mark.skipif(sys.platform != "linux", reason="reads memory from /proc")
def test_libraries_that_are_not_used_take_no_memory():
    """A thousand libraries after the first hundred: 10 MB if each left 10 kB behind."""

    def load(number: int) -> None:
        body = "".join(f"  %x{k} = fmul double %x{k - 1}, 0x{number * 1000 + k:016X}\n" for k in range(1, 300))
        text = f"define double @f(double %x0) {{\n{body}  ret double %x299\n}}\n"
        image = images.setdefault(number % 20, assemble.to_object(text) if number < 20 else b"")
        assemble.LoadedCode(image, ["f"])

    images: dict[int, bytes] = {}
    for number in range(100):
        load(number)
    before = resident()
    for number in range(100, 1100):
        load(number)
    assert resident() - before < 2.0


def test_the_same_loop_with_other_starts_and_gains_is_made_and_loaded_once(tmp_path, monkeypatch):
    monkeypatch.setenv("ARMILLARY_CACHE", str(tmp_path / "objects"))
    robot, loaded = arm.library.get("khatib-rr"), []
    make = assemble.LoadedCode.__init__
    monkeypatch.setattr(
        assemble.LoadedCode, "__init__", lambda self, *given: (loaded.append(given), make(self, *given))[1]
    )

    def run(k: int) -> None:
        law = arm.controllers.PD(kp=[80.0 + k, 40.0 - k], kd=5.0 + k)
        for controller, period in ((None, None), (law, None), (law, 0.01)):
            arm.simulate(robot, 0.02, q0=[0.1 * k, 0.2], controller=controller, period=period)

    run(1)
    made, linked = set((tmp_path / "objects").iterdir()), len(loaded)
    assert linked > 2
    for k in range(2, 6):
        run(k)
    assert set((tmp_path / "objects").iterdir()) == made
    assert len(loaded) == linked
