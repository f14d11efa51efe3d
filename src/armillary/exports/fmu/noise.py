"""Random numbers of an FMU: `runtime/noise.c` gives the normal numbers of NumPy, bit by bit (`simulation.noise`)."""

from __future__ import annotations

import numpy as np

from armillary.simulation.closed_loop.setup import Setup


def random_keys(setup: Setup) -> list[tuple[int, int]]:
    """Return the key of the random numbers of each task in the first run; zeros for tasks without any."""
    keys = []
    for sequence in setup.seeds(0):
        words = np.zeros(2) if sequence is None else np.random.Philox(sequence).state["state"]["key"]
        low, high = (int(word) for word in words)
        keys.append((low, high))
    return keys
