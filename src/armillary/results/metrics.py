"""Figures of merit of a motion: responses of joints and frames to their references, efforts and energies.

With the start of a joint or a frame, the end of its reference, and the step between them, `response` defines settling
time, rise time and overshoot, and with the error e = r − y the steady error and the path error. The errors of a frame
are distances.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from armillary.files.arguments import finite, refusal, words
from armillary.multibody.drives import actuated
from armillary.multibody.limits import limits_of, middles, position_places
from armillary.results.columns import is_position
from armillary.results.momentum import momentum_drift
from armillary.results.response import Response, rms
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
TIMES = ("settling_time", "rise_time", "overshoot")
ERRORS = ("rms", "peak", "final", "steady")
TOLD = ("rms", "peak", "final")
"""Errors of a frame that the table of a stack has."""
USES = ("position_use", "speed_use", "effort_use")


def _figure(of: Callable[[Metrics], Floats], text: str) -> cached_property[Floats]:
    """Return a figure that is computed when it is first read, with its docstring; NaN and infinities are no errors."""

    def computed(metrics: Metrics) -> Floats:
        if metrics.among is not None:
            stack, run = metrics.among
            of_stack: Floats = getattr(stack, str(figure.attrname))
            return of_stack[run]
        with np.errstate(invalid="ignore", over="ignore", divide="ignore"):
            return of(metrics)

    computed.__doc__ = text
    figure = cached_property(computed)
    return figure


@dataclass(frozen=True, eq=False, repr=False)
class Metrics(Shown):
    """Figures of merit of a run, or of each run of a stack (then every array has a leading axis of runs).

    Each figure is computed when it is first read.

    `joints` names the n joints that follow a reference and `units` has their units; without a reference and a
    controller n is 0. `frames` names the f frames that follow one. `actuators` names the m joints with efforts,
    `effort_units` has the units of these. `limited` names the l velocity coordinates with a limit.

    settling_time (…, n) [s] from the start of the run to the last entry into `band` times the step; infinite where the
    joint is outside at the end, NaN where there is no step. rise_time (…, n) [s] from 10 % to 90 % of the step;
    infinite where 90 % is not reached. overshoot (…, n) [% of the step]. rms_error, peak_error, final_error and
    steady_error (…, n) of the joints [rad, m]; the last is the mean over the last tenth of the run. The same of frames,
    shape (…, f), with distances as errors [m]: frame_settling_time and so on, and frame_path_error, the greatest
    distance from the curve of the reference. peak_effort and rms_effort (…, m) [N·m, N]. Use of limits (…, l), NaN
    without one: position_use, the greatest distance from the middle of the range over half the range, 1 at a limit, NaN
    where a range has one end; speed_use and effort_use, the greatest |q̇| and |τ| over their limits. The speed is that
    of all steps, the others are those of recorded rows. work of the actuators,
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

    trajectory: Trajectory
    follow: Tracking
    band: float
    among: tuple[Metrics, int] | None = None
    """The figures of a stack, and the number of the run there, for one run of it."""

    @property
    def joints(self) -> tuple[str, ...]:
        """Names of the joints that follow a reference."""
        return tuple(self.follow.joints)

    @property
    def units(self) -> tuple[str, ...]:
        """Units of these joints."""
        return self.follow.units

    @property
    def frames(self) -> tuple[str, ...]:
        """Names of the frames that follow a reference."""
        return self.follow.names

    @cached_property
    def _driven(self) -> list[int]:
        return list(actuated(self.trajectory.model))

    @property
    def actuators(self) -> tuple[str, ...]:
        """Names of the joints with efforts."""
        return tuple(self.trajectory.velocities[k] for k in self._driven)

    @property
    def effort_units(self) -> tuple[str, ...]:
        """Units of these efforts."""
        return tuple(self.trajectory.units["tau"][k] for k in self._driven)

    @property
    def limited(self) -> tuple[str, ...]:
        """Names of the velocity coordinates with a limit of position, speed or effort."""
        return tuple(self.trajectory.velocities[k] for k in self._limited)

    @cached_property
    def _limited(self) -> list[int]:
        ranges = [limits_of(model) for _, model in self.trajectory.models]
        return np.flatnonzero(np.isfinite(ranges).any(axis=(0, 1))).tolist()

    @cached_property
    def _uses(self) -> Floats:
        """Use of position, speed and effort limits, shape (3, …, l)."""
        run = self.trajectory
        rows = np.searchsorted([t for t, _ in run.changes], run.t)  # the plant of each row
        half, speed, effort = np.moveaxis(np.array([limits_of(model) for _, model in run.models]), 1, 0)
        middle = np.array([middles(model) for _, model in run.models])
        places = position_places(run.model)
        q = np.where(places >= 0, run.q[..., np.maximum(places, 0)], np.nan)
        ratios = [np.abs(q - middle[rows]) / half[rows], np.abs(run.qd) / speed[rows], np.abs(run.tau) / effort[rows]]
        uses = []
        for ratio, limit in zip(ratios, (half, speed, effort), strict=True):
            limited = np.isfinite(limit[rows])
            # A motion without a value that counts uses nothing; without a limit there is no use.
            most = np.fmax.reduce(np.where(limited, ratio, np.nan), axis=-2)
            uses.append(np.where(np.isfinite(limit).any(axis=0), most, np.nan)[..., self._limited])
        if run.speed_steps is not None:
            steps = run.speed_steps / np.where(np.isfinite(speed[0]), speed[0], np.nan)
            if len(run.models) == 1:  # speeds between rows belong to the whole run, not to one of its plants
                uses[1] = np.fmax(uses[1], steps[..., self._limited])
        return np.array(uses)

    @cached_property
    def _of_joints(self) -> Response:
        q, desired = (np.swapaxes(rows, -1, -2)[..., None] for rows in (self.follow.q, self.follow.desired))
        return Response(self.trajectory.t, q, desired, self.band)  # (…, n, K, 1)

    @cached_property
    def _of_frames(self) -> Response:
        pairs = self.follow.frames.values()
        none = np.zeros((*self.trajectory.q.shape[:-2], 0, len(self.trajectory.t), 3))
        y, desired = (np.stack([pair[k] for pair in pairs], axis=-3) if pairs else none for k in (0, 1))
        return Response(self.trajectory.t, y, desired, self.band)  # (…, f, K, 3)

    settling_time = _figure(
        lambda metrics: metrics._of_joints.settling_time,
        "Time from the start to the last entry into the band, of each joint [s].",
    )
    rise_time = _figure(
        lambda metrics: metrics._of_joints.rise_time, "Time from 10 % to 90 % of the step, of each joint [s]."
    )
    overshoot = _figure(lambda metrics: metrics._of_joints.overshoot, "Overshoot of each joint [% of the step].")
    rms_error = _figure(lambda metrics: metrics._of_joints.rms, "Root mean square error of each joint [rad, m].")
    peak_error = _figure(lambda metrics: metrics._of_joints.peak, "Greatest error of each joint [rad, m].")
    final_error = _figure(
        lambda metrics: metrics._of_joints.error[..., -1, 0], "Error of each joint at the end [rad, m]."
    )
    steady_error = _figure(
        lambda metrics: metrics._of_joints.steady[..., 0],
        "Mean error of each joint over the last tenth of the run [rad, m].",
    )
    frame_settling_time = _figure(
        lambda metrics: metrics._of_frames.settling_time,
        "Time from the start to the last entry into the band, of each frame [s].",
    )
    frame_rise_time = _figure(
        lambda metrics: metrics._of_frames.rise_time, "Time from 10 % to 90 % of the step, of each frame [s]."
    )
    frame_overshoot = _figure(lambda metrics: metrics._of_frames.overshoot, "Overshoot of each frame [% of the step].")
    frame_rms_error = _figure(
        lambda metrics: metrics._of_frames.rms, "Root mean square distance of each frame from its reference [m]."
    )
    frame_peak_error = _figure(
        lambda metrics: metrics._of_frames.peak, "Greatest distance of each frame from its reference [m]."
    )
    frame_final_error = _figure(
        lambda metrics: np.linalg.norm(metrics._of_frames.error[..., -1, :], axis=-1),
        "Distance of each frame from its reference at the end [m].",
    )
    frame_steady_error = _figure(
        lambda metrics: np.linalg.norm(metrics._of_frames.steady, axis=-1),
        "Distance of each frame's mean over the last tenth of the run from its reference [m].",
    )
    frame_path_error = _figure(
        lambda metrics: metrics._of_frames.from_path,
        "Greatest distance of each frame from the curve of its reference [m].",
    )
    peak_effort = _figure(
        lambda metrics: np.abs(metrics.trajectory.tau[..., metrics._driven]).max(axis=-2),
        "Greatest effort of each actuator [N·m, N].",
    )
    rms_effort = _figure(
        lambda metrics: rms(metrics.trajectory.t, metrics.trajectory.tau[..., metrics._driven]),
        "Root mean square effort of each actuator [N·m, N].",
    )
    position_use = _figure(
        lambda metrics: metrics._uses[0],
        "Greatest distance of each position from the middle of its range, over half the range.",
    )
    speed_use = _figure(lambda metrics: metrics._uses[1], "Greatest speed of each joint over its limit.")
    effort_use = _figure(lambda metrics: metrics._uses[2], "Greatest effort of each joint over its limit.")
    work = _figure(lambda metrics: _change(metrics.trajectory.work), "Work of the actuators over the run [J].")
    external = _figure(
        lambda metrics: _change(metrics.trajectory.external), "Work of external wrenches over the run [J]."
    )
    dissipated = _figure(lambda metrics: _change(metrics.trajectory.dissipated), "Energy dissipated over the run [J].")
    drift = _figure(lambda metrics: metrics.trajectory.drifts, "Greatest error of the energy balance [%].")
    slope = _figure(
        lambda metrics: _bent(metrics.trajectory, "slope"), "Greatest slope of a node of a flexible link [rad]."
    )
    stretch = _figure(
        lambda metrics: _bent(metrics.trajectory, "stretch"), "Greatest stretch at a node of a flexible link."
    )
    momentum_drift = _figure(
        lambda metrics: momentum_drift(metrics.trajectory),
        "Greatest change of the angular [N·m·s] and the linear momentum [N·s].",
    )

    @property
    def stacked(self) -> bool:
        """Whether these are the figures of a stack."""
        return self.trajectory.stacked

    def __len__(self) -> int:
        return len(self.trajectory) if self.stacked else 1

    def __getitem__(self, run: int) -> Metrics:
        """Return the figures of one run of a stack."""
        if not self.stacked:
            raise TypeError("the figures of a single run")
        return Metrics(self.trajectory[run], self.follow, self.band, (self, run))

    def __repr__(self) -> str:
        return f"<Metrics of {self.trajectory!r}, band {100 * self.band:g} %>"

    def tables(self) -> list[Part]:
        """Return the figures as tables: of each joint for a single run, of each run for a stack."""
        return self._by_run() if self.stacked else self._by_joint()

    def to_json(self) -> dict[str, Any]:
        """Return the figures as plain data; infinite and undefined ones are None."""
        return {name: plain(getattr(self, name)) for name in (*NAMES, *FIGURES)}

    def _by_joint(self) -> list[Part]:
        times = ("settling [s]>", "rise [s]>", "overshoot [%]>")
        follow = columns("joint", *times, *(f"{name} error>" for name in ERRORS), "unit")
        tables: list[Part] = []
        if self.joints:
            figures = [getattr(self, name) for name in (*TIMES, *(f"{name}_error" for name in ERRORS))]
            rows = [
                (name, *(_text(figure[k]) for figure in figures), self.units[k]) for k, name in enumerate(self.joints)
            ]
            tables.append(Table("tracking", follow, rows))
        if self.frames:
            heads = columns("frame", *times, *(f"{name} error [mm]>" for name in (*ERRORS, "path")))
            scaled = [getattr(self, f"frame_{name}") for name in TIMES]
            scaled += [1000 * getattr(self, f"frame_{name}_error") for name in (*ERRORS, "path")]
            lines = [(name, *(_text(figure[k]) for figure in scaled)) for k, name in enumerate(self.frames)]
            tables.append(Table("tracking of frames", heads, lines))
        rows = [
            (name, _text(self.peak_effort[k]), _text(self.rms_effort[k]), self.effort_units[k])
            for k, name in enumerate(self.actuators)
        ]
        tables.append(Table("efforts", columns("joint", "peak>", "RMS>", "unit"), rows))
        if self.limited:
            uses = [getattr(self, name) for name in USES]
            lines = [(name, *(_text(figure[k]) for figure in uses)) for k, name in enumerate(self.limited)]
            tables.append(Table("use of limits", columns("joint", "position>", "speed>", "effort>"), lines))
        facts = {"work": self.work, "external work": self.external, "dissipated": self.dissipated}
        texts = {name: f"{value:.6g} J" for name, value in facts.items()} | {"drift": f"{self.drift:.3g} %"}
        if self.slope > 0 or self.stretch > 0:
            texts["links bend by"] = f"{self.slope:.3g} rad, stretch {self.stretch:.2g}"
        if np.all(np.isfinite(self.momentum_drift)):
            angular, linear = self.momentum_drift
            texts["drift of momentum"] = f"angular {angular:.2g} N·m·s, linear {linear:.2g} N·s"
        return [*tables, Facts(texts)]

    def _by_run(self) -> list[Part]:
        frame = self.frames[0] if self.frames else "tip"
        heads = ("run>", "settling [s]>", "overshoot [%]>", *(f"{frame} {name} [mm]>" for name in TOLD), "peak effort>",
                 "work [J]>", "dissipated [J]>", "drift [%]>", "bending [rad]>",
                 *(f"{name.removesuffix('_use')} use>" for name in USES))  # fmt: skip
        lost = np.full((len(self), 1), np.nan)
        errors = [getattr(self, f"frame_{name}_error") if self.frames else lost for name in TOLD]
        rows = [
            (str(k), _text(_worst(self.settling_time[k])), _text(_worst(self.overshoot[k])),
             *(_text(1000 * error[k, 0]) for error in errors), _text(_worst(self.peak_effort[k])), _text(self.work[k]),
             _text(self.dissipated[k]), _text(self.drift[k]), _text(self.slope[k]),
             *(_text(_worst(getattr(self, name)[k])) for name in USES))
            for k in range(min(len(self), MOST_RUNS))
        ]  # fmt: skip
        notes = ["Settling time, overshoot, effort and use of limits are those of the worst joint."]
        notes += [f"… and {len(self) - MOST_RUNS} runs more"] if len(self) > MOST_RUNS else []
        return [Table("runs", columns(*heads), rows), Notes(notes)]


