"""SDF files: poses, joints, included models, and the same dynamics as the robot that was written."""

import math
from dataclasses import replace

import numpy as np
import pytest

import armillary as arm
from internals import Reading, body_poses, parse_sdf, pose, to_rpy
from random_robots import random_placement, random_robot, random_state

INERTIAL = "<inertial><mass>2</mass><inertia><ixx>1</ixx><iyy>1</iyy><izz>1</izz></inertia></inertial>"


def model(inside, version="1.9", name="m", **attributes):
    more = "".join(f' {key}="{value}"' for key, value in attributes.items())
    return f'<sdf version="{version}"><model name="{name}"{more}>{inside}</model></sdf>'


def link(name, pose="", more=INERTIAL):
    return f'<link name="{name}">{f"<pose>{pose}</pose>" if pose else ""}{more}</link>'


def joint(name, parent, child, kind="revolute", inside="<axis><xyz>0 1 0</xyz></axis>"):
    return f'<joint name="{name}" type="{kind}"><parent>{parent}</parent><child>{child}</child>{inside}</joint>'


def _pose(R, p, **attributes):
    more = "".join(f' {key}="{value}"' for key, value in attributes.items())
    return f"<pose{more}>{' '.join(map(repr, [*map(float, p), *map(float, to_rpy(R))]))}</pose>"


def as_sdf(robot, rng, style):
    """The robot at q = 0 as SDF; frames of links and joints are where `style` puts them.

    "plain": frames of links are those of joints; "shifted": links have other frames than their joints, whose poses are
    in the child, in the model or in a named frame, and axes are expressed in any of them.
    """
    built = arm.model(robot)
    frames = {"base": (np.eye(3), np.zeros(3))}
    for each in robot.links:
        frames[each.name] = tuple(part for part in _world(built, each.name))
    text, own = "", {}
    for each in robot.links:
        R, p = frames[each.name]
        extra = random_placement(rng) if style == "shifted" else arm.Placement()
        E, e = np.array(extra.rotation), np.array(extra.xyz)
        own[each.name] = (R @ E, p + R @ e)
        com, tensor = E.T @ (np.array(each.com) - e), E.T @ np.array(each.inertia) @ E
        names = zip(
            ("ixx", "iyy", "izz", "ixy", "ixz", "iyz"), ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)), strict=True
        )
        entries = "".join(f"<{name}>{float(tensor[k])!r}</{name}>" for name, k in names)
        inertial = f"<inertial>{_pose(np.eye(3), com)}<mass>{each.mass!r}</mass><inertia>{entries}</inertia></inertial>"
        text += f'<link name="{each.name}">{_pose(*own[each.name])}{inertial}</link>'
    turn, shift = np.array(random_placement(rng).rotation), rng.normal(size=3)
    text += f'<frame name="marker">{_pose(turn, shift)}</frame>'
    types = {"revolute": "continuous", "spherical": "ball", "floating": None}
    for k, each in enumerate(robot.joints):
        R, p = frames[each.child]
        C, c = own[each.child]
        places = {
            "": (C.T @ R, C.T @ (p - c)),
            "__model__": (R, p),
            "marker": (turn.T @ R, turn.T @ (p - shift)),
        }
        on = ["", "__model__", "marker"][k % 3] if style == "shifted" else ""
        placed = _pose(*places[on], **({"relative_to": on} if on else {}))
        into = ["", "marker", "__model__"][k % 3] if style == "shifted" else ""
        turned = {"": np.eye(3), "__model__": R, "marker": turn.T @ R}[into]
        axes = ""
        for tag, axis in (("axis", each.axis), ("axis2", each.second_axis)):
            if axis is not None:
                expressed = f' expressed_in="{into}"' if into else ""
                numbers = " ".join(map(repr, map(float, turned @ np.array(axis))))
                viscous, coulomb = each.friction.viscous, each.friction.coulomb
                rub = f"<dynamics><damping>{viscous}</damping><friction>{coulomb}</friction></dynamics>"
                axes += f"<{tag}><xyz{expressed}>{numbers}</xyz>{rub if each.form.single else ''}</{tag}>"
        pitch = f"<screw_thread_pitch>{2 * math.pi * each.pitch!r}</screw_thread_pitch>" if each.pitch else ""
        kind, parent = types.get(each.type, each.type), "world" if each.parent == "base" else each.parent
        text += joint(each.name, parent, each.child, kind, placed + axes + pitch)
    return model(text)


