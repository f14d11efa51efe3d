"""`python -m tests.matrix`: all cells, in processes; `--write` makes docs/combinations.md from them.

python -m tests.matrix --write
python -m tests.matrix --uses rollout,gym --kinds backlash        some cells, with the messages of refusals
"""

from __future__ import annotations

import argparse
import sys
import traceback
import warnings
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

TESTS = Path(__file__).parents[1]
sys.path[:0] = [str(TESTS), str(TESTS / "oracles"), str(TESTS / "jobs")]

from matrix.cells import USES, outcome  # noqa: E402
from matrix.kinds import KINDS  # noqa: E402
from matrix.table import PAGE, note_of, render  # noqa: E402
from matrix.uses import MODULES  # noqa: E402
from matrix.uses.studies import close_cluster  # noqa: E402


def row(kind: str, uses: list[str]) -> dict[tuple[str, str], str]:
    """Return the outcomes of the uses of one kind; a fault has the text of its error, after "FAULT"."""
    found = {}
    warnings.simplefilter("ignore", ResourceWarning)  # Dask leaves sockets to the garbage collector
    for use in uses:
        try:
            found[use, kind] = outcome(USES[use], KINDS[kind])
        except Exception:
            found[use, kind] = f"FAULT\n{traceback.format_exc()}"
    close_cluster()
    return found


def main() -> int:
    """Run cells, print all that do not work, and write the page if that is asked for."""
    parser = argparse.ArgumentParser(prog="python -m tests.matrix", description=__doc__.splitlines()[0])
    parser.add_argument("--uses", default=",".join(USES))
    parser.add_argument("--kinds", default=",".join(KINDS))
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    uses, kinds = given.uses.split(","), given.kinds.split(",")
    outcomes: dict[tuple[str, str], str] = {}
    with ProcessPoolExecutor(given.jobs) as pool:
        for found in pool.map(row, kinds, [uses] * len(kinds)):
            outcomes |= found
    unknown = {cell: message for cell, message in outcomes.items() if note_of(message) is None}
    for (use, kind), message in outcomes.items():
        if (use, kind) in unknown or not given.write:
            print(f"{use} of {kind}: {message}")
    if unknown:
        print(f"{len(unknown)} of {len(outcomes)} cells are faults, or refusals without a reason in reasons.py")
    elif given.write:
        PAGE.write_text(render(outcomes), encoding="utf-8")
    return bool(unknown)


if __name__ == "__main__":
    assert MODULES
    sys.exit(main())
