import os
import random
import time

import pytest

import armillary as arm
from internals import MOST_PROBLEMS, ROBOT_FILE, load, parse_toml

GOOD = """name = "arm"
gravity = [0, 0, -9.81]

[base]
xyz = [0, 0, 0]

[[link]]
name = "upper"
mass = 4.0
com = [0.2, 0, 0]
inertia = { xx = 0.01, yy = 0.06, zz = 0.06 }

[[link]]
name = "fore"
mass = 2.0
com = [0.2, 0, 0]
shape_goes_here = 0

[[joint]]
name = "shoulder"
type = "revolute"
parent = "base"
child = "upper"
axis = [0, 0, 1]

[[joint]]
name = "elbow"
type = "revolute"
parent = "upper"
child = "fore"
axis = [0, 1, 0]
limits = { lower = -1, upper = 1 }

[[motor]]
name = "drive"
joint = "elbow"
carrier = "upper"
ratio = 50
""".replace("shape_goes_here = 0\n", "")


def problems(text: str) -> tuple:
    with pytest.raises(arm.DescriptionError) as caught:
        parse_toml(text, "arm.toml")
    return caught.value.problems


def test_the_file_that_is_spoilt_below_is_good():
    assert len(parse_toml(GOOD).links) == 2


# What is replaced in the good file, by what; the line and field to be named, and parts of the message.
CASES = {
    "unknown field": ("mass = 4.0", "mass = 4.0\nmas = 3", 10, "link[0].mas", ["not a field", "did you mean mass?"]),
    "unknown table": ("[base]", "[bases]", 4, "bases", ["not a field", "did you mean base?"]),
    "unknown field inside": ("upper = 1 }", "uper = 1 }", 31, "joint[1].limits.uper", ["did you mean upper?"]),
    "missing mass": ("mass = 4.0\n", "", 7, "link[0].mass", ["missing", "'upper'", "mass = "]),
    "negative mass": ("4.0", "-4.0", 9, "link[0].mass", ["-4 kg", "zero or more"]),
    "mass as text": ("4.0", '"heavy"', 9, "link[0].mass", ["'heavy'", "500 g"]),
    "number in quotes": ("4.0", '"4.0"', 9, "link[0].mass", ["'4.0'", "quotes"]),
    "mass as bool": ("4.0", "true", 9, "link[0].mass", ["true", "number in kg"]),
    "NaN": ("4.0", "nan", 9, "link[0].mass", ["nan", "finite"]),
    "NaN in a list": ("com = [0.2, 0", "com = [0.2, nan", 10, "link[0].com[1]", ["nan", "finite"]),
    "NaN limit": ("lower = -1", "lower = nan", 31, "joint[1].limits.lower", ["nan"]),
    "infinite gravity": ("-9.81", "-inf", 2, "gravity[2]", ["inf", "finite"]),
    "triangle inequality": ("zz = 0.06", "zz = 0.08", 11, "link[0].inertia", ["triangle", "0.08"]),
    "negative moment": ("xx = 0.01", "xx = -0.01", 11, "link[0].inertia", ["positive definite", "-0.01"]),
    "inertia rows not symmetric": (
        "{ xx = 0.01, yy = 0.06, zz = 0.06 }",
        "[[1, 0.5, 0], [0, 1, 0], [0, 0, 1]]", 11, "link[0].inertia", ["not symmetric"],
    ),
    "inertia without zz": (", zz = 0.06", "", 11, "link[0].inertia.zz", ["missing"]),
    "inertia as number": ("{ xx = 0.01, yy = 0.06, zz = 0.06 }", "3", 11, "link[0].inertia", ["3", "table such as"]),
    "bad principal moments": (
        "inertia = { xx = 0.01, yy = 0.06, zz = 0.06 }",
        "principal = [1, 1, 3]", 11, "link[0].principal", ["triangle"],
    ),
    "principal_rpy alone": (
        "com = [0.2, 0, 0]", "principal_rpy = [0, 0, 1]", 10, "link[0].principal_rpy", ["principal ="],
    ),
    "two inertias": ("com = [0.2, 0, 0]", "principal = [1, 1, 1]", 11, "link[0].inertia", ["together with principal"]),
    "shape and inertia": (
        "mass = 4.0\ncom = [0.2, 0, 0]",
        "shape = { kind = 'sphere', radius = 1, mass = 1 }", 10, "link[0].inertia", ["together with shape"],
    ),
    "unknown shape": ("mass = 2.0", "shape = { kind = 'cone' }", 15, "link[1].shape.kind", ["'cone'", "sphere"]),
    "shape without kind": ("mass = 2.0", "shape = { size = [1, 1, 1] }", 15, "link[1].shape.kind", ["missing", "box"]),
    "shape without mass": (
        "mass = 2.0\ncom = [0.2, 0, 0]", "shape = { kind = 'sphere', radius = 1 }", 13, "link[1].mass", ["density"],
    ),
    "shape of no size": (
        "com = [0.2, 0, 0]\n\n",
        "shape = { kind = 'sphere', radius = '0 mm' }\n\n", 16, "link[1].shape.radius", ["above zero"],
    ),
    "tube too thick": (
        "com = [0.2, 0, 0]\n\n",
        "shape = { kind = 'cylinder', radius = 1, length = 1, inner = 1 }\n\n", 16,
        "link[1].shape.inner", ["less than radius"],
    ),
    "zero mass with inertia": ("4.0", "0", 9, "link[0].mass", ["positive mass"]),
    "unknown parent": ('parent = "upper"', 'parent = "uper"', 28, "joint[1].parent", ["'uper'", "upper"]),
    "unknown child": ('child = "fore"', 'child = "four"', 29, "joint[1].child", ["'four'", "fore"]),
    "loop": ('parent = "base"', 'parent = "fore"', 21, "joint[0].parent", ["loop", "upper"]),
    "closed chain": ('child = "fore"', 'child = "upper"', 29, "joint[1].child", ["two joints"]),
    "joint on the base": ('child = "upper"', 'child = "base"', 22, "joint[0].child", ["base"]),
    "joint without axis": ("axis = [0, 0, 1]\n", "", 18, "joint[0].axis", ["'shoulder'", "no axis", "[0, 0, 1]"]),
    "axis of no length": ("axis = [0, 0, 1]", "axis = [0, 0, 0]", 23, "joint[0].axis", ["no direction"]),
    "axis too short": ("axis = [0, 0, 1]", "axis = [0, 1]", 23, "joint[0].axis", ["2 entries", "3 entries"]),
    "axis as text": ("axis = [0, 0, 1]", "axis = 'z'", 23, "joint[0].axis", ["'z'", "list of 3"]),
    "axis in metres": ("axis = [0, 0, 1]", "axis = [0, 0, '1 m']", 23, "joint[0].axis[2]", ["'1 m'"]),
    "unknown joint type": ('"revolute"', '"revolut"', 20, "joint[0].type", ["'revolut'", "did you mean revolute?"]),
    "missing joint type": ('type = "revolute"\n', "", 18, "joint[0].type", ["missing", "prismatic"]),
    "joint type as number": ('type = "revolute"', "type = 3", 20, "joint[0].type", ["3", "prismatic"]),
    "name as number": ('name = "elbow"', "name = 3", 26, "joint[1].name", ["3", "text in quotes"]),
    "missing name": ('name = "upper"\n', "", 7, "link[0].name", ["missing"]),
    "blank name": ('name = "upper"', 'name = " "', 8, "link[0].name", ["empty"]),
    "missing robot name": ('name = "arm"', "", 1, "name", ["missing"]),
    "duplicate link": ('name = "fore"', 'name = "upper"', 14, "link[1].name", ["'upper'", "2 times"]),
    "duplicate joint": ('name = "elbow"', 'name = "shoulder"', 26, "joint[1].name", ["'shoulder'", "2 times"]),
    "unreadable unit": ("4.0", '"4 stone"', 9, "link[0].mass", ["'4 stone'", "'stone' is not a unit", "500 g"]),
    "wrong dimension": ("4.0", '"4 mm"', 9, "link[0].mass", ["'4 mm'", "measures m, not kg", "500 g"]),
    "limit in metres": ("lower = -1", "lower = '1 m'", 31, "joint[1].limits.lower", ["rad", "90 deg"]),
    "limits the wrong way": ("lower = -1", "lower = 2", 31, "joint[1].limits", ["lower 2", "at most upper"]),
    "limits as list": (
        "limits = { lower = -1, upper = 1 }", "limits = [-1, 1]", 31, "joint[1].limits", ["[-1, 1]", "lower"],
    ),
    "negative friction": (
        "axis = [0, 1, 0]", "axis = [0, 1, 0]\nfriction.viscous = -1", 31, "joint[1].friction.viscous", ["-1"],
    ),
    "not a rotation": (
        "axis = [0, 0, 1]", "axis = [0, 0, 1]\nrotation = [\n [1, 0, 0],\n [0, 1, 0],\n [0, 0, 2]]", 24,
        "joint[0].rotation", ["orthonormal", "rpy"],
    ),
    "ragged rotation": (
        "axis = [0, 0, 1]", "axis = [0, 0, 1]\nrotation = [\n [1, 0, 0],\n [0, 1],\n [0, 0, 1]]", 26,
        "joint[0].rotation[1]", ["2 entries"],
    ),
    "two rotations": ("xyz = [0, 0, 0]", "rpy = [0, 0, 0]\nquaternion = [1, 0, 0, 0]", 6, "base.quaternion", ["rpy"]),
    "zero quaternion": ("xyz = [0, 0, 0]", "quaternion = [0, 0, 0, 0]", 5, "base.quaternion", ["no direction"]),
    "one bracket": ("[[motor]]", "[motor]", 33, "motor", ["[[motor]]", "two brackets"]),
    "base as list": ("[base]", "[[base]]", 4, "base", ["a list", "xyz"]),
    "zero ratio": ("ratio = 50", "ratio = 0", 37, "motor[0].ratio", ["not zero"]),
    "unknown driven joint": ('joint = "elbow"', 'joint = "knee"', 35, "motor[0].joint", ["'knee'", "elbow"]),
    "unknown carrier": ('carrier = "upper"', 'carrier = "x"', 36, "motor[0].carrier", ["'x'", "upper"]),
    "huge number": ("4.0", "0x" + "f" * 5000, 9, "link[0].mass", ["too large"]),
    "huge sphere": (
        "mass = 2.0\ncom = [0.2, 0, 0]",
        "shape = { kind = 'sphere', radius = 1e200, density = 1 }", 15, "link[1].shape.radius", ["1e+200 m"],
    ),
    "huge box": (
        "mass = 2.0\ncom = [0.2, 0, 0]",
        "shape = { kind = 'box', size = [1e200, 1, 1], mass = 1 }", 15, "link[1].shape.size[0]", ["1e+200 m"],
    ),
    "huge inertia": ("zz = 0.06", "zz = 0.06, xy = 1.7e308", 11, "link[0].inertia", ["positive definite"]),
    "far centre of mass": ("com = [0.2, 0, 0]", "com = [1e200, 0, 0]", 10, "link[0].com", ["too large"]),
    "huge ratio": ("ratio = 50", "ratio = 1e200", 37, "motor[0].ratio", ["square", "too large"]),
    "two numbers": ("4.0", "'4 1 kg'", 9, "link[0].mass", ["'1 kg' is not a unit"]),
    "key with a line break": ("ratio = 50", '"ra\\ntio" = 50', 37, "motor[0].'ra\\ntio'", ["not a field"]),
    "syntax": ("mass = 4.0", "mass = = 4.0", 9, "", ["not TOML"]),
    "unquoted text": ('name = "elbow"', "name = elbow", 26, "", ["not TOML", "quotes"]),
    "key given twice": ("mass = 4.0", "mass = 4.0\nmass = 5.0", 10, "", ["not TOML", "overwrite"]),
}  # fmt: skip


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("case", CASES)
def test_a_fault_is_named_with_its_line_and_field(case):
    old, new, line, field, parts = CASES[case]
    assert old in GOOD
    found = problems(GOOD.replace(old, new, 1))
    here = [problem for problem in found if (problem.line, problem.field) == (line, field)]
    assert here, [str(problem) for problem in found]
    text = " ".join(str(problem) for problem in here)
    assert text.startswith(f"arm.toml:{line}: ")
    for part in parts:
        assert part in text
    assert all(problem.expected and problem.file == "arm.toml" and problem.line for problem in found)


