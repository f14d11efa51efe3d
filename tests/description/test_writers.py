"""URDF and MJCF writers: files that read back with the same dynamics, here and in other libraries."""

import warnings
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import armillary as arm
from internals import Reading, fault, parse_mjcf, parse_urdf, to_mjcf, to_urdf
from random_robots import random_robot
from samples import some

DATA = Path(__file__).parents[1] / "data"
RIGID = ["panda", "ur5", "puma560", "iiwa", "planar-3r", "stanford", "humanoid", "rtx", "khatib-rp", "rpr-orthogonal"]


def one_sided(joint):
    return replace(joint, friction=replace(joint.friction, coulomb_negative=None))


def quiet(function, *arguments, **options):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", arm.ArmillaryWarning)
        return function(*arguments, **options)


def difference(robot, other, motors="reflected", friction=True):
    """Return the largest relative difference of M, bias and forward dynamics, coordinates matched by name."""
    one, two = arm.model(robot, motors=motors, friction=friction), arm.model(other, motors=motors, friction=friction)
    v = {joint.name: joint.v for joint in two.joints}
    q = {joint.name: joint.q for joint in two.joints}
    own = [joint for joint in one.joints if not joint.kind.shared and joint.kind.nv]
    to_v = np.concatenate([np.arange(two.nv)[v[joint.name]] for joint in own])
    to_q = np.concatenate([np.arange(two.nq)[q[joint.name]] for joint in own])
    assert (one.nv, one.nq) == (two.nv, two.nq)
    rng, worst = np.random.default_rng(1), 0.0
    a, b = arm.evaluate(one), arm.evaluate(two)
    for _ in range(3):
        state = one.neutral.copy()
        for joint in own:
            state[joint.q] = joint.kind.integrate(joint.kind.neutral, rng.uniform(-1, 1, joint.kind.nv))
        qd, tau, same = rng.normal(size=one.nv), rng.normal(size=one.nv), np.zeros(two.nq)
        there, effort = np.zeros(two.nv), np.zeros(two.nv)
        same[to_q], there[to_v], effort[to_v] = state, qd, tau
        for mine, its in (
            (a.mass_matrix(state), b.mass_matrix(same)[np.ix_(to_v, to_v)]),
            (a.bias(state, qd), b.bias(same, there)[to_v]),
            (a.forward_dynamics(state, qd, tau), b.forward_dynamics(same, there, effort)[to_v]),
        ):
            worst = max(worst, float(np.abs(mine - its).max() / np.abs(mine).max()))
    return worst


@pytest.mark.parametrize("name", RIGID)
def test_library_robots_read_back_with_the_same_dynamics(name):
    robot = replace(arm.library.get(name), gravity=(0.0, 0.0, -9.81))
    plain = replace(robot, joints=tuple(replace(one_sided(joint), stiffness=0.0) for joint in robot.joints))
    assert difference(plain, quiet(parse_urdf, quiet(to_urdf, plain))) < 1e-12
    assert difference(robot_for_mjcf(robot), quiet(parse_mjcf, quiet(to_mjcf, robot))) < 1e-10


def robot_for_mjcf(robot):
    return replace(robot, joints=tuple(one_sided(joint) for joint in robot.joints))


@pytest.mark.parametrize("name", ["bent_arm", "branching"])
def test_urdf_again(name):
    """The second text equals the first: nothing drifts."""
    robot = quiet(arm.load, DATA / f"{name}.urdf")
    text = quiet(to_urdf, robot)
    again = quiet(parse_urdf, text)
    assert difference(robot, again, "full") < 1e-12
    assert difference(robot, quiet(parse_urdf, quiet(to_urdf, again)), "full") < 1e-12


INERTIA = ((1e-3, 1e-4, 0), (1e-4, 2e-3, 0), (0, 0, 2e-3))


def drives():
    """An arm on a slanted base with a payload, a geared motor on its parent link, a frame and a coupled joint."""
    robot = arm.planar([1, 0.5, 0.3], [2, 1, 0.5], coms=[0.5, 0.25, 0.1], inertias=[0.2, 0.05, 0.01])
    joints = list(robot.joints)
    joints[2] = replace(joints[2], couple=arm.parts.Coupling.linear(joints[1].name, 0.5, 0.1))
    joints[0] = replace(joints[0], friction=arm.Friction(0.3), limits=arm.Limits(-1, 2, 3, 40))
    motor = arm.Motor("m", joints[1].name, joints[1].parent, 0.7, (0.9, 0.1, 0), rotor_inertia=1e-3, ratio=50,
                      axis=joints[1].axis)  # fmt: skip
    tilted = arm.Placement((0.1, 0.2, 0.3), ((1, 0, 0), (0, 0.6, -0.8), (0, 0.8, 0.6)))
    return replace(
        robot, joints=tuple(joints), motors=(motor,), base_placement=tilted, gravity=(0.0, 0.0, -9.81),
        payloads=(arm.Payload("box", robot.links[2].name, 0.4, (0.1, 0, 0.02), INERTIA),),
        frames=(arm.Frame("camera", robot.links[1].name, arm.Placement((0, 0, 0.1))),),
        visuals=(arm.parts.Visual(robot.links[0].name, "box", (1, 0.1, 0.1), colour=(1, 0, 0)),),
    )  # fmt: skip


