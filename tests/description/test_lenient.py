"""Lenient reading: impossible values become notes with their consequence; strict reading refuses them."""

import math
import warnings
from dataclasses import replace

import numpy as np
import pytest

import armillary as arm
from internals import Reading, consequences, parse_toml, parse_urdf, second_moments
from random_robots import random_robot, random_rotation

SOUND = '<mass value="2"/><inertia ixx="1" iyy="1" izz="1"/>'


def arm_of(upper=SOUND, tool=SOUND, joint="", base=SOUND, more=""):
    """An elbow with a tool fixed to its second link, and a plate fixed to its base."""
    return f"""<robot name="elbow"><link name="stand"/>
<link name="plate"><inertial>{base}</inertial></link>
<link name="upper"><inertial><origin xyz="0.5 0 0"/>{upper}</inertial></link>
<link name="fore"><inertial><origin xyz="0.5 0 0"/>{SOUND}</inertial></link>
<link name="tool"><inertial>{tool}</inertial></link>
<joint name="glue" type="fixed"><parent link="stand"/><child link="plate"/></joint>
<joint name="a" type="continuous"><parent link="stand"/><child link="upper"/><axis xyz="0 0 1"/>{joint}</joint>
<joint name="b" type="continuous"><origin xyz="1 0 0"/><parent link="upper"/><child link="fore"/><axis xyz="0 1 0"/>
</joint><joint name="c" type="fixed"><origin xyz="1 0 0"/><parent link="fore"/><child link="tool"/></joint>{more}
</robot>"""


def read(text, said):
    """Read a text that is noted with these words, once in a warning and once in a note; strictly it is refused."""
    with pytest.raises(arm.DescriptionError):
        parse_urdf(text, reading=Reading(strict=True))
    with pytest.warns(arm.ArmillaryWarning) as caught:
        robot = parse_urdf(text)
    assert len(caught) == 1
    (note,) = [note for note in robot.notes if said in note]
    assert note in str(caught[0].message)
    return robot, note


def eigenvalues(robot, count=50):
    """The smallest eigenvalue of M on some random states."""
    model, rng = arm.model(robot), np.random.default_rng(7)
    quantities = arm.evaluate(model)
    for _ in range(count):
        q = model.integrate(model.neutral, rng.uniform(-math.pi, math.pi, model.nv))
        yield float(np.linalg.eigvalsh(quantities.mass_matrix(q)).min())


LONG = '<mass value="0.1"/><inertia ixx="0.001" iyy="0.001" izz="0.003"/>'
THIN = '<mass value="2"/><inertia ixx="0.1" iyy="0.1" izz="-0.05"/>'
EMPTY = '<mass value="0"/><inertia ixx="1" iyy="1" izz="1"/>'


