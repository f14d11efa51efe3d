"""`arm.export`: where things go, what is refused before any work is done, and what is never written over."""

import os
import sys

import pytest

import armillary as arm
from internals import EXPORT_KINDS as KINDS
from internals import EXPORTED, QUANTITIES, entries
from internals import PROGRAMS_USUAL as USUAL


@pytest.fixture(scope="module")
def robot():
    return arm.library.get("khatib-rr")


def test_c_is_a_folder(robot, tmp_path):
    made = arm.export(robot, "c", path=tmp_path / "new", quantities="gravity")
    assert made.path == tmp_path / "new"
    assert sorted(file.name for file in made.files) == sorted(path.name for path in made.path.iterdir())
    assert made.functions == ("gravity",)
    assert [path.name for path in tmp_path.iterdir()] == ["new"]  # no hidden folder is left
    assert made.path.stat().st_mode & 0o777 == 0o777 & ~_umask()


def _umask():
    mask = os.umask(0)
    os.umask(mask)
    return mask


def test_an_export_takes_the_place_of_an_older_one_and_leaves_the_rest(robot, tmp_path):
    arm.export(robot, "c", path=tmp_path / "new", quantities="gravity")
    (tmp_path / "new" / "mine.c").write_text("mine")
    arm.export(robot, "c", path=tmp_path / "new", quantities="mass_matrix")
    assert "mass_matrix" in (tmp_path / "new" / "khatib_rr.c").read_text()
    assert (tmp_path / "new" / "mine.c").read_text() == "mine"


@pytest.mark.parametrize(("kind", "name", "path"), [("c", "CMakeLists.txt", "."), ("python", "arm_rr.py", "arm_rr.py")])
def test_what_no_export_has_written_stays(kind, name, path, robot, tmp_path):
    (tmp_path / name).write_text("my own work")
    with pytest.raises(arm.ArgumentError, match="which no export has written"):
        arm.export(robot, kind, path=tmp_path / path, quantities="gravity")
    assert [(each.name, each.read_text()) for each in tmp_path.iterdir()] == [(name, "my own work")]


def test_a_name_for_c(robot, tmp_path):
    made = arm.export(robot, "c", path=tmp_path / "x", quantities="gravity", name="Left_arm")
    assert "void Left_arm_gravity(" in made.files[0].read_text()
    assert "#define LEFT_ARM_NQ 2" in made.files[0].read_text()


def test_usual_quantities_come_with_dq_dt_where_it_differs(robot):
    assert tuple(entry.name for entry in entries(arm.compile(robot))) == USUAL
    names = [entry.name for entry in entries(arm.compile(arm.library.get("spherical-chain")))]
    assert names == [*USUAL, "configuration_rate"]


def test_a_robot_without_a_tip_is_exported_without_one(tmp_path):
    axis = (0.0, 0.0, 1.0)
    links = tuple(arm.Link(name, 1.0, (0.1, 0.0, 0.0)) for name in ("body", "left", "right"))
    joints = (
        arm.Joint("turn", "revolute", "base", "body", axis=axis),
        arm.Joint("l", "revolute", "body", "left", axis=axis),
        arm.Joint("r", "revolute", "body", "right", axis=axis),
    )
    dyn = arm.compile(arm.Robot("two arms", links, joints))
    assert "tip" not in dyn.model.frames
    assert "jacobian" not in [entry.quantity for entry in entries(dyn)]
    assert "jacobian" not in [entry.quantity for entry in entries(dyn, "all")]
    assert [entry.name for entry in entries(dyn, "jacobian", ("left", "right"))] == ["jacobian_left", "jacobian_right"]
    with pytest.raises(arm.ArgumentError, match="several ends"):
        entries(dyn, "jacobian")


def test_names_of_frames_cannot_take_those_of_quantities():
    link = arm.Link("bob", 1.0, (0.5, 0.0, 0.0))
    joint = arm.Joint("pivot", "revolute", "base", "bob", axis=(0.0, 1.0, 0.0))
    robot = arm.Robot("p", (link,), (joint,), frames=(arm.Frame("dot", "bob"), arm.Frame("tip", "bob")))
    found = entries(arm.compile(robot), "jacobian, jacobian_dot", ("dot", "tip"))
    names = {(entry.quantity, entry.frame): entry.name for entry in found}
    assert names == {
        ("jacobian", "dot"): "jacobian_dot_2",
        ("jacobian", "tip"): "jacobian",
        ("jacobian_dot", "dot"): "jacobian_dot_dot",
        ("jacobian_dot", "tip"): "jacobian_dot",
    }


