"""Sensors of a sampled law in plain Python: encoders and tachometers with their errors, differences, observers."""

from __future__ import annotations

from typing import Any

import numpy as np
from tests.combinations.plain_plant import Plant

import armillary as arm
from internals import normal_pair


class Sensing:
    """Samples at the instants of the control period, less the part δ of a delay; readings are the oldest samples."""

    def __init__(self, scenario: arm.Scenario, plant: Plant) -> None:
        self.scenario, self.plant = scenario, plant
        self.sensors = list(scenario.sensors)
        self.memory: list[list[np.ndarray]] = [[] for _ in self.sensors]
        self.walks = [0.0 for _ in self.sensors]
        self.derived: list[Any] = [None for _ in self.sensors]
        self.doubtful = False
        T = scenario.period
        self.ages: list[int] = []
        self.parts: list[float] = []
        for s in self.sensors:
            delay = getattr(s, "delay", 0.0) or 0.0
            N = int(np.ceil(delay / T - 1e-9)) if T else 0
            self.ages.append(N)
            self.parts.append(N * T - delay if T else 0.0)
        # Tasks: sensors with the same part of a period share one.
        self.tasks: list[float] = []
        for s, part in zip(self.sensors, self.parts, strict=True):
            if hasattr(s, "noise") and not any(abs(part - other) < 1e-12 for other in self.tasks):
                self.tasks.append(part)
        # The latest part comes first.
        self.tasks.sort(reverse=True)
        self.instruments = [i for i, s in enumerate(self.sensors) if hasattr(s, "noise")]

    def noise(self, i: int, sample: int, early: bool, count: int) -> np.ndarray:
        """Random numbers of a sample of sensor i; the one that fills its memory has streams of its own."""
        pairs = np.arange(-(-count // 2), dtype=np.uint64) + np.uint64(self.instruments.index(i) << 16 | early << 15)
        origin = np.array([[self.scenario.seed], [0]], dtype=np.uint64)
        return np.stack(normal_pair(*origin, pairs, np.uint64(sample)), axis=-1).ravel()[:count]

    def task(self, i: int) -> int:
        return next(j for j, part in enumerate(self.tasks) if abs(part - self.parts[i]) < 1e-12)

    def instants(self, duration: float) -> list[tuple[float, int]]:
        s = self.scenario
        found = []
        for j, part in enumerate(self.tasks):
            if part > 1e-12:
                found.append((s.offset, j))
            count = int(np.floor((duration - s.offset - part) / s.period + 1e-9)) + 1
            found += [(s.offset + part + k * s.period, j) for k in range(max(count, 0))]
        return found

    def sample(self, t: float, task: int, loop: Any) -> None:
        p, y = self.plant, loop.y
        q, v = y[: p.mq], y[p.mq : p.mq + p.mv]
        early = self.tasks[task] > 1e-12 and abs(t - self.scenario.offset) < 1e-12
        number = 0 if early else round((t - self.scenario.offset - self.tasks[task]) / self.scenario.period)
        for i, sensor in enumerate(self.sensors):
            if not hasattr(sensor, "noise") or self.task(i) != task:
                continue
            name = type(sensor).__name__
            places = self.places(sensor)
            true = np.array([(q[x] if name == "Encoder" else v[k]) for x, k, _ in places])
            value = true + sensor.bias + sensor.drift * t
            if np.any(np.asarray(sensor.noise) > 0):
                value = value + np.asarray(sensor.noise) * self.noise(i, number, early, len(true))
            if sensor.saturation is not None:
                value = np.clip(value, -np.asarray(sensor.saturation), np.asarray(sensor.saturation))
            step = 0.0 if sensor.resolution is None else sensor.resolution
            if getattr(sensor, "counts", None) is not None:
                step = 2 * np.pi / np.asarray(sensor.counts, float)
            step = np.broadcast_to(np.asarray(step, float), len(true)) / np.array([abs(n) for *_, n in places])
            if np.any(step > 0):
                offset = getattr(sensor, "offset", 0.0)
                place = (value - offset) / step + 0.5
                near = abs(place - np.round(place))
                self.doubtful |= bool(np.any((near < 1e-5) & (place != np.round(place))))
                value = offset + step * np.floor(place)
            self.memory[i].insert(0, value)
            del self.memory[i][self.ages[i] + 2 :]

    def places(self, sensor: Any) -> list[tuple[int, int, float]]:
        """Entry of q and of q̇, and the ratio that divides the step, of each channel."""
        p = self.plant
        motors = getattr(sensor, "motors", ())
        if motors:
            motors = (motors,) if isinstance(motors, str) else motors
            found = []
            for name in motors:
                d = next(d for d in p.drives if d.motor.name == name)
                found.append(
                    (p.nq + d.rotor, p.nv + d.rotor, d.motor.ratio) if d.rotor >= 0 else (d.x, d.k, d.motor.ratio)
                )
            return found
        names = getattr(sensor, "joints", ())
        names = (names,) if isinstance(names, str) else names
        joints = [j for j in p.robot.joints if j.couple is None and j.type != "fixed"]
        order = sorted(joints, key=lambda j: p.at[j.name][0])
        chosen = [p.robot.joint(n) for n in names] if names else order
        return [(p.at[j.name][1], p.at[j.name][0], 1.0) for j in chosen]

    def reading(self, i: int) -> np.ndarray:
        kept = self.memory[i]
        extra = 1 if self.parts[i] > 1e-12 else 0
        age = self.ages[i] - extra if extra else self.ages[i]
        return kept[min(age, len(kept) - 1)]

    def read(self, t: float, loop: Any) -> tuple[np.ndarray, np.ndarray, bool]:
        p, y, T = self.plant, loop.y, self.scenario.period
        q, v = y[: p.mq].copy(), y[p.mq : p.mq + p.mv].copy()
        self.doubtful_before, doubt = self.doubtful, self.doubtful
        self.doubtful = False
        for i, sensor in enumerate(self.sensors):
            name = type(sensor).__name__
            if name in ("Encoder", "Tachometer"):
                value = self.reading(i)
                for (x, k, _), each in zip(self._joint_places(sensor), value, strict=True):
                    if name == "Encoder":
                        q[x] = each
                    else:
                        v[k] = each
            else:
                source = next(j for j, s in enumerate(self.sensors) if type(s).__name__ == "Encoder")
                r = self.reading(source)
                if name == "Differences":
                    past = self.derived[i] = [r.copy(), *(self.derived[i] or [r.copy()] * sensor.samples)][
                        : sensor.samples + 1
                    ]
                    rate = (past[0] - past[-1]) / (sensor.samples * T)
                else:
                    rho = np.exp(-2 * np.pi * sensor.bandwidth * T)
                    alpha, beta = 1 - rho**2, (1 - rho) ** 2
                    if self.derived[i] is None:
                        x, rate = r.copy(), np.zeros_like(r)
                    else:
                        x, rate = self.derived[i]
                        ahead = x + T * rate
                        e = r - ahead
                        x, rate = ahead + alpha * e, rate + beta / T * e
                    self.derived[i] = (x, rate)
                for (_, k, _), each in zip(self._joint_places(self.sensors[source]), rate, strict=True):
                    v[k] = each
        return q, v, doubt

    def _joint_places(self, sensor: Any) -> list[tuple[int, int, float]]:
        """Where the law sees a reading: a sensor on a motor stands for the joint."""
        p = self.plant
        motors = getattr(sensor, "motors", ())
        if not motors:
            return self.places(sensor)
        motors = (motors,) if isinstance(motors, str) else motors
        return [(d.x, d.k, 1.0) for name in motors for d in p.drives if d.motor.name == name]
