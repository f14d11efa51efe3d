"""20,000 cases of mutated documents and wild arguments; `python -m tests.fuzz --documents 1000000` runs more.

They run in a process: a crash or an endless loop in native code fails this test, not the whole suite.
"""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
CASES = 20_000


def test_no_case_fails():
    done = subprocess.run(
        [sys.executable, "-m", "tests.fuzz", "--documents", str(CASES // 2), "--arguments", str(CASES // 2)],
        cwd=ROOT, capture_output=True, text=True, timeout=900,
    )  # fmt: skip
    assert done.returncode == 0, f"{done.stdout[-4000:]}\n{done.stderr[-4000:]}"


def test_a_failure_is_seen():
    """The judge of a case is not blind: foreign errors, long times and much memory fail."""
    code = (
        "import sys, tests.fuzz.running as r\n"
        "from pathlib import Path\n"
        "def grow(): x = bytearray(r.MEMORY + (1 << 26)); x[::4096] = b'x' * len(x[::4096])\n"
        "def spin():\n    while True: pass\n"
        "bad = [lambda: [].pop(), grow, lambda: sum(range(4 * 10**7)), spin]\n"
        "def case(rng, folder):\n"
        "    r.CPU = (60.0, 60.0, 0.1, 0.1)[len(seen)]\n"
        "    return 'bad', bad[len(seen)]\n"
        "r.KINDS['documents'] = case\n"
        "seen = []\n"
        "for outcome in r.outcomes('documents', 0, range(4), Path('.')): seen.append(outcome)\n"
        "assert all(outcome.ended == 'failed' and outcome.place for outcome in seen)\n"
        "print('|'.join(each.why.splitlines()[0] for each in seen))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=60)
    wanted = r"IndexError: pop from empty list\|took 1.\d GiB\|(took|still busy after) .* s\|still busy after .* s"
    assert re.fullmatch(wanted, done.stdout.strip()), done.stdout + done.stderr
