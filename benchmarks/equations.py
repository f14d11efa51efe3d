"""How long the equations of motion take to derive and to write, and how many operations they have.

    python benchmarks/equations.py

Seconds of CPU for M, v and g from the robot to the text, after imports; operations of v and g as they are written, each
entry by itself. SymPy's own way, for the arms that it can do in reasonable time, stands beside: the same matrices with
symbols for the angles, `trigsimp` on every entry.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace

import sympy

import armillary as arm
from armillary.symbolic.equations import Equations, equations

SMALL = ("khatib-rp", "khatib-rr", "planar-3r", "stanford")


def puma_like() -> arm.Robot:
    """The first three joints of a PUMA 560 with general centres of mass and principal moments of inertia."""
    puma = arm.library.get("puma560")
    inertia = ((0.1, 0.0, 0.0), (0.0, 0.12, 0.0), (0.0, 0.0, 0.13))
    links = tuple(replace(link, com=(0.1, 0.02, 0.03), inertia=inertia) for link in puma.links[:3])
    return replace(puma, name="puma-3r", links=links, joints=puma.joints[:3], motors=(), frames=())


def robots() -> Iterator[arm.Robot]:
    yield from (arm.library.get(name) for name in SMALL)
    yield puma_like()
    yield arm.library.get("ur5")
    yield arm.library.get("puma560")


def written(robot: arm.Robot) -> tuple[Equations, float]:
    start = time.process_time()
    found = equations(robot)
    for name in ("M", "v", "g"):
        found.quantity(name).text()
    return found, time.process_time() - start


def by_trigsimp(found: Equations) -> tuple[float, int]:
    """Return seconds and operations of SymPy's `trigsimp` on the expanded v and g."""
    expressions = [sympy.expand(formula.sympy(), trig=True) for name in ("v", "g") for formula in found.formulas(name)]
    start = time.process_time()
    simple = [sympy.trigsimp(expression) for expression in expressions]
    seconds = time.process_time() - start
    return seconds, sum(int(sympy.count_ops(each)) for each in simple)


def main() -> None:
    written(arm.library.get("khatib-rr"))  # what is imported late
    print(f"{'robot':<12} {'seconds':>8} {'operations':>10}   {'trigsimp [s]':>12} {'operations':>10}")
    for robot in robots():
        found, seconds = written(robot)
        row = f"{robot.name:<12} {seconds:8.3f} {sum(found.operations('v', 'g')):10d}"
        if robot.name in SMALL:
            other, count = by_trigsimp(found)
            row += f"   {other:12.2f} {count:10d}"
        print(row)


if __name__ == "__main__":
    main()
