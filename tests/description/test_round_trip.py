import math
import random
import re
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import armillary as arm
from internals import (
    Frame,
    Friction,
    Joint,
    Limits,
    Link,
    Motor,
    Payload,
    Placement,
    Robot,
    from_quaternion,
    from_rpy,
    matrix,
    parse_toml,
    read_toml,
    save,
    to_toml,
    vector,
)
from samples import examples

KINDS = ("revolute", "prismatic", "spherical", "fixed")


def unit(rng: random.Random, count: int = 3) -> tuple[float, ...]:
    values = np.array([rng.gauss(0, 1) for _ in range(count)])
    return tuple((values / np.linalg.norm(values)).tolist())


def placement(rng: random.Random) -> Placement:
    quarter = math.pi / 2
    R = rng.choice(
        [
            np.eye(3),
            from_rpy(*(rng.choice([0, quarter, -quarter, math.pi]) for _ in range(3))),
            from_rpy(*(rng.uniform(-3, 3) for _ in range(3))),
            np.asarray(from_quaternion(unit(rng, 4)), dtype=float),
        ]
    )
    return Placement(vector([rng.choice([0, rng.gauss(0, 1), 1e-17, 1e140])] * 3), matrix(R.tolist()))


def inertia(rng: random.Random, mass: float) -> tuple:
    points = np.array([[rng.gauss(0, 0.3) for _ in range(3)] for _ in range(5)])
    tensor = mass * (np.sum(points**2) * np.eye(3) - points.T @ points)
    if rng.random() < 0.3:
        tensor[0, 1] = math.nextafter(tensor[0, 1], 1)  # as computed tensors are: not quite symmetric
    return matrix(tensor.tolist())


def limits(rng: random.Random) -> Limits:
    lower = rng.choice([-math.inf, -math.pi, -math.radians(170), rng.uniform(-3, 0)])
    return Limits(lower, rng.choice([math.inf, 0.0, math.pi]), rng.choice([math.inf, 0.0, 2.5]), rng.expovariate(1))


def random_robot(seed: int) -> Robot:
    rng = random.Random(seed)
    n = rng.randint(1, 8)
    base = rng.choice(["base", "world", "Sockel ü"])
    names = [base] + [f"link {i}" + rng.choice(["", ' "quoted"', "\\", "\t", "é", "#", "'"]) for i in range(n)]
    links, joints, motors = [], [], []
    for i in range(n):
        kind = rng.choice(KINDS)
        mass = rng.choice([0.0, 1.0, rng.expovariate(1)])
        links.append(
            Link(
                names[i + 1],
                mass,
                vector(rng.gauss(0, 1) for _ in range(3)),
                inertia(rng, mass) if mass else matrix(np.zeros((3, 3)).tolist()),
            )
        )
        moves = kind in ("revolute", "prismatic")
        joints.append(
            Joint(
                f"joint {i}", kind, names[rng.randint(0, i)], names[i + 1], placement(rng),
                unit(rng) if moves else None, limits(rng),
                Friction(rng.choice([0.0, rng.random()]), rng.random() if moves else 0.0),
            )
        )  # fmt: skip
        if moves:
            mass = rng.choice([0.0, rng.random() + 0.1])
            stator = inertia(rng, mass) if mass else matrix(np.zeros((3, 3)).tolist())
            motors.append(
                Motor(
                    f"motor {i}", f"joint {i}", rng.choice(names), mass, vector(unit(rng)), stator,
                    rng.random() * 1e-5, rng.choice([1.0, -100.0, rng.uniform(1, 200)]), rng.choice([None, unit(rng)]),
                )
            )  # fmt: skip
    order = list(range(n))
    rng.shuffle(order)
    return Robot(
        name=f"random {seed}",
        links=tuple(links),
        joints=tuple(joints[i] for i in order),
        motors=tuple(motors),
        payloads=tuple(
            Payload(f"load {i}", rng.choice(names), 2.0, vector(unit(rng)), inertia(rng, 2.0)) for i in range(n % 3)
        ),
        frames=tuple(Frame(f"frame {i}", rng.choice(names), placement(rng)) for i in range(n % 4)),
        base=base,
        base_placement=placement(rng),
        gravity=rng.choice([(0.0, 0.0, -9.81), (0.0, 0.0, 0.0), (1.5, -9.80665, 0.1)]),
        source=rng.choice(["", "one line", 'two\nlines """ with\tquotes\\\r\n', "\n"]),
        notes=("not written",),
    )


