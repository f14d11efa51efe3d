"""The commands on flexible robots: show, frequencies, statics, linearise."""

import json

import numpy as np
import pytest
import scipy.io

import armillary as arm

ARM = """\
name = "flexible arm"
source = "made up for a test"

[[link]]
name = "upper"
mass = "300 g"

[link.beam]
length = "400 mm"
E = "71 GPa"
G = "27 GPa"
density = 2710
section = { shape = "rectangle", width = "5 mm", height = "40 mm" }
nodes = [{ name = "mid", at = "200 mm" }]
modes = { bending_y = 2, bending_z = 1, torsion = 1, damping = "1 %" }

[[link]]
name = "fore"

[link.beam]
length = 0.35
E = 71e9
density = 2710
section = { shape = "tube", outer = "16 mm", inner = "12 mm" }
sublinks = { count = 3, bending_z = true }

[[joint]]
name = "shoulder"
type = "revolute"
parent = "base"
child = "upper"
axis = [0, 0, 1]

[[joint]]
name = "slide"
type = "prismatic"
parent = "upper"
node = "mid"
child = "fore"
axis = [0, 1, 0]
spring = { stiffness = "5 kN/m" }

[[motor]]
name = "motor"
joint = "slide"
carrier = "upper"
mass = 0.94
rotor_inertia = 2e-6
ratio = 100
axis = [0, 0, 1]
"""


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "flexible.toml"
    path.write_text(ARM, encoding="utf-8")
    return path


@pytest.fixture
def robot(file):
    return arm.load(file)


class TestShow:
    def test_text(self, armillary, file):
        text = armillary("show", file).stdout
        for part in (
            "12 degrees of freedom, 10 of them elastic",
            "upper.mid → fore",
            "5000 N/m to 0 m",
            "rectangle 5 × 40 mm",
            "tube 16 × 12 mm",
            "E 71, G 27 GPa, 2710 kg/m³",
            "loaded modes: 2 bending y, 1 bending z, 1 torsion; damping 1 %",
            "3 elastic joints: bending y, bending z",
            "nodes of upper: root 0 m, mid 0.2 m, tip 0.4 m",
            "upper.tip → slide",
        ):
            assert part in text

    def test_json(self, armillary, file, robot):
        data = json.loads(armillary("show", file, "--json").stdout)
        upper, fore = data["link_list"]
        assert upper["beam"]["mass"] == pytest.approx(0.2168)
        assert upper["beam"]["nodes"] == {"root": 0.0, "mid": 0.2, "tip": 0.4}
        assert upper["beam"]["modes"]["bending_y"] == 2
        assert upper["beam"]["coordinates"] == data["elastic_coordinates"][:4]
        first = 1.8751041**2 * np.sqrt(71e9 * 0.04 * 0.005**3 / 12 / (2710 * 2e-4)) / 0.4**2 / (2 * np.pi)
        assert upper["beam"]["shears"]  # it is 40 mm deep along z
        assert upper["beam"]["clamped_free_hz"][0] == pytest.approx(first, rel=5e-4)
        assert len(fore["beam"]["clamped_free_hz"]) == 4
        assert data["mass"] == pytest.approx(0.3 + 0.94 + sum(link.beam.mass for link in robot.links))
        assert (data["joint_list"][1]["node"], data["motor_list"][0]["node"]) == ("mid", "tip")
        assert data["joint_list"][1]["stiffness"] == 5000

    def test_rigid_robots_are_shown_as_before(self, armillary):
        data = json.loads(armillary("show", "panda", "--json").stdout)
        assert data["elastic_coordinates"] == []
        assert all(link["beam"] is None for link in data["link_list"])
        assert "elastic" not in armillary("show", "panda").stdout


