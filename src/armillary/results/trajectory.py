"""A simulated motion: states, efforts and energies at recorded times, events, and how it was computed.

The audit: the robot's energy must be its energy at the start, plus the work that went in, less what was dissipated,
    e(t) = E(t) − E(0) − W(t) − W_e(t) + E_d(t)                                                      (1)
`drift` is e in per cent of the greatest |E − E_least|, so that it does not depend on where potential energy is zero.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from armillary.errors import ArgumentError

if TYPE_CHECKING:
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
    """A motion at N recorded times.

    t [s] (N,); q (N, nq) and qd, qdd (N, nv) [rad, m and their rates]; tau (N, nv) [N·m, N]; energies [J] (N,):
    kinetic, potential (of gravity and elastic together), work of the actuators, work of external wrenches
    (`external`), dissipated.
    `coordinates` and `velocities` name the columns of q and of the others, `units` has their units by field.
    `signals` holds whatever else was asked for, by name, one row for each time: positions of frames, the reference, the
    elastic part of the potential energy; `labels` names the columns of those that have several. `description` is the
    robot as a TOML file, `info` says how it was computed.
    """

    robot: str
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
    coordinates: tuple[str, ...]
    velocities: tuple[str, ...]
    units: dict[str, tuple[str, ...]] = field(default_factory=dict)
    signals: dict[str, Floats] = field(default_factory=dict)
    events: tuple[Event, ...] = ()
    info: dict[str, Any] = field(default_factory=dict)
    labels: dict[str, tuple[str, ...]] = field(default_factory=dict)
    description: str = ""

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
        told = self.info.get("elastic")
        if isinstance(told, (list, tuple)) and told:
            return tuple(str(name) for name in told)
        return self.model.elastic if self.description else ()

    @cached_property
    def model(self) -> Model:
        """The model of the robot that moved, made from `description`."""
        from armillary.description.toml.reader import parse_toml
        from armillary.multibody import build_model

        if not self.description:
            raise ArgumentError("trajectory", f"one of {self.robot!r} without its description", "one that has it")
        model = build_model(parse_toml(self.description), self.info.get("motors", "full"))
        if (model.nq, model.nv) != (self.q.shape[1], self.qd.shape[1]):
            found = f"{self.q.shape[1]} coordinates of a robot that has {model.nq}"
            raise ArgumentError("trajectory", found, "coordinates of the robot that is described in it")
        return model

    def position(self, frame: str = "tip") -> Floats:
        """Return where a frame of the robot is in the world, shape (N, 3) [m]."""
        from armillary.results.columns import positions

        known = self.signals.get(frame)
        if known is not None and self.units.get(frame) == ("m",) * 3:
            return known
        return positions(self.model, self.q, frame)

    def deflection(self, frame: str = "tip") -> Floats:
        """Return how far a frame is from where straight links would put it, shape (N, 3) [m], world axes."""
        from armillary.results.columns import deflections

        return deflections(self.model, self.q, frame)

    def columns(self) -> Iterator[tuple[str, str, Floats]]:
        """Yield name, unit and values, shape (N,), of every column: t, q.shoulder, …, kinetic, …, tip.x, …"""
        yield "t", "s", self.t
        for kind in MOTION:
            names = self.coordinates if kind == "q" else self.velocities
            units = self.units.get(kind, ("",) * len(names))
            for k, (name, unit) in enumerate(zip(names, units, strict=True)):
                yield f"{kind}.{name}", unit, getattr(self, kind)[:, k]
        for kind in ENERGIES:
            yield kind, "J", getattr(self, kind)
        for kind, values in self.signals.items():
            if values.ndim == 1:
                yield kind, self.units.get(kind, ("",))[0], values
                continue
            for k, (name, unit) in enumerate(zip(self.labels_of(kind), self.units_of(kind), strict=True)):
                yield f"{kind}.{name}", unit, values[:, k]

    def labels_of(self, signal: str) -> tuple[str, ...]:
        """Return the names of the columns of a signal: those it was given, or numbers from 1."""
        count = self.signals[signal].shape[1]
        names = self.labels.get(signal, ())
        return names if len(names) == count else tuple(str(k + 1) for k in range(count))

    def units_of(self, signal: str) -> tuple[str, ...]:
        """Return the units of the columns of a signal; empty texts where they are not known."""
        count = self.signals[signal].shape[1] if self.signals[signal].ndim > 1 else 1
        units = self.units.get(signal, ())
        return units if len(units) == count else ("",) * count

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
        return (
            f"<Trajectory of {self.robot}: {span}, {len(self)} rows of {self.qd.shape[1]} coordinates{drift}{events}>"
        )

    def _repr_html_(self) -> str:
        """Return facts and charts, for notebooks."""
        from armillary.results.trajectory_html import trajectory_html

        return trajectory_html(self)
