"""Figures of merit of a motion: responses of joints and frames to their references, efforts and energies.

With the start of a joint or a frame, the end of its reference, and the step between them, `response` defines settling
time, rise time and overshoot, and with the error e = r − y the steady error and the path error. The errors of a frame
are distances.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from armillary.compiler.program import evaluate, record
from armillary.files.arguments import finite, refusal, words
from armillary.formulations.centroidal import floating_coordinates, may_keep_momentum, pulls
from armillary.multibody import Model
from armillary.multibody.drives import actuated
from armillary.multibody.limits import limits_of, middles, position_places
from armillary.results.columns import is_position
from armillary.results.positions import compiled
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
STACK_ERRORS = ("rms", "peak", "final")
"""Errors of a frame in the table of a stack."""
USES = ("position_use", "speed_use", "effort_use")


def _figure(compute: Callable[[Metrics], Floats]) -> cached_property[Floats]:
    """Return a figure that is computed when it is first read; for one run of a stack it is taken from the stack."""

    def computed(metrics: Metrics) -> Floats:
        if metrics.among is not None:
            stack, run = metrics.among
            of_stack: Floats = getattr(stack, compute.__name__)
            return of_stack[run]
        with np.errstate(invalid="ignore", over="ignore", divide="ignore"):  # NaN and infinities are valid results
            return compute(metrics)

    computed.__doc__ = compute.__doc__
    return cached_property(computed)


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
    """For one run of a stack: the figures of the stack and the number of the run."""

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
        no_frame = np.zeros((*self.trajectory.q.shape[:-2], 0, len(self.trajectory.t), 3))
        y, desired = (np.stack([pair[k] for pair in pairs], axis=-3) if pairs else no_frame for k in (0, 1))
        return Response(self.trajectory.t, y, desired, self.band)  # (…, f, K, 3)

    @_figure
    def settling_time(self) -> Floats:
        """Time from the start to the last entry into the band, of each joint [s]."""
        return self._of_joints.settling_time

    @_figure
    def rise_time(self) -> Floats:
        """Time from 10 % to 90 % of the step, of each joint [s]."""
        return self._of_joints.rise_time

    @_figure
    def overshoot(self) -> Floats:
        """Overshoot of each joint [% of the step]."""
        return self._of_joints.overshoot

    @_figure
    def rms_error(self) -> Floats:
        """Root mean square error of each joint [rad, m]."""
        return self._of_joints.rms

    @_figure
    def peak_error(self) -> Floats:
        """Greatest error of each joint [rad, m]."""
        return self._of_joints.peak

    @_figure
    def final_error(self) -> Floats:
        """Error of each joint at the end [rad, m]."""
        return self._of_joints.error[..., -1, 0]

    @_figure
    def steady_error(self) -> Floats:
        """Mean error of each joint over the last tenth of the run [rad, m]."""
        return self._of_joints.steady[..., 0]

    @_figure
    def frame_settling_time(self) -> Floats:
        """Time from the start to the last entry into the band, of each frame [s]."""
        return self._of_frames.settling_time

    @_figure
    def frame_rise_time(self) -> Floats:
        """Time from 10 % to 90 % of the step, of each frame [s]."""
        return self._of_frames.rise_time

    @_figure
    def frame_overshoot(self) -> Floats:
        """Overshoot of each frame [% of the step]."""
        return self._of_frames.overshoot

    @_figure
    def frame_rms_error(self) -> Floats:
        """Root mean square distance of each frame from its reference [m]."""
        return self._of_frames.rms

    @_figure
    def frame_peak_error(self) -> Floats:
        """Greatest distance of each frame from its reference [m]."""
        return self._of_frames.peak

    @_figure
    def frame_final_error(self) -> Floats:
        """Distance of each frame from its reference at the end [m]."""
        return np.linalg.norm(self._of_frames.error[..., -1, :], axis=-1)

    @_figure
    def frame_steady_error(self) -> Floats:
        """Distance of each frame's mean over the last tenth of the run from its reference [m]."""
        return np.linalg.norm(self._of_frames.steady, axis=-1)

    @_figure
    def frame_path_error(self) -> Floats:
        """Greatest distance of each frame from the curve of its reference [m]."""
        return self._of_frames.from_path

    @_figure
    def peak_effort(self) -> Floats:
        """Greatest effort of each actuator [N·m, N]."""
        return np.abs(self.trajectory.tau[..., self._driven]).max(axis=-2)

    @_figure
    def rms_effort(self) -> Floats:
        """Root mean square effort of each actuator [N·m, N]."""
        return rms(self.trajectory.t, self.trajectory.tau[..., self._driven])

    @_figure
    def position_use(self) -> Floats:
        """Greatest distance of each position from the middle of its range, over half the range."""
        return self._uses[0]

    @_figure
    def speed_use(self) -> Floats:
        """Greatest speed of each joint over its limit."""
        return self._uses[1]

    @_figure
    def effort_use(self) -> Floats:
        """Greatest effort of each joint over its limit."""
        return self._uses[2]

    @_figure
    def work(self) -> Floats:
        """Work of the actuators over the run [J]."""
        return _change(self.trajectory.work)

    @_figure
    def external(self) -> Floats:
        """Work of external wrenches over the run [J]."""
        return _change(self.trajectory.external)

    @_figure
    def dissipated(self) -> Floats:
        """Energy dissipated over the run [J]."""
        return _change(self.trajectory.dissipated)

    @_figure
    def drift(self) -> Floats:
        """Greatest error of the energy balance [%]."""
        return self.trajectory.drifts

    @_figure
    def slope(self) -> Floats:
        """Greatest slope of a node of a flexible link [rad]."""
        return _greatest_bending(self.trajectory, "slope")

    @_figure
    def stretch(self) -> Floats:
        """Greatest stretch at a node of a flexible link."""
        return _greatest_bending(self.trajectory, "stretch")

    @_figure
    def momentum_drift(self) -> Floats:
        """Greatest change of the angular [N·m·s] and the linear momentum [N·s]."""
        return _momentum_drift(self.trajectory)

    @property
    def stacked(self) -> bool:
        """Whether these are the figures of a stack."""
        return self.trajectory.stacked

    def __len__(self) -> int:
        return len(self.trajectory) if self.stacked else 1

    def __getitem__(self, run: int) -> Metrics:
        """Return the figures of one run of a stack."""
        if not self.stacked:
            raise TypeError("figures of a single run cannot be indexed")
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
        heads = ("run>", "settling [s]>", "overshoot [%]>", *(f"{frame} {name} [mm]>" for name in STACK_ERRORS),
                 "peak effort>", "work [J]>", "dissipated [J]>", "drift [%]>", "bending [rad]>",
                 *(f"{name.removesuffix('_use')} use>" for name in USES))  # fmt: skip
        no_frame = np.full((len(self), 1), np.nan)
        errors = [getattr(self, f"frame_{name}_error") if self.frames else no_frame for name in STACK_ERRORS]
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
    """Return the frames of the figures: by default the frame of the task and all recorded frames."""
    if frames is None:
        recorded = [name for name in trajectory.signals if is_position(trajectory, name)]
        return [name for name in dict.fromkeys((frame_of(trajectory), *recorded)) if name is not None]
    return list(words("frames", frames, trajectory.model.frames))


