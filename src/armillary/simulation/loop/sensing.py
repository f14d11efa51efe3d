"""The sensors of a scenario as tasks of the compiled driver, and their readings as the law reads them.

The memory y of all sensors is a part of c (`loop.digital`). For each instrument it has a
flag that sampling has begun, the last samples, newest first, and the random walk; for each derived
reading a flag, its states and the readings.

A delay of an instrument is N control periods less a part δ of one (`sensors.sensor`). Instruments
with the same period and the same δ are sampled by one task, at o + δ + k T. A task with δ > 0 has a
second clock, with the first control instant alone: it fills the memory, so that the law never reads
a sample that was not taken. Derived readings, such as velocities, are computed at the instants of
their instrument if it has its own period, else at control instants, after the instruments with δ =
0. All these tasks come before those of the law, and readings are entries of c: compiled laws, laws
that Python calls and recorded rows have the same numbers.

A task reads one row of normal random numbers at each of its instants, with columns in the order of
its sensors: noise by channel, walk by channel, drop-out. They come in pairs (`simulation.noise`), so
that the columns of a sensor begin at an even one. The streams of a sensor follow from its place
among the instruments: its numbers do not depend on those behind it, nor on the task that samples it.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from armillary.errors import ArgumentError
from armillary.multibody import Model
from armillary.simulation.noise import streams
from armillary.simulation.schedule import NEXT_TO_NOTHING, Clock
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
from armillary.spatial.scalar import Array, Scalar

if TYPE_CHECKING:
    from armillary.simulation.loop.instant import Instant

MOST_TASKS = 20
"""Greatest number of tasks with different clocks."""


class MountedSensor(NamedTuple):
    """A sensor on a plant, with its places in y and among random numbers."""

    sensor: Sensor
    channels: tuple[Channel, ...]
    memory: slice
    """Place of its memory in y."""
    reading: slice
    """Place of its readings in y."""
    clock: Clock
    """When it is sampled."""
    columns: slice
    """Place of its random numbers in the row of its task."""
    place: int
    """Its place among the instruments, which its streams of random numbers are named by."""


@dataclass(frozen=True, eq=False)
class Sensing:
    """The sensors on a plant, for a law with a control period."""

    sensors: tuple[Sensor, ...]
    plant: Model
    period: float = 1.0
    """Control period T [s]."""
    offset: float = 0.0
    """First control instant o [s]."""

    @cached_property
    def known(self) -> dict[str, tuple[Sensor, tuple[Channel, ...]]]:
        """Sensors and their channels by name, instruments first.

        Raises:
            ArgumentError: Two sensors have the same name, or both give the law the same coordinate.
        """
        by_name: dict[str, tuple[Sensor, tuple[Channel, ...]]] = {}
        for sensor in sorted(self.sensors, key=lambda sensor: isinstance(sensor, Derived)):
            if isinstance(sensor, Derived):
                channels = self._derived_channels(sensor, by_name)
            else:
                channels = sensor.channels(self.plant)
            if sensor.label in by_name:
                hint = "give one of them another name="
                raise ArgumentError("sensors", f"two sensors called {sensor.label!r}", "a name for each", hint)
            by_name[sensor.label] = sensor, channels
        sources: dict[tuple[str, int], tuple[str, str]] = {}
        for label, (sensor, channels) in by_name.items():
            for channel, coordinate in _law_coordinates(sensor, channels):
                source = label, channel.name
                other = sources.setdefault((coordinate.of, coordinate.place), source)
                if other != source:
                    quantity = "position" if coordinate.of == "q" else "velocity"
                    problem = f"{other[0]!r} and {label!r} for the {quantity} of {channel.name!r}"
                    raise ArgumentError("sensors", problem, "one sensor for each", "give the other one seen=False")
        return by_name

    def _derived_channels(
        self, sensor: Derived, by_name: dict[str, tuple[Sensor, tuple[Channel, ...]]]
    ) -> tuple[Channel, ...]:
        """Return the channels of a derived reading, one for each of its source, with the rates of its coordinates."""
        source = sensor.of or self._only_encoder(sensor, by_name)
        if source not in by_name or isinstance(by_name[source][0], Derived):
            others = ", ".join(name for name, (other, _) in by_name.items() if not isinstance(other, Derived))
            raise ArgumentError("of", repr(source), f"one of the other sensors: {others or 'there are none'}")
        rates = dict(zip(*(places.tolist() for places in self.plant.plain), strict=True))  # place in q: in v
        channels = []
        for channel in by_name[source][1]:
            gives = tuple(LawCoordinate("v", rates[c.place], c.factor) for c in channel.gives if c.of == "q")
            channels.append(Channel(channel.name, f"{channel.unit or '1'}/s", gives))
        return tuple(channels)

    def _only_encoder(self, sensor: Derived, by_name: dict[str, tuple[Sensor, tuple[Channel, ...]]]) -> str:
        encoders = [name for name, (other, _) in by_name.items() if isinstance(other, Encoder)]
        if len(encoders) != 1:
            problem = f"{sensor.label!r} beside {len(encoders)} encoders"
            raise ArgumentError("of", problem, "one encoder, or the name of a sensor", "give of=")
        return encoders[0]

    @property
    def sizes(self) -> dict[str, int]:
        """Number of readings by the name of the sensor."""
        return {name: len(channels) for name, (_, channels) in self.known.items()}

    @cached_property
    def mounted(self) -> dict[str, MountedSensor]:
        """Sensors with their places, by name, in the order of their memory."""
        mounted: dict[str, MountedSensor] = {}
        columns_of_clock: dict[Clock, int] = {}
        start = 0
        for name, (sensor, channels) in self.known.items():
            count = len(channels)
            clock = self.control_instants
            draws = 0
            # Behind the flag come `size` entries; the reading is the oldest sample, or the last entries.
            if isinstance(sensor, Instrument):
                clock, samples = self._sampling(sensor)
                size, before_reading = count * samples + sensor.walks(count), count * (samples - 1)
                draws = sensor.draws(count)
            elif isinstance(sensor, Derived):
                source = self.known[sensor.of or self._only_encoder(sensor, self.known)][0]
                clock = Clock(getattr(source, "period", None) or self.period, self.offset)
                before_reading = sensor.states(count)
                size = before_reading + count
            first_column = columns_of_clock.get(clock, 0)
            columns = slice(first_column, first_column + draws)
            columns_of_clock[clock] = columns.stop + draws % 2
            reading = start + 1 + before_reading
            memory = slice(start, start + 1 + size)
            readings = slice(reading, reading + count)
            mounted[name] = MountedSensor(sensor, channels, memory, readings, clock, columns, len(mounted))
            start = memory.stop
        return mounted

    @property
    def control_instants(self) -> Clock:
        """The control instants o + k T."""
        return Clock(self.period, self.offset)

    def _sampling(self, sensor: Instrument) -> tuple[Clock, int]:
        """Return when an instrument is sampled, and how many of its samples are kept."""
        period = sensor.period or self.period
        periods, part = lag(sensor.delay, period, NEXT_TO_NOTHING)
        if part and sensor.period is not None:
            problem = f"{sensor.delay:g} s for a sensor with a period of {period:g} s"
            raise ArgumentError("delay", problem, "a whole number of its periods")
        return Clock(period, self.offset + part), periods + (part == 0)

    @property
    def size(self) -> int:
        """Length of y."""
        return max((sensor.memory.stop for sensor in self.mounted.values()), default=0)

    @cached_property
    def tasks(self) -> tuple[Clock, ...]:
        """When the sensors of each task are sampled; tasks with δ > 0 come twice, and the control instants last."""
        clocks = sorted({sensor.clock for sensor in self.mounted.values()}, key=self._order, reverse=True)
        if len(clocks) > MOST_TASKS:
            problem = f"{len(clocks)} different periods and parts of a control period"
            raise ArgumentError("delay", problem, f"at most {MOST_TASKS}", "give delays in whole periods")
        return tuple(clock for clock in clocks for _ in range(2 if clock.offset > self.offset else 1))

    def _order(self, clock: Clock) -> tuple[bool, float, float]:
        """Return the key by which tasks are sorted, last first: other periods, then δ > 0, then control instants."""
        return clock.period != self.period, clock.offset, clock.period

    @property
    def clocks(self) -> tuple[Clock, ...]:
        """The clocks of the tasks; that of the second task of a pair has the first control instant alone."""
        clocks: list[Clock] = []
        for clock in self.tasks:
            clocks.append(Clock(self.period, self.offset, 1) if clock in clocks else clock)
        return tuple(clocks)

    @cached_property
    def streams(self) -> tuple[tuple[int, ...], ...]:
        """The streams of random numbers of each task, one for two columns of its row."""
        by_task: list[tuple[int, ...]] = []
        for clock, clock_of_task in zip(self.tasks, self.clocks, strict=True):
            fills_memory = clock_of_task != clock  # the task of the first control instant alone
            of_sensors = [
                streams(mounted.place, mounted.columns.stop - mounted.columns.start, fills_memory)
                for mounted in self.mounted.values()
                if mounted.clock == clock
            ]
            by_task.append(tuple(itertools.chain(*of_sensors)))
        return tuple(by_task)

    def sampled(self, now: Instant, y: Array, w: Array, clock: Clock) -> Array:
        """Return y after the sensors with one clock have been sampled, with random numbers w."""
        after = list(y)
        for mounted in self.mounted.values():
            if mounted.clock != clock:
                continue
            sensor, channels, memory = mounted.sensor, mounted.channels, mounted.memory
            begun, *rest = after[memory]
            count = len(channels)
            if isinstance(sensor, Instrument):
                walks = sensor.walks(count)
                samples, walk = rest[: len(rest) - walks], rest[len(rest) - walks :]
                new = sensor.sample(now, channels, np.array(walk, dtype=object), w[mounted.columns], clock.period)
                values = new.values if new.lost is None else kept(new.lost, samples[:count], new.values)
                shifted = [*values, *samples][: len(samples)]
                slots = len(samples) // count
                # The first sample fills the memory, and is never lost.
                fills = slots > 1 or new.lost is not None
                samples = kept(begun, shifted, new.values * slots) if fills else shifted
                after[memory] = [1.0, *samples, *new.walked]
            elif isinstance(sensor, Derived):
                source = self.mounted[sensor.of or self._only_encoder(sensor, self.known)]
                readings, states = after[source.reading], rest[: len(rest) - count]
                then = sensor.next(readings, states, clock.period)
                states = kept(begun, then, sensor.first(readings))
                after[memory] = [1.0, *states, *sensor.output(states, count, clock.period)]
        return np.array(after, dtype=object)

    def measured(self, y: Array, q: Array, v: Array) -> tuple[Array, Array, Readings]:
        """Return coordinates and velocities as the law reads them, and all readings, from the memory y.

        Coordinates that no sensor gives are exact.
        """
        by_quantity: dict[str, list[Scalar]] = {"q": list(q), "v": list(v)}
        readings = Readings()
        for name, mounted in self.mounted.items():
            values = readings[name] = y[mounted.reading]
            for channel, coordinate in _law_coordinates(mounted.sensor, mounted.channels):
                value = values[mounted.channels.index(channel)]
                by_quantity[coordinate.of][coordinate.place] = (value - coordinate.offset) * coordinate.factor
        return np.array(by_quantity["q"]), np.array(by_quantity["v"]), readings


def _law_coordinates(sensor: Sensor, channels: Sequence[Channel]) -> Iterator[tuple[Channel, LawCoordinate]]:
    """Yield the entries of q and qd that the law reads from a sensor, with their channels."""
    for channel in channels if getattr(sensor, "seen", False) else ():
        for coordinate in channel.gives:
            yield channel, coordinate