# Faults that stand alone must not drag others along.
ALONE = [
    "unknown field", "missing mass", "negative mass", "mass as text", "NaN", "triangle inequality", "inertia as number",
    "bad principal moments", "two inertias", "unknown shape", "joint without axis", "axis of no length",
    "unknown joint type", "missing name", "blank name", "unreadable unit", "limit in metres", "one bracket",
    "two rotations", "unknown carrier", "name as number", "not a rotation", "syntax",
    "huge sphere", "huge box", "huge inertia", "far centre of mass", "huge ratio", "key with a line break",
    "missing joint type",
]  # fmt: skip


@pytest.mark.parametrize("case", ALONE)
def test_one_fault_is_one_problem(case):
    old, new, *_ = CASES[case]
    found = problems(GOOD.replace(old, new, 1))
    assert len(found) == 1, [str(problem) for problem in found]


SIX_FAULTS = """name = "six"
[[link]]
name = "a"
mass = "-1 kg"

[[link]]
name = "b"
masss = 2
com = [0, 0]

[[link]]
name = "c"
mass = 1
inertia = { xx = 1, yy = 1, zz = 9 }

[[joint]]
name = "j"
type = "revolute"
parent = "base"
child = "a"

[[joint]]
name = "k"
type = "revolute"
parent = "aa"
child = "b"
axis = [0, 0, nan]

[[joint]]
name = "l"
type = "revolute"
parent = "b"
child = "c"
axis = [0, 0, 1]
limits = { effort = "5 m" }
"""


