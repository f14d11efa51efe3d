"""FLEXROB in motion: two manoeuvres of the flexible arm, with complete and simpler motors. [Bascetta2002, 3.2]

Both joints turn from 0 to 90° in T = 1 s, on a fifth-order polynomial (PP) or with a step of acceleration (ST), and the
arm vibrates on until 2.5 s. The torque is that of the inverse dynamics of the complete flexible arm, computed ahead
along the manoeuvre, bending included; the complete model then ends at 90°/90° exactly. The same torque drives
    coupling dropped   rotors are inertias ratio² · I at their joints; motors keep their mass
    approximate        motors without mass and stator as well: the model that the paper compares with
The energy error of Table 3 is
    e = 100 (E − W) / E_peak  [%],   RMS over 25,000 points                                              (1)
with the work W = ∫ τ·q̇ dt as a state of the integration. The print has 2.5e-4 and 2.5e-3 for the complete model. That
is the error of its integrator, or of its sum for W, and not of the model: e falls with the tolerance down to rounding,
and the Dormand–Prince method at a tolerance of 1e-4 leaves 2e-3 of both. For the approximate model it prints
0.14 and 0.12; that model conserves its own energy as well.

Fig. 2 shows strains without saying where. Ours are at the root of each link, on its surface, w the width,
    ε = (w/2) v''(0) = (w/2) Σ φ_k''(0) q_k / L²                                                         (2)
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from armillary.description import library
from armillary.description.beam import Beam
from armillary.description.robot import NO_INERTIA, Robot
from armillary.multibody import build
from armillary.multibody.shapes import cantilever
from armillary.reproduce.published import PublishedNumber, Source
from armillary.results.trajectory import Trajectory
from armillary.simulation.controllers.computed_torque import InverseDynamics
from armillary.simulation.references.point_to_point import FifthOrder, StepAcceleration
from armillary.simulation.simulate import simulate
from armillary.simulation.solvers import DOP853, RK45
from armillary.spatial.scalar import Floats

T, DURATION, POINTS = 1.0, 2.5, 25_000
MANOEUVRES: dict[str, type[FifthOrder] | type[StepAcceleration]] = {"PP": FifthOrder, "ST": StepAcceleration}
MODELS = ("complete", "coupling dropped", "approximate")

# Manoeuvre → bound of the RMS drift [%], print of it for the complete and the approximate model, peak energy [J].
DRIFT = {"PP": (1e-10, 2.53e-4, 0.1415), "ST": (1e-8, 2.46e-3, 0.1162)}
PEAK = {"PP": 2.8432, "ST": 2.9676}
# Where PP ends [deg].
ENDS = {"complete": (90.0, 90.0), "coupling dropped": (90.085, 88.840), "approximate": (123.251, 58.361)}
# Greatest rates of a manoeuvre by 90° in 1 s [deg/s]: 15/8 and 2 times the mean rate.
RATES = {"PP": 168.75, "ST": 180.0}

# Greatest rates of the approximate model in PP [deg/s], and greatest strains of both links in ST [µm/m].
FASTEST = (233.666, 110.778)
STRAINS = {"complete": (466.502, 44.784), "approximate": (205.895, 65.842)}

LOOSE, TIGHT = 1e-4, 1e-12
"""Integration tolerances: one with errors like the print's, and a tight one."""

TORQUE = "torque of the complete model's inverse dynamics; dop853, tolerances 1e-12"
AUDIT = "RMS of (E − W)/E_peak, 25,000 points, the work is a state; the print's is the error of its integrator"
COARSE = f"Dormand–Prince 5(4) at a tolerance of {LOOSE:g}, to show the source of errors of this size"
OWN = "the approximate model conserves energy too; the print does not say which energies it compares"
APART = "expected: SciPy's integrator on mass matrix and inverse dynamics, joints prescribed and bending solved for"
STRAIN = "at the root, on the surface; the print has curves, and does not say where"


def numbers() -> Iterator[PublishedNumber]:
    """Yield Table 3 with bounds, then values of Figs. 1 and 2."""
    table, audit = Source("Table 3", AUDIT), Source("recomputed", AUDIT)
    coarse, conserving = Source("Table 3", COARSE), Source("Table 3", OWN)
    for name, (bound, printed, approximate) in DRIFT.items():
        run = motion(name, "complete")
        yield audit.at_most(f"{name}, complete: RMS drift [%]", bound, run.drift_rms)
        yield table.at_most(f"{name}, complete: RMS drift, print [%]", printed, run.drift_rms)
        loose = motion(name, "complete", RK45, LOOSE).drift_rms
        yield coarse.shown(f"{name}, complete: RMS drift, loosely [%]", loose, printed)
        ours = motion(name, "approximate").drift_rms
        yield conserving.differs(f"{name}, approximate: RMS drift, print [%]", approximate, ours, 0.01 * approximate)
        peak = run.energy.max() - run.energy[0]
        yield Source("recomputed", TORQUE).equal(f"{name}, complete: peak energy [J]", PEAK[name], peak, 5e-5)
    yield from ends()
    yield from rates()
    yield from strains()