def test_payloads_motors_couplings_and_the_base():
    robot = drives()
    with pytest.warns(arm.ArmillaryWarning, match="rotor inertias are an extension"):
        read = quiet(parse_urdf, to_urdf(robot))
    assert difference(robot, read, "full") < 1e-12
    assert read.joint(robot.joints[0].name).limits == robot.joints[0].limits
    assert read.visuals[0].colour == (1.0, 0.0, 0.0)
    place = arm.evaluate(robot).pose([0.3, 0.4], "camera")
    assert np.abs(arm.evaluate(read).pose([0.3, 0.4], "camera") - place).max() < 1e-14
    with pytest.warns(arm.ArmillaryWarning, match="without their gyroscopic effect"):
        again = quiet(parse_mjcf, to_mjcf(robot))
    assert difference(robot, again) < 1e-12


def test_couplings_with_zeros_and_to_fixed_joints():
    robot = drives()
    first, second, third = robot.joints
    padded = replace(third, couple=arm.parts.Coupling(second.name, (0.1, 0.5, 0.0)))
    robot = replace(robot, joints=(first, second, padded))
    assert quiet(parse_urdf, quiet(to_urdf, robot)).joint(third.name).couple == arm.parts.Coupling(
        second.name, (0.1, 0.5)
    )
    held = replace(
        robot,
        joints=(first, replace(second, couple=arm.parts.Coupling.linear("post", 1.0, 0.3)), padded,
                arm.Joint("post", "fixed", robot.base, "post")),
        links=(*robot.links, arm.Link("post", 1.0)),
    )  # fmt: skip
    for read in (quiet(parse_urdf, quiet(to_urdf, held)), quiet(parse_mjcf, quiet(to_mjcf, held))):
        assert arm.evaluate(read).pose([0.3], "camera") == pytest.approx(arm.evaluate(held).pose([0.3], "camera"))
        assert arm.model(read).nv == 1


@pytest.mark.parametrize("kind", ["planar", "floating", "spherical"])
def test_joints_with_several_coordinates(kind):
    robot = arm.planar([1, 0.5], [2, 1], coms=[0.5, 0.25], inertias=[0.2, 0.05])
    links = tuple(replace(link, inertia=INERTIA) for link in robot.links)
    first = arm.Joint("loose", kind, robot.base, links[0].name, axis=(0, 0, 1) if kind == "planar" else None)
    robot = replace(robot, links=links, joints=(first, robot.joints[1]), gravity=(0.0, 0.0, -9.81), frames=())
    assert difference(robot, quiet(parse_urdf, quiet(to_urdf, robot))) < 1e-12
    if kind == "planar":
        with pytest.raises(arm.ArgumentError, match=r"loose \(planar\)"):
            to_mjcf(robot)
    else:
        assert difference(robot, quiet(parse_mjcf, quiet(to_mjcf, robot))) < 1e-12


def test_configurations_are_keyframes_in_the_order_of_mujoco():
    import mujoco

    solid = {"mass": 1.0, "inertia": np.eye(3)}
    links = [arm.Link(name, **solid) for name in ("torso", "left", "hand", "right", "ball")]
    damped = [arm.parts.Coordinate(friction=arm.Friction(0.2))] * 6
    joints = [
        arm.Joint("root", "floating", "base", "torso", coordinates=damped),
        arm.Joint("l", "revolute", "torso", "left", axis=(0, 0, 1)),
        arm.Joint("r", "revolute", "torso", "right", axis=(0, 1, 0), couple=arm.parts.Coupling("h", (0.1, 0, 2))),
        arm.Joint("h", "prismatic", "left", "hand", axis=(1, 0, 0)),
        arm.Joint("b", "spherical", "right", "ball"),
    ]
    q = (1.0, 2.0, 3.0, 0.6, 0.8, 0.0, 0.0, 0.3, 0.4, 0.0, 1.0, 0.0, 0.0)  # root, l, h, b
    robot = arm.Robot("r", links, joints, configurations=[arm.parts.Configuration("home", q)])
    with pytest.warns(arm.ArmillaryWarning, match="coupled") as said:
        text = to_mjcf(robot)
    assert "coordinates of a joint" not in str(said[0].message)
    m = mujoco.MjModel.from_xml_string(text)
    assert [m.joint(j).name for j in range(m.njnt)] == ["root", "l", "h", "r", "b"]
    assert np.allclose(m.key_qpos[0], [*q[:9], 0.1 + 2 * 0.4**2, *q[9:]])
    again = parse_mjcf(text)
    assert again.configuration("home") == q
    assert again.joint("root").coordinates == tuple(damped)