def test_faults_of_every_kind_are_reported_at_once_in_the_order_of_the_file():
    found = [(problem.line, problem.field) for problem in problems(SIX_FAULTS)]
    assert found == [
        (4, "link[0].mass"),
        (6, "link[1].mass"),
        (8, "link[1].masss"),
        (9, "link[1].com"),
        (14, "link[2].inertia"),
        (16, "joint[0].axis"),
        (25, "joint[1].parent"),
        (27, "joint[1].axis[2]"),
        (35, "joint[2].limits.effort"),
    ]


def test_faults_in_names_silence_only_what_depends_on_names():
    text = GOOD.replace('name = "fore"', "name = 3").replace("4.0", "-4.0")
    assert [problem.field for problem in problems(text)] == ["link[0].mass", "link[1].name"]


def test_a_misspelt_joint_type_brings_no_complaint_about_units():
    text = GOOD.replace('"elbow"\ntype = "revolute"', '"elbow"\ntype = "prismatc"').replace(
        "lower = -1", "lower = '1 mm'"
    )
    assert [problem.field for problem in problems(text)] == ["joint[1].type"]


@pytest.mark.parametrize(
    ("old", "new", "field"),
    [
        ('type = "revolute"\nparent = "upper"', 'type = "revolut"\nparent = "upper"', "joint[1].type"),
        ('name = "fore"\n', "", "link[1].name"),
        ('name = "elbow"\n', "", "joint[1].name"),
        ('parent = "upper"\n', "", "joint[1].parent"),
        ('child = "fore"\n', "", "joint[1].child"),
        ('name = "drive"\n', "", "motor[0].name"),
        ('joint = "elbow"\n', "", "motor[0].joint"),
        ("xyz = [0, 0, 0]", "name = 3", "base.name"),
    ],
)
def test_a_fault_in_a_name_or_type_hides_no_fault_of_another(old, new, field):
    assert old in GOOD
    text = GOOD.replace(old, new).replace('parent = "base"', 'parent = "base"\nxyz = [0, 0]')
    text += '[[frame]]\nname = "tip"\nlink = "for"\n[[payload]]\nname = "p"\nlink = "upper"\nmass = -1\n'
    found = {problem.field for problem in problems(text)}
    assert found == {field, "joint[0].xyz", "frame[0].link", "payload[0].mass"}


