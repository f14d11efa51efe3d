"""Base classes of sensors: quantities of the plant as a digital control law reads them.

A sensor has one reading for each of its channels. At its sampling instants t, with standard normal random numbers w and
T the control period, or the `period` of the sensor, a sample is
    z = s(t) + bias + drift t + b + noise w,   b ← b + walk √T w                            (1)
    z ← min(max(z, −saturation), saturation)                                                 (2)
    z ← o + r ⌊(z − o)/r + ½⌋                    r the resolution, o zero or an `offset`        (3)
    z ← the previous sample, with probability `dropout`                                      (4)
s is the true quantity. The reading at a control instant is the sample taken `delay` seconds before. A delay of N T − δ,
0 ≤ δ < T, is exact: samples are taken at t_0 + δ + k T, with t_0 the first control instant. Until a sample arrives, the
law reads the first one. A sensor with a `period` T is sampled at t_0 + k T, and the law reads its last sample, or an
older one if the delay is a number of these periods.
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
    from armillary.simulation.loop.instant import Instant

PerChannel = Annotated[float | tuple[float, ...], Format.GAIN]
"""One number for all channels, or one for each."""
LONGEST = 1000
"""Largest delay in control periods: each delayed sample is an entry of p."""


class LawCoordinate(NamedTuple):
    """An entry of q or qd that the law receives as factor · (reading − offset)."""

    of: str
    place: int
    factor: float = 1.0
    offset: float = 0.0


class Channel(NamedTuple):
    """A channel: name, unit, the entries of q and qd that the law takes from it, and a factor on the resolution."""

    name: str
    unit: str
    gives: tuple[LawCoordinate, ...] = ()
    finer: float = 1.0


@dataclass(frozen=True, kw_only=True)
class Sensor(Checked):
    """Base of all sensors, which have a name."""

    READING: ClassVar[str] = "number"
    """Dimension of the readings (`files.quantity`)."""
    KIND: ClassVar[str] = ""
    """Measured quantity, in one word."""

    name: Annotated[str, "name of the readings; default from location and kind"] = ""

    @property
    def place(self) -> str:
        """Location of the sensor, for its name; empty if it has several."""
        return ""

    @property
    def label(self) -> str:
        """Name of the readings: `name`, or location and kind."""
        return self.name or ".".join(part for part in (self.place, self.KIND) if part)

    def channels(self, plant: Model) -> tuple[Channel, ...]:
        """Return the channels on a plant, or raise an `ArgumentError` for an unknown location."""
        raise NotImplementedError


@dataclass(frozen=True, kw_only=True)
class Instrument(Sensor):
    """Base of sensors of physical quantities; arguments are one number for all channels, or one for each.

    Args:
        bias: Constant error, in the unit of the reading.
        drift: Growth of the error per second.
        walk: Standard deviation of a random walk after one second.
        noise: Standard deviation of the noise of each sample.
        saturation: Largest absolute reading; default no limit.
        resolution: Quantisation step of the readings; default continuous.
        delay: Age of a sample when the law reads it [s], up to 1000 control periods.
        dropout: Probability that a sample is lost; the previous reading is kept.
        period: Time between samples [s]; default: the control period.
    """

    bias: Annotated[PerChannel, Quantity("reading", says="constant error")] = 0.0
    drift: Annotated[PerChannel, Quantity(says="growth of the error [per s]")] = 0.0
    walk: Annotated[PerChannel, Quantity(least=0, says="standard deviation of a random walk after 1 s")] = 0.0
    noise: Annotated[PerChannel, Quantity("reading", least=0, says="standard deviation of the noise")] = 0.0
    saturation: Annotated[PerChannel | None, Quantity("reading", above=0, says="largest absolute reading")] = None
    resolution: Annotated[PerChannel | None, Quantity("reading", above=0, says="quantisation step of the readings")] = (
        None
    )
    delay: Annotated[float, Quantity("time", least=0, says="age of a sample when the law reads it")] = 0.0
    dropout: Annotated[float, Quantity(least=0, below=1, says="probability that a sample is lost")] = 0.0
    period: Annotated[float | None, Quantity("time", above=0, says="time between samples; default: control period")] = (
        None
    )

    @property
    def middle(self) -> float:
        """A reading in the middle of a quantisation step, o of (3)."""
        return 0.0

    def step(self, channel: Channel, k: int, count: int) -> float:
        """Return r of (3) of channel number k; zero for continuous readings."""
        if self.resolution is None:
            return 0.0
        return float(_per_channel("resolution", self.resolution, count)[k] * channel.finer)

    def quantity(self, now: Instant) -> Sequence[Scalar]:
        """Return s of (1), for each channel."""
        raise NotImplementedError

    def draws(self, count: int) -> int:
        """Return the number of random numbers for a sample of `count` channels."""
        noisy = bool(np.any(_per_channel("noise", self.noise, count)))
        return count * noisy + self.walks(count) + (self.dropout > 0)

    def walks(self, count: int) -> int:
        """Return the number of entries of b in (1)."""
        return count if np.any(_per_channel("walk", self.walk, count)) else 0

    def sample(self, now: Instant, channels: Sequence[Channel], b: Array, w: Array, period: float) -> Sample:
        """Return a sample and b after it, (1)–(3), and whether it is lost, (4).

        The random numbers w are those of the noise, of the random walk and of the drop-out, in this order.
        """
        count, t = len(channels), now.signal.t
        bias = _per_channel("bias", self.bias, count)
        drift = _per_channel("drift", self.drift, count)
        walk = _per_channel("walk", self.walk, count)
        noise = _per_channel("noise", self.noise, count)
        draws = list(w)
        noises = [draws.pop(0) for _ in range(count)] if np.any(noise) else [0.0] * count
        steps = [draws.pop(0) for _ in range(count)] if len(b) else []
        values: list[Scalar] = []
        for k, (value, channel) in enumerate(zip(self.quantity(now), channels, strict=True)):
            z = value + float(bias[k])
            z = z + float(drift[k]) * t if drift[k] else z
            z = z + b[k] if len(b) else z
            z = z + float(noise[k]) * noises[k] if noise[k] else z  # (1)
            if self.saturation is not None:
                limit = float(_per_channel("saturation", self.saturation, count)[k])
                z = maximum(minimum(z, limit), -limit)  # (2)
            r = self.step(channel, k, count)
            values.append(self.middle + r * round((z - self.middle) * (1 / r)) if r else z)  # (3)
        walked = [b_k + float(walk[k]) * math.sqrt(period) * steps[k] for k, b_k in enumerate(b)]
        lost = less(draws.pop(0), NormalDist().inv_cdf(self.dropout)) if self.dropout else None
        return Sample(values, walked, lost)


class Sample(NamedTuple):
    """A sample of an instrument: values by channel, b of (1) after it, and whether it is lost (None: never)."""

    values: list[Scalar]
    walked: list[Scalar]
    lost: Scalar | None


@dataclass(frozen=True, kw_only=True)
class Derived(Sensor):
    """Base of sensors whose readings are computed from those of another sensor at every control instant.

    Args:
        of: Name of the other sensor; default: the only encoder.
        seen: Whether these readings are the velocities of the law; default true.
    """

    of: Annotated[str, "name of the other sensor; default: the only encoder"] = ""
    seen: Annotated[bool, "whether these readings are the velocities of the law"] = True

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


def _per_channel(name: str, value: PerChannel, count: int) -> Floats:
    """Return one number for each channel."""
    values = np.asarray(value, dtype=float)
    if values.shape not in ((), (count,)):
        found = f"{len(values)} numbers" if values.ndim == 1 else f"an array of shape {values.shape}"
        raise ArgumentError(name, found, f"a number, or {count}: one for each channel")
    return np.broadcast_to(values, (count,))


def lag(delay: float, period: float, rounding: float) -> tuple[int, float]:
    """Return N and δ of a delay N T − δ; δ within relative `rounding` of zero or T counts as zero."""
    if delay / period - rounding > LONGEST:
        found = f"{delay:g} s with a control period of {period:g} s"
        raise ArgumentError("delay", found, f"at most {LONGEST} periods", "give a shorter delay or a longer period")
    count = math.ceil(delay / period - rounding)
    delta = count * period - delay
    return count, delta if delta > rounding * period else 0.0


def kept(known: Scalar, then: Sequence[Scalar], otherwise: Sequence[Scalar]) -> list[Scalar]:
    """Return the entries of `then` if a condition holds, else those of `otherwise`."""
    return [where(known, a, b) for a, b in zip(then, otherwise, strict=True)]
