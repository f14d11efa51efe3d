"""What FMUs say of themselves: names, units, dependencies; and what is refused before anything is built."""

import re
import struct
import zipfile
from xml.etree import ElementTree

import pytest

import armillary as arm
from armillary.description.robot import Joint, Link, Robot
from armillary.errors import ArgumentError, CompilerError
from armillary.export.fmu import build
from armillary.export.fmu.block import Labels
from armillary.export.fmu.build import BuildError, known_platforms
from armillary.export.fmu.fmu import contents, export_fmu
from armillary.export.fmu.plant import default_start, plant_block
from armillary.export.fmu.units import exponents, rate, text
from armillary.export.fmu.universal import universal

HOSTILE = (
    'a"b',
    "a b",
    "a-b",
    "*/ int x; /*",
    "</ScalarVariable>",
    "%s%n",
    "ü机",
    "for",
    "time",
    "der(x)",
    "a.b",
    "\\",
)
NAME = re.compile(r"[A-Za-z]\w*(\.\w+)*(\[\d+(,\d+)*\])?")


def hostile() -> Robot:
    links = tuple(Link(f"link {k} {name}", 1.0, (0.5, 0.0, 0.0)) for k, name in enumerate(HOSTILE))
    parents = ("base", *(link.name for link in links))
    joints = tuple(
        Joint(name, "revolute", parents[k], links[k].name, axis=(0.0, 0.0, 1.0)) for k, name in enumerate(HOSTILE)
    )
    return Robot('evil"\n#error */ name', links[:3], joints[:3])


@pytest.mark.parametrize("fmi", ["2.0", "3.0"])
def test_hostile_names_become_names(fmi):
    labels = Labels()
    assert len({labels.stem(name) for name in HOSTILE}) == len(HOSTILE)
    files = contents(plant_block(hostile(), "x", tunable="all"), fmi)
    root = ElementTree.fromstring(files["modelDescription.xml"])
    names = [each.get("name") for each in root.find("ModelVariables")]
    assert len(set(names)) == len(names)
    assert all(NAME.fullmatch(name) or NAME.fullmatch(name[4:-1]) for name in names)
    for file, source in files.items():
        if file.startswith("sources/") and file.endswith((".c", ".h")):
            assert source.isascii(), file
            assert not re.search(r"^\s*#\s*error", source, re.MULTILINE), file
            code = re.sub(r"/\*.*?\*/", "", source, flags=re.DOTALL)
            assert not any(word in code for word in ("int x", "error */", '\\"', "evil")), file


@pytest.mark.parametrize("name", ["khatib-rr", "panda", "flexrob", "spherical-chain"])
@pytest.mark.parametrize("tunable", [(), "all"])
def test_every_element_of_the_structure_has_dependencies(name, tunable):
    block = plant_block(arm.library.get(name), name, tunable=tunable)
    root = ElementTree.fromstring(contents(block, "2.0")["modelDescription.xml"])
    variables = list(root.find("ModelVariables"))
    structure = root.find("ModelStructure")
    for part in structure:
        for unknown in part:
            listed = unknown.get("dependencies").split()
            assert len(listed) == len(unknown.get("dependenciesKind").split())
            for place in listed:
                known = variables[int(place) - 1]
                state = known.get("causality") == "output" and known.get("name") in {x.name for x in block.states}
                assert state or known.get("causality") in ("input", "parameter", "independent")
    root = ElementTree.fromstring(contents(block, "3.0")["modelDescription.xml"])
    kinds = {"Output", "ContinuousStateDerivative", "InitialUnknown", "EventIndicator"}
    for element in root.find("ModelStructure"):
        assert element.tag in kinds
        assert element.get("dependencies") is not None
        assert element.get("dependenciesKind") is not None


def test_dependencies_are_those_of_the_equations():
    root = ElementTree.fromstring(
        contents(plant_block(arm.library.get("khatib-rr"), "rr"), "3.0")["modelDescription.xml"]
    )
    names = {each.get("valueReference"): each.get("name") for each in root.find("ModelVariables")}
    depends = {
        names[each.get("valueReference")]: {names[r] for r in each.get("dependencies").split()}
        for each in root.find("ModelStructure")
        if each.tag in ("Output", "ContinuousStateDerivative")
    }
    assert depends["der(joint1.position)"] == {"joint1.velocity"}
    assert depends["joint1.position"] == {"joint1.position"}
    assert depends["tip.x"] == {"joint1.position", "joint2.position"}
    assert {"joint1.torque", "joint2.torque", "joint2.position"} <= depends["der(joint1.velocity)"]


