"""Machine code in processes that hold much memory, and the memory that code itself takes."""

import os
import subprocess
import sys

import pytest

LARGE = """
import mmap

# Address space alone: pages that are never touched take no memory.
flags = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | getattr(mmap, "MAP_NORESERVE", 0x4000)
held = [mmap.mmap(-1, 8 << 30, flags=flags)]
import numpy as np
import armillary as arm

for name in ("planar-4r", "khatib-rr", "flexible-3r"):
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
