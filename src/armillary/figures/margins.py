"""Pictures of margins: Bode and Nyquist plots of the opened loops, and poles of the closed loop.

In a Bode plot a full line from 0 dB or −180° to the curve is a margin of stability; dots are at |L| = 1 and where L is
real and negative. A Nyquist plot shows L near −1: frequencies above zero full, below zero dashed. Poles of a sampled
loop are drawn in the plane of z, others in that of s, with lines of equal damping.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from armillary.figures.draw import shown
from armillary.figures.style import (
    BLUE,
    GREEN,
    ORANGE,
    SMALL,
    TINY,
    TITLE,
    VERMILION,
    colour,
    heading,
    label,
    legend_below,
    new_figure,
)
from armillary.files.arguments import word
from armillary.spatial.scalar import Floats

if TYPE_CHECKING:
    from armillary.analysis.margins.output import Loop, Margins

WIDTH, HEIGHT = 6.8, 5.2
NYQUIST = 3.4
"""Size of a Bode plot or a plane of poles, and of one Nyquist plot [inch]."""
MOST_LOOPS = 12
"""Largest number of Nyquist plots in a figure."""
NEAR = 2.5
"""Half the width of a Nyquist plot."""
RATIOS = (0.2, 0.4, 0.6, 0.8)
"""Damping ratios of the lines in a plane of poles."""
HERTZ = 2 * np.pi


def plot_margins(margins: Margins, what: str = "bode") -> Any:
    """Return a figure of matplotlib: "bode", "nyquist" or "poles"."""
    drawers = {"bode": _bode, "nyquist": _nyquist, "poles": _poles}
    what = word("what", what, drawers)
    figure = drawers[what](margins)
    state = "" if margins.stable else ", closed loop not stable"
    figure.suptitle(f"{shown(margins.robot)}: {_titles(margins)[what]}{state}", fontsize=TITLE)
    return figure


def _titles(margins: Margins) -> dict[str, str]:
    opened = "loop opened at" if len(margins) == 1 else "loops, each opened at"
    names = ", ".join(loop.signal for loop in margins) if len(margins) < 4 else "one signal"
    return {
        "bode": f"{opened} {shown(names)}",
        "nyquist": f"{opened} {shown(names)}",
        "poles": "poles of the closed loop",
    }


def _bode(margins: Margins) -> Any:
    figure = new_figure(WIDTH, HEIGHT)
    size, phase = figure.subplots(2, 1, sharex=True)
    low, high = _range(margins)
    for k, loop in enumerate(margins):
        omega = loop.response.omega
        within = (omega >= low) & (omega <= high)
        omega, L = omega[within], loop.response.values[within]
        angle = np.degrees(np.unwrap(np.angle(L)))
        angle -= 360 * np.round((angle[np.abs(np.log(np.abs(L))).argmin()] + 90) / 360)
        size.semilogx(omega / HERTZ, 20 * np.log10(np.abs(L)), color=colour(k), linewidth=1.2, label=_told(loop))
        phase.semilogx(omega / HERTZ, angle, color=colour(k), linewidth=1.2)
        _mark(size, phase, loop, colour(k), (omega, angle))
    size.axhline(0.0, color="0.3", linewidth=0.8, linestyle="--")
    label(size, "", "magnitude of L [dB]")
    label(phase, "frequency [Hz]", "phase of L [°]")
    floor, top = phase.get_ylim()
    for turn in range(int(np.floor((floor + 180) / 360)), int(np.ceil((top + 180) / 360)) + 1):
        phase.axhline(360 * turn - 180, color="0.3", linewidth=0.8, linestyle="--")
    phase.set_ylim(floor, top)
    phase.yaxis.set_major_locator(_locator(top - floor))
    bottom, top = size.get_ylim()
    size.set_ylim(max(bottom, -120), min(top, 100))
    for axes in (size, phase):
        axes.grid(True, which="minor", linewidth=0.3, alpha=0.3)
        if margins.period:
            axes.axvline(min(loop.response.highest for loop in margins) / HERTZ, color="0.6", linewidth=0.8)
    legend_below(figure, 1 if len(margins) < 4 else 2)
    return figure


def _locator(span: float) -> Any:
    from matplotlib.ticker import MultipleLocator

    whole = 360 * np.ceil(span / (8 * 360))  # turns, where a long delay winds the phase
    return MultipleLocator(next(step for step in (15, 45, 90, 180, whole) if span <= 8 * step))


def _range(margins: Margins) -> tuple[float, float]:
    """Return the frequencies of a Bode plot [rad/s]: around crossings of all loops, not beyond half the samples."""
    found = np.concatenate([np.concatenate([loop.crossovers, loop.gain_frequencies]) for loop in margins])
    sizes = np.abs(margins.poles)
    slow = sizes[sizes > 0].min() if np.any(sizes > 0) else 1.0
    found = np.append(found[found > 0], [slow, np.median(sizes[sizes > 0]) if np.any(sizes > 0) else 1.0])
    return float(found.min() / 5), min(float(found.max() * 10), min(loop.response.highest for loop in margins))


def _told(loop: Loop) -> str:
    """Return the margins of a loop as a line of a legend."""
    parts = []
    if np.isfinite(loop.gain_margin):
        parts.append(f"gain {20 * np.log10(loop.gain_margin):.3g} dB")
    if np.isfinite(loop.phase_margin):
        parts.append(f"phase {np.degrees(loop.phase_margin):.3g}°")
    if np.isfinite(loop.delay_margin):
        parts.append(f"delay {1000 * loop.delay_margin:.3g} ms")
    return f"{shown(loop.signal)}: " + (", ".join(parts) or "no crossing")


def _mark(size: Any, phase: Any, loop: Loop, colour: str, curve: tuple[Floats, Floats]) -> None:
    """Draw the gain and the phase margin of a loop: its crossings, and lines to 0 dB and −180°."""
    look = {"color": colour, "linewidth": 2.0, "alpha": 0.6, "solid_capstyle": "butt"}
    for g, omega in zip(loop.gain_margins, loop.gain_frequencies, strict=True):
        if g in (loop.gain_margin, loop.gain_reduction) and omega > 0:
            size.plot([omega / HERTZ] * 2, [0.0, -20 * np.log10(g)], **look)
            size.plot(omega / HERTZ, -20 * np.log10(g), "o", color=colour, markersize=4)
    for angle, omega in zip(loop.phase_margins, loop.crossovers, strict=True):
        if angle == loop.phase_margin:
            at = float(np.interp(omega, *curve))
            phase.plot([omega / HERTZ] * 2, [at - np.degrees(angle), at], **look)
            phase.plot(omega / HERTZ, at, "o", color=colour, markersize=4)


def _nyquist(margins: Margins) -> Any:
    loops = margins.loops[:MOST_LOOPS]
    across = min(len(loops), 3)
    down = -(-len(loops) // across)
    figure = new_figure(NYQUIST * across + 0.4, (NYQUIST + 0.5) * down + 0.3)
    turn = np.exp(1j * np.linspace(0, 2 * np.pi, 200))
    for k, loop in enumerate(loops):
        axes = figure.add_subplot(down, across, k + 1)
        L = loop.response.values
        axes.plot(turn.real, turn.imag, color="0.6", linewidth=0.8)
        axes.plot(L.real, L.imag, color=BLUE, linewidth=1.2)
        axes.plot(L.real, -L.imag, color=BLUE, linewidth=0.8, linestyle="--")
        axes.plot(-1.0, 0.0, "+", color=VERMILION, markersize=9, markeredgewidth=1.5)
        crossed = -1 / loop.gain_margins
        axes.plot(crossed, 0 * crossed, "o", color=ORANGE, markersize=4)
        unit = loop(loop.crossovers) if len(loop.crossovers) else np.zeros(0, dtype=complex)
        axes.plot(unit.real, unit.imag, "o", color=GREEN, markersize=4)
        heading(axes, _told(loop).replace(": ", "\n", 1), SMALL)
        axes.set(xlim=(-NEAR, NEAR), ylim=(-NEAR, NEAR), aspect="equal")
        label(axes, "real part of L", "imaginary part of L")
    return figure


def _poles(margins: Margins) -> Any:
    figure = new_figure(WIDTH, HEIGHT)
    axes = figure.subplots()
    points = margins.z if margins.period else margins.poles
    bad = margins.poles.real >= 0
    pole_plane(axes, float(np.abs(points).max(initial=1e-9)), margins.period)
    for which, look in ((~bad, BLUE), (bad, VERMILION)):
        axes.plot(points[which].real, points[which].imag, "x", color=look, markersize=6, markeredgewidth=1.4)
    return figure


def pole_plane(axes: Any, size: float, period: float) -> None:
    """Draw lines of equal damping and the limit of stability in the plane of s, or of z with a period [s].

    `size` is the length of the lines in the plane of s [1/s].
    """
    sampled = period > 0
    for ratio in RATIOS:
        line = np.linspace(0, np.pi / np.sqrt(1 - ratio**2) if sampled else size, 200)
        line = line * (-ratio + 1j * np.sqrt(1 - ratio**2))
        line = np.exp(line) if sampled else line
        for sign in (1, -1):
            axes.plot(line.real, sign * line.imag, color="0.75", linewidth=0.6, zorder=0)
        near = line[len(line) // 4 if sampled else -1]
        axes.annotate(f"ζ {ratio:g}", (near.real, near.imag), fontsize=TINY, color="0.5")
    if sampled:
        turn = np.exp(1j * np.linspace(0, 2 * np.pi, 400))
        axes.plot(turn.real, turn.imag, color="0.3", linewidth=0.9)
        axes.set(aspect="equal")
        label(axes, f"real part of z, period {1000 * period:g} ms", "imaginary part of z")
    else:
        axes.axvline(0.0, color="0.3", linewidth=0.9)
        label(axes, "real part of s [1/s]", "imaginary part of s [1/s]")
