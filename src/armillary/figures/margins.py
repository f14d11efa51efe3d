"""Pictures of margins: Bode and Nyquist plots of the opened loops, and poles of the closed loop.

In a Bode plot a full line from 0 dB or −180° to the curve is a margin of stability; dots are at |L| = 1 and where L is
real and negative. A Nyquist plot shows L near −1: frequencies above zero full, below zero dashed. Poles of a sampled
loop are drawn in the plane of z, others in that of s, with lines of equal damping.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from armillary.figures.bode import HEIGHT, HERTZ, WIDTH, bode_axes, mark_angles
from armillary.figures.draw import shown
from armillary.figures.style import (
    BLUE,
    GREEN,
    LINE,
    ORANGE,
    SMALL,
    THIN,
    TINY,
    VERMILION,
    colour,
    heading,
    label,
    legend_below,
    new_figure,
    new_panels,
)
from armillary.files.arguments import word
from armillary.spatial.scalar import Floats

if TYPE_CHECKING:
    from armillary.analysis.margins.output import LoopMargins, Margins

NYQUIST = 3.4
"""Side of one Nyquist plot [inch]."""
MOST_LOOPS = 12
"""Largest number of Nyquist plots in a figure."""
NEAR = 2.5
"""Half the width of a Nyquist plot."""
RATIOS = (0.2, 0.4, 0.6, 0.8)
"""Damping ratios of the lines in a plane of poles."""


def plot_margins(margins: Margins, what: str = "bode") -> Any:
    """Return a figure of matplotlib: "bode", "nyquist" or "poles"."""
    drawers = {"bode": _bode, "nyquist": _nyquist, "poles": _poles}
    what = word("what", what, drawers)
    if what == "poles":
        subject = "poles of the closed loop"
    else:
        opened = "loop opened at" if len(margins) == 1 else "loops, each opened at"
        names = ", ".join(loop.signal for loop in margins) if len(margins) < 4 else "one signal"
        subject = f"{opened} {shown(names)}"
    state = "" if margins.stable else ", closed loop not stable"
    return drawers[what](margins, f"{shown(margins.robot)}: {subject}{state}")


def _bode(margins: Margins, title: str) -> Any:
    figure = new_figure(WIDTH, HEIGHT, title)
    size, phase = bode_axes(figure, "magnitude of L [dB]", "phase of L [°]")
    low, high = _frequency_range(margins)
    for k, loop in enumerate(margins):
        omega = loop.response.omega
        within = (omega >= low) & (omega <= high)
        omega, L = omega[within], loop.response.values[within]
        angle = np.degrees(np.unwrap(np.angle(L)))
        # The phase is known up to whole turns: at |L| ≈ 1, where the margin is read, it is put near −180°.
        angle -= 360 * np.round((angle[np.abs(np.log(np.abs(L))).argmin()] + 90) / 360)
        look = {"color": colour(k), "linewidth": LINE}
        size.semilogx(omega / HERTZ, 20 * np.log10(np.abs(L)), label=_margins_text(loop), **look)
        phase.semilogx(omega / HERTZ, angle, **look)
        _mark(size, phase, loop, colour(k), (omega, angle))
    size.axhline(0.0, color="0.3", linewidth=THIN, linestyle="--")
    bottom, top = phase.get_ylim()
    for turn in range(int(np.floor((bottom + 180) / 360)), int(np.ceil((top + 180) / 360)) + 1):
        phase.axhline(360 * turn - 180, color="0.3", linewidth=THIN, linestyle="--")
    phase.set_ylim(bottom, top)  # lines of −180° beyond the curves are not shown
    mark_angles(phase)
    bottom, top = size.get_ylim()
    size.set_ylim(max(bottom, -120), min(top, 100))  # a zero or an undamped pole would leave no room for crossings
    if margins.period:
        nyquist = min(loop.response.highest for loop in margins)
        for axes in (size, phase):
            axes.axvline(nyquist / HERTZ, color="0.6", linewidth=THIN)
    legend_below(figure, 1 if len(margins) < 4 else 2)
    return figure


def _frequency_range(margins: Margins) -> tuple[float, float]:
    """Return the limits of a Bode plot [rad/s]: around crossings of all loops, up to half the sampling rate."""
    crossings = np.concatenate([np.concatenate([loop.crossovers, loop.gain_frequencies]) for loop in margins])
    sizes = np.abs(margins.poles)
    sizes = sizes[sizes > 0]
    # A loop need not cross anything: then the closed-loop poles say where something happens.
    usual = [sizes.min(), np.median(sizes)] if len(sizes) else [1.0]
    frequencies = np.append(crossings[crossings > 0], usual)
    highest = min(loop.response.highest for loop in margins)
    return float(frequencies.min() / 5), min(float(frequencies.max() * 10), highest)


def _margins_text(loop: LoopMargins) -> str:
    """Return the margins of a loop as a line of a legend."""
    parts = []
    if np.isfinite(loop.gain_margin):
        parts.append(f"gain {20 * np.log10(loop.gain_margin):.3g} dB")
    if np.isfinite(loop.phase_margin):
        parts.append(f"phase {np.degrees(loop.phase_margin):.3g}°")
    if np.isfinite(loop.delay_margin):
        parts.append(f"delay {1000 * loop.delay_margin:.3g} ms")
    return f"{shown(loop.signal)}: " + (", ".join(parts) or "no crossing")


def _mark(size: Any, phase: Any, loop: LoopMargins, colour: str, curve: tuple[Floats, Floats]) -> None:
    """Draw the gain and the phase margin of a loop: its crossings, and lines to 0 dB and −180°.

    `curve` has the frequencies [rad/s] and the phases [°] of the loop.
    """
    look = {"color": colour, "linewidth": 2.0, "alpha": 0.6, "solid_capstyle": "butt"}
    for g, omega in zip(loop.gain_margins, loop.gain_frequencies, strict=True):
        if g in (loop.gain_margin, loop.gain_reduction) and omega > 0:
            size.plot([omega / HERTZ] * 2, [0.0, -20 * np.log10(g)], **look)
            size.plot(omega / HERTZ, -20 * np.log10(g), "o", color=colour, markersize=4)
    for angle, omega in zip(loop.phase_margins, loop.crossovers, strict=True):
        if angle == loop.phase_margin:
            degrees = float(np.interp(omega, *curve))  # on the curve as drawn, whatever its number of turns
            phase.plot([omega / HERTZ] * 2, [degrees - np.degrees(angle), degrees], **look)
            phase.plot(omega / HERTZ, degrees, "o", color=colour, markersize=4)


def _nyquist(margins: Margins, title: str) -> Any:
    loops = margins.loops[:MOST_LOOPS]
    figure, panels = new_panels(len(loops), (NYQUIST, NYQUIST + 0.5), margin=(0.4, 0.3), title=title)
    circle = np.exp(1j * np.linspace(0, 2 * np.pi, 200))
    for axes, loop in zip(panels, loops, strict=True):
        L = loop.response.values
        axes.plot(circle.real, circle.imag, color="0.6", linewidth=THIN)
        axes.plot(L.real, L.imag, color=BLUE, linewidth=LINE)
        axes.plot(L.real, -L.imag, color=BLUE, linewidth=THIN, linestyle="--")
        axes.plot(-1.0, 0.0, "+", color=VERMILION, markersize=9, markeredgewidth=1.5)
        crossed = -1 / loop.gain_margins
        axes.plot(crossed, 0 * crossed, "o", color=ORANGE, markersize=4)
        unit = loop(loop.crossovers) if len(loop.crossovers) else np.zeros(0, dtype=complex)
        axes.plot(unit.real, unit.imag, "o", color=GREEN, markersize=4)
        heading(axes, _margins_text(loop).replace(": ", "\n", 1), SMALL)
        axes.set(xlim=(-NEAR, NEAR), ylim=(-NEAR, NEAR), aspect="equal")
        label(axes, "real part of L", "imaginary part of L")
    return figure


def _poles(margins: Margins, title: str) -> Any:
    figure = new_figure(WIDTH, HEIGHT, title)
    axes = figure.subplots()
    points = margins.z if margins.period else margins.poles
    unstable = margins.poles.real >= 0
    pole_plane(axes, float(np.abs(points).max(initial=1e-9)), margins.period)
    for which, look in ((~unstable, {"color": BLUE}), (unstable, {"color": VERMILION})):
        axes.plot(points[which].real, points[which].imag, "x", markersize=6, markeredgewidth=1.4, **look)
    return figure


def pole_plane(axes: Any, size: float, period: float) -> None:
    """Draw lines of equal damping and the limit of stability in the plane of s, or of z with a period [s].

    `size` is the length of the lines in the plane of s [1/s].
    """
    sampled = period > 0
    for ratio in RATIOS:
        damped = np.sqrt(1 - ratio**2)
        # z = exp(s T): the line in the plane of z ends where it meets the real axis, at Im(s T) = π.
        longest = np.pi / damped if sampled else size
        line = np.linspace(0, longest, 200) * (-ratio + 1j * damped)
        line = np.exp(line) if sampled else line
        for sign in (1, -1):
            axes.plot(line.real, sign * line.imag, color="0.75", linewidth=0.6, zorder=0)
        named = line[len(line) // 4 if sampled else -1]
        axes.annotate(f"ζ {ratio:g}", (named.real, named.imag), fontsize=TINY, color="0.5")
    if sampled:
        circle = np.exp(1j * np.linspace(0, 2 * np.pi, 400))
        axes.plot(circle.real, circle.imag, color="0.3", linewidth=0.9)
        axes.set(aspect="equal")
        label(axes, f"real part of z, period {1000 * period:g} ms", "imaginary part of z")
    else:
        axes.axvline(0.0, color="0.3", linewidth=0.9)
        label(axes, "real part of s [1/s]", "imaginary part of s [1/s]")
