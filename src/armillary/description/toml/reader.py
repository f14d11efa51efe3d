"""Robot files in TOML (docs/robot-files.md) → robot, with every problem of the file at once.

Modal data in separate files are read before the tables are checked. A fault in one table does not hide faults of
others: `mend` puts harmless values in place of faulty fields, and the checks of the robot run on those.
"""

from __future__ import annotations

import os
import pathlib

from armillary.description.lenient import noted
from armillary.description.load import ROBOT_FILE
from armillary.description.reading import AS_WRITTEN, Reading
from armillary.description.robot import Robot
from armillary.description.toml.mend import other_faults
from armillary.description.toml.modal_files import embed
from armillary.description.toml.schema import RobotFile
from armillary.files.document import Kind

ROBOT = Kind(
    ROBOT_FILE,
    RobotFile,
    {
        "inertia": ("principal", "shape"),
        "mass": ("shape",),
        "com": ("shape",),
        "rotation": ("quaternion",),
        "stations": ("section",),
    },
)


def read_toml(path: str | os.PathLike[str], reading: Reading = AS_WRITTEN) -> Robot:
    """Read a robot from a TOML file.

    Raises:
        DescriptionError: Lists every problem of the file, each with its line.
    """
    robot = parse_toml(ROBOT_FILE.read_text(path), os.fspath(path), reading)
    return robot if robot.strict else noted(robot)


def parse_toml(text: str, file: str | None = None, reading: Reading = AS_WRITTEN) -> Robot:
    """Read a robot from TOML text; `file` is its name in messages, and files that it names lie beside it.

    The text says whether it is read strictly, unless `reading` does; values that physics forbids are not remarked here.

    Example:
        >>> robot = parse_toml('''
        ...     name = "pendulum"
        ...     link = [{ name = "bob", mass = "500 g", com = ["1 m", 0, 0] }]
        ...     joint = [{ name = "pivot", type = "revolute", parent = "base", child = "bob", axis = [0, 1, 0] }]
        ... ''')
        >>> robot.links[0].mass
        0.5
    """
    document = ROBOT.parse(text, file)
    if reading.strict is not None:
        document.data["strict"] = reading.strict
    folder = pathlib.Path(file or "").parent
    embed(document, folder)
    visuals = document.data.get("visual") if file is not None else None
    for table in visuals if isinstance(visuals, list) else ():  # mesh files lie beside the robot file
        name = table.get("file") if isinstance(table, dict) else None
        if isinstance(name, str) and name:
            table["file"] = str((folder / name).absolute())
    tables = document.validate()
    if tables is not None and not document.problems:
        robot = document.attempt(tables.build)
        if robot is not None:
            return robot
    elif not document.hidden:
        document.problems += document.located(other_faults(document.data, document.faulty))
    raise document.error()