class TestFrequencies:
    def test_table(self, armillary, file, robot):
        result = armillary("frequencies", file, "--joints", "locked", "--count", 3)
        assert result.exit_code == 0, result.output
        for f in arm.frequencies(robot, joints="locked", count=3):
            assert f"{f:.6g}" in result.stdout
        assert "f [Hz]" in result.stdout
        assert "damping ratio" in result.stdout

    def test_json_with_everything(self, armillary, file, robot):
        options = ("--q", "30deg,-5mm", "--servo", "shoulder=500", "--servo", "slide=20 kN/m", "--motors", "reflected")
        data = json.loads(armillary("frequencies", file, *options, "--no-friction", "--json").stdout)
        held = {"shoulder": 500.0, "slide": 2e4}
        expected = arm.frequencies(
            arm.model(robot, motors="reflected", friction=False), [np.pi / 6, -0.005], joints=held
        )
        assert data["hz"] == pytest.approx(expected.hz)
        assert data["joints"] == held
        assert np.array(data["shapes"]) == pytest.approx(expected.shapes)
        assert data["coordinates"][:2] == ["shoulder", "slide"]
        assert len(data["coordinates"]) == 12

    def test_one_servo_and_the_rest_locked(self, armillary, file, robot):
        data = json.loads(armillary("frequencies", file, "--joints", "locked", "--servo", "slide=100", "--json").stdout)
        assert data["hz"] == pytest.approx(arm.frequencies(robot, joints={"shoulder": "locked", "slide": 100.0}).hz)

    def test_spin_by_name(self, armillary, file, robot):
        options = ("--joints", "locked", "--qd", "shoulder=60rpm", "--json")
        data = json.loads(armillary("frequencies", file, *options).stdout)
        assert data["hz"] == pytest.approx(arm.frequencies(robot, joints="locked", qd=[2 * np.pi, 0]).hz)

    def test_convergence(self, armillary):
        expected = arm.convergence(arm.library.get("flexrob"), [0.3, 0.9], count=2)
        options = ("--convergence", "--q", "0.3,0.9", "--count", 2)
        data = json.loads(armillary("frequencies", "flexrob", *options, "--json").stdout)
        assert data["errors"] == pytest.approx(expected.errors)
        assert (data["enough"], data["recommendation"]) == (False, expected.recommendation)
        assert expected.recommendation in armillary("frequencies", "flexrob", *options).stdout
        assert "leave out --qd" in armillary("frequencies", "flexrob", *options, "--qd", "1,0").stderr
        free = arm.convergence(arm.library.get("flexrob"), [0.3, 0.9], joints="free", count=2)
        data = json.loads(armillary("frequencies", "flexrob", *options, "--joints", "free", "--json").stdout)
        assert data["errors"] == pytest.approx(free.errors)
        assert not np.allclose(free.errors, expected.errors)

    def test_unstable_is_told(self, armillary):
        text = armillary("frequencies", "panda", "--joints", "free").stdout
        assert "grows without oscillating" in text
        assert "unstable" in text

    def test_nothing_to_show_is_told(self, armillary):
        assert "all joints are locked" in armillary("frequencies", "panda").stdout


class TestStatics:
    def test_table(self, armillary, file, robot):
        result = armillary("statics", file, "--q", "-0.2,0", "--wrench", "0,0,0,0,3,-2")
        assert result.exit_code == 0, result.output
        expected = arm.statics(robot, [-0.2, 0], wrench=[0, 0, 0, 0, 3, -2])
        assert f"{1000 * expected.deflection[2]:.6g}" in result.stdout
        assert f"{expected.tau[0]:.6g}" in result.stdout
        assert "N·m" in result.stdout
        assert "upper.torsion1" in result.stdout

    def test_json(self, armillary, file, robot):
        options = ("--wrench", "upper.tip=0,0,1,0,0,0", "--wrench", "0,0,0,1,0,0", "--frame", "fore", "--json")
        data = json.loads(armillary("statics", file, *options, "--joints", "locked").stdout)
        wrench = {"upper.tip": [0, 0, 1, 0, 0, 0], "fore": [0, 0, 0, 1, 0, 0]}
        expected = arm.statics(robot, wrench=wrench, frame="fore")
        assert data["deflection"] == pytest.approx(expected.deflection)
        assert data["q"] == pytest.approx(expected.q)
        assert data["stable"] is True
        assert data["wrenches"] == wrench

    def test_free_joint_with_its_spring(self, armillary, file, robot):
        options = ("--joints", "free", "--servo", "shoulder=1000", "--wrench", "0,0,0,0,3,0", "--json")
        data = json.loads(armillary("statics", file, *options).stdout)
        assert data["tau"][1] == 0
        assert data["q"][1] == pytest.approx(3 / 5000, rel=0.01)

    def test_no_equilibrium(self, armillary, file):
        result = armillary("statics", file, "--joints", "free", "--wrench", "0,0,5,0,0,0")
        assert result.exit_code == 2
        assert result.stdout == ""
        assert "nothing holds 'shoulder'" in result.stderr