def _world(built, name):
    R, o = body_poses(built, built.neutral)[built.frame(name).body]
    frame = built.frame(name)
    return R @ frame.rotation, o + R @ frame.translation


@pytest.mark.parametrize("style", ["plain", "shifted"])
@pytest.mark.parametrize("seed", range(6))
def test_the_same_robot(seed, style):
    rng = np.random.default_rng(seed)
    robot = random_robot(rng, 4 + seed, kinds="RRPHUSF", motors=False, tree=seed % 2 > 0)
    rubs = (
        arm.Friction(j.friction.viscous, j.friction.coulomb) if j.form.single else arm.Friction() for j in robot.joints
    )
    plain = (replace(j, friction=rub, coordinates=()) for j, rub in zip(robot.joints, rubs, strict=True))
    robot = replace(robot, joints=tuple(plain), frames=(), payloads=())
    robot = replace(robot, gravity=(0.0, 0.0, -9.81), base_placement=arm.Placement())
    ours, read = arm.model(robot), arm.model(parse_sdf(as_sdf(robot, rng, style)))
    q, qd, qdd = random_state(rng, ours)
    tau = arm.evaluate(ours).inverse_dynamics(q, qd, qdd)
    found = arm.evaluate(read).inverse_dynamics(q, qd, qdd)
    np.testing.assert_allclose(found, tau, atol=1e-10 * np.abs(tau).max())
    end = robot.links[-1].name
    moved = [pose(each, q, end) @ np.linalg.inv(pose(each, each.neutral, end)) for each in (ours, read)]
    np.testing.assert_allclose(*moved, atol=1e-12)


class TestPoses:
    def test_degrees_and_quaternions(self):
        half = math.sqrt(0.5)
        inside = link("a") + '<link name="b"><pose degrees="true">1 0 0 0 0 90</pose></link>'
        inside += (
            f'<link name="c"><pose relative_to="b" rotation_format="quat_xyzw">1 0 0 0 0 {half} {half}</pose></link>'
        )
        inside += "".join(joint(f"to {name}", "a", name, "fixed", "") for name in "bc")
        robot = parse_sdf(model(inside))
        assert robot.joint("to b").placement.xyz == (1.0, 0.0, 0.0)
        assert robot.joint("to c").placement.xyz == pytest.approx((1, 1, 0))
        assert np.allclose(robot.joint("to c").placement.rotation, np.diag([-1, -1, 1]))

    def test_nested_models_and_placement_frames(self):
        inner = f'<model name="hand" placement_frame="grip"><pose relative_to="arm">0 0 1 0 0 0</pose>{link("palm")}'
        inner += '<frame name="grip" attached_to="palm"><pose>0 0 -0.1 0 0 0</pose></frame></model>'
        inside = link("arm", "1 0 0 0 0 0") + inner + joint("wrist", "arm", "hand::grip", "revolute")
        robot = parse_sdf(model(inside))
        assert [each.name for each in robot.links] == ["arm", "hand::palm/wrist", "hand::palm"]
        assert robot.joint("wrist").placement.xyz == (0.0, 0.0, 1.0)  # the frame of a joint is that of its child
        assert robot.joint("wrist/fixed").placement.xyz == pytest.approx((0, 0, 0.1))
        assert robot.frames[0].name == "hand::grip"

    @pytest.mark.parametrize(
        ("text", "said"),
        [
            (link("a", "0 0") + joint("j", "world", "a"), "2 values"),
            ('<link name="a"><pose relative_to="b">0 0 0 0 0 0</pose></link>', "no frame 'b'"),
            ('<frame name="f"><pose relative_to="f"/></frame>' + link("a"), "relative to itself"),
            (link("a") + link("a"), "used twice"),
            (link("a") + joint("j", "nobody", "a"), "no link or frame 'nobody'"),
            (link("a") + joint("j", "a", "world"), "the world"),
            (link("a") + '<joint name="j" type="revolute"><child>a</child></joint>', "no <parent>"),
            (link("a", more="<inertial><mass>nan</mass></inertial>") + joint("j", "world", "a"), "nan"),
        ],
    )
    def test_faults_have_their_line(self, text, said):
        with pytest.raises(arm.DescriptionError, match=said):
            parse_sdf(model(text), "m.sdf")


