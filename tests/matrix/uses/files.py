"""Files of robots, scenarios and results."""

from __future__ import annotations

import warnings
from dataclasses import replace
from pathlib import Path

import numpy as np

import armillary as arm
from matrix.cells import InPartError, use
from matrix.kinds import Kind
from matrix.uses.quantities import close

GROUP = "Files"
HARMLESS = (
    "rotor",
    "named configurations",
    "gravity (",
    "coupled joints are soft",
    "spherical joints are a dialect",
    "MuJoCo gives links without mass",
)
"""Beginnings of warnings of writers about what every robot of ours has, and what motions here do not depend on."""


@use(GROUP, "TOML")
def toml(kind: Kind, folder: Path) -> None:
    arm.save(kind.robot, folder / "robot.toml")
    assert arm.load(folder / "robot.toml") == kind.robot


def written(kind: Kind, path: Path) -> None:
    """Check the equations of a robot that was written and read again; what differs, a warning of the writer says.

    Formats of rigid bodies have rotors without an axis; not all of them have gravity.
    """
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        arm.save(kind.robot, path)
    read = arm.load(path)
    mine = arm.model(kind.robot, motors="reflected")
    theirs = arm.model(replace(read, gravity=kind.robot.gravity), motors="reflected")
    same = theirs.nv == mine.nv and theirs.nq == mine.nq
    if same:
        q, qd, qdd = (kind.state[each] for each in ("q", "qd", "qdd"))
        close(arm.evaluate(theirs).pose(q), arm.evaluate(mine).pose(q), 1e-7)
        found, expected = (arm.evaluate(each).inverse_dynamics(q, qd, qdd) for each in (theirs, mine))
        same = np.allclose(found, expected, rtol=1e-7, atol=1e-7)
    lines = [line.strip() for each in told for line in str(each.message).splitlines()[1:]]
    missing = [line for line in lines if not line.startswith(HARMLESS)]
    assert same or missing
    if missing:
        raise InPartError("; ".join(missing))


@use(GROUP, "URDF")
def urdf(kind: Kind, folder: Path) -> None:
    written(kind, folder / "robot.urdf")


@use(GROUP, "MJCF")
def mjcf(kind: Kind, folder: Path) -> None:
    written(kind, folder / "robot.xml")


@use(GROUP, "scenario files")
def scenario(kind: Kind, folder: Path) -> None:
    arm.save(kind.robot, folder / "robot.toml")
    start = ", ".join(map(str, kind.loop.q0))
    rates = ", ".join(map(str, kind.loop.qd0))
    law = '[controller]\ntype = "pd"\nkp = 20.0\nkd = 2.0\n'
    text = f'robot = "robot.toml"\nduration = 0.1\nq0 = [{start}]\nqd0 = [{rates}]\n{law}'
    (folder / "scenario.toml").write_text(text, encoding="utf-8")
    read = arm.load_scenario(folder / "scenario.toml")
    assert read.starts.tolist() == kind.loop.starts.tolist()
    close(arm.simulate(read, record=0.01).q, kind.run.q, 1e-12)


@use(GROUP, "NetCDF and CSV of a run")
def results(kind: Kind, folder: Path) -> None:
    kind.run.save(folder / "run.nc")
    read = arm.Trajectory.load(folder / "run.nc")
    assert read.robot == kind.robot
    for name in ("t", "q", "qd", "tau", "kinetic", "dissipated"):
        close(getattr(read, name), getattr(kind.run, name), 0.0)
    kind.run.save(folder / "run.csv")
    rows = np.genfromtxt(folder / "run.csv", delimiter=",", skip_header=1)
    assert len(rows) >= len(kind.run.t)
    assert len(kind.run.to_pandas()) == len(kind.run.t)
    assert kind.run.to_xarray().sizes
