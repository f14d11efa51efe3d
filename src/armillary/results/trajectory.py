"""Simulated motions: states, efforts and energies at recorded times, events, and how they were computed."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, reduce
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from armillary.errors import ArgumentError
from armillary.files.content import Content
from armillary.files.words import among
from armillary.multibody.coordinates import coordinate_names, coordinate_units, velocity_names
from armillary.results.balance import EnergyAudit
from armillary.results.columns import ENERGIES, MOTION, STEPS, columns, is_position, signal_columns
from armillary.spatial.scalar import Floats

if TYPE_CHECKING:
    from armillary.description.robot import Robot
    from armillary.multibody import Model
    from armillary.multibody.validity import Bending
    from armillary.results.metrics import Metrics


@dataclass(frozen=True)
class Event:
    """An event of a run: time [s], kind, message, joint or frame, and the number of the run in a stack.

    An event that lasts has the time `until` when it ends [s]. `count` is the number of intervals that it stands for.
    """

    t: float
    kind: str
    message: str
    where: str = ""
    run: int | None = None
    until: float | None = None
    count: int = 1


@dataclass(frozen=True, eq=False, repr=False)
class Trajectory(EnergyAudit, Content):
    """A motion at K recorded times, or a stack of N motions at the same times, with the model that moved.

    t [s] (K,); q (K, nq) and qd, qdd (K, nv) [rad, m and their rates]; tau (K, nv) [N·m, N]; energies [J] (K,):
    kinetic, potential (of gravity and elastic together), work of the actuators, work of external wrenches
    (`external`), dissipated. In a stack all of these but t have a leading axis: q (N, K, nq), kinetic (N, K), ….
    A stack has N runs: `len(runs)`, `runs[3]` and iteration give single trajectories, `runs[~runs.lost]` and slices
    smaller stacks. A single trajectory has the length K.

    `model` is the plant at the start, with its motors and friction. `changes` lists the plants that took its place:
    the time [s] of each change and the model from then on. Names and units of the columns follow from the model.
    `signals` holds further quantities by name, one row for each time: positions of frames, the reference, the elastic
    part of the potential energy. `parameters` has the values of parameters that were free, by name: a number for a
    single run, shape (N,) for a stack. `info` says how the motion was computed. `imbalance_steps`, a number or (N,),
    is the greatest |imbalance| over the steps of the solver [J], also between recorded times (see `results.balance`);
    None if it is not known. `slope_steps` [rad] and `stretch_steps` are those of the step that bends flexible links
    furthest. `angular_steps` [N·m·s] and `linear_steps` [N·s] are the greatest changes of the momentum of a robot that
    floats freely, over the steps. `speed_steps` (…, nv) has the greatest |qd| over the steps [rad/s, m/s], NaN for
    coordinates without a speed limit. `scenario` is the `Scenario` that was run; None if the motion was read from a
    file.

    Example:
        >>> import armillary as arm
        >>> run = arm.simulate(arm.library.get("planar-3r"), 0.1)
        >>> run.q.shape, run.coordinates, run.units["tau"]
        ((1001, 3), ('joint1', 'joint2', 'joint3'), ('N·m', 'N·m', 'N·m'))
    """

    model: Model
    t: Floats
    q: Floats
    qd: Floats
    qdd: Floats
    tau: Floats
    kinetic: Floats
    potential: Floats
    work: Floats
    external: Floats
    dissipated: Floats
    signals: dict[str, Floats] = field(default_factory=dict)
    events: tuple[Event, ...] = ()
    info: dict[str, Any] = field(default_factory=dict)
    changes: tuple[tuple[float, Model], ...] = ()
    parameters: dict[str, Floats] = field(default_factory=dict)
    imbalance_steps: Floats | None = None
    slope_steps: Floats | None = None
    stretch_steps: Floats | None = None
    angular_steps: Floats | None = None
    linear_steps: Floats | None = None
    speed_steps: Floats | None = None
    scenario: Any = None

    @property
    def stacked(self) -> bool:
        """Whether this is a stack of runs."""
        return self.q.ndim == 3

    @property
    def complete(self) -> bool | NDArray[np.bool_]:
        """Whether the run lasted as long as it should, True or False; for a stack, of each run, shape (N,).

        A run ends early at a joint limit, where the motion is not finite, where the solver gives up, or by Ctrl-C; an
        event says why.
        """
        late = len(self.t) > 0 and float(self.t[-1]) >= float(self.info.get("duration", 0.0)) * (1 - 1e-9)
        return ~self.lost & late if self.stacked else late and not bool(self.lost)

    @property
    def runs(self) -> tuple[Trajectory, ...]:
        """The single runs of a stack; for a single trajectory, itself alone."""
        return tuple(self) if self.stacked else (self,)

    @property
    def robot(self) -> Robot:
        """The robot that moved, as it was at the start."""
        return self.model.robot

    @property
    def models(self) -> tuple[tuple[float, Model], ...]:
        """Each plant with the time [s] from which it moved; one entry where the plant stayed the same."""
        return (float(self.t[0]) if len(self.t) else 0.0, self.model), *self.changes

    @cached_property
    def coordinates(self) -> tuple[str, ...]:
        """The names of the columns of q."""
        return coordinate_names(self.model)

    @cached_property
    def velocities(self) -> tuple[str, ...]:
        """The names of the columns of qd, qdd and tau."""
        return velocity_names(self.model)

    @cached_property
    def units(self) -> dict[str, tuple[str, ...]]:
        """The units of the columns of q, qd, qdd and tau."""
        return coordinate_units(self.model)

    @property
    def elastic(self) -> tuple[str, ...]:
        """The names of the elastic coordinates of links."""
        return self.model.elastic

    def position(self, frame: str = "tip") -> Floats:
        """Return the position of a frame of the robot in the world, shape (…, K, 3) [m]."""
        from armillary.results.positions import positions

        if among(frame, self.signals) and is_position(self, frame):
            return self.signals[frame]
        return self._at_all_rows(positions, frame)

    def deflection(self, frame: str = "tip") -> Floats:
        """Return the displacement of a frame from its place with straight links, shape (…, K, 3) [m], world axes."""
        from armillary.results.positions import deflections

        return self._at_all_rows(deflections, frame)

    def bending(self) -> Bending:
        """Return slopes [rad] and stretches of the nodes of flexible links at all rows, each (…, K, nodes).

        Where the plant changes, nodes that not all plants have are left out.
        """
        from armillary.multibody.validity import Bending, bending

        return reduce(Bending.joined, (bending(model, q) for model, q in self._by_plant()))

    def _at_all_rows(self, function: Callable[[Model, Floats, str], Floats], frame: str) -> Floats:
        """Return function(model, q, frame) for all rows, each with the plant at its time."""
        return np.concatenate([function(model, q, frame) for model, q in self._by_plant()], axis=-2)

    def _by_plant(self) -> list[tuple[Model, Floats]]:
        """Return each plant and its rows of q, shape (…, rows, nq); plants without rows are left out."""
        ends = np.searchsorted(self.t, [t for t, _ in self.changes], side="right")
        parts = zip(self.models, np.split(self.q, ends, axis=-2), strict=True)
        return [(model, q) for (_, model), q in parts if q.size]

    def columns(self) -> Iterator[tuple[str, str, Floats]]:
        """Yield name, unit and values of every column over time: t (K,), then q.shoulder, …, kinetic, …, tip.x, …

        The values have the shape (K,), in a stack (N, K).
        """
        return columns(self)

    def labels_of(self, signal: str) -> tuple[str, ...]:
        """Return the names of the columns of a signal; numbers from 1 for an unknown signal."""
        return signal_columns(self, signal)[0]

    def units_of(self, signal: str) -> tuple[str, ...]:
        """Return the units of the columns of a signal; empty texts where they are not known."""
        return signal_columns(self, signal)[1]

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the trajectory whole or not at all: .nc (NetCDF), .mat (MATLAB) or .csv.

        A .nc file holds everything, `load` reads it, and so do xarray (``xarray.open_dataset``), MATLAB (``ncread``)
        and every other program for NetCDF. A .csv file has one line of names with units, and neither robot nor events;
        a stack is written run after run, with the number of the run in the first column.
        """
        from armillary.results.tables import save

        save(self, path)

    @staticmethod
    def load(path: str | os.PathLike[str]) -> Trajectory:
        """Read a trajectory or a stack from a .nc file that `save` wrote; its model equals the one that was saved.

        Raises:
            ArgumentError: The file is missing, foreign, truncated or damaged.
        """
        from armillary.results.netcdf import load

        return load(path)

    def to_pandas(self) -> Any:
        """Return the columns as a ``pandas.DataFrame``; units are in ``attrs``.

        Its index is the time; that of a stack has two levels, run and t.
        """
        from armillary.results.tables import to_pandas

        return to_pandas(self)

    def to_xarray(self) -> Any:
        """Return everything as an ``xarray.Dataset``, as a .nc file opens; a stack has a dimension run."""
        from armillary.results.tables import to_xarray

        return to_xarray(self)

    def summary(self) -> str:
        """Return lines of text on the run: duration, solver, energy audit, greatest effort, events."""
        from armillary.results.summary import summary

        return summary(self)

    def metrics(self, band: float = 0.02, frames: Sequence[str] | None = None) -> Metrics:
        """Return settling times, overshoots, errors, efforts and energies; of a stack, for each run.

        Args:
            band: Settling band, as a part of the step from the start to the end of the reference.
            frames: Frames of the robot; default: the frame of the task, by default the tip, and recorded frames.
                Frames without a reference are left out.
        """
        from armillary.results.metrics import metrics

        return metrics(self, band, frames)

    def plot(self, what: str | Sequence[str] | None = None, path: str | os.PathLike[str] | None = None) -> Any:
        """Return a figure of matplotlib with charts of the motion; the runs of a stack are drawn faintly.

        Args:
            what: Names of charts: "joints", "rates", "accelerations", "torques", "task", "task_error", "energies",
                "drift", "elastic", "drives", "currents", "voltages", "temperatures", "heat", "powers", "deflection",
                "measured";
                default: the usual ones for which there are data.
            path: A .png, .svg or .pdf file to write the figure to; default: no file.
        """
        from armillary.figures.draw import plot, save_plot

        figure = plot(self, what=[what] if isinstance(what, str) else what)
        if path is not None:
            save_plot(figure, path)
        return figure

    def plot_motors(self, path: str | os.PathLike[str] | None = None) -> Any:
        """Return a figure of matplotlib with torque over speed of each motor with a winding, over its limits.

        Args:
            path: A .png, .svg or .pdf file to write the figure to; default: no file.
        """
        from armillary.figures.draw import save_plot
        from armillary.figures.motors import plot_windings

        figure = plot_windings(self)
        if path is not None:
            save_plot(figure, path)
        return figure

    def plot_phase(
        self, path: str | os.PathLike[str] | None = None, *, coordinates: str | Sequence[str] | None = None
    ) -> Any:
        """Return a figure of matplotlib with phase portraits: rates over coordinates; runs of a stack together.

        Args:
            path: A .png, .svg or .pdf file to write the figure to; default: no file.
            coordinates: Names of coordinates, elastic ones included; default: those of joints, at most 12.
        """
        from armillary.figures.draw import kept
        from armillary.figures.phase import plot_phase

        return kept(plot_phase(self, coordinates), path)

    def animate(
        self,
        path: str | os.PathLike[str],
        *,
        fps: float = 25.0,
        speed: float = 1.0,
        exaggerate: float = 1.0,
        frame: str = "tip",
    ) -> None:
        """Write an animation of a single run, with the robot as a stick figure.

        Args:
            path: A .gif file, or .mp4 if ffmpeg is installed.
            fps: Frames per second of the film.
            speed: Seconds of the motion in a second of the film.
            exaggerate: Factor by which the bending of links is magnified.
            frame: The frame whose path is traced.
        """
        from armillary.figures.animate import animate

        animate(self, path, fps=fps, speed=speed, exaggerate=exaggerate, frame=frame)

    def report(self, path: str | os.PathLike[str], *, title: str | None = None, play: bool = True) -> None:
        """Write a page (.html) with the moving robot, charts and tables; of a stack, at most four runs.

        Args:
            path: The page to write.
            title: The title of the page; default: the name of the robot.
            play: Whether the page carries the closed loop, for its button "play from here"; default true.
        """
        from armillary.pages.report import report

        report(self, path, title=title, play=play)

    def page(self, path: str | os.PathLike[str], t: float = 0.0, *, title: str | None = None) -> None:
        """Write a page (.html) on which the closed loop of a single run goes on from a time t [s] of the run.

        Args:
            path: The page to write.
            t: Time of the run at which the page begins [s]; default its start.
            title: The title of the page; default: the name of the robot.
        """
        from armillary.pages.play import play_run

        play_run(self, path, t, title=title)

    def single(self) -> Trajectory:
        """Return the single run; raise an `ArgumentError` for a stack of several."""
        if self.stacked and len(self) != 1:
            raise ArgumentError("trajectory", f"a stack of {len(self)} runs", "one run", "choose one, such as runs[0]")
        return self.runs[0]

    def __getitem__(self, which: Any) -> Trajectory:
        if not self.stacked:
            raise ArgumentError("trajectory", "one run", "a stack of runs to choose from")
        places = np.arange(len(self))[which]
        if places.ndim > 1:
            raise ArgumentError("runs", f"an array of {places.ndim} axes", "a number, a slice or a list")
        events: list[Event] = []
        for event in self.events:
            chosen_runs = [None] if event.run is None else np.flatnonzero(np.atleast_1d(places) == event.run).tolist()
            events += [replace(event, run=None if places.ndim == 0 else run) for run in chosen_runs]
        chosen: dict[str, Any] = {name: getattr(self, name)[places] for name in (*MOTION, *ENERGIES)}
        over_steps = {name: values for name in (*STEPS, "speed_steps") if (values := getattr(self, name)) is not None}
        chosen |= {name: np.asarray(values[places]) for name, values in over_steps.items()}
        return replace(
            self,
            **chosen,
            signals={name: values[places] for name, values in self.signals.items()},
            parameters={name: np.asarray(values[places]) for name, values in self.parameters.items()},
            events=tuple(events),
        )

    def __iter__(self) -> Iterator[Trajectory]:
        return (self[k] for k in range(len(self)))

    def __len__(self) -> int:
        return len(self.q)

    def __repr__(self) -> str:
        rows = len(self.t)
        runs = f"{len(self)} runs, " if self.stacked else ""
        span = f"{self.t[0]:g} … {self.t[-1]:g} s" if rows else "empty"
        lost = f", {np.count_nonzero(self.lost)} lost" if self.stacked and np.any(self.lost) else ""
        events = f", {len(self.events)} event{'s' if len(self.events) > 1 else ''}" if self.events else ""
        drift = f", drift {self.drift_max:.2g} %" if rows else ""
        shape = f"{rows} rows of {self.model.nv} coordinates"
        return f"<Trajectory of {self.robot.name}: {runs}{span}, {shape}{drift}{lost}{events}>"

    def __str__(self) -> str:
        return self.summary() if len(self.t) else repr(self)

    def _repr_html_(self) -> str:
        """Return facts and charts, for notebooks."""
        from armillary.results.summary import notebook_parts
        from armillary.tables.html import html

        return html(notebook_parts(self))
