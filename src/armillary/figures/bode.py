"""Bode plot of a linear system: magnitude and phase of its frequency responses, one line for each pair.

The magnitude is that of output over input in SI units. Frequencies lie close together about lightly damped poles, so
that peaks have their height.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from armillary.errors import ArgumentError
from armillary.figures.draw import shown
from armillary.figures.style import LINE, STYLES, THIN, colour, edge, label, legend_below, new_figure
from armillary.spatial.scalar import Floats

if TYPE_CHECKING:
    from armillary.analysis.state_space import StateSpace

WIDTH, HEIGHT = 6.8, 5.2
MOST_LINES = 8
HERTZ = 2 * np.pi
TURNED = np.exp(1e-9j)
"""A turn by a tiny angle: without damping a negative response is at −180°, not at either side of the cut."""
GRID = 600
"""Frequencies of the grid, spaced evenly in their logarithm."""
ABOUT = np.linspace(-6.0, 6.0, 41)
"""Frequencies about a pole, in half-widths of its peak."""


def plot_bode(system: StateSpace, pairs: Sequence[tuple[int, int]]) -> Any:
    """Return a figure of matplotlib; `pairs` are numbers of outputs and inputs."""
    if not 0 < len(pairs) <= MOST_LINES:
        raise ArgumentError("outputs", f"{len(pairs)} lines", f"1 to {MOST_LINES}", "choose inputs and outputs")
    figure = new_figure(WIDTH, HEIGHT, f"{shown(system.robot)}: frequency response")
    size, phase = figure.subplots(2, 1, sharex=True)
    omega = grid_of(system)
    H = system.response(omega)
    for k, (row, column) in enumerate(pairs):
        value = H[:, row, column]
        look = {"color": colour(k), "linewidth": LINE, "linestyle": STYLES[k % len(STYLES)]}
        name = f"{shown(system.outputs[row])} / effort of {shown(system.inputs[column])}"
        with np.errstate(divide="ignore"):
            size.semilogx(omega / HERTZ, 20 * np.log10(np.abs(value)), label=name, **look)
        value = np.where(np.isfinite(value), value, 1.0) * TURNED
        angle = np.degrees(np.unwrap(np.angle(value)))
        phase.semilogx(omega / HERTZ, angle - 360 * np.round((angle[0] + 90) / 360), **look)
    size.set_ylim(*_visible(H[np.searchsorted(omega, between(system))], pairs))
    label(size, "", "magnitude in SI units [dB]")
    label(phase, "frequency [Hz]", "phase [°]")
    for axes in (size, phase):
        axes.grid(True, which="minor", linewidth=0.3, alpha=0.3)
    phase.yaxis.set_major_locator(_turns(phase))
    size.axhline(0.0, color="0.5", linewidth=THIN, zorder=0)
    legend_below(figure, 1 if len(pairs) < 4 else 2)
    return figure


def _turns(axes: Any) -> Any:
    from matplotlib.ticker import MultipleLocator

    low, high = axes.get_ylim()
    return MultipleLocator(next(step for step in (15, 45, 90, 180, 360, 1440, 1e9) if high - low <= 8 * step))


def _visible(H: NDArray[np.complex128], pairs: Sequence[tuple[int, int]]) -> tuple[float, float]:
    """Return the range of magnitudes [dB] over the even grid: peaks without damping would leave no room for it."""
    sizes = np.abs(np.stack([H[:, row, column] for row, column in pairs]))
    sizes = sizes[np.isfinite(sizes) & (sizes > 0)]
    return edge(20 * np.log10(sizes), 0.12) if len(sizes) else (-1.0, 1.0)


def between(system: StateSpace) -> Floats:
    """Return frequencies [rad/s] with even logarithms, from a tenth of the slowest pole to ten times the fastest."""
    sizes = np.abs(system.poles())
    sizes = sizes[sizes > 1e-9 * sizes.max(initial=1e-300)]
    low, high = (float(sizes.min()), float(sizes.max())) if len(sizes) else (1.0, 1.0)
    return np.geomspace(low / 10, 10 * high, GRID)


def grid_of(system: StateSpace) -> Floats:
    """Return the frequencies of a Bode plot [rad/s]: even ones, and more about each pole."""
    even, poles = between(system), system.poles()
    about = [pole.imag + ABOUT * max(abs(pole.real), 1e-6 * abs(pole)) for pole in poles[poles.imag > 0]]
    found = np.unique(np.concatenate([even, *about]))
    return np.asarray(found[(found >= even[0]) & (found <= even[-1])])
