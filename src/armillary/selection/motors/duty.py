"""Loads of a drive on a motion, and its limits.

T is the gear output in N·m (N at a prismatic joint): the whole effort of the joint except the rotor's inertia. Power
flows to the joint if T q̇ ≥ 0 (including standstill), and otherwise back:
    T_in = T/(r η) if T q̇ ≥ 0, else T η_b/r                                              (1)
    τ_m = T_in + J α + c sign(ω_m) + b ω_m,   ω_m = r q̇                                   (2)
α is the rotor's angular acceleration in the world [load, eq. 5], c and b are dry and viscous friction of motor and gear
at the rotor. Without losses τ_m = τ/r with the joint effort τ of the "full" motor model. Heating depends on the root
mean square of the torque:
    τ_rms² = (1/t_K) ∫ τ_m² dt,   by the trapezoidal rule.                                   (3)
With a safety factor s on torques, not on speeds, the limits are
    s τ_rms ≤ τ_cont,   s |τ_m| ≤ τ_peak,   |ω_m| ≤ ω_max                                   (4)
    s τ_m sign(ω_m)/τ_stall + |ω_m|/ω_0 ≤ 1        (voltage, if the speed-torque line is known) (5)
    s |T| ≤ T_max,   s T_rms ≤ T_cont,   |ω_m| ≤ ω_gear                                    (6)
In (5) a braking motor needs less voltage. The use of a limit is its left side over its right; a use of 1 is feasible.
(6) compares the nominal output torque of a gearbox with the root mean square of its load. Where the winding is known,
with the current i = s τ_m / k and the rise of temperature ϑ of its root mean square by (3) of `motors.drive`,
    |i| ≤ i_max,   |R (1 + α ϑ) i + L di/dt + k ω_m| ≤ u_max,   ϑ ≤ T_max − T_air           (7)
ϑ is the one that the winding has after many repetitions of the motion; without bound it exceeds any limit, also an
unknown one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from operator import attrgetter

import numpy as np

from armillary.description.winding import COPPER
from armillary.motion.efforts import integral
from armillary.selection.motors.drive import AMBIENT, GearMotor, GearMotors
from armillary.selection.motors.load import MotionLoads, MotorResponse
from armillary.spatial.scalar import Floats

LIMITS = {
    "continuous torque": "motor.continuous_torque",
    "peak torque": "motor.peak_torque",
    "speed": "motor.maximum_speed",
    "speed-torque line": "",
    "gear torque": "gear.maximum_load",
    "gear continuous torque": "gear.continuous_load",
    "gear speed": "gear.maximum_speed",
    "current": "motor.maximum_current",
    "voltage": "motor.maximum_voltage",
    "temperature rise": "allowed_rise",
}
UNITS = {"current": "A", "voltage": "V", "temperature rise": "K", "speed-torque line": ""}
"""Limits in the order of the columns of `use_of_limits`, with the property of a drive that has the allowed value."""
CHUNK = 65_536  # array elements processed at once: some ten arrays of this size fit into the caches of a core


@dataclass(frozen=True, eq=False)
class Turn:
    """Motion of one joint (times, rate, acceleration), its load, and the response of its mount."""

    joint: str
    t: Floats
    rate: Floats
    acceleration: Floats
    carried: Floats  # effort without the drive of this joint, shape (K,) [N·m or N]
    response: MotorResponse
    column: int

    def mean(self, values: Floats) -> Floats:
        """Return means over time, the last axis, by the trapezoidal rule."""
        return integral(np.moveaxis(values, -1, 0), self.t) / (self.t[-1] - self.t[0])


@dataclass(frozen=True, eq=False)
class Tried:
    """Drives tried at one joint: largest use of any limit (C,), and mean power (C,) [W]."""

    drives: GearMotors
    worst: Floats
    power: Floats

    @property
    def feasible(self) -> Floats:
        """Whether each drive carries the motion, shape (C,)."""
        return np.asarray(self.worst <= 1.0)


def turn_of(loads: MotionLoads, joint: str, chosen: Mapping[str, GearMotor]) -> Turn:
    """Return the motion and load of a joint with the drives chosen for other joints."""
    j, motion = loads.coordinate[joint], loads.motion
    carried, response = loads.at(joint, chosen), loads.responses[joint]
    return Turn(joint, motion.t, motion.qd[:, j], motion.qdd[:, j], carried, response, j)


def rotor_torque(turn: Turn, drives: GearMotors, T: Floats) -> Floats:
    """Return the motors' torques τ_m, shape (C, K) [N·m]."""
    r = drives.ratio
    forward, backward = 1 / drives.of("gear.efficiency"), drives.of("gear.backward_efficiency")
    T_in = T / r * np.where(T * turn.rate >= 0, forward, backward)  # (1)
    alpha, speed = r * turn.acceleration + turn.response.turning, r * turn.rate
    rubbed = drives.of("friction.coulomb") * np.sign(speed) + drives.of("friction.viscous") * speed
    return np.asarray(T_in + drives.rotor_inertia * alpha + rubbed)  # (2)


def temperature_rise(drives: GearMotors, rms: Floats) -> Floats:
    """Return the rise of temperature of the windings [K], shape (C, 1), for root mean square currents [A], (3)."""
    x = drives.of("cooling") * drives.of("resistance") * rms**2
    with np.errstate(divide="ignore"):
        return np.where(COPPER * x < 1, x / np.maximum(1 - COPPER * x, 0.0), np.inf)


