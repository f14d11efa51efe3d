"""The MJCF reader: what it reads, what it says, what it refuses and where."""

import math
import os
import shutil
import sys
from pathlib import Path

import pytest

import armillary as arm
from internals import XML_FILE, Limits, Placement, parse_mjcf, read_mjcf

DATA = Path(__file__).parents[1] / "data"


def pendulum(joint='<joint name="pivot"/>', more="", geom='<geom size="0.1" contype="0" conaffinity="0"/>'):
    return f"""<mujoco model="pendulum">
<worldbody><body name="bob">
{joint}
{geom}</body></worldbody>
{more}</mujoco>"""


def only_problem(text):
    with pytest.raises(arm.DescriptionError) as caught:
        parse_mjcf(text, "arm.xml")
    (problem,) = caught.value.problems
    assert problem.file == "arm.xml"
    return problem


@pytest.fixture(scope="module")
def mixed(tmp_path_factory):
    folder = tmp_path_factory.mktemp("mixed")
    for each in DATA.glob("*.xml"):
        shutil.copy(each, folder)
    file = folder / "mixed_joints.xml"
    disabled = '<flag constraint="disable"/>'  # for comparisons with MuJoCo, whose friction and limits are soft
    text = file.read_text(encoding="utf-8")
    assert disabled in text
    file.write_text(text.replace(disabled, ""), encoding="utf-8")
    return read_mjcf(file)


class TestWhatIsRead:
    def test_joints_of_one_body_become_a_chain(self, mixed):
        chain = [mixed.joint(name) for name in ("drive", "yaw", "pitch")]
        assert [joint.type for joint in chain] == ["prismatic", "revolute", "revolute"]
        assert [joint.parent for joint in chain] == ["world", chain[0].child, chain[1].child]
        assert all(mixed.link(joint.child).mass == 0 for joint in chain)
        assert mixed.link("carriage").mass == 3.0

    def test_the_included_file_is_read(self, mixed):
        assert mixed.joint("swing").type == "revolute"

    def test_armature_is_a_reflected_rotor(self, mixed):
        motors = {motor.joint: motor for motor in mixed.motors}
        assert {name: motor.rotor_inertia for name, motor in motors.items()} == {
            "drive": 0.7,
            "pitch": 0.05,
            "finger": 0.01,
        }
        assert all(motor.axis is None and motor.ratio == 1 for motor in motors.values())
        assert motors["pitch"].carrier == mixed.joint("pitch").parent

    def test_limits(self, mixed):
        assert mixed.joint("drive").limits == Limits(-1.0, 1.5, effort=100.0)  # gear 20 times the larger force
        assert mixed.joint("yaw").limits == Limits(-2.0, 2.0, effort=6.0)  # gear 3 times control 2
        assert mixed.joint("finger").limits == Limits()

    def test_friction(self, mixed):
        assert (mixed.joint("drive").friction.viscous, mixed.joint("socket").friction.viscous) == (3.0, 0.15)
        assert (mixed.joint("pitch").friction.coulomb, mixed.joint("yaw").friction.coulomb) == (0.2, 0.0)

    def test_springs(self, mixed):
        springs = {name: (mixed.joint(name).stiffness, mixed.joint(name).rest) for name in ("drive", "yaw", "pitch")}
        assert springs == {"drive": (40.0, 0.0), "yaw": (2.5, 0.7), "pitch": (0.0, 0.0)}

    def test_springs_and_dampers_that_are_switched_off(self):
        joint = '<joint name="pivot" stiffness="3" damping="2" frictionloss="1"/>'
        off = '<option><flag spring="disable" damper="disable" frictionloss="disable"/></option>'
        pivot = parse_mjcf(pendulum(joint, off)).joint("pivot")
        assert (pivot.stiffness, pivot.friction.viscous, pivot.friction.coulomb) == (0.0, 0.0, 0.0)

    def test_a_filter_keeps_the_range_of_the_control(self):
        more = (
            '<actuator><general joint="pivot" dyntype="filter" dynprm="0.1" gainprm="7" ctrlrange="-2 1"/></actuator>'
        )
        assert parse_mjcf(pendulum(more=more)).joint("pivot").limits.effort == 14.0

    def test_the_force_limit_of_a_joint(self):
        joint = '<joint name="pivot" actuatorfrcrange="-3 5"/>'
        assert parse_mjcf(pendulum(joint)).joint("pivot").limits.effort == 5.0

    def test_motors_with_the_name_of_an_armature(self):
        joint = '<joint name="j" armature="0.1"/>'
        more = '<actuator><motor name="j armature" joint="j" armature="0.2" gear="3"/></actuator>'
        motors = parse_mjcf(pendulum(joint, more)).motors
        assert [(motor.name, motor.rotor_inertia) for motor in motors] == [
            ("j armature", 0.1),
            ("j armature of j", 0.2),
        ]

    def test_sites_are_frames(self, mixed):
        assert {frame.name: frame.link for frame in mixed.frames} == {
            "station": "world",
            "carriage_site": "carriage",
            "fingertip": "tip link",
        }
        assert any(note.endswith("that of a body: carriage_site") for note in mixed.notes)

    def test_gravity_and_name(self, mixed):
        assert mixed.gravity == (0.4, -0.2, -9.7)
        assert mixed.name == "mixed joints"
        weightless = '<option><flag gravity="disable"/></option>'
        assert parse_mjcf(pendulum(more=weightless)).gravity == (0.0, 0.0, 0.0)

    def test_a_nameless_model_is_called_after_its_file(self):
        assert parse_mjcf(pendulum().replace(' model="pendulum"', ""), "some/arm.xml").name == "arm"

    def test_degrees(self):
        joint = '<joint name="pivot" range="-90 45" limited="true"/>'
        limits = parse_mjcf(pendulum(joint)).joint("pivot").limits
        assert (limits.lower, limits.upper) == pytest.approx((-math.pi / 2, math.pi / 4), rel=1e-15)


