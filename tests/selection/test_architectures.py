"""Architectures against brute force: every arrangement is kept or degenerate, and no two that are kept are one."""

from itertools import product

import numpy as np
import pytest

import armillary as arm
import arrangements_by_hand as by_hand
from internals import (
    MEETINGS,
    SLIDES,
    Architecture,
    JointAndLink,
    enumerate_arrangements,
    motion_key,
    normal_form,
    parse_toml,
    relations,
    robot_of,
    to_toml,
)
from samples import examples, some

EVERY = arm.selection.Alphabet(slides=SLIDES, first=("vertical", "horizontal"))
UPRIGHT = arm.selection.Alphabet(slides=SLIDES)


def kept(n, alphabet=EVERY, lengths=(0.5, 0.7, 0.6), **sizes):
    return enumerate_arrangements(
        n, alphabet, arm.selection.Dimensions(lengths=lengths[:n], **sizes).for_links(n), most=5000
    )


def made(n, most=1000, **choices):
    """Return the architectures of an alphabet and dimensions whose fields are given by name."""
    alphabet = {name: value for name, value in choices.items() if name in arm.selection.Alphabet.__dataclass_fields__}
    sizes = {name: value for name, value in choices.items() if name not in alphabet}
    return arm.selection.enumerate_architectures(
        n, arm.selection.Alphabet(**alphabet), dimensions=arm.selection.Dimensions(**sizes), most=most
    )


