"""A robot or a simulated motion → file, and back: `arm.save`, `arm.load` and `arm.load_trajectory`."""

from __future__ import annotations

import os

from armillary.description.robot import Robot
from armillary.description.save import save as save_robot
from armillary.errors import ArgumentError
from armillary.files.words import shortened
from armillary.multibody import Model
from armillary.results.trajectory import Trajectory


def save(what: Robot | Trajectory, path: str | os.PathLike[str]) -> None:
    """Write a robot or a trajectory to a file, whole or not at all; the suffix of the file selects the format.

    A robot: .toml, which reads back as the same robot, or .urdf or .xml (MJCF), which have the same dynamics as far as
    these formats allow; an `ArmillaryWarning` lists the differences. `arm.load` reads all three. A trajectory: .nc
    (NetCDF), which `arm.load_trajectory` reads, or .mat (MATLAB) or .csv for other programs, as `Trajectory.save`.

    Args:
        what: The robot, or the result of `arm.simulate`.
        path: The file.

    Example:
        >>> import tempfile, armillary as arm
        >>> robot = arm.library.get("khatib-rr")
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     arm.save(robot, f"{folder}/arm.toml")
        ...     arm.load(f"{folder}/arm.toml") == robot
        True
    """
    if isinstance(what, Trajectory):
        what.save(path)
    elif isinstance(what, Robot):
        save_robot(what, path)
    elif isinstance(what, Model):
        raise ArgumentError("what", repr(what), "a Robot or a Trajectory", "arm.save(model.robot, path)")
    else:
        hint = "scenarios, studies and motions are TOML files to write by hand; other results have to_json or plot"
        raise ArgumentError("what", shortened(what), "a Robot or a Trajectory", hint)


def load_trajectory(path: str | os.PathLike[str]) -> Trajectory:
    """Read a trajectory or a stack from a .nc file of `arm.save`; its model equals the one that was saved.

    Raises:
        ArgumentError: The file is missing, foreign, truncated or damaged.

    Example:
        >>> import tempfile, armillary as arm
        >>> run = arm.simulate(arm.library.get("khatib-rr"), 0.1)
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     arm.save(run, f"{folder}/run.nc")
        ...     arm.load_trajectory(f"{folder}/run.nc").robot == run.robot
        True
    """
    return Trajectory.load(path)
