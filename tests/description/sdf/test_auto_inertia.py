"""<inertial auto="true">: the inertia of a link from its collision shapes, against MuJoCo and quadrature."""

import math

import mujoco
import numpy as np
import pytest

import armillary as arm
from internals import Reading, from_rpy, parse_sdf, read_sdf, revolve, to_quaternion
from mesh_writers import binary_stl, obj

JOINT = (
    """<joint name="j" type="revolute"><parent>world</parent><child>a</child><axis><xyz>0 1 0</xyz></axis></joint>"""
)
TETRAHEDRON = [[0, 0, 0], [1, 0, 0], [0, 2, 0], [0, 0, 3]], [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]]


def sdf(collisions, inertial='<inertial auto="true"/>'):
    return f'<sdf version="1.11"><model name="m"><link name="a">{inertial}{collisions}</link>{JOINT}</model></sdf>'


def collision(geometry, pose="", density=None):
    weight = f"<density>{density!r}</density>" if density is not None else ""
    place = f"<pose>{pose}</pose>" if pose else ""
    return f"<collision name='c'>{place}{weight}<geometry>{geometry}</geometry></collision>"


SHAPES = {
    "box": ("<box><size>0.1 0.2 0.3</size></box>", 'type="box" size="0.05 0.1 0.15"'),
    "sphere": ("<sphere><radius>0.2</radius></sphere>", 'type="sphere" size="0.2"'),
    "cylinder": (
        "<cylinder><radius>0.1</radius><length>0.5</length></cylinder>",
        'type="cylinder" size="0.1 0.25"',
    ),
    "capsule": ("<capsule><radius>0.1</radius><length>0.5</length></capsule>", 'type="capsule" size="0.1 0.25"'),
    "ellipsoid": ("<ellipsoid><radii>0.1 0.2 0.3</radii></ellipsoid>", 'type="ellipsoid" size="0.1 0.2 0.3"'),
    "mesh": ("<mesh><uri>t.obj</uri><scale>0.1 0.2 0.3</scale></mesh>", 'type="mesh" mesh="t"'),
}


def of_mujoco(geoms, folder):
    """Return mass, centre of mass and inertia of a body with these geoms."""
    mesh = f'<asset><mesh name="t" file="{folder}/t.obj" scale="0.1 0.2 0.3" inertia="exact"/></asset>'
    text = f'<mujoco>{mesh}<worldbody><body name="a"><joint/>{geoms}</body></worldbody></mujoco>'
    m = mujoco.MjModel.from_xml_string(text)
    R = np.zeros(9)
    mujoco.mju_quat2Mat(R, m.body_iquat[1])
    R = R.reshape(3, 3)
    return m.body_mass[1], m.body_ipos[1], R @ np.diag(m.body_inertia[1]) @ R.T


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "t.obj").write_bytes(obj(*TETRAHEDRON))
    return tmp_path


def agrees(link, expected):
    mass, com, inertia = expected
    assert link.mass == pytest.approx(mass, rel=1e-9)
    np.testing.assert_allclose(link.com, com, atol=1e-9)
    np.testing.assert_allclose(link.inertia, inertia, atol=1e-6 * np.abs(inertia).max())  # floats of its meshes


@pytest.mark.parametrize("shape", SHAPES)
def test_one_shape(shape, folder):
    given, geom = SHAPES[shape]
    robot = parse_sdf(sdf(collision(given)), folder=folder)
    agrees(robot.links[0], of_mujoco(f"<geom {geom}/>", folder))  # both have the density of water


def test_all_shapes_of_a_link_with_poses_and_densities(folder):
    rng = np.random.default_rng(0)
    collisions, geoms = [], []
    for given, geom in SHAPES.values():
        xyz, rpy, density = rng.normal(size=3), rng.uniform(-1, 1, 3), rng.uniform(100, 3000)
        pose = " ".join(map(repr, [*xyz.tolist(), *rpy.tolist()]))
        quat = " ".join(map(repr, map(float, to_quaternion(np.asarray(from_rpy(*rpy))))))
        collisions.append(collision(given, pose, float(density)))
        geoms.append(f'<geom {geom} density="{density!r}" pos="{" ".join(map(repr, xyz.tolist()))}" quat="{quat}"/>')
    expected = of_mujoco("".join(geoms).replace("np.float64(", "").replace(')"', '"'), folder)
    link = parse_sdf(sdf("".join(collisions)), folder=folder).links[0]
    agrees(link, expected)
    given = '<inertial auto="true"><pose>1 2 3 0 0 0</pose><mass>7</mass><inertia><ixx>9</ixx></inertia></inertial>'
    mass, com, inertia = expected
    scaled = parse_sdf(sdf("".join(collisions), given), folder=folder).links[0]
    agrees(scaled, (7.0, com, inertia * 7 / mass))


