"""Modal data: in the robot file, in files of their own; what is wrong is named where it stands."""

import math
import re
from dataclasses import replace
from pathlib import Path

import pytest

from armillary import DescriptionError
from internals import (
    ROBOT_FILE,
    Joint,
    Link,
    ModalData,
    ModalNode,
    Payload,
    Robot,
    Scene,
    load,
    mount_node,
    parse_toml,
    save,
    to_toml,
)
from internals import multibody_build as build

PAGE = (Path(__file__).parents[2] / "docs" / "modal-data.md").read_text(encoding="utf-8")
DOCUMENTED, TABLE = (
    re.findall(r"```toml\n(frequencies.*?)```", PAGE, re.DOTALL)[0],
    re.findall(r"```csv\n(.*?)```", PAGE, re.DOTALL)[0],
)

ARM = """name = "arm"
[[link]]
name = "fore"
[link.modal]
file = "fore.toml"

[[link]]
name = "hand"
mass = 1

[[joint]]
name = "elbow"
type = "revolute"
parent = "base"
child = "fore"
axis = [0, 0, 1]

[[joint]]
name = "flange"
type = "fixed"
parent = "fore"
child = "hand"
"""

MODAL = """frequencies = ["12.5 Hz", 80]
damping = "1 %"

[[nodes]]
name = "middle"
position = [0.15, 0, 0]
mass = "120 g"
translation = [[0, 0.34, 0], [0, -0.7, 0]]

[[nodes]]
name = "tip"
position = [0.3, 0, 0]
mass = 0.02
inertia = { xx = 1e-5, yy = 2e-5, zz = 2e-5 }
translation = [[0, 1, 0], [0, 1, 0]]
rotation = [
  [0, 0, 4.6],
  [0, 0, 15.9],
]
"""
INERTIA = ((1e-5, 0.0, 0.0), (0.0, 2e-5, 0.0), (0.0, 0.0, 2e-5))
DATA = ModalData(
    (12.5, 80.0),
    (
        ModalNode("middle", (0.15, 0, 0), 0.12, translation=((0, 0.34, 0), (0, -0.7, 0))),
        ModalNode("tip", (0.3, 0, 0), 0.02, INERTIA, ((0, 1, 0), (0, 1, 0)), ((0, 0, 4.6), (0, 0, 15.9))),
    ),
    (0.01,),
)


def written(folder: Path, arm: str = ARM, modal: str = MODAL, name: str = "fore.toml") -> Path:
    (folder / "arm.toml").write_text(arm, encoding="utf-8")
    (folder / name).write_text(modal, encoding="utf-8")
    return folder / "arm.toml"


def problems(path: Path) -> list:
    with pytest.raises(DescriptionError) as caught:
        load(path)
    return [replace(problem, file=Path(problem.file).name) for problem in caught.value.problems]


def test_a_file_is_read_from_beside_the_robot_and_the_robot_needs_it_no_more(tmp_path):
    robot = load(written(tmp_path))
    assert robot.links[0] == Link("fore", beam=DATA)
    save(robot, tmp_path / "alone.toml")
    (tmp_path / "fore.toml").unlink()
    assert load(tmp_path / "alone.toml") == robot


def test_data_in_the_robot_file_are_the_same(tmp_path):
    inline = MODAL.replace("[[nodes]]", "[[link.modal.nodes]]")
    assert parse_toml(ARM.replace('file = "fore.toml"', inline)) == load(written(tmp_path))


def test_a_field_beside_the_file_replaces_its_own(tmp_path):
    arm = ARM.replace('"fore.toml"', '"fore.toml"\ndamping = [0.1, 0.2]\nmodal_masses = ["1 g", 2]')
    assert load(written(tmp_path, arm)).links[0].beam == replace(DATA, damping=(0.1, 0.2), modal_masses=(0.001, 2))


def test_angular_frequencies_are_converted(tmp_path):
    found = load(written(tmp_path, modal=MODAL.replace("12.5 Hz", "100 rad/s"))).links[0].beam
    assert found.frequencies == (pytest.approx(100 / 6.283185307179586, rel=1e-15), 80.0)


def test_the_end_of_data_without_a_node_tip_is_their_last_node():
    """For the tip of the robot, what is shown, snapping and pictures alike."""
    last = replace(DATA.nodes[1], name="flange")
    data = replace(DATA, nodes=(DATA.nodes[0], last))
    joint = Joint("pivot", "revolute", "base", "fore", axis=(0.0, 0.0, 1.0))
    robot = Robot("arm", (Link("fore", beam=data),), (joint,))
    assert (DATA.end, data.end) == ("tip", "flange")
    assert mount_node(robot, "fore", None) == "flange"
    model = build.model(robot)
    tip, frame = model.frame("tip"), model.frame("fore.flange")
    assert (tip.body, tuple(tip.translation)) == (frame.body, tuple(frame.translation))
    assert Scene(model)._mount("fore", None)[0] == frame.body
    with pytest.raises(DescriptionError, match="have no node 'tip'"):
        replace(robot, payloads=(Payload("box", "fore", 1.0),))


