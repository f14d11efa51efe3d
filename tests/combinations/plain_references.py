"""References in plain Python, from their documented equations."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from scipy.interpolate import CubicSpline, make_interp_spline

import armillary as arm


class Desired(NamedTuple):
    position: np.ndarray
    velocity: np.ndarray
    acceleration: np.ndarray


class Reference:
    switches: tuple[float, ...] = ()

    def __init__(self, size: int, of: Any) -> None:
        self.size, self.of = size, of

    def at(self, t: float) -> Desired:
        raise NotImplementedError


class Constant(Reference):
    """A position to hold; `size` velocities, of which a rotation in space has one fewer than coordinates."""

    def at(self, t: float) -> Desired:
        still = np.zeros(self.size)
        return Desired(self.of, still, still)


class Timed(Reference):
    """From start to end by a time law s(u)."""

    def __init__(self, spec: Any, start: np.ndarray) -> None:
        self.start = np.broadcast_to(np.asarray(start if spec.start is None else spec.start, float), start.shape)
        self.end = np.broadcast_to(np.asarray(spec.end, float), start.shape)
        self.begin, self.spec, self.name = spec.begin, spec, type(spec).__name__
        self.length = spec.duration
        if self.name == "Trapezoid":
            self._trapezoid()
        inner = {
            "StepAcceleration": (0.5,),
            "Trapezoid": (getattr(self, "ramp", 0) / self.length, 1 - getattr(self, "ramp", 0) / self.length),
        }
        self.switches = tuple(self.begin + u * self.length for u in (0.0, *inner.get(self.name, ()), 1.0))

    def _trapezoid(self) -> None:
        # v = 1/(T − T_a), a = v/T_a in units of the way; the joint that is most limited decides
        s, way = self.spec, np.abs(self.end - self.start)
        slowest = lambda limit: float(np.min(np.asarray(limit, float) / way))  # noqa: E731
        if s.duration is None:
            v, a = slowest(s.velocity), slowest(s.acceleration)
            v = min(v, np.sqrt(a))
            self.ramp = v / a
            self.length = 1 / v + self.ramp
        elif s.velocity is not None:
            self.ramp = s.duration - 1 / slowest(s.velocity)
        elif s.acceleration is not None:
            self.ramp = s.duration / 2 - np.sqrt(s.duration**2 / 4 - 1 / slowest(s.acceleration))
        else:
            self.ramp = s.duration / 3

    def at(self, t: float) -> Desired:
        T = self.length
        u = (t - self.begin) / T
        # right-continuous: a command at an instant of a jump acts after it
        if u < 0 or u >= 1:
            s, ds, dds = float(u >= 1), 0.0, 0.0
        elif self.name == "FifthOrder":
            s, ds, dds = (
                10 * u**3 - 15 * u**4 + 6 * u**5,
                30 * u**2 * (1 - u) ** 2 / T,
                60 * u * (1 - u) * (1 - 2 * u) / T**2,
            )
        elif self.name == "SeventhOrder":
            s = 35 * u**4 - 84 * u**5 + 70 * u**6 - 20 * u**7
            ds, dds = 140 * u**3 * (1 - u) ** 3 / T, 420 * u**2 * (1 - u) ** 2 * (1 - 2 * u) / T**2
        elif self.name == "StepAcceleration":
            first = u < 0.5
            s, ds, dds = (
                (2 * u**2, 4 * u / T, 4 / T**2) if first else (1 - 2 * (1 - u) ** 2, 4 * (1 - u) / T, -4 / T**2)
            )
        else:
            v = 1 / (T - self.ramp)
            a, time = v / self.ramp, u * T
            if time < self.ramp:
                s, ds, dds = a * time**2 / 2, a * time, a
            elif time < T - self.ramp:
                s, ds, dds = v * (time - self.ramp / 2), v, 0.0
            else:
                s, ds, dds = 1 - a * (T - time) ** 2 / 2, a * (T - time), -a
        way = self.end - self.start
        return Desired(self.start + s * way, ds * way, dds * way)


class Wave(Reference):
    def __init__(self, spec: Any, size: int) -> None:
        self.spec, self.size = spec, size
        self.switches = (spec.duration,) if isinstance(spec, arm.references.Chirp) else ()

    def at(self, t: float) -> Desired:
        s = self.spec
        spread = lambda value: np.broadcast_to(np.asarray(value, float), self.size)  # noqa: E731
        if not self.switches:
            rate, rise = 2 * np.pi * spread(s.frequency), 0.0
            angle = rate * t
        else:
            f0, f1, T = s.start_frequency, s.end_frequency, s.duration
            inside = min(t, T)
            angle = 2 * np.pi * (f0 * inside + 0.5 * (f1 - f0) * inside**2 / T) + 2 * np.pi * f1 * max(t - T, 0.0)
            rate = 2 * np.pi * (f0 + (f1 - f0) * inside / T)
            rise = 2 * np.pi * (f1 - f0) / T if t < T else 0.0
        A, phi = spread(s.amplitude), spread(s.phase) + angle
        return Desired(
            spread(s.offset) + A * np.sin(phi), A * rate * np.cos(phi), A * (rise * np.cos(phi) - rate**2 * np.sin(phi))
        )


class Spline(Reference):
    def __init__(self, spec: Any, size: int) -> None:
        times, points = np.asarray(spec.times, float), np.asarray(spec.points, float)
        self.size, self.times, self.points = size, times, points
        self.switches = tuple(times)
        zero = np.zeros(size)
        if spec.degree == 3:
            curve = CubicSpline(times, points, bc_type=spec.ends)
        else:
            ends = [(1, zero), (2, zero)] if spec.ends == "clamped" else [(3, zero), (4, zero)]
            curve = make_interp_spline(times, points, k=5, bc_type=(ends, ends))
        self.curves = [curve, curve.derivative(1), curve.derivative(2)]

    def at(self, t: float) -> Desired:
        still = np.zeros(self.size)
        if t < self.times[0]:
            return Desired(self.points[0], still, still)
        if t >= self.times[-1]:
            return Desired(self.points[-1], still, still)
        return Desired(*(np.asarray(curve(t)) for curve in self.curves))


class Shaped(Reference):
    def __init__(self, spec: Any, inner: Reference) -> None:
        shaper = spec.shaper
        zeta = shaper.damping
        K = np.exp(-np.pi * zeta / np.sqrt(1 - zeta**2))
        T = 1 / (shaper.frequency * np.sqrt(1 - zeta**2))
        if type(shaper).__name__ == "ZV":
            self.copies = [(1 / (1 + K), 0.0), (K / (1 + K), T / 2)]
        else:
            self.copies = [(1 / (1 + K) ** 2, 0.0), (2 * K / (1 + K) ** 2, T / 2), (K**2 / (1 + K) ** 2, T)]
        self.inner = inner
        self.switches = tuple(sorted({s + late for s in (*inner.switches, 0.0) for _, late in self.copies}))

    def at(self, t: float) -> Desired:
        first = self.inner.at(0.0)
        still = 0.0 * first.velocity
        rest = Desired(first.position, still, still)
        each = [(A, self.inner.at(t - late) if t >= late else rest) for A, late in self.copies]
        return Desired(*(sum(A * motion[i] for A, motion in each) for i in range(3)))


def reference_of(spec: Any, start: np.ndarray, velocities: int) -> Reference:
    name, size = type(spec).__name__, len(start)
    if spec is None:
        return Constant(velocities, start)
    if name == "Constant":
        return Constant(velocities, np.broadcast_to(np.asarray(spec.position, float), size))
    if name in ("Sinusoid", "Chirp"):
        return Wave(spec, size)
    if name == "Spline":
        return Spline(spec, size)
    if name == "Shaped":
        return Shaped(spec, reference_of(spec.reference, start, velocities))
    return Timed(spec, start)
