"""Sensors of a scenario: quantities of the plant as a digital control law reads them.

A sensor has channels, and one reading for each. At the instants t of its samples it gives, with w normal random numbers
and T the control period, or the `period` of the sensor,
    z = s(t) + bias + drift t + b + noise w,   b ← b + walk √T w                            (1)
    z ← min(max(z, −saturation), saturation)                                                 (2)
    z ← o + r ⌊(z − o)/r + ½⌋                    r the resolution, o zero or an `offset`        (3)
    z ← the sample before, with the probability `dropout`                                    (4)
s is the quantity itself. The reading at a control instant is the sample that was taken `delay` seconds before. A delay
of N periods less a part δ of one has its samples at the instants o + δ + k T, so that delays are exact. The law reads
the first sample until others arrive. A sensor with its own period is sampled at o + k T with that, from the first
control instant on, and the law reads its last sample, or an older one with a delay of whole periods.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import TYPE_CHECKING, Annotated, ClassVar, NamedTuple

import numpy as np

from armillary.errors import ArgumentError
from armillary.expr.pointwise import less, maximum, minimum, round, where
from armillary.files.quantity import Quantity
from armillary.multibody import Model
from armillary.simulation.parameters import Checked, Format
from armillary.spatial.scalar import Array, Floats, Scalar

if TYPE_CHECKING:
    from armillary.simulation.closed_loop.instant import Instant

PerChannel = Annotated[float | tuple[float, ...], Format.GAIN]
"""One number for all channels, or one for each."""
LONGEST = 1000
"""Greatest delay in control periods: each sample on its way is an entry of p."""


class LawCoordinate(NamedTuple):
    """An entry of q or of qd that the law sees as factor · (reading − offset)."""

    of: str
    place: int
    factor: float = 1.0
    offset: float = 0.0


class Channel(NamedTuple):
    """A channel: name, unit, the entries of q and qd that it gives to a law that sees it, factor on the resolution."""

    name: str
    unit: str
    gives: tuple[LawCoordinate, ...] = ()
    finer: float = 1.0


@dataclass(frozen=True, kw_only=True)
class Sensor(Checked):
    """Base of all sensors: the name of the readings."""

    READING: ClassVar[str] = "number"
    """Dimension of the readings, as that of a `Quantity`."""
    KIND: ClassVar[str] = ""
    """What is measured, in one word."""

    name: Annotated[str, "name of the readings; default by place and kind"] = ""

    @property
    def place(self) -> str:
        """Place of the sensor in words, for its name; empty where it has several."""
        return ""

    @property
    def label(self) -> str:
        """Name of the readings: the given one, or the place and the kind."""
        return self.name or ".".join(part for part in (self.place, self.KIND) if part)

    def channels(self, plant: Model) -> tuple[Channel, ...]:
        """Return the channels on a plant, or raise an `ArgumentError` for a place that it does not have."""
        raise NotImplementedError


@dataclass(frozen=True, kw_only=True)
class Instrument(Sensor):
    """Base of sensors that measure a quantity of the plant; numbers are for all channels, or one for each.

    Args:
        bias: Constant error, in the unit of the reading.
        drift: Rate of a growing error, per second.
        walk: Standard deviation of a random walk after one second.
        noise: Standard deviation of the noise of each sample.
        saturation: Greatest reading of either sign; default no limit.
        resolution: Step of the readings; default continuous.
        delay: Age of a sample when the law reads it [s], up to 1000 control periods.
        dropout: Probability that a sample is lost; the reading before stays.
        period: Time between samples [s]; default the control period.
    """

    bias: Annotated[PerChannel, Quantity("reading", says="constant error")] = 0.0
    drift: Annotated[PerChannel, Quantity(says="rate of a growing error [per s]")] = 0.0
    walk: Annotated[PerChannel, Quantity(least=0, says="standard deviation of a random walk after 1 s")] = 0.0
    noise: Annotated[PerChannel, Quantity("reading", least=0, says="standard deviation of the noise")] = 0.0
    saturation: Annotated[PerChannel | None, Quantity("reading", above=0, says="greatest absolute reading")] = None
    resolution: Annotated[PerChannel | None, Quantity("reading", above=0, says="step of the readings")] = None
    delay: Annotated[float, Quantity("time", least=0, says="age of a sample when the law reads it")] = 0.0
    dropout: Annotated[float, Quantity(least=0, below=1, says="probability that a sample is lost")] = 0.0
    period: Annotated[float | None, Quantity("time", above=0, says="time between samples; default: control period")] = (
        None
    )

    @property
    def middle(self) -> float:
        """A reading in the middle of a step, o of (3)."""
        return 0.0

    def step(self, channel: Channel, k: int, count: int) -> float:
        """Return r of (3) of channel number k; zero for continuous readings."""
        return 0.0 if self.resolution is None else _each("resolution", self.resolution, count)[k] * channel.finer

    def quantity(self, now: Instant) -> Sequence[Scalar]:
        """Return s of (1), for each channel."""
        raise NotImplementedError

    def draws(self, count: int) -> int:
        """Return how many random numbers a sample of `count` channels takes."""
        walks, noisy = (np.any(_each(name, getattr(self, name), count)) for name in ("walk", "noise"))
        return count * (int(walks) + int(noisy)) + (self.dropout > 0)

    def walks(self, count: int) -> int:
        """Return the number of entries of b in (1)."""
        return count if np.any(_each("walk", self.walk, count)) else 0

    def sample(self, now: Instant, channels: Sequence[Channel], b: Array, w: Array, period: float) -> Sample:
        """Return a sample and b after it, (1)–(3), and whether it is lost, (4)."""
        count, t = len(channels), now.signal.t
        bias, drift, walk, noise = (
            _each(name, getattr(self, name), count) for name in ("bias", "drift", "walk", "noise")
        )
        drawn = list(w)
        noises = [drawn.pop(0) for _ in range(count)] if np.any(noise) else [0.0] * count
        steps = [drawn.pop(0) for _ in range(count)] if len(b) else []
        found: list[Scalar] = []
        for k, (value, channel) in enumerate(zip(self.quantity(now), channels, strict=True)):
            z = value + float(bias[k])
            z = z + float(drift[k]) * t if drift[k] else z
            z = z + b[k] if len(b) else z
            z = z + float(noise[k]) * noises[k] if noise[k] else z  # (1)
            if self.saturation is not None:
                most = float(_each("saturation", self.saturation, count)[k])
                z = maximum(minimum(z, most), -most)  # (2)
            r = self.step(channel, k, count)
            found.append(self.middle + r * round((z - self.middle) * (1 / r)) if r else z)  # (3)
        after = [one + float(walk[k]) * math.sqrt(period) * steps[k] for k, one in enumerate(b)]
        lost = less(drawn.pop(0), NormalDist().inv_cdf(self.dropout)) if self.dropout else None
        return Sample(found, after, lost)


class Sample(NamedTuple):
    """A sample of an instrument: values by channel, b of (1) after it, whether it is lost (None: never)."""

    values: list[Scalar]
    walked: list[Scalar]
    lost: Scalar | None


@dataclass(frozen=True, kw_only=True)
class Derived(Sensor):
    """Base of readings that are computed from those of another sensor at every control instant.

    Args:
        of: Name of the other sensor; default the only encoder.
        seen: Whether the law's velocities are these readings; default true.
    """

    of: Annotated[str, "name of the sensor whose readings are taken; default the only encoder"] = ""
    seen: Annotated[bool, "whether the law's velocities are these readings"] = True

    def states(self, count: int) -> int:
        """Return the number of states for `count` channels."""
        raise NotImplementedError

    def first(self, readings: Sequence[Scalar]) -> list[Scalar]:
        """Return the states at the first instant."""
        raise NotImplementedError

    def next(self, readings: Sequence[Scalar], states: Sequence[Scalar], period: float) -> list[Scalar]:
        """Return the states at an instant from those at the instant before."""
        raise NotImplementedError

    def output(self, states: Sequence[Scalar], count: int, period: float) -> list[Scalar]:
        """Return the readings from the states at an instant."""
        raise NotImplementedError


def _each(name: str, value: PerChannel, count: int) -> Floats:
    """Return a number for each channel."""
    if isinstance(value, tuple) and len(value) != count:
        raise ArgumentError(name, f"{len(value)} numbers", f"a number, or {count}: one for each channel")
    return np.broadcast_to(np.asarray(value, dtype=float), (count,))


def lag(delay: float, period: float, rounding: float) -> tuple[int, float]:
    """Return N and δ of a delay, N T − δ; a δ within rounding of zero or T is zero."""
    count = math.ceil(delay / period - rounding)
    if count > LONGEST:
        found = f"{delay:g} s with a control period of {period:g} s"
        raise ArgumentError("delay", found, f"at most {LONGEST} periods", "give a shorter delay or a longer period")
    part = count * period - delay
    return count, part if part > rounding * period else 0.0


def kept(known: Scalar, then: Sequence[Scalar], otherwise: Sequence[Scalar]) -> list[Scalar]:
    """Return `then` where a condition holds, else `otherwise`."""
    return [where(known, a, b) for a, b in zip(then, otherwise, strict=True)]