def test_the_documented_files(tmp_path):
    data = load(written(tmp_path, modal=DOCUMENTED)).links[0].beam
    assert (len(data.frequencies), len(data.damping), [node.name for node in data.nodes]) == (3, 3, ["middle", "tip"])
    arm = ARM.replace('"fore.toml"', '"fore.csv"\nfrequencies = [12.5, 12.9]')
    table = load(written(tmp_path, arm, TABLE, "fore.csv")).links[0].beam
    assert table.nodes[0] == ModalNode(
        "middle", (0.15, 0, 0), 0.12, translation=((0, 0.34, 0), (0, 0, 0.34)), rotation=((0, 0, 3.9), (0, -3.9, 0))
    )
    assert [node.translation for node in table.nodes] == [node.translation[:2] for node in data.nodes]
    assert table.nodes[1].rotation == data.nodes[1].rotation[:2]


CASES = {
    "fewer vectors": (", [0, -0.7, 0]]", "]", 8, "nodes[0].translation", ["'middle'", "1 vector for 2"]),
    "fewer rotations": ("  [0, 0, 15.9],\n", "", 16, "nodes[1].rotation", ["1 vector for 2 frequencies", "2 rows"]),
    "vector of two": ("[0, 0, 15.9]", "[0, 15.9]", 18, "nodes[1].rotation[1]", ["2 entries"]),
    "text in a vector": ("[0, 0, 15.9]", "[0, 'a', 15.9]", 18, "nodes[1].rotation[1][1]", ["'a'"]),
    "vectors as a number": ("[[0, 1, 0], [0, 1, 0]]", "3", 15, "nodes[1].translation", ["3", "a list"]),
    "zero frequency": ("80]", "0]", 1, "frequencies[1]", ["0 Hz", "above zero"]),
    "negative frequency": ("80]", "-80]", 1, "frequencies[1]", ["-80 Hz"]),
    "frequency in metres": ("12.5 Hz", "12.5 m", 1, "frequencies[0]", ["measures m, not Hz", "50 Hz"]),
    "infinite frequency": ("80]", "inf]", 1, "frequencies[1]", ["inf"]),
    "no frequencies": ('["12.5 Hz", 80]', "[]", 1, "frequencies", ["an empty list"]),
    "missing frequencies": ('frequencies = ["12.5 Hz", 80]', "", 1, "frequencies", ["missing"]),
    "frequencies as a text": ('["12.5 Hz", 80]', '"high"', 1, "frequencies", ["high", "a number"]),
    "misspelt": ("frequencies", "frequencys", 1, "frequencys", ["did you mean frequencies?"]),
    "misspelt in a node": ("position = [0.3", "positon = [0.3", 12, "nodes[1].positon", ["did you mean position?"]),
    "damping": ('"1 %"', "5", 2, "damping", ["'5 %' is 0.05"]),
    "number of ratios": ('"1 %"', "[0.1, 0.2, 0.3]", 2, "damping", ["3 damping ratios for 2 modes"]),
    "modal masses": ('"1 %"', "0\nmodal_masses = [1]", 3, "modal_masses", ["1 for 2 frequencies"]),
    "negative modal mass": ('"1 %"', "0\nmodal_masses = [1, -1]", 3, "modal_masses[1]", ["-1 kg"]),
    "name twice": ('"middle"', '"tip"', 11, "nodes[1].name", ["'tip' is used twice"]),
    "no mass": ("mass = 0.02", "mass = -0.02", 13, "nodes[1].mass", ["-0.02"]),
    "no real inertia": ("xx = 1e-5", "xx = 1", 14, "nodes[1].inertia", ["triangle"]),
    "inertia without rotation": (
        "rotation = [\n  [0, 0, 4.6],\n  [0, 0, 15.9],\n]\n", "", 10, "nodes[1].rotation", ["inertia and no rotation"],
    ),
    "moving root": ('"middle"', '"root"', 4, "nodes[0]", ["away from the origin or moves", "clamped"]),
    "not TOML": ("damping =", "damping = =", 2, "", ["not TOML"]),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_a_fault_is_named_in_the_file_of_modal_data(tmp_path, case):
    old, new, line, field, parts = CASES[case]
    assert old in MODAL
    found = problems(written(tmp_path, modal=MODAL.replace(old, new, 1)))
    here = [
        str(problem) for problem in found if (problem.file, problem.line, problem.field) == ("fore.toml", line, field)
    ]
    assert here, [str(problem) for problem in found]
    for part in parts:
        assert part in " ".join(here)


def test_a_file_that_names_another_file(tmp_path):
    (problem,) = problems(written(tmp_path, modal="file = 'fore.toml'\n" + MODAL))
    assert (problem.file, problem.line, problem.field) == ("arm.toml", 5, "link[0].modal.file")
    assert "named by a file of modal data" in problem.found


@pytest.mark.parametrize(
    ("modal", "found"),
    [
        (MODAL.replace("[0, 1, 0]", "[0, 0, 0]").replace("0.34", "0").replace("4.6", "0"), "mode 1 moves no mass"),
        (MODAL.replace("[[0, 0.34, 0]", "[[0, -0.7, 0]").replace("4.6", "15.9"), "the modes are not independent"),
        (re.sub("mass = .*", "mass = 0", MODAL), "the nodes have no mass"),
        (MODAL.replace("[0, 1, 0]", "[0, 1e200, 0]"), "too large a number"),
    ],
)  # fmt: skip
@pytest.mark.filterwarnings("error")
def test_modes_move_mass_each_in_its_own_way(tmp_path, modal, found):
    (problem,) = problems(written(tmp_path, modal=modal))
    assert found in problem.found
    assert (problem.file, problem.line, problem.field) == ("fore.toml", 4, "nodes")


@pytest.mark.parametrize(
    ("name", "found", "hint"),
    [
        ("for.toml", "'for.toml': there is no such file", "check the spelling"),
        ("no/fore.toml", "'no/fore.toml': there is no such file", "does not exist either"),
        (".", "'.': it has no suffix", ""),
        ("fore.json", "'fore.json': the suffix is '.json'", ""),
        ("empty.toml", "'empty.toml': the file is empty", ""),
        ("folder.toml", "'folder.toml': this is a directory", ""),
    ],
)
def test_a_file_that_cannot_be_read_is_named_where_the_robot_names_it(tmp_path, name, found, hint):
    (tmp_path / "empty.toml").touch()
    (tmp_path / "folder.toml").mkdir()
    arm = ARM.replace("fore.toml", name).replace('child = "hand"', 'child = "hand"\nnode = "tip"')
    problem, other = problems(written(tmp_path, arm.replace("mass = 1", "mass = -1")))
    assert (problem.file, problem.line, problem.field) == ("arm.toml", 5, "link[0].modal.file")
    assert problem.found == found
    assert "docs/modal-data.md" in problem.expected
    assert hint in problem.hint
    assert other.field == "link[1].mass"  # which is found all the same; of the node nothing can be said


def test_a_file_that_is_too_large_is_told_the_limit_and_a_long_name_is_cut(tmp_path):
    (problem,) = problems(written(tmp_path, ARM, "#" * (ROBOT_FILE.limit + 1)))
    assert (problem.line, problem.field, problem.expected) == (5, "link[0].modal.file", "at most 4 MiB")
    (problem,) = problems(written(tmp_path, ARM.replace("fore.toml", "f" * 5000 + ".toml")))
    assert (problem.line, problem.field) == (5, "link[0].modal.file")
    assert len(problem.found) < 200


def test_other_faults_of_the_link_stay_in_the_robot_file(tmp_path):
    both = ARM.replace("[link.modal]", "mass = 'x'\n[link.modal]").replace('"fore.toml"', '"fore.toml"\ndamping = 3')
    found = problems(written(tmp_path, both, MODAL.replace("0.02", "'2 m'")))
    assert [(problem.file, problem.line, problem.field) for problem in found] == [
        ("arm.toml", 4, "link[0].mass"),
        ("fore.toml", 13, "nodes[1].mass"),
    ]
    beam = "[link.beam]\nlength = 1\nE = 1\ndensity = 1\nsection = { shape = 'circle', diameter = 1 }\n[link.modal]"
    (problem,) = problems(written(tmp_path, ARM.replace("[link.modal]", beam)))
    assert (problem.line, problem.field) == (9, "link[0].modal")
    assert "together with beam" in problem.found


@pytest.mark.parametrize(
    ("arm", "modal", "found"),
    [
        (ARM, MODAL.replace('"tip"', '"end"'), "'flange' has no node, and the modal data of link 'fore' have no"),
        (ARM.replace('parent = "fore"', 'parent = "fore"\nnode = "mid"'), MODAL, "link 'fore' has no node 'mid'"),
        (ARM.replace('parent = "fore"', 'parent = "fore"\nnode = "middle"'), MODAL, "whose rotation is not given"),
    ],
)  # fmt: skip
def test_what_sits_on_the_link_needs_a_node_that_turns(tmp_path, arm, modal, found):
    (problem,) = problems(written(tmp_path, arm, modal))
    assert found in problem.found
    assert problem.field == "joint[1].node"


def test_the_root_is_a_node_that_need_not_be_given(tmp_path):
    arm = ARM.replace('parent = "fore"', 'parent = "fore"\nnode = "root"')
    assert load(written(tmp_path, arm)).joints[1].node == "root"


ROBOT = Robot(
    "r", (Link("fore", beam=DATA),), (Joint("elbow", "revolute", "base", "fore", axis=(0.0, 0.0, 1.0)),)
)  # fmt: skip
CSV_ARM = ARM.replace('"fore.toml"', '"fore.csv"\nfrequencies = [12.5, 80]\ndamping = 0.01')
CSV = """# from a finite-element program
"name","x","y","z","mass","tx1","ty1","tz1","tx2","ty2","tz2","rx1","ry1","rz1","rx2","ry2","rz2","Ixx","Iyy","Izz","Ixy"
root,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0

"end, tip",0.3,0,0,2e-2,0,1,0,0,1,0,0,0,4.6,0,0,15.9,1e-5,2e-5,2e-5,1e-6
middle,0.15,0,0,0.12,0,0.34,0,0,-0.7,0,0,0,0,0,0,0,0,0,0,0
tip,0.3,0,0,0,0,1,0,0,1,0,0,0,4.6,0,0,15.9,0,0,0,0
"""


def test_a_table_of_nodes(tmp_path):
    for text in (CSV, CSV.replace("\n", "\r\n"), CSV.replace("\n", "\r"), "\ufeff" + CSV):
        data = load(written(tmp_path, CSV_ARM, text, "fore.csv")).links[0].beam
        assert [node.name for node in data.nodes] == ["root", "end, tip", "middle", "tip"]
        assert data.nodes[1].inertia == ((1e-5, 1e-6, 0.0), (1e-6, 2e-5, 0.0), (0.0, 0.0, 2e-5))
        assert data.nodes[1].rotation == DATA.nodes[1].rotation
        assert (data.frequencies, data.damping, data.mass) == (DATA.frequencies, (0.01,), pytest.approx(0.14))


@pytest.mark.parametrize(
    ("old", "new", "line", "field", "found"),
    [
        ('"mass"', '"weight"', 2, "", "unknown columns: 'weight'"),
        ('"tz2"', '"tz3"', 2, "", "missing columns: tz2"),
        ('"rz2"', '"rz1"', 2, "", "columns given twice: rz1"),
        ('"Iyy"', '"Ixz"', 2, "", "missing columns: Iyy"),
        ("0.34", "O.34", 6, "ty1", "'O.34'"),
        ("0.34", "nan", 6, "nodes[2].translation[0][1]", "nan"),
        ("0.34,0,0", "0.34,0", 6, "", "20 cells"),
        ("middle", '"mid\ndle"', None, "", "several lines"),
        ("middle", "tip", 7, "nodes[3].name", "'tip' is used twice"),
        ("middle", "", 6, "nodes[2].name", "an empty name"),
        ("0.12", "-0.12", 6, "nodes[2].mass", "-0.12"),
        ("middle", "m" * 200_000, 6, "", "not a table: field larger"),
        (CSV, "# nothing\n\n# but this\n", None, "", "no lines but comments"),
    ],
)
def test_a_fault_of_a_table_is_named_with_its_line(tmp_path, old, new, line, field, found):
    assert old in CSV
    said = problems(written(tmp_path, CSV_ARM, CSV.replace(old, new, 1), "fore.csv"))
    here = [p for p in said if (p.file, p.line, p.field) == ("fore.csv", line, field) and found in p.found]
    assert here, [str(problem) for problem in said]


def test_a_table_without_frequencies_lacks_them(tmp_path):
    arm = CSV_ARM.replace("frequencies = [12.5, 80]\n", "")
    (problem,) = problems(written(tmp_path, arm, CSV, "fore.csv"))
    assert (problem.field, problem.found) == ("frequencies", "the field is missing")


def test_many_modes_at_many_nodes_come_back():
    modes, count = 8, 120
    nodes = []
    for i in range(1, count + 1):
        x = i / count
        shapes = tuple((0.0, math.sin((k + 0.5) * math.pi * x), 0.0) for k in range(modes))
        nodes.append(ModalNode(f"n{i}", (x, 0, 0), 1 / count, translation=shapes))
    data = ModalData(tuple(10.0 * (k + 1) for k in range(modes)), tuple(nodes))
    robot = replace(ROBOT, links=(Link("fore", beam=data),))
    assert parse_toml(to_toml(robot)) == robot