def test_pinocchio_and_mujoco_read_them():
    """M of both libraries equals ours, without motors, which Pinocchio does not have."""
    mujoco, pin = pytest.importorskip("mujoco"), pytest.importorskip("pinocchio")
    robot = replace(arm.library.get("panda"), motors=())
    rng = np.random.default_rng(5)
    model = pin.buildModelFromXML(quiet(to_urdf, robot))
    m = mujoco.MjModel.from_xml_string(quiet(to_mjcf, robot))
    d, data, ours = mujoco.MjData(m), model.createData(), arm.evaluate(arm.model(robot, friction=False))
    for _ in range(3):
        q, qd = rng.uniform(-1, 1, m.nv), rng.normal(size=m.nv)
        M = ours.mass_matrix(q)
        upper = np.triu(pin.crba(model, data, q))
        assert np.abs(np.triu(M) - upper).max() < 1e-12
        assert np.abs(pin.nonLinearEffects(model, data, q, qd) - ours.bias(q, qd)).max() < 1e-11
        d.qpos, d.qvel = q, qd
        mujoco.mj_forward(m, d)
        full = np.zeros((m.nv, m.nv))
        mujoco.mj_fullM(m, d, full) if mujoco.__version__ >= "4" else mujoco.mj_fullM(m, full, d.qM)
        assert np.abs(full - M).max() < 1e-10
        assert np.abs(d.qfrc_bias - ours.bias(q, qd)).max() < 1e-10


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"gravity": (0.0, 0.0, -1.62)}, "gravity (0.0, 0.0, -1.62)"),
        ({"joints": {"stiffness": 2.0}}, "springs of joints are left out"),
        (
            {"joints": {"friction": arm.Friction(0.0, 1.0, 2.0)}},
            "Coulomb friction is written as that of positive",
        ),
        ({"joints": {"couple": arm.parts.Coupling("joint1", (0.0, 1.0, 0.5))}}, "coupled by polynomials above order 1"),
        ({"configurations": (arm.parts.Configuration("bent", (0.0, 0.0)),)}, "named configurations"),
    ],
)
def test_what_urdf_cannot_say(change, said):
    robot = replace(arm.planar([1, 1], [1, 1], coms=[0.5, 0.5], inertias=[0.1, 0.1]), gravity=(0.0, 0.0, -9.81))
    if "joints" in change:
        change = {"joints": (robot.joints[0], replace(robot.joints[1], **change["joints"]))}
    with pytest.warns(arm.ArmillaryWarning) as caught:
        to_urdf(replace(robot, **change))
    assert said in str(caught[0].message)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        to_urdf(robot)


def test_impossible_values_are_kept():
    disc = arm.Link("disc", 1.0, inertia=((1, 0, 0), (0, 1, 0), (0, 0, 3)))
    robot = arm.Robot("r", (disc,), (arm.Joint("p", "revolute", "base", "disc", axis=(0, 0, 1)),), strict=False)
    assert quiet(parse_urdf, to_urdf(robot)).links == robot.links
    with pytest.raises(arm.DescriptionError):
        parse_urdf(to_urdf(robot), reading=Reading(strict=True))


def test_refusals(tmp_path):
    with pytest.raises(arm.ArgumentError, match="flexible links"):
        arm.save(arm.library.get("flexible-3r"), tmp_path / "x.urdf")
    with pytest.raises(arm.ArgumentError, match="control characters"):
        to_urdf(replace(arm.library.get("panda"), name="a\x01b"))
    assert not [*tmp_path.iterdir()]


def test_save_selects_by_suffix(tmp_path):
    robot = replace(arm.library.get("ur5"), motors=())
    for name in ("a.toml", "a.urdf", "a.xml"):
        quiet(arm.save, robot, tmp_path / name)
        assert next(quiet(arm.load, tmp_path / name).moving_joints()).name == robot.joints[0].name
    with pytest.raises(arm.ArgumentError, match=r"\.urdf"):
        arm.save(robot, tmp_path / "a.sdf")


