"""Puts tests/ and its helpers on the path: random_robots, pinocchio_model."""

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE / "oracles")]
