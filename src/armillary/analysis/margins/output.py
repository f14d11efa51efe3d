"""The result of `arm.margins`: loops with their margins, the poles of the closed loop, tables and python-control."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from armillary.analysis.margins.lifted import System
from armillary.analysis.margins.response import Complex, LoopResponse
from armillary.analysis.state_space import control_system, scipy_system
from armillary.errors import ArgumentError
from armillary.files.arguments import floats, word
from armillary.files.content import Content
from armillary.files.words import shortened
from armillary.spatial.scalar import Floats
from armillary.tables.parts import Facts, Notes, Part
from armillary.tables.shown import Shown
from armillary.tables.table import Table, columns

MOST_POLES = 30
"""Poles that a table lists."""


@dataclass(frozen=True, eq=False)
class LoopMargins(Content):
    """A loop that is opened at one signal, all others closed.

    L goes from the signal behind the opening around to the signal before it, with the sign of negative feedback: the
    closed loop is at the border of stability where L = −1. Gain margins are factors, angles are in rad, frequencies in
    rad/s, times in s.
    """

    signal: str
    system: System
    """L as a state space."""
    response: LoopResponse

    def __repr__(self) -> str:
        return f"<LoopMargins opened at {self.signal}>"

    def __call__(self, omega: Any) -> Any:
        """Return L at frequencies [rad/s], shape (…,)."""
        return self.response(_frequencies(omega))

    @property
    def gain_margin(self) -> float:
        """The smallest factor above 1 that brings the loop to the border of stability; infinite if there is none."""
        return float(np.min(self.gain_margins[self.gain_margins > 1], initial=np.inf))

    @property
    def gain_reduction(self) -> float:
        """The largest factor below 1 that brings the loop to the border of stability; zero if there is none."""
        return float(np.max(self.gain_margins[self.gain_margins < 1], initial=0.0))

    @property
    def gain_margins(self) -> Floats:
        """All factors that bring a pole to the border, by frequency."""
        return self.response.gain_margins[0]

    @property
    def gain_frequencies(self) -> Floats:
        """Frequencies of the gain margins [rad/s]."""
        return self.response.gain_margins[1]

    @property
    def gain_frequency(self) -> float:
        """The frequency of `gain_margin` [rad/s]; infinite if there is none."""
        return float(np.min(self.gain_frequencies[self.gain_margins == self.gain_margin], initial=np.inf))

    @property
    def phase_margin(self) -> float:
        """The smallest angle at the signal that brings the loop to the border [rad]; infinite if there is none."""
        angles = self.phase_margins
        return float(angles[np.abs(angles).argmin()]) if len(angles) else float("inf")

    @property
    def phase_frequency(self) -> float:
        """The frequency of `phase_margin` [rad/s]; infinite if there is none."""
        return float(np.min(self.crossovers[self.phase_margins == self.phase_margin], initial=np.inf))

    @property
    def phase_margins(self) -> Floats:
        """The angles at all frequencies with |L| = 1 [rad], from −π to π."""
        return self.response.phase_margins[0]

    @property
    def crossovers(self) -> Floats:
        """The frequencies with |L| = 1 [rad/s]."""
        return self.response.phase_margins[1]

    @property
    def delay_margin(self) -> float:
        """The smallest additional delay of the signal that brings the loop to the border [s]; infinite if none.

        It is exact for continuous loops. In a sampled loop the delay counts as an angle ω·delay of the samples: at 3 %
        of half the sampling frequency it is right to 0.01 %, at 16 % to about 3 %. A scenario with another `delay` is
        exact.
        """
        return self.response.delay_margin

    @property
    def bandwidth(self) -> float:
        """The first frequency at which |L/(1 + L)| falls below 1/√2 of its value at low frequency [rad/s]."""
        return self.response.bandwidth

    @property
    def sensitivity_peak(self) -> float:
        """The greatest |1/(1 + L)|: 1 over the least distance of L from −1."""
        return self.response.sensitivity_peak[0]

    def to_scipy(self) -> Any:
        """Return L as a `scipy.signal.StateSpace`, with dt of a sampled loop."""
        return scipy_system(*self._matrices(), **({"dt": self.system.dt} if self.system.dt else {}))

    def to_control(self) -> Any:
        """Return L as a `control.StateSpace` of python-control, with dt of a sampled loop."""
        return control_system(*self._matrices(), dt=self.system.dt)

    def _matrices(self) -> tuple[Floats, Floats, Floats, Floats]:
        system = self.system
        return system.A, system.B, -system.C, -system.D


@dataclass(frozen=True, eq=False)
class Margins(Shown):
    """Loops of a scenario at an equilibrium, each opened at one signal with all others closed.

    `margins["shoulder"]` is the loop of one signal. `poles` are those of the closed loop [1/s]; for a sampled loop
    z = exp(s · period), where `period` is the least common multiple of all periods, else 0. Poles at z = 0, which are
    delays, are left out of `poles`. `q` is the configuration and `effort` the commands at the equilibrium.

    Example:
        >>> import armillary as arm
        >>> axis = arm.planar([1.0], [1.0], coms=[0.0], inertias=[1.0], gravity=0)      # a double integrator
        >>> scenario = arm.Scenario(axis, controller=arm.controllers.PD(kp=100.0, kd=20.0), period=0.01)
        >>> loop = arm.margins(scenario)["joint1"]
        >>> round(float(np.degrees(loop.phase_margin)), 2), round(loop.gain_margin, 2)
        (70.51, 10.0)
    """

    robot: str
    loops: tuple[LoopMargins, ...]
    z: Complex
    period: float
    poles: Complex
    q: Floats
    effort: Floats
    together: LoopResponse | None
    """L of all commands at once, a matrix; None if other signals are opened or there are several rates."""
    notes: tuple[str, ...] = ()

    def __repr__(self) -> str:
        opened = ", ".join(loop.signal for loop in self.loops)
        return f"<Margins of {self.robot}: {'stable' if self.stable else 'not stable'}, opened at {opened}>"

    def __iter__(self) -> Iterator[LoopMargins]:
        return iter(self.loops)

    def __len__(self) -> int:
        return len(self.loops)

    def __getitem__(self, signal: str) -> LoopMargins:
        """Return the loop that is opened at a signal."""
        known = {loop.signal: loop for loop in self.loops}
        return known[word("signal", signal, known)]

    @property
    def stable(self) -> bool:
        """Whether all poles of the closed loop are stable."""
        return bool(np.all(self.poles.real < 0))

    @property
    def damping(self) -> Floats:
        """Damping ratios of the poles."""
        size = np.abs(self.poles)
        return np.asarray(np.where(size > 0, -self.poles.real / np.where(size > 0, size, 1.0), 0.0))

    def singular_values(self, omega: Any) -> Floats:
        """Return the singular values of the sensitivity at all commands together, shape (…, n), at ω [rad/s]."""
        if self.together is None:
            raise ArgumentError("open", "some signals, or a loop of several rates", "the commands of all joints")
        L = self.together.matrix(_frequencies(omega))
        return np.asarray(np.linalg.svd(np.linalg.inv(np.eye(L.shape[-1]) + L), compute_uv=False), dtype=float)

    @cached_property
    def sensitivity_peak(self) -> float:
        """The greatest singular value of the sensitivity over all frequencies; NaN where it is not known."""
        if self.together is None:
            return float("nan")
        omega = np.unique(np.concatenate([loop.response.omega for loop in self.loops]))
        return float(self.singular_values(omega).max())

    def tables(self) -> list[Part]:
        """Return the margins of each loop and the poles of the closed loop, one of each conjugate pair."""
        heads = columns("opened at", "gain margin [dB]>", "gain frequency [Hz]>", "reduction [dB]>",
                        "phase margin [°]>", "phase frequency [Hz]>", "delay margin [ms]>", "bandwidth [Hz]>",
                        "peak of |S|>")  # fmt: skip
        rows = [self._row(loop) for loop in self.loops]
        facts = {"closed loop": "stable" if self.stable else "not stable"}
        if self.period:
            facts["period"] = f"{1000 * self.period:.6g} ms"
        if np.isfinite(self.sensitivity_peak) and len(self.loops) > 1:
            facts["all commands together"] = f"greatest singular value of S {self.sensitivity_peak:.4g}"
        notes = ["Each loop is opened with all others closed."] if len(self.loops) > 1 else []
        if not self.stable:
            notes.append(
                "The closed loop is not stable: margins say where a pole crosses the border, not how far it is."
            )
        return [Table("margins", heads, rows), Facts(facts), self._poles(), Notes([*notes, *self.notes])]

    def _row(self, loop: LoopMargins) -> tuple[str, ...]:
        at_gain, at_phase, bandwidth = (
            _text(omega / (2 * np.pi)) for omega in (loop.gain_frequency, loop.phase_frequency, loop.bandwidth)
        )
        gains = _decibel(loop.gain_margin), at_gain, _decibel(loop.gain_reduction)
        phase = _text(np.degrees(loop.phase_margin)), at_phase, _text(1000 * loop.delay_margin)
        return loop.signal, *gains, *phase, bandwidth, _text(loop.sensitivity_peak)

    def _poles(self) -> Table:
        heads = [
            "pole, real [1/s]>",
            "imaginary [1/s]>",
            "f [Hz]>",
            "damping ratio>",
            *(["|z|>"] if self.period else []),
        ]
        shown = np.flatnonzero(self.poles.imag >= 0)
        rows = []
        for k in shown[:MOST_POLES]:
            pole = self.poles[k]
            row = [f"{pole.real:.6g}", f"{pole.imag:.6g}", f"{abs(pole) / (2 * np.pi):.6g}", f"{self.damping[k]:.4g}"]
            rows.append([*row, *([f"{abs(self.z[k]):.6g}"] if self.period else [])])
        extent = f", {MOST_POLES} of {len(shown)}" if len(shown) > MOST_POLES else ""
        return Table(f"poles of the closed loop{extent}", columns(*heads), rows)

    def to_json(self) -> dict[str, Any]:
        """Return margins and poles as plain data; infinite numbers are None."""
        names = ("gain_margin", "gain_frequency", "gain_reduction", "phase_margin", "phase_frequency", "delay_margin",
                 "bandwidth", "sensitivity_peak", "gain_margins", "gain_frequencies", "phase_margins",
                 "crossovers")  # fmt: skip
        from armillary.tables.json import plain

        return {
            "robot": self.robot,
            "stable": self.stable,
            "period": self.period,
            "loops": [
                {"signal": loop.signal} | {name: plain(getattr(loop, name)) for name in names} for loop in self.loops
            ],
            "poles": [{"real": pole.real, "imaginary": pole.imag} for pole in self.poles],
            "damping": plain(self.damping),
            "z": [{"real": z.real, "imaginary": z.imag} for z in self.z],
            "sensitivity_peak": plain(self.sensitivity_peak),
            "q": plain(self.q),
            "effort": plain(self.effort),
            "notes": list(self.notes),
        }

    def to_control(self) -> dict[str, Any]:
        """Return L of each loop by its signal, as systems of python-control."""
        return {loop.signal: loop.to_control() for loop in self.loops}

    def to_scipy(self) -> dict[str, Any]:
        """Return L of each loop by its signal, as systems of `scipy.signal`."""
        return {loop.signal: loop.to_scipy() for loop in self.loops}

    def plot(self, what: str = "bode", path: str | os.PathLike[str] | None = None) -> Any:
        """Return a figure of matplotlib: "bode" or "nyquist" of each loop with its margins, or "poles".

        Args:
            what: The figure.
            path: A .png, .svg or .pdf file to write the figure to; default: no file.
        """
        from armillary.figures.draw import save_plot
        from armillary.figures.margins import plot_margins

        figure = plot_margins(self, what)
        if path is not None:
            save_plot(figure, path)
        return figure


def _frequencies(omega: Any) -> Floats:
    frequencies = floats("omega", omega, "frequencies [rad/s]")
    if not np.all(np.isfinite(frequencies)):
        raise ArgumentError("omega", shortened(omega), "finite frequencies [rad/s]")
    return frequencies


def _decibel(factor: float) -> str:
    if not np.isfinite(factor) or factor <= 0:
        return "–"
    return f"{20 * np.log10(factor):.4g}"


def _text(value: Any) -> str:
    return f"{value:.4g}" if np.isfinite(value) else "–"