class TestJoints:
    def read(self, kind="revolute", inside="<axis><xyz>0 1 0</xyz></axis>", **options):
        text = model(
            link("a") + link("b") + joint("root", "world", "a", "fixed", "") + joint("j", "a", "b", kind, inside)
        )
        return parse_sdf(text, reading=Reading(**options))

    def test_limits_friction_and_springs(self):
        limit = "<limit><lower>-1</lower><upper>1e16</upper><effort>5</effort><velocity>-1</velocity></limit>"
        rub = "<damping>0.1</damping><friction>0.2</friction><spring_stiffness>3</spring_stiffness>"
        dynamics = f"<dynamics>{rub}<spring_reference>0.4</spring_reference></dynamics>"
        found = self.read(inside=f"<axis><xyz>0 0 2</xyz>{limit}{dynamics}</axis>").joint("j")
        assert (found.limits, found.axis) == (arm.Limits(-1.0, math.inf, math.inf, 5.0), (0.0, 0.0, 1.0))
        assert (found.friction, found.stiffness, found.rest) == (arm.Friction(0.1, 0.2), 3.0, 0.4)

    def test_screws(self):
        new = self.read("screw", "<axis><xyz>0 0 1</xyz></axis><screw_thread_pitch>0.5</screw_thread_pitch>").joint("j")
        assert new.pitch == pytest.approx(0.5 / (2 * math.pi))
        old = self.read("screw", "<axis><xyz>0 0 1</xyz></axis><thread_pitch>4</thread_pitch>").joint("j")
        assert old.pitch == -0.25

    @pytest.mark.parametrize("kind", ["revolute", "prismatic"])
    def test_rotors_of_drake_are_reflected(self, kind):
        axis = "<axis><xyz>0 1 0</xyz></axis>"
        rotor = "<drake:rotor_inertia>0.0002</drake:rotor_inertia>"
        bare, plain = self.read(kind, axis), self.read(kind, axis + rotor)
        geared = self.read(kind, f"{axis}{rotor}<drake:gear_ratio>160</drake:gear_ratio>")
        assert not bare.motors
        for robot, added in ((plain, 2e-4), (geared, 160**2 * 2e-4)):
            for motors in ("full", "reflected"):
                M = arm.evaluate(arm.model(robot, motors=motors)).mass_matrix([0.3])
                assert M - arm.evaluate(bare).mass_matrix([0.3]) == pytest.approx(added, rel=1e-12)

    def test_two_axes(self):
        axes = "<axis><xyz>1 0 0</xyz></axis><axis2><xyz>{}</xyz><dynamics><damping>2</damping></dynamics></axis2>"
        found = self.read("universal", axes.format("0 1 0")).joint("j")
        assert (found.type, found.second_axis, found.coordinates[1].friction.viscous) == (
            "universal",
            (0.0, 1.0, 0.0),
            2.0,
        )
        askew = self.read("revolute2", axes.format("1 1 0"))
        assert [each.type for each in askew.moving_joints()] == ["revolute", "revolute"]
        assert askew.joint("j/axis2").friction.viscous == 2.0

    def test_mimic(self):
        text = (
            '<axis><xyz>0 1 0</xyz><mimic joint="lead"><multiplier>{}</multiplier><offset>0.3</offset></mimic></axis>'
        )
        parts = (
            "".join(link(name) for name in "abc") + joint("lead", "world", "a") + joint("hold", "a", "b", "fixed", "")
        )
        robot = parse_sdf(model(parts + joint("j", "b", "c", "revolute", text.format(2))))
        assert robot.joint("j").couple == arm.parts.Coupling.linear("lead", 2.0, 0.3)
        robot = parse_sdf(model(parts + joint("j", "b", "c", "prismatic", text.format(0))))
        assert (robot.joint("j").type, robot.joint("j").placement.xyz) == ("fixed", (0.0, 0.3, 0.0))

    def test_axes_of_old_files_are_in_the_model(self):
        inside = link("a", "0 0 0 0 0 1.5707963267948966") + joint("j", "world", "a", "revolute")
        assert parse_sdf(model(inside, "1.4")).joint("j").axis == pytest.approx((1, 0, 0))
        assert parse_sdf(model(inside, "1.5")).joint("j").axis == (0.0, 1.0, 0.0)

    def test_loops_stay_open_and_other_types_are_left_out(self):
        inside = link("a") + link("b") + joint("j", "world", "a") + joint("k", "a", "b") + joint("l", "world", "b")
        robot = parse_sdf(model(inside + joint("g", "a", "b", "gearbox")))
        assert [each.name for each in robot.joints] == ["j", "k"]
        loops, gears = robot.omissions
        assert loops.startswith("joints that close loops (1): 'l' (line ")
        assert gears.startswith("gearboxes (1): 'g' (line ")