def test_units_have_their_exponents():
    assert exponents("N·m·s/rad") == {"kg": 1, "m": 2, "s": -1, "rad": -1}
    assert exponents("J") == {"kg": 1, "m": 2, "s": -2}
    assert exponents("rad/s²") == {"s": -2, "rad": 1}
    assert (text("rad/s²"), rate("m/s"), rate("N·m/rad")) == ("rad/s2", "m/s²", "N·m/(rad·s)")
    with pytest.raises(CompilerError):
        exponents("furlong")


def test_a_default_start_is_within_the_limits():
    model = arm.build_model(arm.library.get("panda"))
    q = default_start(model)
    assert q[0] == 0.0
    for joint, value in zip(model.robot.moving_joints(), q, strict=False):
        assert joint.limits.lower < value < joint.limits.upper


def test_an_fmu_of_sources_alone_needs_no_compiler_and_is_always_the_same(tmp_path, monkeypatch):
    monkeypatch.setattr(build, "has_zig", lambda: False)
    monkeypatch.setattr(build, "system_compiler", lambda: None)
    robot = arm.library.get("khatib-rr")
    made = [export_fmu(robot, tmp_path / f"{k}.fmu", platforms=()).read_bytes() for k in range(2)]
    assert made[0] == made[1]
    names = zipfile.ZipFile(tmp_path / "0.fmu").namelist()
    assert {"modelDescription.xml", "sources/fmi2.c", "sources/model.h", "resources/robot.toml"} <= set(names)
    with pytest.raises(BuildError, match=r"armillary\[fmu\]"):
        export_fmu(robot, tmp_path / "no.fmu")
    with pytest.raises(ArgumentError, match=r"armillary\[fmu\]"):
        export_fmu(robot, tmp_path / "no.fmu", platforms="all")
    assert not (tmp_path / "no.fmu").exists()


@pytest.mark.parametrize(
    ("given", "match"),
    [
        ({"fmi": "1.0"}, "2.0, 3.0"),
        ({"platforms": "amiga"}, "linux64"),
        ({"tunable": "gains"}, "controller of a scenario"),
        ({"tunable": ["colour"]}, "payload"),
        ({"frames": ["nowhere"]}, "tip"),
        ({"q": [1.0]}, "2 finite numbers"),
        ({"motors": "some"}, "full"),
    ],
)
def test_wrong_arguments_are_told(tmp_path, given, match):
    with pytest.raises(ArgumentError, match=match):
        export_fmu(arm.library.get("khatib-rr"), tmp_path / "x.fmu", **given)


def test_a_payload_needs_a_place():
    links = (Link("left", 1.0, (0.5, 0.0, 0.0)), Link("right", 1.0, (0.5, 0.0, 0.0)))
    joints = tuple(Joint(f"to {link.name}", "revolute", "base", link.name, axis=(0.0, 1.0, 0.0)) for link in links)
    with pytest.raises(ArgumentError, match="tip"):
        plant_block(Robot("two", links, joints), "x", tunable="payload")


def test_platforms_by_name():
    assert [each.name for each in known_platforms("all", "2.0")] == ["linux64", "win64", "macos-x86_64", "macos-arm64"]
    assert len(known_platforms("all", "3.0")) == 5
    with pytest.raises(ArgumentError, match="one place for both"):
        known_platforms(["linux64", "linux-arm64"], "2.0")


def test_a_universal_library_has_its_parts_where_it_says():
    parts = [struct.pack("<III", 0xFEEDFACF, cpu, 3) + bytes(range(50)) for cpu in (0x01000007, 0x0100000C)]
    made = universal(parts)
    magic, count = struct.unpack_from(">II", made)
    assert (magic, count) == (0xCAFEBABE, 2)
    for k, part in enumerate(parts):
        cpu, _, offset, size, align = struct.unpack_from(">IIIII", made, 8 + 20 * k)
        assert cpu == struct.unpack_from("<III", part)[1]
        assert offset % (1 << align) == 0
        assert made[offset : offset + size] == part
    with pytest.raises(CompilerError):
        universal([parts[0], parts[0]])
