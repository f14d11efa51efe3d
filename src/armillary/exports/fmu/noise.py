"""Random numbers of an FMU: `runtime/noise.c` gives the normal numbers of NumPy, bit by bit.

The generator of `arm.simulate` is Philox with ten rounds [SalmonEtAl2011], keyed by the seed and the number of the run.
Normal numbers are made by the ziggurat of [MarsagliaTsang2000] with 256 layers of equal area: a random whole number
below 2⁵² times the width w_k of a random layer. NumPy has tables of w_k, which differ from exact widths in the last
digits; here they are read off numbers that NumPy makes of chosen bits.
"""

from __future__ import annotations

import numpy as np

from armillary.simulation.closed_loop.setup import Setup

LAYERS = 256
SMALL = 50
"""The chosen whole number is 2⁵⁰: it lies inside all layers."""


def random_keys(setup: Setup) -> list[tuple[int, int]]:
    """Return the key of the random numbers of each task in the first run; zeros for tasks without any."""
    found = []
    for sequence in setup.seeds(0):
        words = np.zeros(2) if sequence is None else np.random.Philox(sequence).state["state"]["key"]
        low, high = (int(word) for word in words)
        found.append((low, high))
    return found


def layer_widths() -> list[float]:
    """Return the widths w_k of the layers.

    Example:
        >>> widths = layer_widths()
        >>> len(widths), widths[255] * 2**52  # where the tail begins
        (256, 3.654152885361009)
    """
    found = []
    for k in range(LAYERS):
        source = np.random.Philox(0)
        # Bits of a draw: layer, sign, whole number. The zero behind makes the draw succeed at once in every layer.
        bits = np.array([k | 1 << (SMALL + 9), 0, 0, 0], dtype=np.uint64)
        source.state = source.state | {"buffer": bits, "buffer_pos": 0}
        found.append(float(np.random.Generator(source).standard_normal()) / 2**SMALL)
    return found
