"""Motion files: what they become, and what is wrong with them."""

import numpy as np
import pytest

import armillary as arm
from internals import parse_motion

LINE = """
name = "reach over"
duration = "2.5 s"
step = "10 ms"
frame = "tip"
payload = "500 g"
q0 = ["30 deg", 1.0]

[reference]
type = "line"
start = ["60 cm", 0.1, 0]
displacement = [0, "20 cm", 0]
duration = "2 s"
"""
RR = arm.planar([0.6, 0.4], [1, 1], coms=[0.3, 0.2], inertias=[0.01, 0.01])


def test_a_line_with_everything():
    task = parse_motion(LINE, "reach.toml")
    motion = task.of(RR)
    assert (motion.name, motion.payload, motion.frame) == ("reach over", 0.5, "tip")
    assert len(motion.t) == 251
    assert motion.duration == 2.5
    assert np.allclose(arm.compile(RR).pose(motion.q)[[0, -1], :2, 3], [[0.6, 0.1], [0.6, 0.3]])
    assert motion.q[0, 1] > 0  # near to the configuration that the file names


def test_a_file_is_named_for_itself(tmp_path):
    path = tmp_path / "sweep.toml"
    path.write_text(LINE.replace('name = "reach over"', ""))
    assert arm.load_motion(path).name == "sweep"
    assert arm.load_motion(str(path)).of(RR).name == "sweep"


def test_references_of_joints_have_the_units_of_the_robot():
    text = 'reference = { type = "fifth_order", end = ["90 deg", "40 cm"], duration = "1 s" }\nq0 = [0, 0.3]'
    motion = parse_motion(text).of(arm.library.get("khatib-rp"))
    assert np.allclose(motion.q[-1], [np.pi / 2, 0.4])
    assert np.allclose(motion.q[0], [0, 0.3])
    with pytest.raises(arm.ArgumentError, match=r"khatib-rr.*'40 cm'.*rad"):
        parse_motion(text).of(arm.library.get("khatib-rr"))


def test_references_by_the_names_of_joints():
    text = 'reference = { type = "fifth_order", end = { joint2 = 1.0 }, duration = "1 s" }\nq0 = { joint1 = 0.5 }'
    motion = parse_motion(text).of(RR)
    assert np.allclose(motion.q[-1], [0.5, 1.0])


def test_joint_references_that_do_not_fit_say_where():
    text = 'duration = 1\n[reference]\ntype = "sinusoid"\namplitude = [0.1, 0.2]\nfrequency = 1'
    with pytest.raises(arm.ArgumentError, match=r"panda.*swing.toml:4.*2 numbers.*7: one for each"):
        parse_motion(text, "swing.toml").of(arm.library.get("panda"))


def test_all_problems_at_once_with_their_lines():
    text = """
duration = "2 kg"
payloads = 3
payload = -1
[reference]
type = "line"
ende = [0, 0, 1]
start = [0, "3 kg", 1]
"""
    with pytest.raises(arm.errors.MotionError) as caught:
        parse_motion(text, "bad.toml")
    told = str(caught.value)
    assert told.startswith("5 problems in the motion") or told.startswith("6 problems in the motion")
    lines = {problem.line for problem in caught.value.problems}
    assert {2, 3, 4, 7, 8} <= lines
    assert "did you mean payload?" in told
    assert "did you mean end?" in told


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("duration = 1", "reference"),
        ('reference = { type = "lines" }', "did you mean line?"),
        ('reference = { type = "fifth_order", duration = 1 }', "end is missing"),
        ('reference = { type = "fifth_order", duration = 1, end = [0], stop = 3 }', "stop"),
        ('reference = { type = "circle", duration = 1 }', "centre is missing"),
        ("reference = 3", "a table"),
        ("[reference", "not TOML"),
        ('step = "1 s"\nreference = { type = "line", start = [0, 0, 0], duration = 1 }', "one of the two"),
    ],
)
def test_single_problems(text, part):
    with pytest.raises(arm.errors.MotionError) as caught:
        parse_motion(text, "m.toml")
    assert part in str(caught.value)
    assert "m.toml" in str(caught.value)


def test_files_that_cannot_be_read(tmp_path):
    with pytest.raises(arm.DescriptionError, match="a motion file") as caught:
        arm.load_motion(tmp_path / "none.toml")
    assert "robot" not in str(caught.value)
    with pytest.raises(arm.ArgumentError):
        arm.load_motion(3)
    (tmp_path / "empty.toml").write_text("")
    with pytest.raises(arm.DescriptionError, match="empty"):
        arm.load_motion(tmp_path / "empty.toml")