class TestModels:
    def test_a_model_floats_or_stands(self):
        inside = link("a") + link("b", "0 0 1 0 0 0") + joint("j", "a", "b")
        robot = parse_sdf(model(inside))
        assert [each.type for each in robot.moving_joints()] == ["revolute", "floating"]
        assert arm.model(parse_sdf(model(inside + "<static>true</static>"))).nv == 1

    def test_a_file_by_its_name(self, tmp_path):
        (tmp_path / "a.sdf").write_text(model(link("a") + link("b") + joint("j", "a", "b")))
        assert arm.model(arm.load(tmp_path / "a.sdf", base="fixed")).nv == 1
        assert arm.model(arm.load(tmp_path / "a.sdf", root="b")).nv == 1

    def test_worlds_and_gravity(self):
        one = f'<model name="one">{link("a", more=INERTIAL + "<gravity>false</gravity>")}</model>'
        two = f'<model name="two"><pose>0 0 2 0 0 0</pose>{link("a")}</model>'
        robot = parse_sdf(f'<sdf version="1.7"><world name="w"><gravity>0 0 -1.6</gravity>{one}{two}</world></sdf>')
        assert robot.gravity == (0.0, 0.0, -1.6)
        assert [each.name for each in robot.links] == ["one::a", "two::a"]
        assert [each.gravity_compensation for each in robot.links] == [1.0, 0.0]
        assert robot.joint("two::a/free").placement.xyz == (0.0, 0.0, 2.0)

    def test_included_models(self, tmp_path):
        for name in ("hand", "robot"):
            (tmp_path / name).mkdir()
        (tmp_path / "hand" / "model.sdf").write_text(model(link("palm"), name="hand"))
        include = "<include><uri>model://hand</uri><name>left</name><pose>0 0 1 0 0 0</pose></include>"
        lost = "<include><uri>model://nowhere</uri></include><include><uri>https://example.org/x</uri></include>"
        text = model(link("arm") + include + lost + joint("wrist", "arm", "left::palm"))
        (tmp_path / "robot" / "model.sdf").write_text(text)
        robot = arm.load(tmp_path / "robot" / "model.sdf")
        assert robot.joint("wrist").placement.xyz == (0.0, 0.0, 1.0)
        assert any("nowhere" in note and "example.org" in note for note in robot.notes)

    @pytest.mark.parametrize(("at", "placement"), [("0 0 1 0 0 0", ""), ("0 0 1.2 0 0 0", "tip")])
    def test_merged_models(self, tmp_path, at, placement):
        """The parts of a merged model have their names in the model around it, and its frame has one, too."""
        (tmp_path / "hand").mkdir()
        tip = '<frame name="tip" attached_to="__model__"><pose>0 0 0.2 0 0 0</pose></frame>'
        fingers = joint("grip", "palm", "finger") + joint("stiff", "__model__", "nail", "fixed")
        inside = link("palm") + tip + link("finger", "0.1 0 0 0 0 0") + link("nail", "0 0.3 0 0 0 0") + fingers
        (tmp_path / "hand" / "model.sdf").write_text(model(inside, name="hand"))
        place = f"<placement_frame>{placement}</placement_frame>" if placement else ""
        include = f'<include merge="true"><uri>hand</uri><name>left</name><pose>{at}</pose>{place}</include>'
        eye = '<frame name="eye" attached_to="_merged__left__model__"><pose>1 0 0 0 0 0</pose></frame>'
        (tmp_path / "arm.sdf").write_text(model(link("arm") + include + eye + joint("wrist", "arm", "palm")))
        robot = arm.load(tmp_path / "arm.sdf")
        assert [each.name for each in robot.links] == ["arm", "palm", "finger", "nail"]
        assert np.allclose(robot.joint("wrist").placement.xyz, (0.0, 0.0, 1.0))
        assert robot.joint("stiff").parent == "palm"
        built = arm.model(robot)
        assert np.allclose(pose(built, built.neutral, "eye")[:3, 3], (1.0, 0.0, 1.0))
        assert np.allclose(pose(built, built.neutral, "tip")[:3, 3], (0.0, 0.0, 1.2))

    def test_names_of_merged_models_must_differ(self, tmp_path):
        (tmp_path / "hand.sdf").write_text(model(link("arm"), name="hand"))
        include = '<include merge="1"><uri>hand.sdf</uri></include>'
        (tmp_path / "arm.sdf").write_text(model(link("arm") + include))
        with pytest.raises(arm.DescriptionError, match="'arm' is used twice"):
            arm.load(tmp_path / "arm.sdf")

    def test_the_newest_file_of_a_model(self, tmp_path):
        files = {"old.sdf": ("1.5", "palm"), "new.sdf": ("1.10", "hand"), "model.sdf": ("1.4", "fist")}
        (tmp_path / "hand").mkdir()
        for name, (version, part) in files.items():
            (tmp_path / "hand" / name).write_text(model(link(part), name="hand", version=version))
        (tmp_path / "arm.sdf").write_text(model("<include><uri>model://hand</uri></include>"))
        config = "<model>" + "".join(f'<sdf version="{v}">{name}</sdf>' for name, (v, _) in files.items()) + "</model>"
        for text, part in (
            (config, "hand"),
            ("<model>", "fist"),
            ('<model><sdf version="1">../arm.sdf</sdf></model>', "fist"),
        ):
            (tmp_path / "hand" / "model.config").write_text(text)
            assert [each.name for each in arm.load(tmp_path / "arm.sdf").links] == [f"hand::{part}"]

    def test_a_model_that_includes_itself(self, tmp_path):
        (tmp_path / "model.sdf").write_text(model(link("a") + "<include><uri>model.sdf</uri></include>"))
        with pytest.raises(arm.DescriptionError, match="include itself"):
            arm.load(tmp_path / "model.sdf")

    def test_visuals(self):
        shapes = {
            "box": "<size>1 2 3</size>",
            "sphere": "<radius>0.5</radius>",
            "cylinder": "<radius>0.1</radius><length>2</length>",
        }
        text = "".join(
            f'<visual name="{tag}"><pose>1 0 0 0 0 0</pose><geometry><{tag}>{sizes}</{tag}></geometry>'
            "<material><diffuse>1 0 0 1</diffuse></material></visual>"
            for tag, sizes in shapes.items()
        )
        robot = parse_sdf(model(link("a", more=INERTIAL + text) + joint("j", "world", "a")))
        assert [(each.shape, each.size) for each in robot.visuals] == [
            ("box", (1.0, 2.0, 3.0)), ("sphere", (0.5,)), ("cylinder", (0.1, 2.0)),
        ]  # fmt: skip
        assert {each.colour for each in robot.visuals} == {(1.0, 0.0, 0.0)}
        assert {each.placement.xyz for each in robot.visuals} == {(1.0, 0.0, 0.0)}

    def test_other_formats_are_told_apart(self):
        with pytest.raises(arm.DescriptionError, match=r"name it \.urdf"):
            parse_sdf("<robot/>")

    def test_impossible_values_are_noted(self):
        bad = INERTIAL.replace("<ixx>1</ixx>", "<ixx>9</ixx>")
        text = model(link("a", more=bad) + joint("j", "world", "a"))
        with pytest.warns(arm.ArmillaryWarning, match="triangle"):
            assert not parse_sdf(text).strict
        with pytest.raises(arm.DescriptionError, match="triangle"):
            parse_sdf(text, reading=Reading(strict=True))
