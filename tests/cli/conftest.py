import pytest
from click.testing import CliRunner, Result

from internals import main

ARM = """\
name = "two-link"
source = "made up for a test. A second sentence"

[[link]]
name = "upper"
mass = 4.0
com = [0.2, 0, 0]
inertia = { xx = 0.01, yy = 0.06, zz = 0.06 }

[[link]]
name = "fore"
mass = "2500 g"
com = ["15 cm", 0, 0]
inertia = { xx = 0.002, yy = 0.02, zz = 0.02 }

[[link]]
name = "hand"
mass = 0.5

[[joint]]
name = "shoulder"
type = "revolute"
parent = "base"
child = "upper"
axis = [0, 1, 0]
limits = { lower = "-90 deg", upper = "90 deg", effort = 87 }
friction = { viscous = 0.5 }

[[joint]]
name = "slide"
type = "prismatic"
parent = "upper"
child = "fore"
xyz = [0.4, 0, 0]
axis = [1, 0, 0]
limits = { lower = 0, upper = "300 mm" }

[[joint]]
name = "flange"
type = "fixed"
parent = "fore"
child = "hand"
xyz = [0.3, 0, 0]

[[motor]]
name = "drive"
joint = "slide"
carrier = "upper"
mass = 0.94
position = [0.4, 0, 0]
rotor_inertia = 2e-6
ratio = 100
axis = [0, 1, 0]
"""


@pytest.fixture
def arm_file(tmp_path):
    path = tmp_path / "two-link.toml"
    path.write_text(ARM, encoding="utf-8")
    return path


@pytest.fixture
def armillary():
    """Run the command line: armillary("show", "panda")."""

    def run(*arguments: object) -> Result:
        return CliRunner().invoke(main, [str(argument) for argument in arguments])

    return run