def test_two_unnamed_links_and_a_misspelt_parent():
    text = (
        GOOD.replace('name = "fore"\n', "").replace('name = "upper"\n', "").replace('parent = "base"', 'parent = "b"')
    )
    assert {problem.field for problem in problems(text)} == {"link[0].name", "link[1].name", "joint[0].parent"}


def refused(path):
    with pytest.raises(arm.DescriptionError) as caught:
        load(path)
    (problem,) = caught.value.problems
    assert problem.file == str(path)
    assert problem.expected
    return problem


def test_a_path_that_is_missing_a_directory_or_of_unknown_kind(tmp_path):
    assert "no such file" in refused(tmp_path / "no.toml").found
    assert "does not exist either" in refused(tmp_path / "no" / "no.toml").hint
    folder = tmp_path / "arm.toml"
    folder.mkdir()
    assert "directory" in refused(folder).found
    assert "directory" in refused(tmp_path).found
    other = tmp_path / "arm.yaml"
    other.write_text("name: arm")
    problem = refused(other)
    assert "'.yaml'" in problem.found
    assert all(suffix in problem.expected for suffix in (".toml", ".urdf", ".xml"))
    assert "cannot be read" in refused("nul\0.toml").found


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe_does_not_hang(tmp_path):
    os.mkfifo(tmp_path / "arm.toml")
    assert "pipe" in refused(tmp_path / "arm.toml").found


