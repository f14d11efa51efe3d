"""Random numbers of an FMU: `runtime/noise.c` gives the normal numbers of NumPy, bit by bit.

The generator of `arm.simulate` is Philox with ten rounds [SalmonEtAl2011], keyed by the seed and the number of the run.
Normal numbers are made by the ziggurat of [MarsagliaTsang2000] with 256 layers of equal area: a random whole number
below 2⁵² times the width w_k of a random layer. NumPy has tables of w_k, which differ from exact widths in the last
digits; here they are read off numbers that NumPy makes of chosen bits.
"""

from __future__ import annotations

import numpy as np

from armillary.simulation.scenario import Scenario

LAYERS = 256
SMALL = 50
"""The chosen whole number is 2⁵⁰: it lies inside all layers."""


def random_key(scenario: Scenario) -> tuple[int, int]:
    """Return the key of the random numbers of a scenario's first run; zeros without noise."""
    if scenario.noise is None or not scenario.noise.std:
        return 0, 0
    state = np.random.Philox(np.random.SeedSequence((scenario.noise.seed, 0))).state
    low, high = state["state"]["key"].tolist()
    return low, high


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
