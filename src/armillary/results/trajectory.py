"""A simulated motion: states, efforts and energies at recorded times, events, and how it was computed.

The audit: the robot's energy must be its energy at the start, plus the work that went in, less what was dissipated,
    e(t) = E(t) − E(0) − W(t) − W_e(t) + E_d(t)                                                      (1)
`drift` is e in per cent of the greatest |E − E_least|, so that it does not depend on where potential energy is zero.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from armillary.multibody.coordinates import coordinate_names, coordinate_units, velocity_names

if TYPE_CHECKING:
    from armillary.description.robot import Robot
    from armillary.multibody import Model

Floats = NDArray[np.float64]

ENERGIES = ("kinetic", "potential", "work", "external", "dissipated")
MOTION = ("q", "qd", "qdd", "tau")


def _beyond_numbers() -> Any:
    """Let energies be infinite in silence: a run may end because they are, and its last rows say so."""
    return np.errstate(invalid="ignore", over="ignore")


REST = 1e-9
"""A motion that changes its energy by less than this part of it counts as rest."""


@dataclass(frozen=True)
class Event:
    """Something that happened: when [s], what kind, which joint or frame if any, and a sentence."""

    t: float
    kind: str
    message: str
    where: str = ""


@dataclass(frozen=True, eq=False, repr=False)
class Trajectory:
    """A motion at N recorded times, with the model that moved.

    t [s] (N,); q (N, nq) and qd, qdd (N, nv) [rad, m and their rates]; tau (N, nv) [N·m, N]; energies [J] (N,):
    kinetic, potential (of gravity and elastic together), work of the actuators, work of external wrenches
    (`external`), dissipated.
    `model` is the plant at the start, with its motors and friction. `changes` lists the plants that took its place:
    the time [s] of each change and the model from then on. Names and units of the columns follow from the model.
    `signals` holds further quantities by name, one row for each time: positions of frames, the reference, the elastic
    part of the potential energy. `info` says how the motion was computed.
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
    def energy(self) -> Floats:
        """Kinetic and potential energy [J], shape (N,)."""
        with _beyond_numbers():
            return self.kinetic + self.potential

    @property
    def imbalance(self) -> Floats:
        """Imbalance e of (1) [J], shape (N,)."""
        with _beyond_numbers():
            gone = self.work + self.external - self.dissipated
            return (self.energy - self.energy[0]) - (gone - gone[0])

    @property
    def drift(self) -> Floats:
        """Imbalance in per cent of the greatest energy, shape (N,)."""
        peak = self.peak_energy
        with _beyond_numbers():
            return 100 * self.imbalance / peak if peak > 0 else self.imbalance

    @property
    def peak_energy(self) -> float:
        """The greatest energy above the least [J], kinetic energy included; for a robot at rest, a trace of its own."""
        with _beyond_numbers():
            spans = (np.ptp(self.energy), np.ptp(self.kinetic), np.ptp(self.potential), np.abs(self.kinetic).max())
            return float(max(*spans, REST * np.abs(self.energy).max()))

    @property
    def drift_rms(self) -> float:
        """Root mean square of the drift [%]."""
        with _beyond_numbers():
            return float(np.sqrt(np.mean(self.drift**2)))

    @property
    def drift_max(self) -> float:
        """Greatest drift [%]."""
        return float(np.abs(self.drift).max())

    @property
    def elastic(self) -> tuple[str, ...]:
        """The names of the elastic coordinates, which are the last ones."""
        return self.model.elastic

    def position(self, frame: str = "tip") -> Floats:
        """Return the position of a frame of the robot in the world, shape (N, 3) [m]."""
        from armillary.results.columns import is_position, positions

        if frame in self.signals and is_position(self, frame):
            return self.signals[frame]
        return self._by_model(positions, frame)

    def deflection(self, frame: str = "tip") -> Floats:
        """Return the displacement of a frame from its place with straight links, shape (N, 3) [m], world axes."""
        from armillary.results.columns import deflections

        return self._by_model(deflections, frame)

    def _by_model(self, find: Callable[[Model, Floats, str], Floats], frame: str) -> Floats:
        """Return find(model, q, frame) for all rows, each with the plant that moved then."""
        parts = np.split(self.q, np.searchsorted(self.t, [t for t, _ in self.changes], side="right"))
        return np.concatenate([find(model, q, frame) for (_, model), q in zip(self.models, parts, strict=True)])

    def columns(self) -> Iterator[tuple[str, str, Floats]]:
        """Yield name, unit and values, shape (N,), of every column: t, q.shoulder, …, kinetic, …, tip.x, …"""
        yield "t", "s", self.t
        for kind in MOTION:
            names = self.coordinates if kind == "q" else self.velocities
            for k, (name, unit) in enumerate(zip(names, self.units[kind], strict=True)):
                yield f"{kind}.{name}", unit, getattr(self, kind)[:, k]
        for kind in ENERGIES:
            yield kind, "J", getattr(self, kind)
        for kind, values in self.signals.items():
            if values.ndim == 1:
                yield kind, self.units_of(kind)[0], values
                continue
            for k, (name, unit) in enumerate(zip(self.labels_of(kind), self.units_of(kind), strict=True)):
                yield f"{kind}.{name}", unit, values[:, k]

    def labels_of(self, signal: str) -> tuple[str, ...]:
        """Return the names of the columns of a signal; numbers from 1 where nothing is known of it."""
        from armillary.results.columns import signal_columns

        return signal_columns(self, signal)[0]

    def units_of(self, signal: str) -> tuple[str, ...]:
        """Return the units of the columns of a signal; empty texts where they are not known."""
        from armillary.results.columns import signal_columns

        return signal_columns(self, signal)[1]

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the trajectory whole or not at all: .nc (NetCDF), .mat (MATLAB) or .csv.

        A .nc file holds everything, `load` reads it, and so do xarray (``xarray.open_dataset``), MATLAB (``ncread``)
        and every other program for NetCDF. A .csv file has one line of names with units, and no events.
        """
        from armillary.results.files import save

        save(self, path)

    @staticmethod
    def load(path: str | os.PathLike[str]) -> Trajectory:
        """Read a trajectory from a .nc file that `save` wrote.

        Raises:
            ArgumentError: The file is missing, foreign, truncated or damaged.
        """
        from armillary.results.files import load

        return load(path)

    def to_pandas(self) -> Any:
        """Return the columns as a ``pandas.DataFrame`` with the time as its index; units are in ``attrs``."""
        from armillary.results.tables import to_pandas

        return to_pandas(self)

    def to_xarray(self) -> Any:
        """Return everything as an ``xarray.Dataset``, the same that a .nc file opens as."""
        from armillary.results.tables import to_xarray

        return to_xarray(self)

    def summary(self) -> str:
        """Return some lines on the run: how long, how computed, the audit, the greatest efforts, events."""
        from armillary.results.summary import summary

        return summary(self)

    def __len__(self) -> int:
        return len(self.t)

    def __repr__(self) -> str:
        span = f"{self.t[0]:g} … {self.t[-1]:g} s" if len(self) else "empty"
        events = f", {len(self.events)} event{'s' if len(self.events) > 1 else ''}" if self.events else ""
        drift = f", drift {self.drift_max:.2g} %" if len(self) else ""
        rows = f"{len(self)} rows of {self.qd.shape[1]} coordinates"
        return f"<Trajectory of {self.robot.name}: {span}, {rows}{drift}{events}>"

    def _repr_html_(self) -> str:
        """Return facts and charts, for notebooks."""
        from armillary.results.shown import notebook_parts
        from armillary.tables.html import html

        return html(notebook_parts(self))