class TestConsequences:
    def test_a_tool_that_its_link_makes_possible(self):
        robot, note = read(arm_of(tool=LONG), "link 'tool' inertia")
        assert "triangle inequality" in note
        assert "'fore' is a possible body: it has no effect" in note
        assert not robot.strict

    def test_a_body_that_stays_impossible(self):
        robot, note = read(arm_of(upper=LONG), "link 'upper' inertia")
        assert note.endswith(
            "the mass matrix is positive definite in all configurations: no principal moment is negative"
        )
        assert min(eigenvalues(robot)) > 0

    def test_a_negative_moment_that_the_next_body_makes_up_for(self):
        robot, note = read(arm_of(upper=THIN), "link 'upper' inertia")
        assert note.endswith("the mass matrix is positive definite on 1,000 random states")
        assert min(eigenvalues(robot)) > 0

    def test_a_mass_matrix_that_is_indefinite(self):
        text = arm_of(upper='<mass value="1"/><inertia ixx="1" iyy="1" izz="-9"/>')
        robot, note = read(text, "link 'upper' inertia")
        assert "indefinite on" in note
        q = [float(value) for value in note.partition("q = (")[2].rstrip(")").split(",")]
        assert np.linalg.eigvalsh(arm.evaluate(robot).mass_matrix(q)).min() < 0

    def test_a_plate_on_the_base(self):
        assert "fixed to the base, so it has no effect" in read(arm_of(base=THIN), "link 'plate' inertia")[1]

    def test_an_inertia_without_mass(self):
        robot, note = read(arm_of(tool=EMPTY), "link 'tool' mass")
        assert "no effect" in note
        assert robot.link("tool").inertia[0][0] == 1.0

    def test_negative_masses_count_as_holes_while_the_body_has_mass(self):
        hole = '<mass value="-0.5"/><inertia ixx="0" iyy="0" izz="0"/>'
        assert "-0.5 kg; merged" in read(arm_of(tool=hole), "link 'tool' mass")[1]
        with pytest.raises(arm.DescriptionError, match=r"mass: -0\.5 kg"):
            parse_urdf(arm_of(upper=hole))

    def test_negative_friction(self):
        robot, note = read(arm_of(joint='<dynamics damping="-0.1"/>'), "joint 'a' friction.viscous")
        assert note.endswith("-0.1 N·m·s/rad; it feeds energy into the joint")
        assert robot.joint("a").friction.viscous == -0.1

    def test_large_mass_matrices_are_not_examined(self, monkeypatch):
        monkeypatch.setattr(consequences, "LARGEST", 1)
        monkeypatch.setattr(consequences, "_compensated", lambda *_: False)
        assert "was not examined: it has more than 1" in read(arm_of(upper=THIN), "link 'upper' inertia")[1]

    def test_violated_triangle_inequalities_take_no_states(self, monkeypatch):
        monkeypatch.setattr(consequences, "random_states", None)
        monkeypatch.setattr(consequences, "_traced", None)
        read(arm_of(upper=LONG), "link 'upper' inertia")

    @pytest.mark.parametrize("seed", range(6))
    def test_the_verdict_is_that_of_the_eigenvalues(self, seed):
        """On random trees with impossible bodies of every kind, against eigenvalues of M on other states."""
        rng = np.random.default_rng(seed)
        robot = random_robot(rng, 6, "RRRPF")
        links = list(robot.links)
        for i in rng.choice(len(links), 2, replace=False):
            moments = [(1, 1, 3), (1, 1, -0.1), (1, 1, -20), (0, 0, 0)][rng.integers(4)]
            R, mass = random_rotation(rng), links[i].mass * (moments != (0, 0, 0))
            links[i] = replace(links[i], mass=mass, inertia=R @ np.diag(moments) @ R.T * 0.1)
        robot = replace(robot, links=tuple(links), strict=False)
        verdict = consequences.Consequences(robot).of_matrix()
        least = min(eigenvalues(robot, 200))
        assert ("is positive definite" in verdict) == (least > 1e-9)
        assert ("indefinite" in verdict) == (least < -1e-9)