class TestLinearise:
    @pytest.fixture
    def expected(self, robot):
        return arm.linearise(robot, [0.3, 0.0], inputs=["shoulder"], outputs=["q", "tip.velocity"])

    OPTIONS = ("--q", "0.3,0", "--inputs", "shoulder", "--outputs", "q,tip.velocity")

    def test_table_and_json(self, armillary, file, expected):
        text = armillary("linearise", file, *self.OPTIONS).stdout
        assert "24: shoulder, slide" in text
        assert "tip.velocity.z" in text
        data = json.loads(armillary("linearise", file, *self.OPTIONS, "--json").stdout)
        assert np.array(data["A"]) == pytest.approx(expected.A)
        assert data["outputs"] == list(expected.outputs)
        assert len(data["poles"]) == 24

    def test_files(self, armillary, file, expected, tmp_path):
        for suffix in ("npz", "mat", "json"):
            result = armillary("linearise", file, *self.OPTIONS, "-o", tmp_path / f"system.{suffix}")
            assert result.exit_code == 0, result.output
        with np.load(tmp_path / "system.npz", allow_pickle=False) as file:
            npz = dict(file)
        mat = scipy.io.loadmat(tmp_path / "system.mat")
        plain = json.loads((tmp_path / "system.json").read_text(encoding="utf-8"))
        for name in "ABCD":
            for found in (npz[name], mat[name], np.array(plain[name])):
                assert found == pytest.approx(getattr(expected, name))
        assert tuple(npz["states"]) == expected.states
        assert mat["inputs"][0][0][0] == "shoulder"
        assert not list(tmp_path.glob(".*"))

    def test_a_scenario_is_linearised_with_its_controller(self, armillary, tmp_path):
        text = 'robot = "khatib-rr"\nduration = 1\n[controller]\ntype = "pid"\nkp = 60.0\nki = 30.0\nkd = 12.0\n'
        (path := tmp_path / "loop.toml").write_text(text)
        data = json.loads(armillary("linearise", path, "--q", "0.1,0.2", "--set", "controller.kp=40", "--json").stdout)
        law = arm.controllers.PID(kp=40.0, ki=30.0, kd=12.0)
        expected = arm.linearise(arm.Scenario(arm.library.get("khatib-rr"), controller=law), [0.1, 0.2])
        assert np.array(data["A"]) == pytest.approx(expected.A)
        assert data["states"][-1] == "controller.integral[1]"
        assert "--motors: given for the scenario" in armillary("linearise", path, "--motors", "none").stderr

    def test_other_endings_are_refused(self, armillary, file, tmp_path):
        result = armillary("linearise", file, "-o", tmp_path / "tip")
        assert result.exit_code == 2
        assert "--outputs" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("frequencies", "--q", "1,2,3,4,5,6,7,8,9,10,11,12,13"), "--q: 13 numbers"),
        (("frequencies", "--q", "5mm,0"), "--q[0]: '5mm': 'mm' measures m, not rad"),
        (("frequencies", "--q", "0,30deg"), "measures rad, not m"),
        (("frequencies", "--q", "elbow=1"), "shoulder, slide"),
        (("frequencies", "--q", "shoulder=1,2"), "NAME=NUMBER"),
        (("frequencies", "--q", "nan,0"), "--q[0]: nan"),
        (("frequencies", "--q", "1"), "--q: 1 number; expected 2 or 12"),
        (("frequencies", "--servo", "elbow=1"), "--servo: no movable joint 'elbow'"),
        (("frequencies", "--servo", "shoulder"), "JOINT=STIFFNESS"),
        (("frequencies", "--servo", "shoulder=-1"), "--servo: 'shoulder=-1'; expected a stiffness of zero or more"),
        (("frequencies", "--servo", "shoulder=1", "--servo", "shoulder=2"), "--servo: two servos at joint 'shoulder'"),
        (("frequencies", "--q", "shoulder=1,shoulder=2"), "--q: 'shoulder' twice"),
        (("statics", "--wrench", "hand=0,0,0,0,0,1"), "--wrench: no frame 'hand'; expected one of"),
        (("statics", "--wrench", "1,2,3"), "--wrench: 3 numbers"),
        (("statics", "--wrench", "0,0,0,0,0,1", "--frame", "hand"), "--frame: 'hand'"),
        (("statics", "--wrench", "0,0,0,0,0,1", "--wrench", "0,0,0,0,0,1"), "two wrenches at frame 'tip'"),
        (("linearise", "--inputs", "elbow"), "--inputs: no joint or coordinate 'elbow'"),
        (("linearise", "--outputs", "elbow"), "--outputs: 'elbow'"),
        (("linearise", "--tau", "1"), "--tau: 1 number;"),
    ],
)
def test_bad_input_is_named(armillary, file, arguments, message):
    command, *options = arguments
    result = armillary(command, file, *options)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert message in result.stderr


