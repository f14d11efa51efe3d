"""What FMUs say of themselves: names, units, dependencies; and what is refused before anything is built."""

import re
import struct
import zipfile
from dataclasses import replace
from xml.etree import ElementTree

import pytest

import armillary as arm
from fmu_driver import SAMPLED
from internals import (
    BuildError,
    Functions,
    Header,
    Joint,
    Labels,
    Link,
    Robot,
    build,
    contents,
    description,
    exponents,
    export_fmu,
    known_platforms,
    loop_block,
    parse_scenario,
    plant_block,
    unit_text,
    universal,
)
from internals import FmuTable as Table

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


HEADER = Header("x", "x", "{token}", "Armillary", "1980-01-01T00:00:00Z", 1e-10)
ALLOWED = {  # causality, variability → initial, as tables 2.2.7 of FMI 2.0 and 2.4.7.4 of FMI 3.0 have them
    ("independent", "continuous"): {None},
    ("parameter", "fixed"): {"exact"},
    ("parameter", "tunable"): {"exact"},
    ("input", "continuous"): {None},
    ("output", "continuous"): {"exact", "approx", "calculated"},
    ("output", "discrete"): {"exact", "approx", "calculated"},
    ("local", "continuous"): {"exact", "approx", "calculated"},
}
BLOCKS = {
    "plant": lambda: plant_block(arm.library.get("khatib-rp"), "x"),
    "tunable": lambda: plant_block(arm.library.get("spherical-chain"), "x", tunable="all"),
    "flexible": lambda: plant_block(arm.library.get("flexrob"), "x", tunable=("friction",)),
    "loop": lambda: loop_block(parse_scenario(SAMPLED), "x", tunable="all"),
}


def described(block, fmi):
    """The model description, without sources."""
    table = Table(Functions(block))
    text = description(table, HEADER, fmi, [])["modelDescription.xml"]
    return ElementTree.fromstring(text)


@pytest.mark.crossed
@pytest.mark.parametrize("fmi", ["2.0", "3.0"])
@pytest.mark.parametrize("name", BLOCKS)
def test_variables_are_what_the_standard_lets_them_be(name, fmi):
    block = BLOCKS[name]()
    root = described(block, fmi)
    variables = list(root.find("ModelVariables"))
    kinds = [next(iter(each)) if fmi == "2.0" else each for each in variables]
    references = [int(each.get("valueReference")) for each in variables]
    assert references == list(range(len(variables)))
    units = {each.get("name") for each in root.find("UnitDefinitions")}
    for each, kind in zip(variables, kinds, strict=True):
        role = (each.get("causality"), each.get("variability"))
        assert each.get("initial") in ALLOWED[role], each.get("name")
        starts = each.get("initial") == "exact" or role[0] == "input"
        assert (kind.get("start") is not None) == starts, each.get("name")
        assert kind.get("unit") is None or kind.get("unit") in units
        if kind.get("min") is not None:
            assert float(kind.get("start")) >= float(kind.get("min"))
    rates = [int(kind.get("derivative")) - (fmi == "2.0") for kind in kinds if kind.get("derivative")]
    assert rates == list(range(1, 1 + len(block.states)))
    count = len(Functions(block).events)
    if fmi == "2.0":
        assert root.get("numberOfEventIndicators") == str(count)
    else:
        assert len(root.findall("ModelStructure/EventIndicator")) == count
        assert root.find("CoSimulation").get("mightReturnEarlyFromDoStep") == "true"  # at limits