class TestFreeJoints:
    @pytest.mark.parametrize("joint", ['<freejoint name="f"/>', '<joint name="f" type="free"/>'])
    def test_a_free_joint_floats(self, joint):
        robot = parse_mjcf(pendulum(joint).replace('name="bob"', 'name="bob" pos="1 2 3" quat="0.6 0.8 0 0"'))
        (free,) = robot.joints
        assert (free.name, free.type, free.parent, free.child) == ("f", "floating", "world", "bob")
        assert free.placement == Placement()  # q is the pose in the world
        assert robot.configuration("qpos0") == pytest.approx((1, 2, 3, 0.6, 0.8, 0, 0))

    def test_damping_of_each_coordinate(self):
        robot = parse_mjcf(pendulum('<joint name="f" type="free" damping="0.3"/>'))
        assert [part.friction.viscous for part in robot.joint("f").each()] == [0.3] * 6
        assert parse_mjcf(pendulum("<freejoint/>")).joints[0].coordinates == ()


class TestFiles:
    """What a file includes passes the guards; errors name the file that is wrong."""

    def include(self, folder, name="part.xml"):
        path = folder / "main.xml"
        path.write_text(pendulum(more=f'<include file="{name}"/>'))
        return path

    def refused(self, path):
        with pytest.raises(arm.DescriptionError) as caught:
            read_mjcf(path)
        (problem,) = caught.value.problems
        return problem

    def test_a_name_that_is_not_utf8(self, tmp_path):
        path = tmp_path / os.fsdecode(b"arm\xff.xml")
        path.write_text(pendulum())
        assert read_mjcf(path).joint("pivot")
        path.write_text(pendulum(more='<asset><mesh name="a" file="a.stl"/></asset>'))
        problem = self.refused(path)
        assert "not UTF-8" in problem.found
        assert problem.line == 5

    @pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="named pipes")
    @pytest.mark.parametrize("part", ["<include file='{}'/>", "<asset><model name='m' file='{}'/></asset>"])
    def test_a_pipe(self, tmp_path, part):
        os.mkfifo(tmp_path / "pipe.xml")
        path = tmp_path / "main.xml"
        path.write_text(pendulum(more=part.format("pipe.xml")))
        problem = self.refused(path)
        assert "pipe" in problem.found
        assert problem.file == str(tmp_path / "pipe.xml")

    @pytest.mark.parametrize(
        ("content", "found"),
        [
            ('<!DOCTYPE m [<!ENTITY a "b">]><mujocoinclude/>', "DOCTYPE"),
            ("<mujocoinclude>", "malformed"),
            ("x" * (XML_FILE.limit + 1), "16.0 MiB"),
            ('<mujocoinclude><include file="missing.xml"/></mujocoinclude>', "no such file"),
        ],
    )
    def test_the_guards(self, tmp_path, content, found):
        (tmp_path / "part.xml").write_text(content)
        problem = self.refused(self.include(tmp_path))
        assert found in problem.found
        assert problem.file == str(tmp_path / ("missing.xml" if "missing" in content else "part.xml"))

    @pytest.mark.parametrize("again", ["part.xml", "main.xml", "other.xml"])
    def test_a_file_that_includes_itself(self, tmp_path, again):
        (tmp_path / "part.xml").write_text(f'<mujocoinclude><include file="{again}"/></mujocoinclude>')
        (tmp_path / "other.xml").write_text('<mujocoinclude>\n<include file="./part.xml"/></mujocoinclude>')
        problem = self.refused(self.include(tmp_path))
        assert "includes itself" in problem.found
        assert problem.file == str(tmp_path / ("other.xml" if again == "other.xml" else "part.xml"))
        assert problem.line == (2 if again == "other.xml" else 1)

    def test_a_chain_of_includes_ends(self, tmp_path):
        for i in range(200):
            (tmp_path / f"{i}.xml").write_text(f'<mujocoinclude><include file="{i + 1}.xml"/></mujocoinclude>')
        assert "too many" in self.refused(self.include(tmp_path, "0.xml")).found

    def test_an_include_in_a_folder(self, tmp_path):
        (tmp_path / "parts").mkdir()
        (tmp_path / "parts" / "a.xml").write_text('<mujocoinclude><include file="parts/b.xml"/></mujocoinclude>')
        (tmp_path / "parts" / "b.xml").write_text('<mujocoinclude><option gravity="0 0 -1"/></mujocoinclude>')
        assert read_mjcf(self.include(tmp_path, "parts/a.xml")).gravity == (0.0, 0.0, -1.0)