def with_armature(rng, robot):
    """The robot with a reflected rotor at every joint, and without friction that URDF cannot say."""
    rotors = tuple(
        arm.Motor(f"{joint.name} armature", joint.name, robot.base, rotor_inertia=rng.uniform(0.01, 1.0), ratio=ratio)
        for joint, ratio in zip(robot.joints, rng.choice([1.0, -3.0, 80.0], len(robot.joints)), strict=True)
        if joint.type != "fixed"
    )
    joints = tuple(replace(one_sided(joint), coordinates=()) for joint in robot.joints)
    return replace(robot, joints=joints, motors=(*robot.motors, *rotors), gravity=(0.0, 0.0, -9.81))


@pytest.mark.parametrize("seed", some(range(8), 3))
def test_rotors_and_armature_keep_their_meaning_in_urdf(seed):
    """Spinning rotors with any axis on any link, and reflected ones at joints of every type that URDF has."""
    rng = np.random.default_rng(seed)
    robot = with_armature(rng, random_robot(rng, 9, "RRPSE6F" if seed else "RRP"))
    read = quiet(parse_urdf, quiet(to_urdf, robot))
    assert difference(robot, read, "full") < 1e-11
    assert difference(robot, read, "reflected") < 1e-11
    kept = [(m.name, m.joint, m.rotor_inertia, m.ratio, m.axis is None) for m in robot.motors]
    assert [(m.name, m.joint, m.rotor_inertia, m.ratio, m.axis is None) for m in read.motors] == kept


def test_armature_of_mjcf_stays_on_the_diagonal_through_urdf():
    pytest.importorskip("mujoco")
    body = '<inertial pos="0.1 0 0.2" mass="1" diaginertia="0.1 0.2 0.15"/>'
    robot = parse_mjcf(f"""<mujoco><worldbody><body pos="0 0 1"><freejoint/>{body}
        <body><joint name="a" armature="0.3" axis="1 2 0"/>{body}
        <body pos="0 0.3 0"><joint name="b" type="slide" armature="0.7" axis="0 1 1"/>{body}
        <body pos="0.1 0 0"><joint name="c" type="ball" armature="0.05"/>{body}
        </body></body></body></body></worldbody></mujoco>""")
    bare, read = replace(robot, motors=()), quiet(parse_urdf, quiet(to_urdf, robot))
    for motors in ("full", "reflected"):
        assert difference(robot, read, motors) < 1e-12
        model = arm.model(read, motors=motors)
        q = model.integrate(model.neutral, np.linspace(-1, 1, model.nv))
        added = arm.evaluate(model).mass_matrix(q) - arm.evaluate(arm.model(bare)).mass_matrix(q)
        assert added == pytest.approx(np.diag([0] * 6 + [0.3, 0.7, 0.05, 0.05, 0.05]), abs=1e-12)


NAMES = [
    "${x}", "${x", "$${x}", "$(arg x)", "$(find p)/a", "xacro:x", "<b>", "&amp;", "]]>", "\"'", "--",
    "a/b", "a::b", "a  b", "a\tb", "a\nb", "a\rb", "a\x85b",
    "ünï", "🤖", "\u202ea", "a\u200b", "\ufeffa", "world", "root", "free",
    "k", "b", "r joint", "m transmission", "<link> at line 3", "nan",
    "x" * 3000, " a ", "\xa0a", "a\n", "\x1ca", "\x7f",
]  # fmt: skip
"""Names that XML, xacro or a reader might change."""


def named(name, part):
    """A robot with the name at one of its parts."""
    names = dict.fromkeys(("robot", "base", "link", "joint", "leader", "motor", "rotor", "payload", "frame"))
    names |= {"robot": "r", "base": "stand", "link": "a", "joint": "j", "leader": "l", "motor": "m", "rotor": "o"}
    names |= {"payload": "p", "frame": "f", part: name}
    links = (arm.Link(names["link"], 1, inertia=np.eye(3)), arm.Link("b", 1, inertia=np.eye(3)))
    joints = (
        arm.Joint(names["leader"], "revolute", names["base"], names["link"], axis=(0, 0, 1)),
        arm.Joint(names["joint"], "revolute", names["link"], "b",
            couple=arm.parts.Coupling.linear(names["leader"], 2.0),
                  axis=(0, 1, 0)),
    )  # fmt: skip
    motors = (
        arm.Motor(names["motor"], names["leader"], names["link"], rotor_inertia=0.1, axis=(1, 0, 0)),
        arm.Motor(names["rotor"], names["joint"], names["base"], rotor_inertia=0.1),
    )
    payloads, frames = (arm.Payload(names["payload"], "b", 1.0),), (arm.Frame(names["frame"], "b"),)
    return arm.Robot(names["robot"], links, joints, motors, payloads, frames, base=names["base"])


