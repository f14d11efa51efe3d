"""Puts tests/ and its tools on the path, and keeps compiled code of the tests out of the user's cache."""

import getpass
import os
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE / "oracles")]
os.environ.setdefault("ARMILLARY_CACHE", str(Path(tempfile.gettempdir()) / f"armillary-tests-{getpass.getuser()}"))