def test_a_cone_by_quadrature():
    r, length, count = 0.3, 0.8, 4000
    z = (np.arange(count) + 0.5) / count * length - length / 2  # slices from the base to the tip
    area = math.pi * (r * (0.5 - z / length)) ** 2
    volume, across = area.mean() * length, (area**2 / (4 * math.pi)).mean() * length
    centre = (area * z).mean() * length / volume
    along = (area * (z - centre) ** 2).mean() * length
    link = parse_sdf(sdf(collision(f"<cone><radius>{r}</radius><length>{length}</length></cone>"))).links[0]
    assert link.mass == pytest.approx(1000 * volume, rel=1e-6)
    assert link.com == pytest.approx((0, 0, centre), rel=1e-6)
    expected = 1000 * np.array([across + along, across + along, 2 * across])
    np.testing.assert_allclose(np.diag(link.inertia), expected, rtol=1e-6)


@pytest.mark.parametrize("reversed_", [False, True])
@pytest.mark.parametrize("scale", ["0.5 0.5 0.5", "-0.5 0.5 0.5"])
def test_meshes_seen_from_either_side(tmp_path, reversed_, scale):
    profile = [[0.0, -1.0], [1.0, -1.0], [1.0, 1.0], [0.0, 1.0]]
    mesh = revolve(profile, 400)
    faces = mesh.faces[:, ::-1] if reversed_ else mesh.faces
    (tmp_path / "c.stl").write_bytes(binary_stl(mesh.vertices + np.array([3.0, 0.0, 0.0]), faces))
    text = sdf(collision(f"<mesh><uri>c.stl</uri><scale>{scale}</scale></mesh>"))
    (tmp_path / "a.sdf").write_text(text)
    link = read_sdf(tmp_path / "a.sdf").links[0]
    exact = parse_sdf(sdf(collision("<cylinder><radius>0.5</radius><length>1</length></cylinder>"))).links[0]
    assert link.mass == pytest.approx(exact.mass, rel=1e-3)
    np.testing.assert_allclose(link.inertia, exact.inertia, rtol=1e-3, atol=1e-3)
    assert link.com == pytest.approx((math.copysign(1.5, float(scale.split()[0])), 0, 0), abs=1e-5)


def test_density_of_the_inertial_is_the_default():
    ball = collision(SHAPES["sphere"][0])
    heavy = parse_sdf(sdf(ball, '<inertial auto="true"><density>2000</density></inertial>')).links[0]
    assert heavy.mass == pytest.approx(2 * parse_sdf(sdf(ball)).links[0].mass)
    own = collision(SHAPES["sphere"][0], density=500)
    light = parse_sdf(sdf(own, '<inertial auto="true"><density>2000</density></inertial>')).links[0]
    assert light.mass == pytest.approx(heavy.mass / 4)


@pytest.mark.parametrize(
    ("collisions", "said"),
    [
        ("", "no collision shape has a volume"),
        (collision("<plane/>"), "a <plane> has no inertia"),
        (collision("<mesh><uri>gone.stl</uri></mesh>"), "the mesh 'gone.stl', which is not found, has no inertia"),
        (collision("<mesh><uri>flat.obj</uri></mesh>"), "which encloses no volume"),
        (collision("<mesh><uri>bad.stl</uri></mesh>"), "which cannot be read"),
    ],
)
def test_links_without_a_volume(tmp_path, collisions, said):
    (tmp_path / "flat.obj").write_bytes(obj([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]]))
    (tmp_path / "bad.stl").write_bytes(b"solid nothing")
    with pytest.warns(arm.ArmillaryWarning) as caught:
        link = parse_sdf(sdf(collisions), folder=tmp_path).links[0]
    assert said in str(caught[0].message)
    assert link.mass == 1.0  # the default of SDF
    with pytest.raises(arm.DescriptionError):
        parse_sdf(sdf(collisions), folder=tmp_path, reading=Reading(strict=True))