@pytest.mark.crossed
@pytest.mark.parametrize("fmi", ["2.0", "3.0"])
@pytest.mark.parametrize("name", BLOCKS)
def test_the_structure_lists_what_the_standard_wants(name, fmi):
    root = described(BLOCKS[name](), fmi)
    variables = list(root.find("ModelVariables"))
    structure = root.find("ModelStructure")
    tags = ("Outputs/Unknown", "InitialUnknowns/Unknown") if fmi == "2.0" else ("Output", "InitialUnknown")

    def listed(tag):
        key, first = ("index", 1) if fmi == "2.0" else ("valueReference", 0)
        return [variables[int(each.get(key)) - first].get("name") for each in structure.findall(tag)]

    outputs = [each for each in variables if each.get("causality") == "output"]
    assert sorted(listed(tags[0])) == sorted(each.get("name") for each in outputs)
    rates = [each.get("name") for each in variables if each.get("name").startswith("der(")]
    computed = [each.get("name") for each in outputs if each.get("initial") != "exact"]
    assert sorted(listed(tags[1])) == sorted([*computed, *rates])
    for element in structure.iter():  # other kinds of dependency are those of real numbers
        kinds = set((element.get("dependenciesKind") or "").split())
        place = int(element.get("index") or 0) - 1 if fmi == "2.0" else int(element.get("valueReference") or 0)
        if element.get("dependencies") is not None and "beyond" in variables[place].get("name"):
            assert kinds <= {"dependent"}


@pytest.mark.crossed
@pytest.mark.parametrize("name", ["khatib-rr", "panda", "flexrob", "spherical-chain"])
@pytest.mark.parametrize("tunable", [(), "all"])
def test_every_element_of_the_structure_has_dependencies(name, tunable):
    block = plant_block(arm.library.get(name), name, tunable=tunable)
    root = described(block, "2.0")
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
    root = described(block, "3.0")
    kinds = {"Output", "ContinuousStateDerivative", "InitialUnknown", "EventIndicator"}
    for element in root.find("ModelStructure"):
        assert element.tag in kinds
        assert element.get("dependencies") is not None
        assert element.get("dependenciesKind") is not None


def test_dependencies_are_those_of_the_equations():
    root = described(plant_block(arm.library.get("khatib-rr"), "rr"), "3.0")
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
    assert unit_text("rad/s²") == "rad/s2"
    with pytest.raises(arm.errors.CompilerError):
        exponents("furlong")


def test_a_default_start_is_within_the_limits():
    model = arm.model(arm.library.get("panda"))
    states = plant_block(model, "arm").states
    assert [each.start for each in states[: model.nq]] == list(model.robot.configuration("home"))


def test_an_fmu_of_sources_alone_needs_no_compiler_and_is_always_the_same(tmp_path, monkeypatch):
    monkeypatch.setattr(build, "has_zig", lambda: False)
    monkeypatch.setattr(build, "system_compiler", lambda: None)
    robot = arm.library.get("khatib-rr")
    made = [
        export_fmu(robot, tmp_path / f"{k}.fmu", platforms=each).read_bytes() for k, each in enumerate(((), "none"))
    ]
    assert made[0] == made[1]
    names = zipfile.ZipFile(tmp_path / "0.fmu").namelist()
    assert {"modelDescription.xml", "sources/fmi2.c", "sources/model.h", "resources/robot.toml"} <= set(names)
    with pytest.raises(BuildError, match=r"armillary\[fmu\]"):
        export_fmu(robot, tmp_path / "no.fmu")
    with pytest.raises(arm.ArgumentError, match=r"armillary\[fmu\]"):
        export_fmu(robot, tmp_path / "no.fmu", platforms="all")
    assert not (tmp_path / "no.fmu").exists()


@pytest.mark.parametrize(
    ("given", "match"),
    [
        ({"fmi": "1.0"}, "2.0, 3.0"),
        ({"platforms": "amiga"}, "linux64"),
        ({"platforms": ""}, "linux64"),
        ({"name": ""}, "a name"),
        ({"name": 5}, "a name"),
        ({"tunable": "gains"}, "controller of a scenario"),
        ({"tunable": ["colour"]}, "the name of a number"),
        ({"tunable": ["q0[0]"]}, "a number of the plant"),
        ({"frames": ["nowhere"]}, "tip"),
        ({"q0": [1.0]}, "2 finite numbers"),
    ],
)
def test_wrong_arguments_are_told(tmp_path, given, match):
    with pytest.raises(arm.ArgumentError, match=match):
        export_fmu(arm.library.get("khatib-rr"), tmp_path / "x.fmu", **given)