def ends() -> Iterator[PublishedNumber]:
    """Yield the final joint positions, Fig. 1.a."""
    for model, angles in ENDS.items():
        ours, tolerance = np.rad2deg(motion("PP", model).q[-1, :2]), 1e-6 if model == "complete" else 1e-3
        item = f"PP, {model}: θ_{{}}({DURATION:g} s) [°]"
        yield from Source("Fig. 1.a", TORQUE).each(item, angles, ours, tolerance)
    ours, item = np.rad2deg(motion("ST", "complete").q[-1, :2]), f"ST, complete: θ_{{}}({DURATION:g} s) [°]"
    yield from Source("recomputed", TORQUE).each(item, (90.0, 90.0), ours, 1e-6)


def rates() -> Iterator[PublishedNumber]:
    """Yield the greatest joint rates, Fig. 1.b: of the manoeuvre, and of the approximate model."""
    manoeuvre = Source("Fig. 1.b", "the manoeuvre's own, 15/8 (PP) or 2 (ST) times the mean rate")
    for name, model in (("PP", "complete"), ("PP", "approximate"), ("ST", "complete")):
        greatest = np.rad2deg(np.abs(motion(name, model).qd[:, :2]).max(axis=0))
        item = f"{name}, {model}: greatest rate of θ_{{}} [°/s]"
        if model == "complete":
            yield from manoeuvre.each(item, [RATES[name]] * 2, greatest, 1e-6)
        else:
            yield from Source("recomputed", f"{TORQUE}; {APART}").each(item, FASTEST, greatest, 5e-3)


def strains() -> Iterator[PublishedNumber]:
    """Yield the greatest strains of the links, Fig. 2."""
    for model in ("complete", "approximate"):
        greatest = 1e6 * np.abs(strain(motion("ST", model))).max(axis=0)
        for link, expected, ours in zip(("upper", "fore"), STRAINS[model], greatest, strict=True):
            item = f"ST, {model}: greatest strain of the {link} link [µm/m]"
            yield Source("recomputed", f"{STRAIN}; {APART}").equal(item, expected, ours, 5e-3)


def approximate(robot: Robot) -> Robot:
    """Return a robot whose motors have neither mass nor stator: with `motors="reflected"`, rotating inertias only."""
    return replace(robot, motors=tuple(replace(motor, mass=0.0, stator_inertia=NO_INERTIA) for motor in robot.motors))


@cache
def motion(manoeuvre: str, model: str, solver: type[DOP853 | RK45] = DOP853, tolerance: float = TIGHT) -> Trajectory:
    """Return the motion of one of `MODELS` under the torque of the complete model for one of `MANOEUVRES`."""
    robot = library.get("flexrob")
    plant = approximate(robot) if model == "approximate" else robot
    return simulate(
        robot,
        DURATION,
        solver=solver(rtol=tolerance, atol=tolerance),
        controller=InverseDynamics(),
        reference=MANOEUVRES[manoeuvre](start=(0.0, 0.0), end=(np.pi / 2, np.pi / 2), duration=T),
        plant=build.model(plant, motors="full" if model == "complete" else "reflected"),
        record=DURATION / POINTS,
    )


def strain(run: Trajectory) -> Floats:
    """Return (2) of both links, shape (N, 2)."""
    columns = []
    for k, link in enumerate(library.get("flexrob").links):
        assert isinstance(link.beam, Beam)
        width, length = link.beam.stations[0].section.size[0], link.beam.length
        curvature = cantilever.bending(2, np.zeros(1))[2][:, 0] / length**2
        columns.append(width / 2 * run.q[:, 2 + 2 * k : 4 + 2 * k] @ curvature)  # (2)
    return np.stack(columns, axis=1)


def draw(folder: str | os.PathLike[str], kind: str = ".png") -> list[Path]:
    """Draw Figs. 1 and 2 into files of a folder, .png, .svg or .pdf, and return their names; needs matplotlib.

    Fig. 1 has joint angles and rates of PP, Fig. 2 strains of ST; full lines are the complete model, dashed ones the
    approximate model.
    """
    from armillary.figures.draw import plot, save_plot

    names = ("complete", "approximate")
    pair = [motion("PP", model) for model in names]
    angles = plot(*pair, what=("joints", "rates"), names=names, title="Joint angles and rates for a PP manoeuvre")
    pictures = {f"flexrob_fig1{kind}": angles, f"flexrob_fig2{kind}": _strain_picture(names)}
    for name, picture in pictures.items():
        save_plot(picture, Path(folder) / name)
    return [Path(folder) / name for name in pictures]


def _strain_picture(names: tuple[str, ...]) -> Any:
    """Return Fig. 2, one chart for each link."""
    from matplotlib.figure import Figure as Picture

    picture = Picture(figsize=(7, 5), layout="constrained")
    charts = picture.subplots(2, 1, sharex=True)
    for model, style in zip(names, ("-", "--"), strict=True):
        run = motion("ST", model)
        for chart, link, values in zip(charts, ("upper", "fore"), strain(run).T, strict=True):
            chart.plot(run.t, 1e6 * values, style, label=model, linewidth=0.9)
            chart.set_ylabel(f"strain of the {link} link [µm/m]")
            chart.grid(True, linewidth=0.4, alpha=0.5)
    charts[0].legend(fontsize=8)
    charts[-1].set_xlabel("time [s]")
    picture.suptitle("Strains for an ST manoeuvre", fontsize=11)
    return picture
