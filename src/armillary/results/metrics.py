"""Figures of merit of a motion: responses of joints and frames to their references, efforts and energies.

With the start of a joint or a frame, the end r_T of its reference, and the step between them, `response` defines
settling time, rise time and overshoot. With the error e = r − y:
    steady error     mean of e over the last tenth of the run                                                 (1)
    path error       greatest distance of a frame from the curve of its reference, whenever it is there       (2)
The errors of a frame are distances.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from armillary.errors import ArgumentError
from armillary.files.arguments import words
from armillary.files.words import shortened
from armillary.multibody.drives import actuated
from armillary.results.columns import is_position
from armillary.results.momentum import momentum_drift
from armillary.results.response import from_path, mean, overshoot, progress, rise_time, rms, settling_time
from armillary.results.tracking import Tracking, frame_of, tracking
from armillary.spatial.scalar import Floats
from armillary.tables.json import plain
from armillary.tables.parts import Facts, Notes, Part
from armillary.tables.shown import Shown
from armillary.tables.table import Table, columns

if TYPE_CHECKING:
    from armillary.results.trajectory import Trajectory


MOST_RUNS = 20
"""Runs of a stack that a table lists."""
LATE = 0.1
"""Last part of a run, over which the steady error is a mean."""
TIMES = ("settling_time", "rise_time", "overshoot")
ERRORS = ("rms", "peak", "final", "steady")
TOLD = ("rms", "peak", "final")
"""Errors of a frame that the table of a stack has."""


@dataclass(frozen=True, eq=False)
class Metrics(Shown):
    """Figures of merit of a run, or of each run of a stack (then every array has a leading axis of runs).

    `joints` names the n joints that follow a reference and `units` has their units; without a reference and a
    controller n is 0. `frames` names the f frames that follow one. `actuators` names the m joints with efforts,
    `effort_units` has the units of these.

    settling_time (…, n) [s] from the start of the run to the last entry into `band` times the step; infinite where the
    joint is outside at the end, NaN where there is no step. rise_time (…, n) [s] from 10 % to 90 % of the step;
    infinite where 90 % is not reached. overshoot (…, n) [% of the step]. rms_error, peak_error, final_error and
    steady_error (…, n) of the joints [rad, m]; the last is the mean over the last tenth of the run. The same of frames,
    shape (…, f), with distances as errors [m]: frame_settling_time and so on, and frame_path_error, the greatest
    distance from the curve of the reference. peak_effort and rms_effort (…, m) [N·m, N]. work of the actuators,
    external work and dissipated energy over the run, (…,) [J]; drift (…,), the greatest of the energy balance [%].
    slope (…,) [rad] and stretch (…,): the greatest of a node of a flexible link, zero without any. momentum_drift (…,
    2): the greatest change of angular [N·m·s] and linear momentum [N·s] of a robot on a free base, NaN where they are
    not constant.

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
    frames: tuple[str, ...]
    actuators: tuple[str, ...]
    effort_units: tuple[str, ...]
    band: float
    settling_time: Floats
    rise_time: Floats
    overshoot: Floats
    rms_error: Floats
    peak_error: Floats
    final_error: Floats
    steady_error: Floats
    frame_settling_time: Floats
    frame_rise_time: Floats
    frame_overshoot: Floats
    frame_rms_error: Floats
    frame_peak_error: Floats
    frame_final_error: Floats
    frame_steady_error: Floats
    frame_path_error: Floats
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
        times = ("settling [s]>", "rise [s]>", "overshoot [%]>")
        follow = columns("joint", *times, *(f"{name} error>" for name in ERRORS), "unit")
        found: list[Part] = []
        if self.joints:
            figures = [getattr(self, name) for name in (*TIMES, *(f"{name}_error" for name in ERRORS))]
            rows = [(name, *(_text(one[k]) for one in figures), self.units[k]) for k, name in enumerate(self.joints)]
            found.append(Table("tracking", follow, rows))
        if self.frames:
            moved = columns("frame", *times, *(f"{name} error [mm]>" for name in (*ERRORS, "path")))
            scaled = [getattr(self, f"frame_{name}") for name in TIMES]
            scaled += [1000 * getattr(self, f"frame_{name}_error") for name in (*ERRORS, "path")]
            lines = [(name, *(_text(one[k]) for one in scaled)) for k, name in enumerate(self.frames)]
            found.append(Table("tracking of frames", moved, lines))
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
        return [*found, Facts(told)]

    def _by_run(self) -> list[Part]:
        frame = self.frames[0] if self.frames else "tip"
        heads = ("run>", "settling [s]>", "overshoot [%]>", *(f"{frame} {name} [mm]>" for name in TOLD), "peak effort>",
                 "work [J]>", "dissipated [J]>", "drift [%]>", "bending [rad]>")  # fmt: skip
        lost = np.full((len(self), 1), np.nan)
        errors = [getattr(self, f"frame_{name}_error") if self.frames else lost for name in TOLD]
        rows = [
            (str(k), _text(_worst(self.settling_time[k])), _text(_worst(self.overshoot[k])),
             *(_text(1000 * one[k, 0]) for one in errors), _text(_worst(self.peak_effort[k])), _text(self.work[k]),
             _text(self.dissipated[k]), _text(self.drift[k]), _text(self.slope[k]))
            for k in range(min(len(self), MOST_RUNS))
        ]  # fmt: skip
        said = ["Settling time, overshoot and effort are those of the worst joint."]
        said += [f"… and {len(self) - MOST_RUNS} runs more"] if len(self) > MOST_RUNS else []
        return [Table("runs", columns(*heads), rows), Notes(said)]


