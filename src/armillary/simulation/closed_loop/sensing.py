"""The sensors of a scenario as tasks of the native driver, and their readings as the law sees them.

The memory y of all sensors is a part of c (`closed_loop.digital`). Each instrument has there a flag that it has begun,
its last samples, newest first, and its random walk; each derived reading has a flag, its states and the readings.
Instruments with the same part δ of a period in their delay (`sensors.sensor`) are sampled by one task, at its own
instants. A task with δ > 0 has a second clock, with the first control instant alone, so that the law never reads a
sample that was not taken. Derived readings come last, with the instruments that have δ = 0. Tasks of sensors come
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
    Given,
    Instrument,
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
"""Greatest number of different parts δ of a period."""


class Placed(NamedTuple):
    """A sensor with its channels, its memory in y, its readings there, δ [s], and its columns of random numbers."""

    sensor: Sensor
    channels: tuple[Channel, ...]
    memory: slice
    reading: slice
    part: float
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
            gives = tuple(Given("v", rates[one.place], one.factor) for one in each.gives if one.of == "q")
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
        widths: dict[float, int] = {}
        place = 0
        for name, (sensor, channels) in self.known.items():
            count, part, width = len(channels), 0.0, 0
            if isinstance(sensor, Instrument):
                late, part = lag(sensor.delay, self.period, NEXT_TO_NOTHING)
                samples = late + (part == 0)
                size, last = count * samples + sensor.walks(count), count * (samples - 1)
                width = sensor.draws(count)
            elif isinstance(sensor, Derived):
                last = sensor.states(count)
                size = last + count
            columns = slice(widths.get(part, 0), widths.get(part, 0) + width)
            widths[part] = columns.stop
            first = place + 1 + last
            place, memory = place + 1 + size, slice(place, place + 1 + size)
            found[name] = Placed(sensor, channels, memory, slice(first, first + count), part, columns)
        return found

    @property
    def size(self) -> int:
        """Length of y."""
        return max((each.memory.stop for each in self.placed.values()), default=0)

    @cached_property
    def parts(self) -> tuple[float, ...]:
        """δ of each task [s], zero last; a part above zero comes twice, as it has two clocks."""
        own = sorted({each.part for each in self.placed.values()}, reverse=True)
        if len(own) > MOST_TASKS:
            found = f"{len(own)} different parts of a control period"
            raise ArgumentError("delay", found, f"at most {MOST_TASKS}", "give delays in whole periods")
        return tuple(part for part in own for _ in range(2 if part else 1))

    @property
    def clocks(self) -> tuple[Clock, ...]:
        """The clocks of the tasks."""
        found, before = [], -1.0
        for part in self.parts:
            once = part == before
            found.append(Clock(self.period, self.offset, 1) if once else Clock(self.period, self.offset + part))
            before = part
        return tuple(found)

    @property
    def draws(self) -> tuple[int, ...]:
        """Number of random numbers for each instant of each task."""
        own = [[each.columns.stop for each in self.placed.values() if each.part == part] for part in self.parts]
        return tuple(max(widths) for widths in own)

    def sampled(self, now: Instant, y: Array, w: Array, part: float) -> Array:
        """Return y after the samples of the instruments with one δ; with zero, derived readings as well."""
        after = list(y)
        for placed in self.placed.values():
            sensor, channels, memory, _, own, columns = placed
            if own != part:
                continue
            begun, *kept_before = after[memory]
            count = len(channels)
            if isinstance(sensor, Instrument):
                walks = sensor.walks(count)
                samples, b = kept_before[: len(kept_before) - walks], kept_before[len(kept_before) - walks :]
                new = sensor.sample(now, channels, np.array(b, dtype=object), w[columns], self.period)
                values = new.values if new.lost is None else kept(new.lost, samples[:count], new.values)
                shifted = [*values, *samples][: len(samples)]
                full = len(samples) // count
                behind = kept(begun, shifted, new.values * full) if full > 1 or new.lost is not None else shifted
                after[memory] = [1.0, *behind, *new.walked]
            elif isinstance(sensor, Derived):
                source = self.placed[sensor.of or self._encoder(sensor, self.known)]
                readings, states = after[source.reading], kept_before[: len(kept_before) - count]
                then = sensor.next(readings, states, self.period)
                states = kept(begun, then, sensor.first(readings))
                after[memory] = [1.0, *states, *sensor.output(states, count, self.period)]
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


def _given(sensor: Sensor, channels: Sequence[Channel]) -> Iterator[tuple[Channel, Given]]:
    """Yield the entries of q and qd that the law sees as readings of a sensor, with their channels."""
    for channel in channels if getattr(sensor, "seen", False) else ():
        for given in channel.gives:
            yield channel, given