class TestNotes:
    @pytest.mark.parametrize(
        ("text", "said"),
        [
            (pendulum(geom='<geom size="0.1"/>'), "contact"),
            (pendulum(more='<tendon><fixed><joint joint="pivot" coef="1"/></fixed></tendon>'), "1 tendon"),
            (pendulum(more='<actuator><position joint="pivot" kp="3"/></actuator>'), "feedback of 1"),
        ],
    )
    def test_what_is_not_modelled_is_said(self, text, said):
        notes = parse_mjcf(text).notes
        assert any(note.startswith("not modelled: ") and said in note for note in notes), notes

    @pytest.mark.parametrize(
        ("joint", "said"),
        [
            ('<joint name="pivot" type="ball" stiffness="3"/>', "springs of ball and free joints 'pivot'"),
            ('<joint type="ball" stiffness="3"/>', "springs of ball and free joints 'joint0'"),
            ('<joint name="pivot" type="ball" frictionloss="1"/>', "frictionloss of ball and free joints 'pivot'"),
            ('<joint name="pivot" type="ball" range="0 40"/>', "range of ball joint 'pivot', up to 40°"),
        ],
    )
    def test_properties_of_ball_joints_that_are_missing(self, joint, said):
        (omission,) = parse_mjcf(pendulum(joint)).omissions
        assert said in omission

    def test_a_plain_model_needs_no_note(self):
        assert parse_mjcf(pendulum()).notes == parse_mjcf(pendulum()).omissions == ()

    def test_refs_are_said(self, mixed):
        assert any("qpos" in note and note.endswith("drive, yaw") for note in mixed.notes)


class TestProblems:
    def test_what_mujoco_refuses_has_its_line(self):
        problem = only_problem(pendulum('<joint name="pivot" tpye="ball"/>'))
        assert problem.line == 3
        assert "tpye" in problem.found

    def test_a_missing_mesh(self):
        problem = only_problem(pendulum(more='<asset><mesh name="a" file="nowhere.stl"/></asset>'))
        assert "nowhere.stl" in problem.found
        assert problem.hint

    def test_a_motor(self):
        more = '<actuator><motor name="drive" joint="pivot" armature="0.2" gear="1e200"/></actuator>'
        problem = only_problem(pendulum(more=more))
        assert (problem.field, problem.line) == ('motor "drive" ratio', 3)

    def test_no_joint_at_all(self):
        assert "no joints" in only_problem("<mujoco><worldbody/></mujoco>").found

    def test_urdf_by_the_name_of_xml(self):
        assert "URDF" in only_problem('<robot name="r"/>').hint

    def test_malformed_xml(self):
        assert only_problem("<mujoco>\n<worldbody>\n</mujoco>").line == 3

    def test_an_entity_bomb(self):
        assert "DOCTYPE" in only_problem('<!DOCTYPE mujoco [<!ENTITY a "b">]><mujoco model="&a;"/>').found

    def test_nothing_is_written_where_mujoco_warns(self, tmp_path, monkeypatch):
        monkeypatch.chdir(tmp_path)
        only_problem(pendulum(geom='<geom size="nan"/>'))
        assert list(tmp_path.iterdir()) == []

    def test_without_the_package(self, monkeypatch):
        monkeypatch.setitem(sys.modules, "mujoco", None)
        with pytest.raises(arm.errors.MissingExtraError, match=r"armillary\[mjcf\]"):
            parse_mjcf(pendulum())


@pytest.mark.parametrize("flag", ["constraint", "frictionloss", "limit"])
def test_disabled_constraints_neither_rub_nor_stop(flag):
    """As MuJoCo: friction losses and limits are constraints there."""
    joint = '<joint name="j" range="-0.1 0.1" limited="true" frictionloss="2"/>'
    body = f'<body name="a">{joint}<geom size="0.1" mass="1"/></body>'
    option = f'<option><flag {flag}="disable"/></option>'
    (made,) = parse_mjcf(f"<mujoco>{option}<worldbody>{body}</worldbody></mujoco>").joints
    assert (made.friction.coulomb == 0) == (flag != "limit")
    assert math.isinf(made.limits.upper) == (flag != "frictionloss")


@pytest.mark.parametrize("anchor", ["", " "])
def test_a_blank_anchor_is_refused_and_leaves_mujoco_as_it_was(anchor):
    """MuJoCo 4.0 raises an unknown exception there, and its next compilation never returns."""
    body = '<body name="a"><joint name="j"/><geom size="0.1" mass="1"/></body>'
    whole = f"<mujoco><worldbody>{body}</worldbody>{{}}</mujoco>"
    bad = f'<equality><connect body1="a" anchor="{anchor}"/></equality>'
    with pytest.raises(arm.DescriptionError, match=r"connect anchor: .*expected finite numbers"):
        parse_mjcf(whole.format(bad))
    assert len(parse_mjcf(whole.format("")).joints) == 1