def use_of_limits(turn: Turn, drives: GearMotors, T: Floats, torque: Floats, safety: float) -> Floats:
    """Return the use of each limit, shape (C, 10), (4)–(7)."""
    speed = drives.ratio * turn.rate
    fastest = np.abs(speed).max(axis=1, keepdims=True)
    driving = np.where(speed == 0, np.abs(torque), torque * np.sign(speed))
    current = safety * torque / drives.of("constant")
    rise = temperature_rise(drives, np.sqrt(turn.mean(current**2))[:, None])
    R = drives.of("resistance") * (1 + COPPER * np.where(np.isfinite(rise), rise, 0.0))
    back = np.where(np.isfinite(drives.of("constant")), drives.of("constant"), 0.0) * speed
    voltage = R * current + drives.of("motor.inductance") * np.gradient(current, turn.t, axis=1) + back
    line = safety * driving / drives.of("motor.stall_torque") + np.abs(speed) / drives.of("motor.no_load_speed")
    required = (
        safety * np.sqrt(turn.mean(torque**2))[:, None],
        safety * np.abs(torque).max(axis=1, keepdims=True),
        fastest,
        line.max(axis=1, keepdims=True),
        safety * np.abs(T).max(axis=1, keepdims=True),
        safety * np.sqrt(turn.mean(T**2))[:, None],
        fastest,
        np.abs(current).max(axis=1, keepdims=True),
        np.abs(voltage).max(axis=1, keepdims=True),
        rise,
    )
    uses = []
    for x, field in zip(required, LIMITS.values(), strict=True):
        most = drives.of(field) if field else 1.0
        # An unbounded temperature exceeds every limit, even an unknown (infinite) one, where ∞/∞ would be NaN.
        uses.append(np.divide(x, most, out=np.full_like(x, np.inf), where=np.isfinite(x)))
    return np.hstack(uses)


def try_drives(turn: Turn, drives: GearMotors, safety: float) -> Tried:
    """Return the largest use of a limit and the mean power of each drive."""
    worst, powers = [], []
    for part in drives.parts(max(1, CHUNK // len(turn.t))):
        T = turn.carried + turn.response.carried(part, turn.column)  # load of the joint and of the drive at its mount
        torque = rotor_torque(turn, part, T)
        worst.append(use_of_limits(turn, part, T, torque, safety).max(axis=1))
        powers.append(turn.mean(np.maximum(torque * part.ratio * turn.rate, 0.0)))
    return Tried(drives, np.concatenate(worst), np.concatenate(powers))


@dataclass(frozen=True)
class LimitUse:
    """A limit of a drive: its name, the required value with safety factor, the allowed value, and the unit."""

    limit: str
    asked: float
    allowed: float
    unit: str

    @property
    def use(self) -> float:
        """Ratio of the required to the allowed value; above 1 the limit is exceeded."""
        return self.asked / self.allowed if np.isfinite(self.asked) else float("inf")

    def __str__(self) -> str:
        return f"{self.limit}: {self.asked:.4g} of {self.allowed:.4g} {self.unit}".rstrip()

    def exceeded(self) -> str:
        """Return the limit with the amount by which it is exceeded."""
        if not np.isfinite(self.asked):
            return f"{self.limit}: grows without bound"
        return f"{self}, " + (f"{self.use - 1:.0%} too much" if self.use < 2 else f"{self.use:.3g} times the limit")


@dataclass(frozen=True, eq=False)
class Duty:
    """Loads of a drive on a motion: speed [rad/s] and torque [N·m] of the motor and load of the gear over time."""

    joint: str
    drive: GearMotor
    safety: float
    t: Floats
    speed: Floats
    torque: Floats
    load: Floats
    checks: tuple[LimitUse, ...]
    rms: float
    power: float
    current: float | None = None  # root mean square [A]
    temperature: float | None = None  # of the winding after many repetitions [K]
    inertia_ratio: float = float("nan")  # largest ratio of the load inertia to the reflected rotor inertia at the joint

    def __repr__(self) -> str:
        return f"<Duty of {self.joint}: {self.drive.name}, {self.worst.limit} {self.worst.use:.0%}>"

    @property
    def feasible(self) -> bool:
        """Whether no limit is exceeded."""
        return self.worst.use <= 1.0

    @property
    def worst(self) -> LimitUse:
        """The limit with the largest use."""
        return max(self.checks, key=lambda check: check.use)


def duty_of(turn: Turn, drive: GearMotor, safety: float, T: Floats) -> Duty:
    """Return the duty of one drive with the gear output T, shape (K,)."""
    single = GearMotors((drive,))
    torque = rotor_torque(turn, single, T[None])
    use = use_of_limits(turn, single, T[None], torque, safety)[0]
    checks = []
    for (limit, field), part in zip(LIMITS.items(), use, strict=True):
        most = attrgetter(field)(drive) if field else 1.0
        load = "N" if drive.gear.linear and "gear" in field else "N·m"
        unit = UNITS.get(limit, "rad/s" if "speed" in field else load)
        if np.isinf(part) or (np.isfinite(most) and (field or np.isfinite(drive.motor.stall_torque))):
            checks.append(LimitUse(limit, float(part * most), most, unit))
    speed, rms = drive.gear.ratio * turn.rate, float(np.sqrt(turn.mean(torque[0] ** 2)))  # (3)
    warm = float(temperature_rise(single, np.array([[rms / drive.constant]]))[0, 0])
    return Duty(
        turn.joint, drive, safety, turn.t, speed, torque[0], T, tuple(checks),
        rms=rms,
        power=float(turn.mean(np.maximum(torque[0] * speed, 0.0))),
        current=rms / drive.constant if np.isfinite(drive.constant) else None,
        temperature=AMBIENT + warm if drive.cooling else None,
    )  # fmt: skip