class TestDoubts:
    @pytest.mark.parametrize(
        ("text", "said", "value"),
        [
            ('<dynamics damping="little"/>', "damping: the value is 'little'; 0 is read", 0.0),
            ('<dynamics damping="0.5"/><dynamics damping="1"/>', "<dynamics> is given 2 times; the first is read", 0.5),
            ('<limit effort="-1" velocity="2"/>', "limit effort: -1; no limit is read", 0.0),
            ('<origin xyz="0, 0, 1"/>', "origin xyz: the value is '0, 0, 1'; the first three numbers are read", 0.0),
            ('<origin rpy="0 0 1 5"/>', "origin rpy: the value is '0 0 1 5'; the first three numbers are read", 0.0),
            ('<origin xyz="0 0 0" scale="2"/>', "unknown attribute 'scale'; it is not read", 0.0),
        ],
    )
    def test_of_the_text(self, text, said, value):
        robot, note = read(arm_of(joint=text), said)
        assert note.startswith("line 7: ")
        assert robot.joint("a").friction.viscous == value
        assert robot.strict  # nothing about the robot itself is impossible

    def test_reversed_limits_are_read_in_order(self):
        joint = '<joint name="a" type="revolute"><limit lower="1" upper="-2" effort="1" velocity="1"/>'
        robot, note = read(arm_of().replace('<joint name="a" type="continuous">', joint), "joint 'a'")
        assert note.endswith("lower limit 1 exceeds upper limit -2: read in order")
        assert (robot.joint("a").limits.lower, robot.joint("a").limits.upper) == (-2.0, 1.0)
        assert robot.strict

    @pytest.mark.parametrize(
        "text",
        [
            arm_of(joint='<dynamics damping="nan"/>'),
            arm_of(joint='<origin xyz="1 2"/>'),
            arm_of(upper='<mass value="heavy"/><inertia ixx="1" iyy="1" izz="1"/>'),
            arm_of(more='<link name="loose"/>'),
        ],
    )
    def test_what_has_no_meaning_is_refused(self, text):
        with pytest.raises(arm.DescriptionError):
            parse_urdf(text)

    def test_a_mimic_joint_without_leader_moves_independently(self):
        robot, note = read(arm_of(joint='<mimic joint="nobody"/>'), 'joint "a" mimic')
        assert note.endswith("there is no joint 'nobody'; the joint moves independently")
        assert arm.model(robot).nv == 2

    def test_a_late_declaration(self):
        head = "\n<!-- made by hand -->\n" * 3 + '<?xml version="1.0"?>\n'
        assert parse_urdf(head + arm_of()) == parse_urdf(arm_of())
        with pytest.raises(arm.DescriptionError) as caught:
            parse_urdf(head + arm_of(joint='<origin xyz="1 2"/>'))
        assert caught.value.problems[0].line == 14

    def test_a_sound_file_says_nothing(self):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            assert parse_urdf(arm_of()) == parse_urdf(arm_of(), reading=Reading(strict=True))


SPINNER = """
name = "spinner"
{strict}
[[link]]
name = "disc"
mass = 1
inertia = [[1, 0, 0], [0, 1, 0], [0, 0, 3]]
[[joint]]
name = "pivot"
type = "revolute"
parent = "base"
child = "disc"
axis = [0, 0, 1]
limits = {{ lower = 1, upper = -1 }}
"""


class TestOwnFiles:
    def test_strict_unless_told(self, tmp_path):
        file = tmp_path / "spinner.toml"
        file.write_text(SPINNER.format(strict=""))
        with pytest.raises(arm.DescriptionError, match="triangle inequality") as caught:
            arm.load(file)
        assert len(caught.value.problems) == 2
        with pytest.warns(arm.ArmillaryWarning, match="triangle inequality"):
            robot = arm.load(file, strict=False)
        file.write_text(SPINNER.format(strict="strict = false"))
        with pytest.warns(arm.ArmillaryWarning, match="read in order"):
            assert arm.load(file) == robot
        with pytest.raises(arm.DescriptionError):
            arm.load(file, strict=True)

    def test_reversed_limits_of_coordinates_are_read_in_order(self, tmp_path):
        body, limits = arm.Link("body", 1.0), arm.Limits(1, 0)
        parts = (arm.parts.Coordinate(), arm.parts.Coordinate(limits))
        joint = arm.Joint("j", "cylindrical", "base", "body", axis=(0, 0, 1), coordinates=parts)
        arm.save(arm.Robot("r", (body,), (joint,), strict=False), tmp_path / "r.toml")
        with pytest.warns(arm.ArmillaryWarning, match=r"joint 'j.slide': lower limit 1 exceeds upper limit 0"):
            robot = arm.load(tmp_path / "r.toml")
        assert robot.joints[0].coordinates[1].limits == arm.Limits(0, 1)
        assert robot.strict

    def test_the_writer_keeps_it(self, tmp_path):
        disc = arm.Link("disc", 1.0, inertia=((1, 0, 0), (0, 1, 0), (0, 0, 3)))
        robot = arm.Robot("r", (disc,), (arm.Joint("p", "revolute", "base", "disc", axis=(0, 0, 1)),), strict=False)
        again = parse_toml(arm.to_toml(robot))
        assert again == robot
        assert not again.strict
        assert "strict" not in arm.to_toml(arm.library.get("panda"))

    def test_robots_compare_without_it(self):
        panda = arm.library.get("panda")
        assert replace(panda, strict=False) == panda