def metrics(trajectory: Trajectory, band: float = 0.02, frames: Sequence[str] | None = None) -> Metrics:
    """Return the figures of merit of a trajectory or a stack, as `Trajectory.metrics` says."""
    if isinstance(band, bool) or not isinstance(band, (int, float)) or not 0 < band < 1:
        raise ArgumentError("band", shortened(band), "a part of the step between 0 and 1, such as 0.02")
    follow, model, t = tracking(trajectory, _frames(trajectory, frames)), trajectory.model, trajectory.t
    places = actuated(model)
    tau, bent = trajectory.tau[..., places], trajectory.bending()
    with np.errstate(invalid="ignore", over="ignore", divide="ignore"):
        return Metrics(
            joints=follow.joints,
            units=follow.units,
            frames=tuple(follow.frames),
            actuators=tuple(trajectory.velocities[k] for k in places),
            effort_units=tuple(trajectory.units["tau"][k] for k in places),
            band=float(band),
            **_of_joints(t, follow, band),
            **_of_frames(t, follow, band),
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


def _frames(trajectory: Trajectory, frames: Sequence[str] | None) -> list[str]:
    """Return the frames to look at: the frame of the task and all recorded ones, or those that are asked for."""
    if frames is None:
        recorded = [name for name in trajectory.signals if is_position(trajectory, name)]
        return [name for name in dict.fromkeys((frame_of(trajectory), *recorded)) if name is not None]
    return list(words("frames", frames, trajectory.model.frames))


def _of_joints(t: Floats, follow: Tracking, band: float) -> dict[str, Floats]:
    end, error = follow.wanted[..., -1, :], follow.wanted - follow.q
    done = progress(np.swapaxes(follow.q, -1, -2)[..., None], end[..., None])  # (…, n, K)
    return {
        **_times(t, np.abs(follow.q - end[..., None, :]), np.swapaxes(done, -1, -2), band),
        "rms_error": rms(t, error),
        "peak_error": np.abs(error).max(axis=-2),
        "final_error": error[..., -1, :],
        "steady_error": _steady(t, error),
    }


def _of_frames(t: Floats, follow: Tracking, band: float) -> dict[str, Floats]:
    if not follow.frames:
        empty = np.zeros((*follow.q.shape[:-2], 0))
        names = (*TIMES, *(f"{name}_error" for name in (*ERRORS, "path")))
        return {f"frame_{name}": empty for name in names}
    y, wanted = (np.stack([pair[k] for pair in follow.frames.values()], axis=-3) for k in (0, 1))  # (…, f, K, 3)
    end, error = wanted[..., -1, :], wanted - y
    apart, distance = np.linalg.norm(y - end[..., None, :], axis=-1), np.linalg.norm(error, axis=-1)  # (…, f, K)
    done = progress(y, end)
    found = {
        **_times(t, np.swapaxes(apart, -1, -2), np.swapaxes(done, -1, -2), band),
        "rms_error": np.linalg.norm(rms(t, error), axis=-1),
        "peak_error": distance.max(axis=-1),
        "final_error": distance[..., -1],
        "steady_error": np.linalg.norm(_steady(t, error), axis=-1),
        "path_error": from_path(y, wanted).max(axis=-1),
    }
    return {f"frame_{name}": values for name, values in found.items()}


def _times(t: Floats, apart: Floats, done: Floats, band: float) -> dict[str, Floats]:
    """Return times and overshoots from distances to the end and progresses, each (…, K, n)."""
    step = apart[..., 0, :]
    found = (settling_time(t, apart, step, band), rise_time(t, done), overshoot(done))
    return dict(zip(TIMES, found, strict=True))


def _steady(t: Floats, error: Floats) -> Floats:
    """Return (1)."""
    late = t >= t[-1] - LATE * (t[-1] - t[0])
    return mean(t[late], error[..., late, :])


def _text(value: Any) -> str:
    return "–" if np.isnan(value) else f"{value:.4g}"


def _worst(values: Floats) -> float:
    known = values[~np.isnan(values)]
    return float(known.max()) if known.size else float("nan")


def _with(steps: Floats | None, rows: Floats) -> Floats:
    """Return the greater of a figure over the steps, where it is known, and over the recorded rows."""
    return rows if steps is None else np.asarray(np.fmax(steps, rows))