def _change(values: Floats) -> Floats:
    """Return the change over the run of numbers (…, K)."""
    return np.asarray(values[..., -1] - values[..., 0])


def _greatest_bending(trajectory: Trajectory, name: str) -> Floats:
    """Return the greatest slope or stretch of a node over the recorded rows and, if it is recorded, over all steps."""
    rows = np.abs(getattr(trajectory.bending(), name)).max(axis=(-2, -1), initial=0.0)
    steps = getattr(trajectory, f"{name}_steps")
    return np.asarray(rows if steps is None else np.fmax(steps, rows))


def _text(value: Any) -> str:
    return "–" if np.isnan(value) else f"{value:.4g}"


def _worst(values: Floats) -> float:
    """Return the greatest number; NaN without numbers."""
    numbers = values[~np.isnan(values)]
    return float(numbers.max()) if numbers.size else float("nan")


def _momentum_drift(trajectory: Trajectory) -> Floats:
    """Return the greatest change of angular [N·m·s] and of linear momentum [N·s] over rows and steps, shape (…, 2).

    Without gravity and external forces, the momentum of a robot on a free base is constant. The result is NaN where it
    is not: without a free base, with another tree or a motor on a fixed base, with gravity, with wrenches, with
    efforts, friction, springs or rotors at the free base, or if the robot changes.
    """
    model = _with_varied_parameters(trajectory)
    lead = trajectory.q.shape[:-2]
    if not may_keep_momentum(model) or trajectory.changes:
        return np.full((*lead, 2), np.nan)
    tau, external = trajectory.tau[..., floating_coordinates(model)], trajectory.external
    pushed = np.any(tau, axis=(-2, -1)) | np.any(external, axis=-1)
    parameters = None
    if model.free:
        values = np.stack([trajectory.parameters[name] for name in model.free], axis=-1)  # (…, free)
        size = {"parameters": len(model.free)}
        program = record("pulls", lambda parameters: {"pulls": pulls(model.with_values(parameters))}, size)
        pushed = pushed | np.any(evaluate(program, {"parameters": values})["pulls"], axis=-1)
        parameters = np.repeat(values.reshape(-1, len(model.free)), len(trajectory.t), axis=0)
    rows = (trajectory.q.reshape(-1, model.nq), trajectory.qd.reshape(-1, model.nv))
    h = compiled(model).spatial_momentum(*map(np.ascontiguousarray, rows), parameters=parameters)
    h = h.reshape(*trajectory.q.shape[:-1], 2, 3)
    with np.errstate(invalid="ignore", over="ignore"):
        change = np.linalg.norm(h - h[..., :1, :, :], axis=-1).max(axis=-2)
    if trajectory.angular_steps is not None and trajectory.linear_steps is not None:
        change = np.fmax(change, np.stack([trajectory.angular_steps, trajectory.linear_steps], axis=-1))
    return np.where(pushed[..., None], np.nan, change)


def _with_varied_parameters(trajectory: Trajectory) -> Model:
    """Return the model with its varied parameters free; the other varied parameters are those of the controller."""
    model = trajectory.model
    numbers = {name: model.numbers.find(name) for name in trajectory.parameters}
    free = [name for name, number in numbers.items() if number is not None and number.kind == "input"]
    return replace(model, free=tuple(free))