NAMES = ("joints", "units", "frames", "actuators", "effort_units", "limited", "band")
FIGURES = tuple(name for name, value in vars(Metrics).items() if isinstance(value, cached_property) and name[0] != "_")
"""Names of the figures, in the order of tables and files."""


def metrics(trajectory: Trajectory, band: float = 0.02, frames: Sequence[str] | None = None) -> Metrics:
    """Return the figures of merit of a trajectory or a stack, as `Trajectory.metrics` says."""
    if finite(band) is None or not 0 < band < 1:
        raise refusal("band", band, "a part of the step between 0 and 1, such as 0.02")
    return Metrics(trajectory, tracking(trajectory, _frames(trajectory, frames)), float(band))


def _frames(trajectory: Trajectory, frames: Sequence[str] | None) -> list[str]:
    """Return the frames to look at: the frame of the task and all recorded ones, or those that are asked for."""
    if frames is None:
        recorded = [name for name in trajectory.signals if is_position(trajectory, name)]
        return [name for name in dict.fromkeys((frame_of(trajectory), *recorded)) if name is not None]
    return list(words("frames", frames, trajectory.model.frames))


def _change(values: Floats) -> Floats:
    """Return the change over the run of numbers (…, K)."""
    return np.asarray(values[..., -1] - values[..., 0])


def _bent(trajectory: Trajectory, name: str) -> Floats:
    """Return the greatest slope or stretch of a node, over the recorded rows and, where it is known, over all steps."""
    rows = np.abs(getattr(trajectory.bending(), name)).max(axis=(-2, -1), initial=0.0)
    steps = getattr(trajectory, f"{name}_steps")
    return np.asarray(rows if steps is None else np.fmax(steps, rows))


def _text(value: Any) -> str:
    return "–" if np.isnan(value) else f"{value:.4g}"


def _worst(values: Floats) -> float:
    known = values[~np.isnan(values)]
    return float(known.max()) if known.size else float("nan")