BLADE = """\
name = "blade"

[[link]]
name = "blade"

[link.beam]
length = 1
E = 7e10
density = 2700
section = { shape = "circle", diameter = 0.02 }
modes = { bending_y = 2 }

[[joint]]
name = "hub"
type = "revolute"
parent = "base"
child = "blade"
axis = [0, 0, 1]
"""


@pytest.mark.parametrize("command", ["frequencies", "statics", "linearise"])
def test_the_examples_of_the_help_run(armillary, tmp_path, monkeypatch, command):
    elbow = ARM.replace('"slide"', '"elbow"').replace('"prismatic"', '"revolute"').replace("5 kN/m", "5 N m/rad")
    gripper = '\n[[frame]]\nname = "gripper"\nlink = "fore"\n'
    (tmp_path / "my-arm.toml").write_text(elbow + gripper, encoding="utf-8")
    (tmp_path / "blade.toml").write_text(BLADE, encoding="utf-8")
    swing = 'robot = "khatib-rr"\nduration = 1\n[controller]\ntype = "pd"\nkp = 60.0\nkd = 12.0\n'
    (tmp_path / "swing.toml").write_text(swing, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    text = armillary(command, "--help").stdout
    examples = [line.split()[1:] for line in text.splitlines() if line.strip().startswith("armillary ")]
    assert len(examples) == 3
    for example in examples:
        result = armillary(*example)
        assert result.exit_code == 0, result.output
        if "--json" in example:
            json.loads(result.stdout)


def test_what_is_rounding_in_poles_is_shown_as_zero(armillary):
    text = armillary("linearise", "flexrob").stdout
    ratios = [line.split()[3] for line in text.splitlines() if line.endswith(" 0") and len(line.split()) == 4]
    assert ratios == ["0"] * 4


def test_elastic_coordinates_have_units(armillary, file):
    lines = armillary("statics", file).stdout.splitlines()
    found = {line.split()[0]: line.split()[-1] for line in lines if line.startswith(("upper.", "fore."))}
    assert found["upper.bending_y1"] == "m"
    assert found["upper.torsion1"] == "rad"
    assert {unit for name, unit in found.items() if name.startswith("fore.")} == {"rad"}