def close(a, b):
    return np.allclose(a, b, rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("n", [1, 2, 3])
def test_every_arrangement_is_kept_or_degenerate(n):
    """All of n = 1 and 2, a seeded sample of n = 3; averages show equivalence, and degeneracy is looked for by hand."""
    lengths = (0.5, 0.7, 0.6)[:n]
    found = {one.pieces for one in kept(n)}
    every = list(by_hand.raw(n))
    if n == 3:
        every = [every[k] for k in np.random.default_rng(7).choice(len(every), examples(1500), replace=False)]
    reasons = set()
    for pieces in every:
        form = normal_form(JointAndLink(*piece) for piece in pieces)
        if form in found:
            assert close(by_hand.signature(pieces, lengths), by_hand.signature(form, lengths)), pieces
        else:
            reason = by_hand.degenerate(pieces, lengths)
            assert reason, (pieces, form)
            reasons.add(reason)
    assert len(reasons) == (1 if n == 1 else 4)


@pytest.mark.parametrize("n", [1, 2, 3])
def test_no_two_are_the_same(n):
    """Averages that equivalent robots share differ for any two that were kept."""
    lengths = (0.5, 0.7, 0.6)[:n]
    found = kept(n)
    assert not any(by_hand.degenerate(one.pieces, lengths) for one in found)
    signatures = np.array([by_hand.signature(one.pieces, lengths) for one in found])
    scale = np.maximum(np.abs(signatures).max(axis=0), 1e-3)  # what is zero for all but for rounding says nothing
    apart = np.abs(signatures[:, None] - signatures[None]) / scale
    distance = apart.max(axis=2) + np.eye(len(found))
    a, b = np.unravel_index(distance.argmin(), distance.shape)
    assert distance.min() > 1e-6, (found[a].name, found[b].name)


@pytest.mark.crossed
@pytest.mark.parametrize("lengths", [(0.5, 0.5, 0.5), (0.5, 0.7, 0.6)])
@pytest.mark.parametrize("n", [2, 3])
def test_those_that_move_alike(n, lengths):
    """The key of a motion is the same exactly where averages of tip and Jacobian are."""
    found = kept(n, UPRIGHT, lengths)
    own = lengths[:n]
    keys = [motion_key(one.pieces, own, own) for one in found]
    averages = np.array([by_hand.motion_signature(one.pieces, own) for one in found])
    apart = (np.abs(averages[:, None] - averages[None]) / np.maximum(np.abs(averages).max(axis=0), 1e-3)).max(axis=2)
    same = np.array([[a == b for b in keys] for a in keys])
    wrong = [(found[a].name, found[b].name) for a, b in np.argwhere(same != (apart < 1e-9))]
    assert not wrong


def test_normal_forms_are_their_own():
    for one in kept(3):
        assert normal_form(one.pieces) == one.pieces


def test_words_as_published():
    """36 words of three joints; 8 of two. [KhalilDombre2002, section 1.3]"""
    for n, count in ((2, 8), (3, 36)):
        words = {
            Architecture(tuple(JointAndLink(kind, axis, 1) for kind, axis in zip(kinds, axes, strict=True))).word
            for kinds in product("RP", repeat=n)
            for axes in product((1, 2, 3), repeat=n)
        }
        assert len(words) == count


def test_twelve_words_move_the_tip_in_space():
    """Of the 36 words of three joints 12 differ and move a point in space. [Milenkovic1983]"""
    rng = np.random.default_rng(2)
    keys = set()
    for kinds, axes in product(product("RP", repeat=3), product((1, 2, 3), repeat=3)):
        pieces = [JointAndLink(kind, axis, 1) for kind, axis in zip(kinds, axes, strict=True)]
        at, places, _, _ = by_hand.chain(pieces, [0.0] * 3, rng.normal(size=(1, 3)))
        places = places + rng.normal(size=places.shape)  # any offsets
        _, J = by_hand.columns(pieces, at, places, rng.normal(size=(1, 3)), 2)
        parallel_turns = _planar(kinds, axes)
        if np.linalg.matrix_rank(J[0], tol=1e-9) == 3 and not parallel_turns:
            keys.add(motion_key(pieces, [0.0] * 3, [1.0] * 3))
    assert len(keys) == 12


def _planar(kinds, axes):
    """Whether all turns are about one direction and all slides across it: a plane is all that is reached."""
    normals = {axis for kind, axis in zip(kinds, axes, strict=True) if kind == "R"}
    slides = {axis for kind, axis in zip(kinds, axes, strict=True) if kind == "P"}
    return len(normals) == 1 and not normals & slides


@pytest.mark.parametrize("seed", some(range(6), 3))
def test_robots_are_their_arrangements(seed):
    """Mass matrix, gravity and Jacobian of the robot are those that were worked out by hand."""
    rng = np.random.default_rng(seed)
    found = kept(3)
    one = found[rng.integers(len(found))]
    lengths = (0.5, 0.7, 0.6)
    dims = arm.selection.Dimensions(lengths, by_hand.MASSES[:3], radius=by_hand.RADIUS).for_links(3)
    dyn = arm.evaluate(robot_of(one, dims))
    q = rng.uniform(-0.2, 0.2, (4, 3))
    M, g, _, tip, _, J = by_hand.dynamics(one.pieces, lengths, q)
    for k, own in enumerate(q):
        assert np.allclose(dyn.mass_matrix(own), M[k], atol=1e-13)
        assert np.allclose(dyn.gravity(own), g[k], atol=1e-12)
        assert np.allclose(dyn.jacobian(own)[3:], J[k], atol=1e-13)
        assert np.allclose(dyn.pose(own)[1] if isinstance(dyn.pose(own), tuple) else dyn.pose(own)[:3, 3], tip[k])


def test_known_arms_are_among_them():
    words = {robot.name for robot in made(3)}
    known = {
        "elbow (PUMA)": "R⊥R∥R zz yx yx",
        "SCARA": "R∥R∥P zx zx zz",
        "Stanford": "R⊥R⊥P zz yy zz",
        "spherical": "R⊥R⊥P zz yx xx",
        "cylindrical": "R∥P⊥P zz zz yy",
        "Cartesian": "P⊥P⊥⊥P zz yy xx",
        "planar": "R∥R∥R zx zx zx",
    }
    assert set(known.values()) <= words


def test_counts():
    """Counts that the brute force above confirmed; a change of the rules shows here."""
    counted = {n: (len(made(n)), len(made(n, distinct="kinematics")), len(made(n, slides=SLIDES))) for n in (1, 2, 3)}
    assert counted == {1: (2, 2, 2), 2: (11, 10, 20), 3: (77, 59, 241)}
    assert [len(made(n, joints="R")) for n in (1, 2, 3, 4)] == [1, 4, 16, 66]


def test_options_narrow():
    every = {robot.name for robot in made(3, slides=SLIDES)}
    parallel = {robot.name for robot in made(3, axes="parallel")}
    assert parallel == {robot.name for robot in made(3) if "⊥" not in robot.name}
    assert all("∥" not in robot.name for robot in made(3, axes="orthogonal"))
    for meeting in MEETINGS:
        assert {robot.name for robot in made(3, meeting=meeting)} < every
    assert all(set(robot.name.split()[0]) <= set("R∥⊥") for robot in made(3, joints="R"))
    assert all(robot.joints[0].axis[2] == 0 for robot in made(2, first="horizontal"))


def test_directions():
    planar = made(3, directions=2)
    space = made(3, directions=3)
    assert {robot.name for robot in planar} | {robot.name for robot in space} == {r.name for r in made(3)}
    assert "R∥R∥R zx zx zx" in {robot.name for robot in planar}
    model = arm.model(space[0])
    from internals import task_rank

    assert task_rank(model) == 3


def test_poses_need_rolls():
    names = {robot.name for robot in made(2, joints="R", task="pose")}
    assert {robot.name for robot in made(2, joints="R")} < names
    assert "R⊥R zx xx" in names  # a roll joint with the tip on its axis


def test_without_gravity_attitude_does_not_matter():
    weightless = made(2, first=("vertical", "horizontal"), gravity=0)
    heavy = made(2, first=("vertical", "horizontal"))
    assert len(weightless) == len(kept(2, arm.selection.Alphabet(), gravity=0)) < len(heavy)


def test_names_are_unique_and_files_take_them():
    found = kept(3)
    assert len({one.name for one in found}) == len({one.ascii for one in found}) == len(found)
    assert all(one.ascii.isascii() and not set(one.ascii) & set(' /\\|<>:*?"&;()$') for one in found)


def test_relations():
    def marks(word):
        return relations([JointAndLink(kind, "xyz".index(axis) + 1, 1) for kind, axis in word])

    assert marks(["Rz", "Px", "Rz"]) == ["⊥", "⊥"]
    assert marks(["Rz", "Px", "Ry"]) == ["⊥", "⊥⊥"]
    assert marks(["Rz", "Rx", "Ry"]) == ["⊥", "⊥"]
    assert marks(["Pz", "Px", "Px", "Py"]) == ["⊥", "∥", "⊥⊥"]


def test_mass_rule():
    sizes = {"lengths": (0.4, 0.6), "mass_per_length": 5, "radius": 0.02, "joint_mass": 1.5, "payload": 2}
    robot = made(2, joints="R", **sizes)[0]
    assert [link.mass for link in robot.links] == [2.0, 3.0]
    assert robot.links[1].com == (0.3, 0.0, 0.0)
    assert np.allclose(np.diag(robot.links[1].inertia), [3 * 0.02**2 / 2, *[3 * (3 * 0.02**2 + 0.36) / 12] * 2])
    assert [(motor.carrier, motor.mass, motor.position) for motor in robot.motors] == [
        ("base", 1.5, (0, 0, 0)),
        ("link 1", 1.5, (0.4, 0, 0)),
    ]
    assert (robot.payloads[0].mass, robot.payloads[0].com) == (2, (0.6, 0, 0))
    slide = made(1, joints="P", stroke=0.3, force=200)[0].joints[0]
    assert (slide.limits.lower, slide.limits.upper, slide.limits.effort) == (-0.15, 0.15, 200)


def test_files_give_them_back():
    for robot in made(2, joint_mass=1, payload=0.5):
        assert parse_toml(to_toml(robot)) == robot


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"n": 0}, ["n:", "from 1 to 64"]),
        ({"n": 65}, ["n:", "65", "from 1 to 64"]),
        ({"n": 2.5}, ["n:", "2.5"]),
        ({"n": True}, ["n:", "true"]),
        ({"n": 2, "joints": "RX"}, ["joints", "RX", "R (revolute)"]),
        ({"n": 2, "joints": ""}, ["joints"]),
        ({"n": 2, "axes": ("paralel",)}, ["axes", "did you mean parallel?"]),
        ({"n": 2, "axes": ()}, ["axes", "nothing"]),
        ({"n": 2, "meeting": "crossing"}, ["meeting", "intersecting, offset"]),
        ({"n": 2, "distinct": "dynamic"}, ["distinct", "did you mean dynamics?"]),
        ({"n": 2, "directions": 4}, ["directions", "1 to 3"]),
        ({"n": 3, "lengths": (1, 2)}, ["lengths", "2 numbers", "or 3"]),
        ({"n": 2, "lengths": (1, -2)}, ["lengths", "-2", "from 1e-09"]),
        ({"n": 2, "lengths": "1"}, ["lengths"]),
        ({"n": 2, "lengths": 1e200}, ["lengths", "1e+200", "to 1e+09"]),
        ({"n": 2, "lengths": 1e-200}, ["lengths", "1e-200", "from 1e-09"]),
        ({"n": 2, "payload": float("inf")}, ["payload", "inf"]),
        ({"n": 2, "masses": (1, 0)}, ["masses", "last link"]),
        ({"n": 2, "stroke": float("nan")}, ["stroke", "nan"]),
        ({"n": 3, "most": 20}, ["77 architectures of 3 joints", "at most 20", "R joints only"]),
        ({"n": 6, "most": 10}, ["more than 1200", "architectures of 6 joints", "distinct kinematics only"]),
    ],
)
def test_bad_input(arguments, words):
    with pytest.raises(arm.ArgumentError) as caught:
        made(**arguments)
    for word in words:
        assert word in str(caught.value)