class TestRepair:
    def test_the_nearest_inertia_in_the_norm_of_second_moments(self):
        """No random possible tensor is nearer."""
        rng = np.random.default_rng(3)
        A = rng.normal(size=(3, 3))
        impossible = A @ np.diag([1.0, 1.0, 3.0]) @ np.linalg.inv(A)
        impossible = (impossible + impossible.T) / 2
        link = arm.Link("l", 1.0, inertia=impossible)
        joint = arm.Joint("j", "revolute", "base", "l", axis=(0, 0, 1))
        found = arm.repair(arm.Robot("r", (link,), (joint,), strict=False))
        Q, Q0 = second_moments(found.robot.links[0].inertia), second_moments(impossible)
        assert np.linalg.eigvalsh(Q).min() >= -1e-15
        for _ in range(2000):
            B = rng.normal(size=(3, 3)) * rng.choice([1e-3, 1e-2, 0.1, 1])
            root = np.linalg.cholesky(Q + 1e-14 * np.eye(3)) + B
            assert np.linalg.norm(root @ root.T - Q0) >= np.linalg.norm(Q - Q0) - 1e-12

    def test_all_kinds_of_values(self):
        with pytest.warns(arm.ArmillaryWarning):
            robot = parse_urdf(arm_of(upper=LONG, tool=EMPTY, joint='<dynamics damping="-0.1"/>'))
        joints = tuple(replace(j, limits=arm.Limits(2, -2)) if j.name == "b" else j for j in robot.joints)
        found = arm.repair(replace(robot, joints=joints))
        assert found.robot.strict
        assert {change[:2] for change in found.changes} == {
            ("link upper", "inertia"), ("link tool", "inertia"), ("joint a", "viscous"), ("joint b", "limits"),
        }  # fmt: skip
        assert found.robot.joint("b").limits == arm.Limits(-2, 2)
        assert "22.9" in found.table()
        assert not arm.repair(found.robot).changes

    def test_friction_of_a_motor(self):
        robot = arm.library.get("puma560")
        motors = (replace(robot.motors[0], friction=arm.Friction(-1e-3, 0.1, -0.2)), *robot.motors[1:])
        found = arm.repair(replace(robot, motors=motors, strict=False))
        assert found.robot.motors[0].friction == arm.Friction(0.0, 0.1, 0.0)
        assert [field for _, field, *_ in found.changes] == ["viscous", "coulomb_negative"]

    def test_a_negative_mass_is_refused(self):
        with pytest.warns(arm.ArmillaryWarning):
            robot = parse_urdf(arm_of(tool='<mass value="-0.5"/><inertia ixx="0" iyy="0" izz="0"/>'))
        with pytest.raises(arm.ArgumentError, match=r"-0\.5 kg"):
            arm.repair(robot)


@pytest.mark.parametrize(("inertia", "definite"), [(-1e-6, True), (-1.0, False)])
def test_a_negative_rotor_on_the_base_has_the_consequence_of_the_mass_matrix(inertia, definite):
    """n² J is added to the diagonal, whatever the motor is fixed to."""
    motor = arm.Motor("m", "turn", "base", rotor_inertia=inertia, ratio=50.0)
    joint = arm.Joint("turn", "revolute", "base", "bar", axis=(0, 0, 1))
    bar = arm.Link("bar", 1.0, (0.5, 0, 0), np.diag([0.1, 0.1, 0.1]).tolist())
    robot = arm.Robot("one", (bar,), (joint,), (motor,), strict=False)
    text = consequences.Consequences(robot).of_matrix()
    assert ("positive definite" in text) == definite
    assert (arm.evaluate(robot).mass_matrix([0.0])[0, 0] > 0) == definite
