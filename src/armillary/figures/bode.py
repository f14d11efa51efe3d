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
"""One hertz [rad/s]."""
TURNED = np.exp(1e-9j)
"""Rotation by a tiny angle: without damping a negative response then has the phase −180°, on one side of the cut."""
GRID = 600
"""Number of logarithmically spaced frequencies."""
ABOUT = np.linspace(-6.0, 6.0, 41)
"""Further frequencies about a pole, in half-widths of its peak."""


def plot_bode(system: StateSpace, pairs: Sequence[tuple[int, int]]) -> Any:
    """Return a figure of matplotlib; `pairs` are numbers of outputs and inputs."""
    if not 0 < len(pairs) <= MOST_LINES:
        raise ArgumentError("outputs", f"{len(pairs)} lines", f"1 to {MOST_LINES}", "choose inputs and outputs")
    figure = new_figure(WIDTH, HEIGHT, f"{shown(system.robot)}: frequency response")
    size, phase = bode_axes(figure, "magnitude in SI units [dB]", "phase [°]")
    omega = grid_of(system)
    H = system.response(omega)
    for k, (row, column) in enumerate(pairs):
        value = H[:, row, column]
        look = {"color": colour(k), "linewidth": LINE, "linestyle": STYLES[k % len(STYLES)]}
        name = f"{shown(system.outputs[row])} / effort of {shown(system.inputs[column])}"
        with np.errstate(divide="ignore"):
            size.semilogx(omega / HERTZ, 20 * np.log10(np.abs(value)), label=name, **look)
        value = np.where(np.isfinite(value), value, 1.0) * TURNED  # NaN would spread through `unwrap`
        angle = np.degrees(np.unwrap(np.angle(value)))
        # Start between −270° and 90°: the phase is known up to whole turns only.
        phase.semilogx(omega / HERTZ, angle - 360 * np.round((angle[0] + 90) / 360), **look)
    size.set_ylim(*_magnitude_range(H[np.searchsorted(omega, _even_frequencies(system))], pairs))
    mark_angles(phase)
    size.axhline(0.0, color="0.5", linewidth=THIN, zorder=0)
    legend_below(figure, 1 if len(pairs) < 4 else 2)
    return figure


def bode_axes(figure: Any, magnitude: str, phase: str) -> tuple[Any, Any]:
    """Return the axes of a magnitude above those of a phase, both over frequency, with the given labels."""
    upper, lower = figure.subplots(2, 1, sharex=True)
    label(upper, "", magnitude)
    label(lower, "frequency [Hz]", phase)
    for axes in (upper, lower):
        axes.grid(True, which="minor", linewidth=0.3, alpha=0.3)
    return upper, lower


def mark_angles(axes: Any) -> None:
    """Place the ticks of an axis of angles at parts of a turn, or at whole turns where a long delay winds the phase."""
    from matplotlib.ticker import MultipleLocator

    low, high = axes.get_ylim()
    whole_turns = 360 * np.ceil((high - low) / (8 * 360))
    step = next(step for step in (15, 45, 90, 180, whole_turns) if high - low <= 8 * step)
    axes.yaxis.set_major_locator(MultipleLocator(step))


def _magnitude_range(H: NDArray[np.complex128], pairs: Sequence[tuple[int, int]]) -> tuple[float, float]:
    """Return the range of magnitudes [dB] at the even frequencies; peaks without damping would leave no room for it."""
    sizes = np.abs(np.stack([H[:, row, column] for row, column in pairs]))
    sizes = sizes[np.isfinite(sizes) & (sizes > 0)]
    return edge(20 * np.log10(sizes), 0.12) if len(sizes) else (-1.0, 1.0)


def _even_frequencies(system: StateSpace) -> Floats:
    """Return frequencies [rad/s] with even logarithms, from a tenth of the slowest pole to ten times the fastest."""
    sizes = np.abs(system.poles())
    # Poles of rigid motion are zero up to rounding and set no time scale.
    sizes = sizes[sizes > 1e-9 * sizes.max(initial=1e-300)]
    low, high = (float(sizes.min()), float(sizes.max())) if len(sizes) else (1.0, 1.0)
    return np.geomspace(low / 10, 10 * high, GRID)


def grid_of(system: StateSpace) -> Floats:
    """Return the frequencies of a Bode plot [rad/s]: even ones, and more about each pole."""
    even = _even_frequencies(system)
    poles = system.poles()
    # Without damping the width of the peak is zero: a millionth of the frequency keeps the points apart.
    about = [pole.imag + ABOUT * max(abs(pole.real), 1e-6 * abs(pole)) for pole in poles[poles.imag > 0]]
    frequencies = np.unique(np.concatenate([even, *about]))
    return np.asarray(frequencies[(frequencies >= even[0]) & (frequencies <= even[-1])])
