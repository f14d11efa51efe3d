"""The sensors of a scenario as tasks of the native driver, and their readings as the law sees them.

The memory y of all sensors is a part of c (`closed_loop.digital`). Each instrument has there a flag that it has begun,
its last samples, newest first, and its random walk; each derived reading has a flag, its states and the readings.
Instruments with the same period and the same part δ of a control period in their delay (`sensors.sensor`) are sampled
by one task, at its own instants. A task with δ > 0 has a second clock, with the first control instant alone, so that
the law never reads a sample that was not taken. Derived readings are computed at the instants of their instrument where
that has its own period, else at the control instants, after the instruments that have δ = 0. Tasks of sensors come
before those of the law, and their readings are in c: a law that is compiled, a law that Python calls and the recorded
rows have the same numbers.
Each task has a row of normal random numbers for each of its instants, with columns in the order of its sensors: noise
by channel, walk by channel, drop-out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from armillary.errors import ArgumentError
from armillary.multibody import Model
from armillary.simulation.sensors.encoder import Encoder
from armillary.simulation.sensors.sensor import (
    Channel,
    Derived,
    Instrument,
    LawCoordinate,
    Sensor,
    kept,
    lag,
)
from armillary.simulation.signals import Readings
from armillary.simulation.timeline import NEXT_TO_NOTHING, Clock
from armillary.spatial.scalar import Array, Scalar

if TYPE_CHECKING:
    from armillary.simulation.closed_loop.instant import Instant

MOST_TASKS = 20
"""Greatest number of different clocks of sensors."""


class Placed(NamedTuple):
    """A sensor with its channels, its memory in y, its readings there, its clock, and its columns of random numbers."""

    sensor: Sensor
    channels: tuple[Channel, ...]
    memory: slice
    reading: slice
    clock: Clock
    columns: slice


@dataclass(frozen=True, eq=False)
class Sensing:
    """Sensors on a plant, read with a control period from an offset on [s]."""

    sensors: tuple[Sensor, ...]
    plant: Model
    period: float = 1.0
    offset: float = 0.0

    @cached_property
    def known(self) -> dict[str, tuple[Sensor, tuple[Channel, ...]]]:
        """Sensors and their channels by name; raises an `ArgumentError` where they do not fit together."""
        found: dict[str, tuple[Sensor, tuple[Channel, ...]]] = {}
        for sensor in sorted(self.sensors, key=lambda each: isinstance(each, Derived)):
            channels = self._derived(sensor, found) if isinstance(sensor, Derived) else sensor.channels(self.plant)
            if sensor.label in found:
                hint = "give one of them another name="
                raise ArgumentError("sensors", f"two sensors called {sensor.label!r}", "a name for each", hint)
            found[sensor.label] = sensor, channels
        taken: dict[tuple[str, int], tuple[str, str]] = {}
        for label, own in found.items():
            for channel, given in _given(*own):
                now = label, channel.name
                other = taken.setdefault((given.of, given.place), now)
                if other != now:
                    what = "position" if given.of == "q" else "velocity"
                    told = f"{other[0]!r} and {label!r} for the {what} of {channel.name!r}"
                    raise ArgumentError("sensors", told, "one sensor for each", "give the other one seen=False")
        return found

    def _derived(self, sensor: Derived, found: dict[str, tuple[Sensor, tuple[Channel, ...]]]) -> tuple[Channel, ...]:
        """Return the channels of readings that are computed from others."""
        source = sensor.of or self._encoder(sensor, found)
        if source not in found or isinstance(found[source][0], Derived):
            known = [name for name, (each, _) in found.items() if not isinstance(each, Derived)]
            raise ArgumentError("of", repr(source), f"one of the other sensors: {', '.join(known) or 'there are none'}")
        rates = dict(zip(*(places.tolist() for places in self.plant.plain), strict=True))
        channels = []
        for each in found[source][1]:
            gives = tuple(LawCoordinate("v", rates[one.place], one.factor) for one in each.gives if one.of == "q")
            channels.append(Channel(each.name, f"{each.unit or '1'}/s", gives))
        return tuple(channels)

    def _encoder(self, sensor: Derived, found: dict[str, tuple[Sensor, tuple[Channel, ...]]]) -> str:
        own = [name for name, (each, _) in found.items() if isinstance(each, Encoder)]
        if len(own) != 1:
            told = f"{sensor.label!r} beside {len(own)} encoders"
            raise ArgumentError("of", told, "one encoder, or the name of a sensor", "give of=")
        return own[0]

    @property
    def sizes(self) -> dict[str, int]:
        """Number of readings by the name of the sensor."""
        return {name: len(channels) for name, (_, channels) in self.known.items()}

    @cached_property
    def placed(self) -> dict[str, Placed]:
        """Sensors in the order of their memory, by name."""
        found: dict[str, Placed] = {}
        widths: dict[Clock, int] = {}
        place = 0
        for name, (sensor, channels) in self.known.items():
            count, clock, width = len(channels), self.main, 0
            if isinstance(sensor, Instrument):
                clock, samples = self._clock(sensor)
                size, last = count * samples + sensor.walks(count), count * (samples - 1)
                width = sensor.draws(count)
            elif isinstance(sensor, Derived):
                source = self.known[sensor.of or self._encoder(sensor, self.known)][0]
                clock = Clock(getattr(source, "period", None) or self.period, self.offset)
                last = sensor.states(count)
                size = last + count
            columns = slice(widths.get(clock, 0), widths.get(clock, 0) + width)
            widths[clock] = columns.stop
            first = place + 1 + last
            place, memory = place + 1 + size, slice(place, place + 1 + size)
            found[name] = Placed(sensor, channels, memory, slice(first, first + count), clock, columns)
        return found

    @property
    def main(self) -> Clock:
        """The control instants."""
        return Clock(self.period, self.offset)

    def _clock(self, sensor: Instrument) -> tuple[Clock, int]:
        """Return when an instrument is sampled, and how many of its samples are kept."""
        period = sensor.period or self.period
        late, part = lag(sensor.delay, period, NEXT_TO_NOTHING)
        if part and sensor.period is not None:
            found = f"{sensor.delay:g} s for a sensor with a period of {period:g} s"
            raise ArgumentError("delay", found, "a whole number of its periods")
        return Clock(period, self.offset + part), late + (part == 0)

    @property
    def size(self) -> int:
        """Length of y."""
        return max((each.memory.stop for each in self.placed.values()), default=0)

    @cached_property
    def tasks(self) -> tuple[Clock, ...]:
        """When the sensors of each task are sampled; tasks with δ > 0 come twice, and the control instants last."""
        own = sorted({each.clock for each in self.placed.values()}, key=self._first, reverse=True)
        if len(own) > MOST_TASKS:
            found = f"{len(own)} different periods and parts of a control period"
            raise ArgumentError("delay", found, f"at most {MOST_TASKS}", "give delays in whole periods")
        return tuple(clock for clock in own for _ in range(2 if clock.offset > self.offset else 1))

    def _first(self, clock: Clock) -> tuple[bool, float, float]:
        """Return what orders tasks: those with other periods, then those with δ > 0, then the control instants."""
        return clock.period != self.period, clock.offset, clock.period

    @property
    def clocks(self) -> tuple[Clock, ...]:
        """The clocks of the tasks."""
        found: list[Clock] = []
        for clock in self.tasks:
            found.append(Clock(self.period, self.offset, 1) if clock in found else clock)
        return tuple(found)

    @property
    def draws(self) -> tuple[int, ...]:
        """Number of random numbers for each instant of each task."""
        own = [[each.columns.stop for each in self.placed.values() if each.clock == clock] for clock in self.tasks]
        return tuple(max(widths) for widths in own)

    def sampled(self, now: Instant, y: Array, w: Array, clock: Clock) -> Array:
        """Return y after the samples of the instruments with one clock, and the derived readings with it."""
        after = list(y)
        for placed in self.placed.values():
            sensor, channels, memory, _, own, columns = placed
            if own != clock:
                continue
            begun, *kept_before = after[memory]
            count = len(channels)
            if isinstance(sensor, Instrument):
                walks = sensor.walks(count)
                samples, b = kept_before[: len(kept_before) - walks], kept_before[len(kept_before) - walks :]
                new = sensor.sample(now, channels, np.array(b, dtype=object), w[columns], clock.period)
                values = new.values if new.lost is None else kept(new.lost, samples[:count], new.values)
                shifted = [*values, *samples][: len(samples)]
                full = len(samples) // count
                behind = kept(begun, shifted, new.values * full) if full > 1 or new.lost is not None else shifted
                after[memory] = [1.0, *behind, *new.walked]
            elif isinstance(sensor, Derived):
                source = self.placed[sensor.of or self._encoder(sensor, self.known)]
                readings, states = after[source.reading], kept_before[: len(kept_before) - count]
                then = sensor.next(readings, states, clock.period)
                states = kept(begun, then, sensor.first(readings))
                after[memory] = [1.0, *states, *sensor.output(states, count, clock.period)]
        return np.array(after, dtype=object)

    def seen(self, y: Array, q: Array, v: Array) -> tuple[Array, Array, Readings]:
        """Return coordinates and velocities as the law sees them, and all readings, from the memory y."""
        of: dict[str, list[Scalar]] = {"q": list(q), "v": list(v)}
        measured = Readings()
        for name, placed in self.placed.items():
            values = measured[name] = y[placed.reading]
            for channel, given in _given(placed.sensor, placed.channels):
                value = values[placed.channels.index(channel)]
                of[given.of][given.place] = (value - given.offset) * given.factor
        return np.array(of["q"]), np.array(of["v"]), measured


def _given(sensor: Sensor, channels: Sequence[Channel]) -> Iterator[tuple[Channel, LawCoordinate]]:
    """Yield the entries of q and qd that the law sees as readings of a sensor, with their channels."""
    for channel in channels if getattr(sensor, "seen", False) else ():
        for given in channel.gives:
            yield channel, given