@pytest.mark.parametrize("part", ["robot", "base", "link", "joint", "leader", "motor", "rotor", "payload", "frame"])
def test_a_name_that_is_saved_is_read_back(part, tmp_path):
    kept = 0
    for name in NAMES:
        try:
            robot = named(name, part)
        except arm.DescriptionError:
            continue  # a name that the robot itself refuses, as that of another part
        try:
            quiet(arm.save, robot, tmp_path / "r.urdf")
        except arm.ArgumentError as error:
            assert name != name.strip() or "\x1c" in name, name
            assert "names" in str(error)  # noqa: PT017
            continue
        read = quiet(arm.load, tmp_path / "r.urdf")
        kept += 1
        assert (read.name, read.base) == (robot.name, robot.base)
        assert [joint.name for joint in read.moving_joints()] == [joint.name for joint in robot.joints]
        assert [joint.couple for joint in read.moving_joints()] == [joint.couple for joint in robot.joints]
        motors = [(motor.name, motor.joint, motor.carrier) for motor in robot.motors[:1]]
        assert [(motor.name, motor.joint, motor.carrier) for motor in read.motors[:1]] == motors
        links = {link.name for link in read.links}
        assert links >= {*(link.name for link in robot.links), *(part.name for part in robot.frames)}
    assert kept > 20


def tensor(rng, moments):
    """Return a tensor with these principal moments, in turned axes."""
    R, _ = np.linalg.qr(rng.normal(size=(3, 3)))
    turned = R @ np.diag(moments) @ R.T
    return (turned + turned.T) / 2


@pytest.mark.parametrize("seed", range(6))
def test_mujoco_compiles_inertias_at_and_beyond_the_border(seed, tmp_path):
    """Rods, plates, impossible and indefinite tensors, at a moving and at a fixed body, aligned and turned."""
    rng = np.random.default_rng(seed)
    size = 10.0 ** rng.uniform(-5, 1)  # far above the bounds that massless links get
    for moments in ([1, 1, 2], [1e-9, 1, 1], [1, 1, 2 + 1e-7], [1, 2, 4], [0.1, 1, 3], [-0.1, 1, 1], [-1, -1, -1]):
        for inertia in (np.diag(moments) * size, tensor(rng, moments) * size):
            links = (arm.Link("a", 1.0, (0.1, 0, 0), inertia), arm.Link("b", 2.0, (0, 0.1, 0), inertia))
            joints = (arm.Joint("j", "revolute", "base", "a", axis=(0, 0, 1)), arm.Joint("k", "fixed", "a", "b"))
            robot = arm.Robot("r", links, joints, strict=False)
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always")
                arm.save(robot, tmp_path / "a.xml")
                again = arm.load(tmp_path / "a.xml")  # MuJoCo compiles it
            told = "\n".join(str(each.message) for each in caught)
            changed = [np.abs(np.subtract(again.link(name).inertia, inertia)).max() / size for name in "ab"]
            possible = fault(inertia) is None
            assert (max(changed) < 2e-6) == possible, (moments, changed)
            assert ("nearest possible ones, changed by: " in told) == (not possible), told


def test_the_nearest_inertia_is_that_of_repair(tmp_path):
    links = (arm.Link("a", 1.0, inertia=tensor(np.random.default_rng(1), [1, 2, 4])),)
    robot = arm.Robot("r", links, (arm.Joint("j", "revolute", "base", "a", axis=(0, 0, 1)),), strict=False)
    with pytest.warns(arm.ArmillaryWarning, match=r"changed by: 17 % \(a\)"):
        text = to_mjcf(robot)
    repaired = arm.repair(robot).robot.links[0].inertia
    np.testing.assert_allclose(parse_mjcf(text).links[0].inertia, repaired, atol=1e-10)


def test_negative_masses_are_no_mjcf():
    links = (arm.Link("a", 2.0, inertia=np.eye(3)), arm.Link("b", -0.5))
    joints = (arm.Joint("j", "revolute", "base", "a", axis=(0, 0, 1)), arm.Joint("k", "fixed", "a", "b"))
    robot = arm.Robot("r", links, joints, strict=False)
    with pytest.raises(arm.ArgumentError, match=r"'b' has the mass -0\.5 kg; expected masses of zero or more in MJCF"):
        to_mjcf(robot)
