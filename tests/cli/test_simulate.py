"""The command simulate."""

import json
import os
import re
import signal
import sys
from contextlib import contextmanager

import numpy as np
import pytest

import armillary as arm
from internals import cli_progress
from moved import moved

SIMULATE = "armillary.simulation.simulate.simulate"
SWING = """
robot = "khatib-rr"
duration = 0.2
q0 = { joint1 = "20 deg" }
"""


@pytest.fixture
def swing(tmp_path):
    path = tmp_path / "swing.toml"
    path.write_text(SWING, encoding="utf-8")
    return path


@pytest.fixture
def result(tmp_path):
    path = tmp_path / "motion.nc"
    moved("flexrob", duration=0.2, rows=11).save(path)
    return path


class TestSimulate:
    def test_text(self, armillary, swing):
        found = armillary("simulate", swing)
        assert found.exit_code == 0, found.output
        assert found.stdout.startswith("khatib-rr: 0.2 s in ")
        for part in ("computed:", "dop853", "drift:", "% RMS"):
            assert part in found.stdout

    def test_files(self, armillary, swing, tmp_path):
        file, picture = tmp_path / "swing.nc", tmp_path / "swing.png"
        found = armillary("simulate", swing, "-o", file, "--plot", picture)
        assert found.exit_code == 0, found.output
        assert arm.Trajectory.load(file).t[-1] == pytest.approx(0.2)
        assert picture.read_bytes().startswith(b"\x89PNG")
        assert f"written: {file}" in found.stdout
        assert f"written: {picture}" in found.stdout

    def test_files_of_the_scenario(self, armillary, swing, tmp_path):
        swing.write_text(SWING + 'output = { file = "mine.csv", plot = "mine.svg", what = ["drift"] }')
        assert armillary("simulate", swing).exit_code == 0
        assert {path.name for path in tmp_path.iterdir()} == {"swing.toml", "mine.csv", "mine.svg"}

    def test_json(self, armillary, swing, tmp_path):
        found = armillary("simulate", swing, "--json", "-o", tmp_path / "swing.mat")
        assert found.exit_code == 0
        data = json.loads(found.stdout)
        assert data["robot"] == "khatib-rr"
        assert data["duration"] == pytest.approx(0.2)
        assert len(data["q"]) == len(data["coordinates"]) == 2
        assert data["drift_max"] < 1e-3
        assert data["events"] == []
        assert data["written"] == [str(tmp_path / "swing.mat")]

    def test_settings_replace_fields(self, armillary, swing):
        settings = [
            "duration=50ms",
            "q0.joint2=10 deg",
            "controller.type=pd",
            "controller.kp=[3, 2]",
            "controller.kd=1",
        ]
        options = [part for each in settings for part in ("--set", each)]
        found = armillary("simulate", swing, "--json", *options, "--set", "solver=rk4", "--set", "solver.step=1 ms")
        assert found.exit_code == 0, found.output
        data = json.loads(found.stdout)
        assert data["duration"] == pytest.approx(0.05)
        swing.write_text(
            'robot = "khatib-rr"\nduration = 0.05\nq0 = { joint1 = "20 deg", joint2 = "10 deg" }\n'
            'solver = { type = "rk4", step = 1e-3 }\ncontroller = { type = "pd", kp = [3, 2], kd = 1 }\n'
        )
        assert json.loads(armillary("simulate", swing, "--json").stdout)["q"] == data["q"]

    @pytest.mark.parametrize(
        ("setting", "message"),
        [
            ("duration=5 kg", "--set duration=5 kg: duration: '5 kg': 'kg' measures kg, not s"),
            ("duraton=5", "--set duraton=5: duraton: 'duraton'; expected the name of a number"),
            ("controller.kp=-1", "--set controller.kp=-1: controller"),
            ("disturbance[0].start=1", "there is no entry 0"),
            ("robot.name=x", "--set robot.name=x"),
            ("duration", "'duration'; expected KEY=VALUE"),
            ("record=1e-12", "--set record=1e-12: record"),
        ],
    )
    def test_a_bad_setting_is_named(self, armillary, swing, setting, message):
        swing.write_text(SWING + 'controller = { type = "pd", kp = 1, kd = 1 }')
        found = armillary("simulate", swing, "--set", setting)
        assert found.exit_code == 2
        assert message in found.stderr

    def test_bad_scenario(self, armillary, swing):
        swing.write_text('robot = "khatib-rr"\nduration = "3 kg"\nstpe = 1\n')
        found = armillary("simulate", swing, "--json")
        assert found.exit_code == 2
        assert found.stdout == ""
        assert "2 problems in the scenario" in found.stderr
        assert "swing.toml:3: stpe: 'stpe' is not a field here" in found.stderr

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (("-o", "swing.txt"), "--output: 'swing.txt'; expected a name that ends in .nc"),
            (("--plot", "swing.jpg"), "--plot: 'swing.jpg'; expected a name that ends in .png"),
        ],
    )
    def test_names_are_refused_before_the_run(self, armillary, swing, monkeypatch, arguments, message):
        monkeypatch.setattr(SIMULATE, lambda *_, **__: pytest.fail("it ran"))
        found = armillary("simulate", swing, *arguments)
        assert found.exit_code == 2
        assert message in found.stderr

    def test_charts_are_refused_before_the_run(self, armillary, swing, monkeypatch):
        monkeypatch.setattr(SIMULATE, lambda *_, **__: pytest.fail("it ran"))
        swing.write_text(SWING + 'output = { plot = "a.png", what = ["angles"] }')
        found = armillary("simulate", swing)
        assert found.exit_code == 2
        assert "'angles'" in found.stderr

    @pytest.mark.parametrize("option", ["-o", "--plot"])
    def test_places_are_refused_before_the_run(self, armillary, swing, tmp_path, monkeypatch, option):
        monkeypatch.setattr(SIMULATE, lambda *_, **__: pytest.fail("it ran"))
        name = "swing.nc" if option == "-o" else "swing.png"
        found = armillary("simulate", swing, option, tmp_path / "none" / name)
        assert found.exit_code == 2
        assert "cannot be written" in found.stderr
        swing.write_text(SWING + 'output = { file = "none/mine.nc" }')
        found = armillary("simulate", swing)
        assert found.exit_code == 2
        assert found.stderr.startswith("armillary: output.file: ")

    @pytest.mark.parametrize("name", ["../x.nc", "/tmp/x.nc", "a/../../x.nc"])
    @pytest.mark.parametrize("options", [(), ("--set", "output.plot=swing.png")], ids=["plain", "another_setting"])
    def test_a_scenario_does_not_write_outside_its_folder(self, armillary, swing, name, options):
        swing.write_text(SWING + f'output = {{ file = "{name}" }}')
        found = armillary("simulate", swing, *options)
        assert found.exit_code == 2
        assert "output.file: " in found.stderr
        assert "in the folder of the scenario" in found.stderr

    def test_a_scenario_replaces_no_file_by_itself(self, armillary, swing):
        swing.write_text(SWING + 'output = { file = "mine.csv" }')
        mine = swing.with_name("mine.csv")
        mine.write_text("precious")
        assert armillary("simulate", swing, "--set", 'output.what=["joints"]').exit_code == 2
        found = armillary("simulate", swing)
        assert found.exit_code == 2
        assert "output.file" in found.stderr
        assert f"--output {mine}" in found.stderr
        assert mine.read_text() == "precious"
        assert armillary("simulate", swing, "-o", mine).exit_code == 0
        assert mine.read_text() != "precious"

    @pytest.mark.usefixtures("interruptible")
    def test_interrupted_by_a_signal(self, armillary, swing, tmp_path, monkeypatch):
        @contextmanager
        def bar(what):
            yield lambda part: os.kill(os.getpid(), signal.SIGINT)

        monkeypatch.setattr(cli_progress, "late_bar", bar)
        swing.write_text('robot = "khatib-rr"\nduration = 1000\nsolver = "rk4"\nrecord = 1\n')
        found = armillary("simulate", swing, "-o", tmp_path / "part.nc")
        assert found.exit_code == 130
        assert "what was done is kept" in found.stdout
        part = arm.Trajectory.load(tmp_path / "part.nc")
        assert 0 < part.t[-1] < 1000
        assert part.events[-1].kind == "interrupted"

    def test_too_little_memory_is_told(self, armillary, swing, monkeypatch):
        def run(*_, **__):
            raise MemoryError("10 GiB")

        monkeypatch.setattr(SIMULATE, run)
        found = armillary("simulate", swing)
        assert found.exit_code == 2
        assert found.stderr == "armillary: not enough memory: 10 GiB\n"

    def test_the_scenario_of_the_help_runs(self, armillary, swing):
        shown = re.search(r"every field\):\n(.*?)\n\n", armillary("simulate", "--help").stdout, flags=re.DOTALL)
        swing.write_text(shown[1], encoding="utf-8")
        found = armillary("simulate", swing)
        assert found.exit_code == 0, found.stderr
        assert "khatib-rr: 2 s" in found.stdout

    @pytest.mark.parametrize(("kind", "status"), [("interrupted", 130), ("limit", 1)])
    def test_what_is_done_is_kept(self, armillary, swing, tmp_path, monkeypatch, kind, status):
        ends = (arm.types.Event(0.1, kind, "it stopped [there]"),)
        part = moved("khatib-rr", duration=0.1, events=ends, info={"solver": "rk4", "duration": 0.5})

        def run(*_, **__):
            if kind == "interrupted":
                raise arm.errors.RunInterrupted(part)
            return part

        monkeypatch.setattr(SIMULATE, run)
        found = armillary("simulate", swing, "-o", tmp_path / "part.nc")
        assert found.exit_code == status
        assert "it stopped [there]" in found.stdout
        assert arm.Trajectory.load(tmp_path / "part.nc").t[-1] == pytest.approx(0.1)

    def test_warnings_are_told(self, armillary, swing, monkeypatch):
        import warnings

        def run(*_, **__):
            warnings.warn("the drift is large", stacklevel=2)
            return moved("khatib-rr", duration=0.2)

        monkeypatch.setattr(SIMULATE, run)
        assert "warning: the drift is large" in armillary("simulate", swing).stdout
        assert json.loads(armillary("simulate", swing, "--json").stdout)["warnings"] == ["the drift is large"]


class TestBar:
    def test_no_bar_without_a_terminal(self, capsys):
        with cli_progress.late_bar("simulating") as show:
            show(0.5)
        assert capsys.readouterr().err == ""

    @pytest.mark.parametrize(("patience", "there"), [(0.0, True), (100.0, False)])
    def test_a_bar_after_a_while(self, monkeypatch, capsys, patience, there):
        monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
        monkeypatch.setattr(cli_progress, "PATIENCE", patience)
        monkeypatch.setenv("TERM", "xterm")
        with cli_progress.late_bar("simulating") as show:
            for part in np.linspace(0, 1, 5):
                show(part)
        assert ("simulating" in capsys.readouterr().err) is there
