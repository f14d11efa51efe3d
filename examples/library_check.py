"""All formulations against each other on every robot of the library: one line each.

Run: python examples/library_check.py [FILE]    the table also goes to FILE
"""

from __future__ import annotations

import sys
from pathlib import Path

import armillary as arm

STATES = 2
TOLERANCE = 1e-10


def main(*arguments: str) -> int:
    """Print the table; return 1 if formulations disagree on some robot."""
    lines, failed = [f"{'robot':18}{'DOF':>4}  worst relative disagreement, {STATES} random states"], False
    print(lines[0])
    for name in arm.library.names():
        robot = arm.library.get(name)
        worst = arm.check(robot, states=STATES).worst
        failed |= not worst <= TOLERANCE
        lines.append(f"{name:18}{arm.model(robot).nv:4}  {worst:.1e}" + ("" if worst <= TOLERANCE else "  FAIL"))
        print(lines[-1], flush=True)
    for path in arguments:
        Path(path).write_text("\n".join(lines) + "\n", encoding="utf-8")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
