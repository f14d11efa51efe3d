import csv
import io
import json

import pytest
from PIL import Image

from internals import choice, load

ARM = """\
name = "small"
[[link]]
name = "upper"
mass = "400 g"
com = ["10 cm", 0, 0]
[[link]]
name = "fore"
mass = "300 g"
com = ["7 cm", 0, 0]
[[joint]]
name = "shoulder"
type = "revolute"
parent = "base"
child = "upper"
axis = [0, 1, 0]
[[joint]]
name = "elbow"
type = "revolute"
parent = "upper"
child = "fore"
xyz = ["20 cm", 0, 0]
axis = [0, 1, 0]
[[motor]]
name = "old"
joint = "elbow"
carrier = "upper"
mass = 0.5
position = [0.05, 0, 0]
rotor_inertia = 1e-5
ratio = 20
axis = [0, 1, 0]
"""

TASK = """\
duration = "2 s"
payload = "100 g"
[reference]
type = "fifth_order"
start = [0, 0]
end = ["50 deg", "60 deg"]
duration = "2 s"
"""


@pytest.fixture
def files(tmp_path):
    (tmp_path / "small.toml").write_text(ARM, encoding="utf-8")
    (tmp_path / "task.toml").write_text(TASK, encoding="utf-8")
    return tmp_path


def test_objectives_are_those_of_the_choice(armillary):
    assert all(name in armillary("motors", "--help").stdout for name in choice.OBJECTIVES)


def test_table_and_files(armillary, files):
    save, plot, table = files / "driven.toml", files / "motors.png", files / "motors.csv"
    result = armillary(
        "motors", files / "small.toml", "--motion", files / "task.toml", "--save", save, "--plot", plot, "-o", table
    )
    assert result.exit_code == 0, result.output
    for word in ("small: motors by mass, safety factor 1.2", "shoulder", "elbow", "total mass", f"written: {save}"):
        assert word in result.stdout
    robot = load(save)
    assert {motor.joint for motor in robot.motors} == {"shoulder", "elbow"}
    assert all(motor.position == robot.joint(motor.joint).placement.xyz for motor in robot.motors)
    assert "motors chosen from catalogue.toml" in robot.source
    rows = list(csv.DictReader(io.StringIO(table.read_text(encoding="utf-8"))))
    assert [row["joint"] for row in rows] == ["shoulder", "elbow"]
    with Image.open(plot) as picture:
        assert picture.size[0] > 500


def test_json(armillary, files):
    result = armillary(
        "motors", files / "small.toml", "--motion", files / "task.toml", "--objective", "power", "--json"
    )
    data = json.loads(result.stdout)
    assert (data["objective"], data["unit"], data["feasible"], data["payload"]) == ("power", "W", True, 0.1)
    assert data["cost"] == pytest.approx(sum(joint["power"] for joint in data["joints"]))


def test_kept_attempts(armillary, files):
    arguments = ("motors", files / "small.toml", "--motion", files / "task.toml", "--budget", 5, "--json")
    plain = armillary(*arguments)
    kept = armillary(*arguments, "--workers", 1, "--resume", files / "tried")
    assert json.loads(kept.stdout) == json.loads(plain.stdout)
    assert len(list((files / "tried").iterdir())) > 2
    assert "--resume: " in armillary(*arguments, "--resume", files / "task.toml" / "in").stderr
    assert "one of them" in armillary(*arguments, "--workers", 2, "--dask", "tcp://127.0.0.1:1").stderr


def test_one_joint_and_its_own_seat(armillary, files):
    save = files / "driven.toml"
    result = armillary(
        "motors",
        files / "small.toml",
        "--motion",
        files / "task.toml",
        "--joint",
        "elbow",
        "--keep-mounts",
        "--save",
        save,
    )
    assert result.exit_code == 0, result.output
    (motor,) = load(save).motors
    assert (motor.joint, motor.position) == ("elbow", (0.05, 0.0, 0.0))


def test_what_no_motor_carries_ends_with_status_1_and_saves_nothing(armillary, files):
    save = files / "driven.toml"
    result = armillary("motors", "ur5", "--save", save, "--budget", "0", "--safety", "100")
    assert result.exit_code == 1, result.output
    assert "carries shoulder_pan_joint; the nearest is" in result.stdout
    assert "continuous torque: " in result.stdout
    assert not save.exists()
    assert (
        json.loads(armillary("motors", "ur5", "--json", "--budget", "0", "--safety", "100").stdout)["feasible"] is False
    )


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--safety", "0.5"), "0.5 is not in the range"),
        (("--joint", "knee"), "--joint: 'knee'; expected some of shoulder, elbow"),
        (("--catalogue", "none.toml"), "no such file"),
        (("--save", "robot.urdf"), "ends in .toml"),
        (("--plot", "motors.gif"), "ends in .png, .svg or .pdf"),
        (("--output", "nowhere/motors.csv"), "cannot be written"),
        (("--objective", "price"), "'price' is not one of"),
        (("--motion", "none.toml"), "no such file"),
    ],
)
def test_bad_input_ends_with_status_2(armillary, files, options, words):
    result = armillary("motors", files / "small.toml", *options)
    assert result.exit_code == 2, result.output
    assert words in result.stderr
    assert not result.stdout


def test_a_catalogue_row_without_a_unit_is_named(armillary, files):
    (files / "ours.csv").write_text("kind,name,mass\nmotor,one,2.5\n", encoding="utf-8")
    result = armillary("motors", files / "small.toml", "--catalogue", files / "ours.csv")
    assert result.exit_code == 2
    assert "ours.csv:2: motor[0].mass: 2.5 has no unit" in result.stderr
    assert "rotor_inertia: the field is missing" in result.stderr
