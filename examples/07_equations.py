"""The equations of motion of an arm with real motors, in letters: the terms of the motors, and the base parameters.

Two links in a vertical plane; the elbow motor rides on the first link. The formulas are exact: at the end they are
evaluated as they are written, and compared with the compiled arm.

Run: python examples/07_equations.py [PAGE.md | PAGE.tex]
"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import numpy as np

import armillary as arm

Z = (0.0, 0.0, 1.0)


def geared_arm() -> arm.Robot:
    """Return two links with a motor at the base and one on the first link, in front of the elbow."""
    plain = arm.planar(lengths=[0.5, 0.4], masses=[3.0, 2.0], coms=[0.25, 0.2], inertias=[0.08, 0.04])
    shoulder, elbow = (joint.name for joint in plain.joints)
    upper = plain.links[0].name
    motors = (
        arm.Motor("shoulder motor", shoulder, "base", 1.2, rotor_inertia=3e-5, ratio=100.0, axis=Z),
        arm.Motor("elbow motor", elbow, upper, 0.8, (0.45, 0.0, 0.0), rotor_inertia=1e-5, ratio=80.0, axis=Z),
    )
    return replace(plain, name="geared arm", motors=motors)


def main(*pages: str) -> None:
    """Print the equations, the terms of the motors, and the base parameters."""
    robot = geared_arm()
    equations = arm.equations(robot)
    print(equations.text("M", "v", "g", width=100).strip())
    print("\nWhat the motors add to M:")
    print(equations.motors)
    print("\nThe Christoffel symbol b112 is", equations.entry("b112"))
    mul, add = equations.v.operations
    print(f"v as it stands takes {mul} multiplications and {add} additions")

    base = arm.equations(robot, letters="base")
    print("\nThe motion depends on no more than:")
    for one in base.parameters:
        if one.kind == "base":
            print(f"  {one.name:4} = {one.value:9.6f} {one.unit}")
    print(base.M)

    rng, compiled = np.random.default_rng(7), arm.compile(robot)
    q, qd, qdd = rng.uniform(-1, 1, (3, 2))
    tau = compiled.inverse_dynamics(q, qd, qdd)
    for name, one in (("letters", equations), ("base parameters", base)):
        error = np.abs(one.evaluate("tau", q, qd, qdd) - tau).max() / np.abs(tau).max()
        print(f"as written, in {name}, against compiled code: {'equal to 1e-12' if error < 1e-12 else error}")
    for page in pages:
        text = equations.latex(document=True) if page.endswith(".tex") else equations.explain()
        Path(page).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