@pytest.mark.parametrize("content", [b"", b"\n \n", b"\xef\xbb\xbf"])
def test_an_empty_file(tmp_path, content):
    path = tmp_path / "arm.toml"
    path.write_bytes(content)
    problem = refused(path)
    assert (problem.found, problem.line) == ("the file is empty", 1)
    assert problem.hint


def test_a_file_of_comments_alone_lacks_everything():
    assert [problem.field for problem in problems("# nothing\n")] == ["name", "joint"]


def test_a_huge_file_is_refused_by_its_size(tmp_path):
    path = tmp_path / "arm.toml"
    with path.open("wb") as file:
        file.truncate(2**40)  # a file without blocks, which does not fit into memory
    problem = refused(path)
    assert "1048576.0 MiB" in problem.found
    assert "robot files are small" in problem.hint


def test_garbage_bytes_below_the_limit(tmp_path):
    path = tmp_path / "arm.toml"
    path.write_bytes(b'name = "arm"\n' + random.Random(4).randbytes(ROBOT_FILE.limit - 100))
    problem = refused(path)
    assert "not UTF-8" in problem.found
    assert problem.line >= 2
    path.write_text('name = "arm"\n\x00\x01')
    assert (refused(path).line, "not TOML" in refused(path).found) == (2, True)


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("a = " + "[" * 50_000 + "]" * 50_000, "nest too deeply"),
        (".".join("a" * 50_000) + " = 1", "hundred dots"),
        ("x = 1\n" + '"a,".' * 50_000 + "b = 1", "hundred dots"),
        ("a = " + "1" * 10_000, "thousands of digits"),
        ('name = "arm"\nname = """never closed\n', "not TOML"),
    ],
)
def test_crafted_files_are_refused_in_time(text, part):
    start = time.process_time()
    assert part in problems(text)[0].found
    assert time.process_time() - start < 10  # 0.1 s at most; a parser that goes back takes minutes


@pytest.mark.parametrize("quotes", ['"', "'", '"""', "'''", "#"])
def test_dots_in_comments_and_texts_are_no_keys(quotes):
    dots = ".a" * 500
    line = f"# {dots}" if quotes == "#" else f"source = {quotes}{dots}{quotes}"
    assert parse_toml(f"{line}\n{GOOD}").name == "arm"
    (problem,) = problems(f"{line}\n{GOOD}\na{dots} = 1")
    assert (problem.found, problem.line) == ("a key with a hundred dots", GOOD.count("\n") + 3)


def test_a_path_that_is_none():
    for path in (None, 3, b"arm.toml"):
        with pytest.raises(arm.ArgumentError, match="path"):
            load(path)


def test_a_deep_value_is_no_trouble_where_the_standard_reader_takes_it():
    found = problems(GOOD + "\nx = " + "[" * 200 + "]" * 200)
    assert [problem.field for problem in found] == ["motor[0].x"]


def test_a_file_with_very_many_faults_names_the_first_and_counts_the_rest():
    with pytest.raises(arm.DescriptionError) as caught:
        parse_toml(GOOD + "".join(f"x{i} = 1\n" for i in range(1000)), "arm.toml")
    assert len(caught.value.problems) == MOST_PROBLEMS
    assert caught.value.hidden == 1000 - MOST_PROBLEMS
    message = str(caught.value).splitlines()
    assert message[0] == "1000 problems in the robot description:"
    assert message[-1] == f"  … and {1000 - MOST_PROBLEMS} more problems; is this a robot file?"