def test_every_quantity_is_exported_or_said_why_not():
    assert set(QUANTITIES) - set(EXPORTED) == {name for name, each in QUANTITIES.items() if each.singular_values}
    known = [entry for entry in QUANTITIES.values() if entry.name in EXPORTED]
    assert all(entry.symbol.isidentifier() and entry.meaning.isascii() and entry.meaning for entry in known)
    assert len({entry.symbol for entry in known}) == len(known)
    made = entries(arm.compile(arm.library.get("khatib-rr")), "all")
    assert {entry.quantity for entry in made} == set(EXPORTED)
    assert all(entry.meaning.isascii() and entry.meaning for entry in made)


@pytest.mark.parametrize(
    ("arguments", "named", "says"),
    [
        ({"to": "matlab"}, "to", "one of c, python, casadi, wasm, fmu"),
        ({"to": "c", "path": None}, "path", "a place to write to"),
        ({"to": "c", "path": 3}, "path", "file or folder"),
        ({"to": "c", "path": "arm.c"}, "path", "a folder"),
        ({"to": "python", "path": "arm.txt"}, "path", ".py"),
        ({"to": "python", "path": "numpy.py"}, "path", "hides no module"),
        ({"to": "python", "path": "my-arm.py"}, "path", "can be imported"),
        ({"to": "python", "path": "nowhere/arm_rr.py"}, "path", "a place to write to"),
        ({"to": "c", "path": "no/where"}, "path", "there is no folder"),
        ({"to": "c", "quantities": "mass"}, "quantities", "one or more of"),
        ({"to": "c", "quantities": ()}, "quantities", "one or more of"),
        ({"to": "c", "quantities": "condition_number"}, "quantities", "singular values"),
        ({"to": "c", "quantities": "pose", "frames": ()}, "frames", "at least one of"),
        ({"to": "c", "quantities": "pose", "frames": "nose"}, "frame", "link1"),
        ({"to": "c", "name": "math"}, "name", "standard header"),
        ({"to": "c", "name": "a b"}, "name", "underscores"),
        ({"to": "python", "path": "arm_rr.py", "name": "x"}, "name", "the file has the name"),
        ({"to": "c", "precision": "half"}, "precision", "double, float"),
        ({"to": "python", "path": "arm_rr.py", "precision": "float"}, "precision", "only C"),
        ({"to": "c", "motors": "some"}, "motors", "no such keyword"),
        ({"to": "c", "fmi": "3.0"}, "fmi", "FMUs"),
        ({"to": "fmu", "path": "arm.zip"}, "path", ".fmu"),
        ({"to": "fmu", "path": "arm.fmu", "quantities": "pose"}, "quantities", "are fixed"),
        ({"to": "fmu", "path": "arm.fmu", "colour": "red"}, "colour", "no such keyword"),
    ],
)
def test_what_is_wrong_is_said_and_nothing_written(arguments, named, says, robot, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(arm.ArgumentError, match=says) as caught:
        arm.export(robot, **{"path": "place", **arguments})
    assert caught.value.field == named
    assert not list(tmp_path.iterdir())


def test_only_robots_and_scenarios(tmp_path):
    (tmp_path / "s.toml").write_text('robot = "khatib-rr"\nduration = 1.0\n')
    scenario = arm.load_scenario(tmp_path / "s.toml")
    with pytest.raises(arm.ArgumentError, match="only FMUs and WebAssembly hold a closed loop"):
        arm.export(scenario, "c", path=tmp_path / "x")
    for kind in KINDS:
        with pytest.raises(arm.ArgumentError, match="a str"):
            arm.export("panda", kind, path=tmp_path / {"python": "x.py", "fmu": "x.fmu"}.get(kind, "x"))


def test_it_is_public():
    assert arm.export is arm.export


@pytest.mark.skipif(sys.platform == "win32", reason="needs the permissions of a POSIX system")
def test_a_folder_that_takes_no_files(robot, tmp_path):
    arm.export(robot, "c", path=tmp_path / "x", quantities="gravity")  # loads all modules while every file may be read
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o500)
    user = os.geteuid()
    if user == 0:
        os.seteuid(65534)  # permissions do not stop root: be nobody for a moment
    try:
        with pytest.raises(arm.ArgumentError, match="Permission denied"):
            arm.export(robot, "c", path=closed / "x", quantities="gravity")
    finally:
        os.seteuid(user)
    assert not list(closed.iterdir())
