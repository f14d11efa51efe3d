"""`armillary export` writes where it is told, says what it wrote, and what was wrong."""

import json

import pytest

from internals import EXPORTED, build
from internals import PROGRAMS_USUAL as USUAL


@pytest.fixture(autouse=True)
def elsewhere(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def test_c(armillary, tmp_path):
    done = armillary("export", "khatib-rr", "--to", "c", "--quantities", "gravity,mass_matrix", "-o", "rr")
    assert done.exit_code == 0, done.output
    assert "written: rr/khatib_rr.h" in done.stdout
    assert "functions: gravity, mass_matrix" in done.stdout
    assert "ctest --test-dir rr/build" in done.stdout
    assert len(list((tmp_path / "rr").iterdir())) == 4


@pytest.mark.parametrize(
    ("kind", "place"), [("c", "khatib_rr_c"), ("python", "khatib_rr.py"), ("casadi", "khatib_rr_casadi.py")]
)
def test_a_place_of_its_own(armillary, tmp_path, kind, place):
    done = armillary("export", "khatib-rr", "--to", kind, "--json")
    assert done.exit_code == 0, done.output
    data = json.loads(done.stdout)
    assert (data["kind"], data["robot"], data["path"]) == (kind, "khatib-rr", place)
    assert data["functions"] == list(USUAL)
    assert all((tmp_path / file["file"]).stat().st_size == file["bytes"] > 0 for file in data["files"])


def test_options_reach_the_export(armillary, arm_file, tmp_path):
    options = ("--motors", "none", "--no-friction", "--frames", "tip", "--frames", "fore", "--precision", "float")
    done = armillary("export", arm_file, "--to", "c", *options, "--name", "two", "--quantities", "bias", "-o", "x")
    assert done.exit_code == 0, done.output
    header = (tmp_path / "x" / "two.h").read_text()
    assert "Motors: none" in header
    assert "Friction and damping: none" in header
    assert "void two_bias(const float q[2]" in header
    done = armillary(
        "export", arm_file, "--to", "python", *options[3:7], "--quantities", "pose", "--quantities", "gravity"
    )
    assert done.stdout.count("pose") == 2
    assert "def pose_fore(q):" in (tmp_path / "two_link.py").read_text()


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("nope", "--to", "c"), "ROBOT: 'nope'"),
        (("khatib-rr",), "Missing option '--to'"),
        (("khatib-rr", "--to", "java"), "Invalid value for '--to'"),
        (("khatib-rr", "--to", "c", "--quantities", "mass"), "--quantities: 'mass'"),
        (("khatib-rr", "--to", "c", "--quantities", ""), "--quantities: ''"),
        (("khatib-rr", "--to", "fmu", "--platforms", ","), "--platforms: ','"),
        (("khatib-rr", "--to", "fmu", "--platforms", "none", "--name", ""), "--name: ''"),
        (("khatib-rr", "--to", "fmu", "--tunable", "gains"), "--tunable: 'gains'"),
        (("khatib-rr", "--to", "c", "--frames", "nose"), "--frames: 'nose'"),
        (("khatib-rr", "--to", "python", "-o", "x.c"), "--output: x.c"),
        (("khatib-rr", "--to", "python", "--precision", "float"), "--precision: 'float'"),
        (("khatib-rr", "--to", "c", "--name", "stdio"), "--name: 'stdio'"),
        (("khatib-rr", "--to", "c", "--fmi", "3.0"), "--fmi: given"),
        (("khatib-rr", "--to", "c", "-o", "no/where"), "--output: no/where"),
    ],
)
def test_bad_input_is_said_and_nothing_written(armillary, tmp_path, arguments, says):
    done = armillary("export", *arguments)
    assert done.exit_code == 2
    assert done.stdout == ""
    assert says in done.stderr
    assert not list(tmp_path.iterdir())


def test_an_fmu_of_sources_alone(armillary, tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", "")
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.setattr(build, "has_zig", lambda: False)
    done = armillary("export", "khatib-rr", "--to", "fmu")
    assert done.exit_code == 2
    assert "an FMU needs a C compiler" in done.stderr
    assert "the platform none" in done.stderr
    assert not list(tmp_path.iterdir())
    done = armillary("export", "khatib-rr", "--to", "fmu", "--platforms", "none")
    assert done.exit_code == 0, done.output
    (tmp_path / "khatib_rr.fmu").write_text("a letter")
    done = armillary("export", "khatib-rr", "--to", "fmu", "--platforms", "none")
    assert "--output: khatib_rr.fmu, which no export has written" in done.stderr


def test_a_scenario_is_for_fmus(armillary, tmp_path):
    (tmp_path / "swing.toml").write_text('robot = "khatib-rr"\nduration = 1.0\n')
    done = armillary("export", "swing.toml", "--to", "c")
    assert done.exit_code == 2
    assert "--to: c for the scenario swing.toml; expected fmu" in done.stderr
    for option in (("--motors", "none"), ("--no-friction",), ("--q0", "1")):
        done = armillary("export", "swing.toml", "--to", "fmu", *option)
        assert done.exit_code == 2
        assert "given for the scenario swing.toml; expected a robot" in done.stderr


def test_help_lists_what_there_is(armillary):
    assert EXPORTED
    text = " ".join(armillary("export", "--help").stdout.split())
    assert ", ".join(EXPORTED) in text
