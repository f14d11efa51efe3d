"""A robot as C: exported, compiled by the installed compiler, and called from Python for comparison.

Run: python examples/08_export_c.py [ROBOT]
"""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

import armillary as arm


def main(name: str = "panda") -> None:
    """Print the written files, the output of the exported test, and the difference from the compiled kernels."""
    robot = arm.library.get(name)
    with tempfile.TemporaryDirectory() as folder:
        made = arm.export(robot, to="c", path=Path(folder) / "c", name="robot_arm")
        for file in made.files:
            print(f"{file.name:18} {len(file.read_text().splitlines()):6} lines")
        compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
        if compiler is None:
            print("there is no C compiler here; the files above are all it takes")
            return
        build = [compiler, "-std=c99", "-O2", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror"]
        source, test = made.path / "robot_arm.c", made.path / "test_robot_arm.c"
        subprocess.run([*build, source, test, "-o", made.path / "test", "-lm"], check=True)
        print(subprocess.run([made.path / "test"], check=True, capture_output=True, text=True).stdout, end="")
        library = made.path / "robot_arm.so"
        subprocess.run([*build, "-shared", "-fPIC", source, "-o", library, "-lm"], check=True)
        compare(robot, ctypes.CDLL(str(library)))


def compare(robot: arm.Robot, library: ctypes.CDLL) -> None:
    """Call forward dynamics at a random state in C and by `arm.compile`."""
    dyn = arm.compile(robot)
    rng = np.random.default_rng(0)
    q = dyn.model.integrate(dyn.model.neutral, rng.normal(size=dyn.model.nv))
    qd, tau, qdd = rng.normal(size=dyn.model.nv), rng.normal(size=dyn.model.nv), np.empty(dyn.model.nv)
    library.robot_arm_forward_dynamics(*(ctypes.c_void_p(array.ctypes.data) for array in (q, qd, tau, qdd)))
    ours = dyn.forward_dynamics(q, qd, tau)
    print(f"forward dynamics in C and by the kernel differ by {np.abs(qdd - ours).max() / np.abs(ours).max():.0e}")


if __name__ == "__main__":
    main(*sys.argv[1:])