def test_random_robots_come_back_exactly():
    seen = ""
    for seed in range(150):
        robot = random_robot(seed)
        text = to_toml(robot)
        assert parse_toml(text) == robot, text
        assert to_toml(parse_toml(text)) == text
        seen += text
    # The generator reaches both spellings of rotations and inertias, and every table.
    for part in (
        "rpy = ",
        "rotation = ",
        "inertia = {",
        "inertia = [",
        "deg",
        "[base]",
        "[[motor]]",
        "[[payload]]",
        "[[frame]]",
    ):
        assert part in seen
    assert "not written" not in seen


def pendulum(
    name: str = "p", link: str = "l", mass: float = 1.0, source: str = "", limits: Limits | None = None
) -> Robot:
    joint = Joint("j", "revolute", "base", link, axis=(0.0, 0.0, 1.0), limits=limits or Limits())
    return Robot(name, (Link(link, mass),), (joint,), source=source)


TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)


@settings(max_examples=examples(150), deadline=None)
@given(name=TEXT, link=TEXT.filter(lambda s: s.strip() and s != "base"), source=TEXT)
def test_any_text_comes_back(name, link, source):
    robot = pendulum(name, link, source=source)
    assert parse_toml(to_toml(robot)) == robot


@settings(max_examples=examples(150), deadline=None)
@given(
    mass=st.floats(0, allow_nan=False, allow_infinity=False),
    bounds=st.tuples(st.floats(allow_nan=False), st.floats(allow_nan=False)).map(sorted),
)
def test_any_number_comes_back(mass, bounds):
    robot = pendulum(mass=mass, limits=Limits(*bounds))
    back = parse_toml(to_toml(robot))
    assert back == robot
    assert math.copysign(1, back.links[0].mass) == 1


@settings(max_examples=examples(100), deadline=None)
@given(st.tuples(*[st.floats(-4, 4)] * 3))
def test_any_rotation_comes_back(rpy):
    R = matrix(from_rpy(*rpy).tolist())
    robot = Robot(
        "p",
        (Link("l", 1.0),),
        (Joint("j", "fixed", "base", "l", Placement((0.0, 0.0, 0.0), R)),),
        gravity=(0.0, 0.0, 0.0),
    )
    assert parse_toml(to_toml(robot)) == robot


def test_the_text_is_tidy():
    page = Path(__file__).parents[2] / "docs" / "robot-files.md"
    robot = parse_toml(re.search(r"```toml\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)[1])
    text = to_toml(robot)
    assert text.startswith("# Robot two-link")
    assert 'rpy = ["90 deg", 0, 0]' in text
    assert 'limits = { lower = "-170 deg", upper = "170 deg",' in text
    assert "inertia = { xx = 0.01, yy = 0.06, zz = 0.06 }" in text
    assert "gravity" not in text  # at its default
    assert "xyz = [0, 0, 0.2]\n\n[[configuration]]" in text  # no rotation where there is none
    assert text.endswith("scale = [0.001, 0.001, 0.001]\n")


def test_save_writes_a_file_that_reads_back_and_leaves_nothing_else(tmp_path):
    robot = random_robot(7)
    path = tmp_path / "arm.toml"
    path.write_text("old")
    save(robot, path)
    assert read_toml(path) == robot
    assert [entry.name for entry in tmp_path.iterdir()] == ["arm.toml"]


def test_save_that_fails_keeps_the_old_file(tmp_path, monkeypatch):
    path = tmp_path / "arm.toml"
    path.write_text("old")
    with pytest.raises(arm.DescriptionError, match="surrogate"):
        save(pendulum(name="\ud800"), path)
    monkeypatch.setattr(Path, "replace", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
    with pytest.raises(KeyboardInterrupt):
        save(pendulum(), path)
    assert path.read_text() == "old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["arm.toml"]


def test_save_refuses_other_suffixes_and_missing_folders(tmp_path):
    with pytest.raises(arm.ArgumentError, match="ends in"):
        save(pendulum(), tmp_path / "arm.sdf")
    with pytest.raises(arm.ArgumentError, match="cannot be written"):
        save(pendulum(), tmp_path / "no" / "arm.toml")
    with pytest.raises(arm.ArgumentError, match="cannot be written"):
        save(pendulum(), tmp_path / ("x" * 300 + ".toml"))
    with pytest.raises(arm.ArgumentError, match="path"):
        save(pendulum(), None)
    with pytest.raises(arm.ArgumentError, match="robot"):
        save("pendulum", tmp_path / "arm.toml")
