"""`python -m tests.fuzz --cases 1000000 --seed 7`: runs cases, prints those that fail; exit status 1 if any did."""

import argparse
import sys
import tempfile
import time
from pathlib import Path

from .running import failures


def main() -> int:
    """Run the cases that the arguments select."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz")
    parser.add_argument("--cases", type=int, default=20_000, help="number of cases")
    parser.add_argument("--seed", type=int, default=0, help="random seed of the cases")
    parser.add_argument("--first", type=int, default=0, help="number of the first case; with --cases 1, one alone")
    parser.add_argument("--most", type=int, default=20, help="failures after which it stops")
    chosen = parser.parse_args()
    count, begun = 0, time.process_time()
    with tempfile.TemporaryDirectory() as folder:
        for failure in failures(chosen.seed, range(chosen.first, chosen.first + chosen.cases), Path(folder)):
            count += 1
            print(failure, flush=True)
            if count == chosen.most:
                break
    print(f"seed {chosen.seed}, {chosen.cases} cases: {count} failed; {time.process_time() - begun:.1f} s")
    return int(count > 0)


if __name__ == "__main__":
    sys.exit(main())
