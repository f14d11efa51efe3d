"""Figures of merit of a motion: tracking errors, efforts and energies.

With the error e = r − q of a joint, its start q(0), the end r_T of its reference and the step Δ = r_T − q(0):
    settling time    the last time at which |q − r_T| enters the band β |Δ|, by linear interpolation between rows    (1)
    overshoot        100 max(0, max (q − r_T) sign Δ) / |Δ|   [%]                                                    (2)
    RMS of x         √(∫ x² dt / T), by the trapezoidal rule                                                         (3)
The tip's error is its distance from the reference position.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from armillary.errors import ArgumentError
from armillary.files.words import shortened
from armillary.multibody.drives import actuated
from armillary.results.momentum import momentum_drift
from armillary.results.tracking import tracking
from armillary.spatial.scalar import Floats
from armillary.tables.json import plain
from armillary.tables.parts import Facts, Notes, Part
from armillary.tables.shown import Shown
from armillary.tables.table import Table, columns

if TYPE_CHECKING:
    from armillary.results.trajectory import Trajectory


MOST_RUNS = 20
"""Runs of a stack that a table lists."""


@dataclass(frozen=True, eq=False)
class Metrics(Shown):
    """Figures of merit of a run, or of each run of a stack (then every array has a leading axis of runs).

    `joints` names the n joints that follow a reference and `units` has their units; without a reference and a
    controller n is 0. `actuators` names the m joints with efforts, `effort_units` has the units of these.

    settling_time (…, n) [s] from the start of the run to the last entry into `band` times the step; infinite where the
    joint is outside at the end, NaN where there is no step. overshoot (…, n) [% of the step]. rms_error, peak_error
    and final_error (…, n) of the joints [rad, m]; tip_rms_error, tip_peak_error and tip_final_error (…,) [m], NaN
    without a reference of the tip. peak_effort and rms_effort (…, m) [N·m, N]. work of the actuators, external work
    and dissipated energy over the run, (…,) [J]; drift (…,), the greatest of the energy balance [%]. slope (…,) [rad]
    and stretch (…,): the greatest of a node of a flexible link, zero without any. momentum_drift (…, 2): the greatest
    change of angular [N·m·s] and linear momentum [N·s] of a robot on a free base, NaN where they are not constant.

    Example:
        >>> import armillary as arm
        >>> robot = arm.planar([1], [1], coms=[0.5], inertias=[0.1], gravity=0)
        >>> law = arm.controllers.ComputedTorque(kp=100, kd=10)                        # ω = 10 rad/s, ζ = 0.5
        >>> run = arm.simulate(robot, 3, controller=law, reference=arm.references.Constant([1]), q0=[0])
        >>> run.metrics().overshoot.round(2).tolist()                                  # 100 exp(−ζπ/√(1−ζ²))
        [16.3]
    """

    joints: tuple[str, ...]
    units: tuple[str, ...]
    actuators: tuple[str, ...]
    effort_units: tuple[str, ...]
    band: float
    settling_time: Floats
    overshoot: Floats
    rms_error: Floats
    peak_error: Floats
    final_error: Floats
    tip_rms_error: Floats
    tip_peak_error: Floats
    tip_final_error: Floats
    peak_effort: Floats
    rms_effort: Floats
    work: Floats
    external: Floats
    dissipated: Floats
    drift: Floats
    slope: Floats
    stretch: Floats
    momentum_drift: Floats

    @property
    def stacked(self) -> bool:
        """Whether these are the figures of a stack."""
        return self.peak_effort.ndim == 2

    def __len__(self) -> int:
        return len(self.peak_effort) if self.stacked else 1

    def __getitem__(self, run: int) -> Metrics:
        """Return the figures of one run of a stack."""
        if not self.stacked:
            raise TypeError("the figures of a single run")
        arrays = {one.name: getattr(self, one.name) for one in fields(self)}
        return replace(self, **{k: v[run] for k, v in arrays.items() if isinstance(v, np.ndarray)})

    def tables(self) -> list[Part]:
        """Return the figures as tables: of each joint for a single run, of each run for a stack."""
        return self._by_run() if self.stacked else self._by_joint()

    def to_json(self) -> dict[str, Any]:
        """Return the figures as plain data; infinite and undefined ones are None."""
        return {one.name: plain(getattr(self, one.name)) for one in fields(self)}

    def _by_joint(self) -> list[Part]:
        follow = columns(
            "joint", "settling [s]>", "overshoot [%]>", "RMS error>", "peak error>", "final error>", "unit"
        )
        errors = (self.settling_time, self.overshoot, self.rms_error, self.peak_error, self.final_error)
        found: list[Part] = []
        if self.joints:
            rows = [(name, *(_text(one[k]) for one in errors), self.units[k]) for k, name in enumerate(self.joints)]
            found.append(Table("tracking", follow, rows))
        rows = [
            (name, _text(self.peak_effort[k]), _text(self.rms_effort[k]), self.effort_units[k])
            for k, name in enumerate(self.actuators)
        ]
        found.append(Table("efforts", columns("joint", "peak>", "RMS>", "unit"), rows))
        facts = {"work": self.work, "external work": self.external, "dissipated": self.dissipated}
        told = {name: f"{value:.6g} J" for name, value in facts.items()} | {"drift": f"{self.drift:.3g} %"}
        if self.slope > 0 or self.stretch > 0:
            told["links bend by"] = f"{self.slope:.3g} rad, stretch {self.stretch:.2g}"
        if np.all(np.isfinite(self.momentum_drift)):
            angular, linear = self.momentum_drift
            told["drift of momentum"] = f"angular {angular:.2g} N·m·s, linear {linear:.2g} N·s"
        if np.isfinite(self.tip_rms_error):
            tip = (("RMS", self.tip_rms_error), ("peak", self.tip_peak_error), ("final", self.tip_final_error))
            told["error of the tip"] = ", ".join(f"{name} {1000 * value:.4g} mm" for name, value in tip)
        return [*found, Facts(told)]

    def _by_run(self) -> list[Part]:
        heads = ("run>", "settling [s]>", "overshoot [%]>", "tip RMS [mm]>", "tip peak [mm]>", "tip final [mm]>",
                 "peak effort>", "work [J]>", "dissipated [J]>", "drift [%]>", "bending [rad]>")  # fmt: skip
        tips = (self.tip_rms_error, self.tip_peak_error, self.tip_final_error)
        rows = [
            (str(k), _text(_worst(self.settling_time[k])), _text(_worst(self.overshoot[k])),
             *(_text(1000 * one[k]) for one in tips), _text(_worst(self.peak_effort[k])), _text(self.work[k]),
             _text(self.dissipated[k]), _text(self.drift[k]), _text(self.slope[k]))
            for k in range(min(len(self), MOST_RUNS))
        ]  # fmt: skip
        said = ["Settling time, overshoot and effort are those of the worst joint."]
        said += [f"… and {len(self) - MOST_RUNS} runs more"] if len(self) > MOST_RUNS else []
        return [Table("runs", columns(*heads), rows), Notes(said)]


def metrics(trajectory: Trajectory, band: float = 0.02) -> Metrics:
    """Return the figures of merit of a trajectory or a stack; `band` is the settling band as a part of the step."""
    if isinstance(band, bool) or not isinstance(band, (int, float)) or not 0 < band < 1:
        raise ArgumentError("band", shortened(band), "a part of the step between 0 and 1, such as 0.02")
    follow, model, t = tracking(trajectory), trajectory.model, trajectory.t
    places = actuated(model)
    tau = trajectory.tau[..., places]
    error, bent = follow.wanted - follow.q, trajectory.bending()
    if follow.tip is None or follow.wanted_tip is None:
        distance = np.full(trajectory.kinetic.shape, np.nan)
    else:
        distance = np.linalg.norm(follow.wanted_tip - follow.tip, axis=-1)
    with np.errstate(invalid="ignore", over="ignore", divide="ignore"):
        return Metrics(
            joints=follow.joints,
            units=follow.units,
            actuators=tuple(trajectory.velocities[k] for k in places),
            effort_units=tuple(trajectory.units["tau"][k] for k in places),
            band=float(band),
            settling_time=settling_time(t, follow.q, follow.wanted[..., -1, :], band),
            overshoot=overshoot(follow.q, follow.wanted[..., -1, :]),
            rms_error=rms(t, error),
            peak_error=np.abs(error).max(axis=-2),
            final_error=error[..., -1, :],
            tip_rms_error=rms(t, distance[..., None])[..., 0],
            tip_peak_error=distance.max(axis=-1),
            tip_final_error=distance[..., -1],
            peak_effort=np.abs(tau).max(axis=-2),
            rms_effort=rms(t, tau),
            work=trajectory.work[..., -1] - trajectory.work[..., 0],
            external=trajectory.external[..., -1] - trajectory.external[..., 0],
            dissipated=trajectory.dissipated[..., -1] - trajectory.dissipated[..., 0],
            drift=trajectory.drifts,
            slope=_with(trajectory.slope_steps, bent.slope.max(axis=(-2, -1), initial=0.0)),
            stretch=_with(trajectory.stretch_steps, np.abs(bent.stretch).max(axis=(-2, -1), initial=0.0)),
            momentum_drift=momentum_drift(trajectory),
        )


def settling_time(t: Floats, q: Floats, end: Floats, band: float = 0.02) -> Floats:
    """Return (1), shape (…, n) [s], of signals q (…, K, n) that should end at `end` (…, n)."""
    step = np.abs(end - q[..., 0, :])
    beyond = np.abs(q - end[..., None, :]) - band * step[..., None, :]  # (…, K, n), positive outside the band
    outside = ~(beyond <= 0)
    last = len(t) - 1 - np.argmax(outside[..., ::-1, :], axis=-2)  # the last row outside
    after = np.minimum(last + 1, len(t) - 1)
    before, inside = (np.take_along_axis(beyond, k[..., None, :], axis=-2)[..., 0, :] for k in (last, after))
    part = before / np.where(before > inside, before - inside, 1.0)
    found = t[last] + part * (t[after] - t[last]) - t[0]
    found = np.where(outside[..., -1, :], np.inf, np.where(np.any(outside, axis=-2), found, 0.0))
    return np.where(step > 0, found, np.nan)


def overshoot(q: Floats, end: Floats) -> Floats:
    """Return (2), shape (…, n) [%], of signals q (…, K, n) that should end at `end` (…, n)."""
    step = end - q[..., 0, :]
    over = ((q - end[..., None, :]) * np.sign(step)[..., None, :]).max(axis=-2)
    return np.where(step != 0, 100 * np.maximum(over, 0.0) / np.abs(np.where(step != 0, step, 1.0)), np.nan)


def rms(t: Floats, values: Floats) -> Floats:
    """Return (3), shape (…, n), of values (…, K, n) at times t (K,), which may be spaced unevenly."""
    if len(t) < 2 or t[-1] <= t[0]:
        return np.sqrt(np.mean(values**2, axis=-2))
    squares = (values[..., 1:, :] ** 2 + values[..., :-1, :] ** 2) / 2
    total = np.tensordot(squares, np.diff(t) / (t[-1] - t[0]), axes=(-2, 0))
    return np.asarray(np.sqrt(total))


def _text(value: Any) -> str:
    return "–" if np.isnan(value) else f"{value:.4g}"


def _worst(values: Floats) -> float:
    known = values[~np.isnan(values)]
    return float(known.max()) if known.size else float("nan")


def _with(steps: Floats | None, rows: Floats) -> Floats:
    """Return the greater of a figure over the steps, where it is known, and over the recorded rows."""
    return rows if steps is None else np.asarray(np.fmax(steps, rows))
