"""Robots built in Python: whatever numbers they are made of, they are immutable, checked and compared by value."""

import math

import numpy as np
import pytest

import armillary as arm
from internals import HINTED, Frame, Friction, Joint, Limits, Link, Motor, Payload, Placement, Robot


def robot(link=None, joint=None, **fields) -> Robot:
    """A pendulum, with fields of its link, its joint and itself changed."""
    bob = {"name": "bob", "mass": 1, "com": [0.5, 0, 0]} | (link or {})
    pivot = {"name": "pivot", "type": "revolute", "parent": "base", "child": "bob", "axis": [0, 1, 0]} | (joint or {})
    return Robot(**{"name": "pendulum", "links": [Link(**bob)], "joints": [Joint(**pivot)]} | fields)


def problems(**changes) -> list[tuple[str, str]]:
    with pytest.raises(arm.DescriptionError) as caught:
        robot(**changes)
    assert str(caught.value)
    return [(problem.field, problem.expected) for problem in caught.value.problems]


def test_lists_and_arrays_make_the_same_robot_as_tuples():
    plain = Robot(
        "pendulum",
        (Link("bob", 1.0, (0.5, 0.0, 0.0)),),
        (Joint("pivot", "revolute", "base", "bob", axis=(0.0, 1.0, 0.0)),),
    )
    arrays = robot(
        {"mass": np.float32(1), "com": np.array([0.5, 0, 0]), "inertia": np.zeros((3, 3))},
        {
            "axis": np.array([0, 1, 0]),
            "placement": Placement(np.zeros(3), np.eye(3)),
            "friction": Friction(np.array(0)),
        },
        gravity=np.array([0, 0, -9.81]),
        motors=[],
    )
    assert plain == robot() == arrays
    assert hash(plain) == hash(robot()) == hash(arrays)


def test_a_robot_does_not_change_with_what_it_was_made_of():
    com, links = np.array([0.5, 0, 0]), []
    links.append(Link("bob", 1.0, com))
    made = robot(links=links)
    com[0] = 7.0
    links.clear()
    assert made == robot()


@pytest.mark.parametrize(
    ("changes", "field", "expected"),
    [
        ({"link": {"com": (0, 0)}}, "link[0].com", "three numbers"),
        ({"link": {"com": "abc"}}, "link[0].com", "three numbers"),
        ({"link": {"inertia": [1, 1, 1]}}, "link[0].inertia", "three rows"),
        ({"link": {"inertia": np.eye(2)}}, "link[0].inertia", "three rows"),
        ({"link": {"mass": "1"}}, "link[0].mass", "a number"),
        ({"link": {"mass": None}}, "link[0].mass", "a number"),
        ({"link": {"mass": True}}, "link[0].mass", "a number"),
        ({"link": {"mass": 10**5000}}, "link[0].mass", "a number"),
        ({"link": {"name": 3}}, "link[0].name", "a text"),
        ({"joint": {"axis": (0, 1)}}, "joint[0].axis", "three numbers"),
        ({"joint": {"limits": (0, 1)}}, "joint[0].limits", "Limits"),
        ({"joint": {"limits": Limits("0", 1)}}, "joint[0].limits.lower", "a number"),
        ({"joint": {"placement": (0, 0, 1)}}, "joint[0].placement", "a Placement"),
        ({"joint": {"placement": Placement((0, 1))}}, "joint[0].xyz", "three numbers"),
        ({"joint": {"type": ["revolute"]}}, "joint[0].type", "a text"),
        ({"joint": {"parent": None}}, "joint[0].parent", "a text"),
        ({"motors": [Motor("m", "pivot", "base", ratio="5")]}, "motor[0].ratio", "a number"),
        ({"payloads": [Payload("p", "bob", 1, (0, 0))]}, "payload[0].com", "three numbers"),
        ({"frames": [Frame("f", "bob", None)]}, "frame[0].placement", "a Placement"),
        ({"frames": "tip"}, "frames", "a sequence of Frame"),
        ({"links": Link("bob", 1)}, "links", "a sequence of Link"),
        ({"links": [{"name": "bob"}]}, "link[0]", "a Link"),
        ({"gravity": (0, -9.81)}, "gravity", "three numbers"),
        ({"base": 3}, "base", "a text"),
        ({"base_placement": Placement(rotation=3)}, "base.rotation", "three rows"),
        ({"notes": "note"}, "notes", "a sequence of texts"),
    ],
)
def test_what_is_of_the_wrong_type_or_length_is_named(changes, field, expected):
    ((found, said),) = problems(**changes)
    assert found == field
    assert expected in said


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"link": {"com": (1e200, 0, 0)}}, "link[0].com"),
        ({"link": {"inertia": np.full((3, 3), 1.7e308)}}, "link[0].inertia"),
        ({"link": {"inertia": np.diag([math.inf, 1, 1])}}, "link[0].inertia[0][0]"),
        ({"motors": [Motor("m", "pivot", "base", ratio=1e200)]}, "motor[0].ratio"),
        ({"motors": [Motor("m", "pivot", "base", ratio=1e150, rotor_inertia=1e10)]}, "motor[0].rotor_inertia"),
        ({"motors": [Motor("m", "pivot", "base", mass=1, position=(1e200, 0, 0))]}, "motor[0].position"),
        ({"base_placement": Placement(rotation=1e200 * np.eye(3))}, "base.rotation"),
    ],
)
def test_numbers_that_would_overflow_are_refused_without_a_warning(changes, field):
    assert [found for found, _ in problems(**changes)] == [field]


def test_thousands_of_unknown_names_ask_for_few_hints(monkeypatch):
    """Each hint compares a name with all known ones."""
    n, asked = 1000, []
    links = [Link(f"a link of number {i}", 1.0) for i in range(n)]
    joints = [Joint(f"j{i}", "fixed", f"a lnk of number {i}", f"a link of number {i}") for i in range(n)]
    monkeypatch.setattr("armillary.description.validate.names.nearest", lambda name, known: asked.append(name) or "")
    assert len(problems(links=links, joints=joints)) == n
    assert len(asked) == HINTED < n / 10


def test_names_with_line_breaks_are_quoted_in_messages():
    with pytest.raises(arm.DescriptionError) as caught:
        robot(link={"name": "b\nb"})
    assert all("\n" not in str(problem) for problem in caught.value.problems)