LONG = ["r" * count for count in (32, 33, 40, 41, 200)]
NAMES = [
    "../../x",
    "a\nb",
    "]]>",
    "\x00\x01",
    "x" * 10_000,
    "model",
    "core",
    "7 axes",
    "機械の腕",
    "é" * 50,
    "int",
    "main",
]
DEVICES = ["CON", "nul", "com1", "LPT9", "aux.txt", "com¹"]


@pytest.mark.parametrize("name", [*NAMES, *DEVICES, *LONG])
def test_a_hostile_name_of_a_model_stays_in_its_place(tmp_path, name):
    robot = replace(arm.library.get("khatib-rr"), name=name)
    with zipfile.ZipFile(export_fmu(robot, tmp_path / "x.fmu", platforms="none")) as archive:
        assert all(re.fullmatch(r"(\w+/)?\w+\.\w+", place) for place in archive.namelist())
        root = ElementTree.fromstring(archive.read("modelDescription.xml"))
        code = {place[8:]: archive.read(place).decode() for place in archive.namelist() if place[:8] == "sources/"}
    assert root.get("modelName").isprintable()
    identifier = root.find("ModelExchange").get("modelIdentifier")
    assert re.fullmatch(r"[a-z][a-z0-9_]*", identifier)
    assert identifier not in ("con", "nul", "com1", "lpt9", "aux", "int", "main")
    assert set(re.findall(r'#include "(.+?)"', "".join(code.values()))) <= set(code)
    assert {each.text or each.get("name") for each in root.iter("File")} <= set(code)
    needed = re.findall(rf"#define model_\w+ ({identifier}_\w+)", code["model.h"])
    assert len(set(needed)) == len(needed) >= 3
    assert all(f"void {function}(" in code[f"{function}.c"] for function in needed)


def test_only_an_fmu_of_ours_is_replaced(tmp_path):
    robot, path = arm.library.get("khatib-rr"), tmp_path / "x.fmu"
    export_fmu(robot, path, platforms="none")
    export_fmu(robot, path, platforms="none", fmi="3.0")
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("modelDescription.xml", '<fmiModelDescription generationTool="Other"/>')
    for content in (path.read_bytes(), b"", b"a text"):
        path.write_bytes(content)
        with pytest.raises(arm.ArgumentError, match="no export has written"):
            export_fmu(robot, path, platforms="none")
        assert path.read_bytes() == content


def test_the_variable_cc_may_hold_flags(monkeypatch):
    monkeypatch.setattr(build.shutil, "which", lambda name: f"/bin/{name}" if name == "mycc" else None)
    monkeypatch.setenv("CC", "mycc -m64 '-DX=a b'")
    assert build.system_compiler() == ("/bin/mycc", "-m64", "-DX=a b")
    monkeypatch.setenv("CC", "nowhere")
    assert build.system_compiler() is None


def test_a_payload_needs_a_place():
    links = (Link("left", 1.0, (0.5, 0.0, 0.0)), Link("right", 1.0, (0.5, 0.0, 0.0)))
    joints = tuple(Joint(f"to {link.name}", "revolute", "base", link.name, axis=(0.0, 1.0, 0.0)) for link in links)
    with pytest.raises(arm.ArgumentError, match="tip"):
        plant_block(Robot("two", links, joints), "x", tunable="payload")


def test_platforms_by_name():
    assert [each.name for each in known_platforms("all", "2.0")] == ["linux64", "win64", "macos-x86_64", "macos-arm64"]
    assert len(known_platforms("all", "3.0")) == 5
    with pytest.raises(arm.ArgumentError, match="one place for both"):
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
    with pytest.raises(arm.errors.CompilerError):
        universal([parts[0], parts[0]])
