"""Our kernels against Pinocchio's own loops and calls, and against the CPU's multipliers.

    python benchmarks/against_pinocchio.py [--seconds 3] [--robots panda ur5]

What `armillary bench` measures, beside the targets; needs pin (in the extra `dev`). One thread; contenders take turns
and keep their least times. MuJoCo is shown too where it is installed.
"""

from __future__ import annotations

import argparse

import pinocchio

import armillary as arm
from armillary.analysis.bench import BenchResult, OtherTimes, QuantityTimes, bench

LOOP = {"inverse_dynamics": 45.0, "forward_dynamics": 55.0}
CALL = 10.0
SHARE = 0.8


def verdict(value: float, target: float | None) -> str:
    return "" if target is None else "ok" if value >= target else f"MISS ({target:g})"


def write(result: BenchResult) -> None:
    print(f"\n{result.robot}, motors none, no friction: ns per state; {result.cpu}, {result.width} doubles in a vector")
    for row in result.rows:
        aim = SHARE if row.quantity in LOOP else None
        print(
            f"{row.quantity:<29} {row.cost.flops:>5} flops  scalar {row.scalar:>6.1f}  batch {row.batch:>7.2f}  "
            f"call {row.call:>5.0f}  of bound {row.share:>4.0%} {verdict(row.share, aim)}"
        )
        for other in row.others:
            print(compared(row, other))
    for line in result.left_out:
        print(f"left out: {line}")


def compared(row: QuantityTimes, other: OtherTimes) -> str:
    aims = (LOOP.get(row.quantity), CALL) if other.package == "Pinocchio" and row.quantity in LOOP else (None, None)
    text = f"    {other.package:<10} {other.function:<24}"
    if other.loop:
        ratio = other.loop / row.batch
        text += f" loop {other.loop:>5.0f}: {ratio:>5.1f}× our batch {verdict(ratio, aims[0])} "
    ratio = other.call / row.call
    return text + f" call {other.call:>5.0f}: {ratio:>4.1f}× our call {verdict(ratio, aims[1])}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=3.0, help="for each quantity")
    parser.add_argument("--states", type=int, default=1024)
    parser.add_argument("--robots", nargs="+", default=["panda", "ur5"])
    arguments = parser.parse_args()
    print(f"pinocchio {pinocchio.__version__}; targets: loop {LOOP}, call {CALL:g}, of bound {SHARE:.0%}")
    for robot in arguments.robots:
        write(
            bench(
                arm.model(arm.library.get(robot), motors="none", friction=False),
                states=arguments.states,
                seconds=arguments.seconds,
            )
        )


if __name__ == "__main__":
    main()
