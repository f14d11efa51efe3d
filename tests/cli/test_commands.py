"""What every command does alike: help, JSON, exit states, messages."""

import importlib
import json
import os
import subprocess
import sys
from pathlib import Path

import click
import numpy as np
import pytest

from internals import COMMAND_GROUPS, COMMANDS, FORMER, module_of, to_json


def test_help_names_every_command(armillary):
    result = armillary("--help")
    assert result.exit_code == 0
    for title, commands in COMMAND_GROUPS.items():
        assert f"\n{title}:\n" in result.output
        for name, summary in commands.items():
            assert f"  {name} " in result.output
            assert f" {summary}\n" in result.output


@pytest.mark.parametrize("name", COMMANDS)
def test_command_help_has_an_example_and_json(armillary, name):
    result = armillary(name, "--help")
    assert result.exit_code == 0
    assert "--json" in result.output
    assert f"\n    armillary {name}" in result.output


@pytest.mark.parametrize("name", COMMANDS)
def test_command_is_where_the_table_says(name):
    assert isinstance(importlib.import_module(module_of(name)).command, click.Command)


def test_help_loads_no_command():
    code = "import sys, armillary.cli\ntry: armillary.cli.main(['--help'])\nexcept SystemExit: pass\n"
    code += "print([name for name in sys.modules if name.startswith('armillary.cli.')])"
    output = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert output.splitlines()[-1] == "['armillary.cli.group']"


def test_version(armillary):
    assert armillary("--version").output.startswith("armillary, version ")


@pytest.mark.parametrize(
    ("words", "suggestion"),
    [
        (("chekc",), "did you mean check?"),
        (("sweep", "rnu"), "did you mean run?"),
        (("zzz",), "--help' lists the commands"),
        (("sweep", "zzz"), "sweep --help' lists the commands"),
        (("plot", "swing.nc"), "armillary show RESULT.nc -o FILE.png"),
        (("veiw",), "armillary show ROBOT|SCENARIO|RESULT.nc --live"),
        (("check", "--sed", "1"), "--seed"),
    ],
)
def test_what_is_mistyped_gets_a_suggestion(armillary, words, suggestion):
    result = armillary(*words)
    assert result.exit_code == 2
    assert suggestion in " ".join(result.stderr.split())
    assert result.stdout == ""


def test_former_names_are_no_commands():
    assert not set(FORMER) & set(COMMANDS)


@pytest.mark.parametrize("command", ["show", "check"])
@pytest.mark.parametrize("json_flag", [(), ("--json",)])
class TestBadInput:
    def test_unknown_robot_names_close_ones(self, armillary, command, json_flag):
        result = armillary(command, "pandda", *json_flag)
        assert result.exit_code == 2
        assert result.stdout == ""
        assert "'pandda'" in result.stderr
        assert "did you mean panda" in result.stderr
        assert "Traceback" not in result.stderr

    def test_robot_like_nothing_points_to_the_list(self, armillary, command, json_flag):
        result = armillary(command, "zzzzzz", *json_flag)
        assert result.exit_code == 2
        assert "armillary robots" in result.stderr

    def test_missing_file(self, armillary, command, json_flag, tmp_path):
        result = armillary(command, tmp_path / "absent.toml", *json_flag)
        assert result.exit_code == 2
        assert result.stdout == ""
        assert "absent.toml" in result.stderr

    def test_directory(self, armillary, command, json_flag, tmp_path):
        result = armillary(command, tmp_path, *json_flag)
        assert result.exit_code == 2
        assert result.stdout == ""

    def test_all_faults_of_a_file_at_once(self, armillary, command, json_flag, arm_file):
        text = arm_file.read_text().replace("mass = 4.0", "mass = -4.0").replace('child = "fore"', 'child = "four"')
        arm_file.write_text(text)
        result = armillary(command, arm_file, *json_flag)
        assert result.exit_code == 2
        assert result.stdout == ""
        assert "-4" in result.stderr
        assert "'four'" in result.stderr
        assert "two-link.toml" in result.stderr


def test_missing_argument(armillary):
    assert armillary("show").exit_code == 2


@pytest.mark.parametrize(
    "options",
    [("--states", "0"), ("--states", "many"), ("--seed", "-1"), ("--motors", "half"), ("--tolerance", "-1")],
)
def test_bad_option(armillary, arm_file, options):
    result = armillary("check", arm_file, *options)
    assert result.exit_code == 2
    assert options[0] in result.stderr
    assert result.stdout == ""


@pytest.mark.usefixtures("interruptible")
def test_interrupt_ends_with_130_and_a_short_line(arm_file):
    # A real signal to a real process, sent when the check has begun.
    code = (
        "import os, signal, time\n"
        "from armillary.analysis import check\n"
        "from armillary.cli import main\n"
        "def stopped(*_, **__):\n"
        "    os.kill(os.getpid(), signal.SIGINT)\n"
        "    time.sleep(600)\n"
        "check.check = stopped\n"
        "main()\n"
    )
    command = [sys.executable, "-c", code, "check", str(arm_file)]
    result = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)
    assert result.returncode == 130
    assert result.stdout == ""
    assert result.stderr.strip() == "armillary: interrupted"


def test_what_was_not_foreseen_is_not_hidden(armillary, arm_file, monkeypatch):
    def broken(*_arguments, **_options):
        raise ZeroDivisionError

    monkeypatch.setattr("armillary.analysis.check.check", broken)
    assert isinstance(armillary("check", arm_file).exception, ZeroDivisionError)


def test_a_terminal_that_knows_only_ascii_is_no_error(arm_file):
    command = [sys.executable, "-c", "from armillary.cli import main; main()", "show", str(arm_file)]
    environment = os.environ | {"PYTHONIOENCODING": "ascii"}
    result = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    assert result.returncode == 0, result.stderr
    assert "shoulder" in result.stdout


def test_json_of_every_command_is_pure(armillary, arm_file):
    for arguments in (("robots",), ("show", arm_file), ("check", arm_file, "--states", 2), ("reproduce", "khatib")):
        result = armillary(*arguments, "--json")
        assert result.exit_code == 0, result.output
        assert json.loads(result.stdout)
        assert result.stderr == ""


@pytest.mark.parametrize(
    ("command", "work"),
    [
        ("check", "armillary.analysis.check.check"),
        ("equations", "armillary.symbolic.equations.equations"),
        ("linearise", "armillary.analysis.linearise.linearise"),
    ],
)
def test_an_output_that_cannot_be_written_is_refused_before_the_work(armillary, monkeypatch, command, work):
    monkeypatch.setattr(work, lambda *_, **__: pytest.fail("computed first"))
    result = armillary(command, "khatib-rr", "-o", "/nowhere/at/all.json")
    assert result.exit_code == 2
    assert "--output: /nowhere/at/all.json cannot be written" in result.stderr


def test_json_takes_numpy_and_what_is_not_finite():
    data = {"a": np.float64(1.5), "b": np.bool_(True), "c": [np.inf, np.nan], "d": np.arange(2), "e": (1, "ω")}
    assert json.loads(to_json(data)) == {"a": 1.5, "b": True, "c": [None, None], "d": [0, 1], "e": [1, "ω"]}


@pytest.mark.parametrize(
    ("command", "status", "message"),
    [
        ("armillary show humanoid > /dev/full", 2, "No space left"),
        (f"armillary show {'a' * 300}.toml", 2, "name too long"),
        (f"armillary show {'a' * 300}", 2, "expected a name from the library"),
        ("armillary show humanoid | true; exit ${PIPESTATUS[0]}", None, ""),
    ],
)
def test_the_system_says_no(command, status, message):
    """What the operating system refuses is a message and a status, not a traceback."""
    if sys.platform == "win32":
        pytest.skip("needs a shell and /dev/full")
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    done = subprocess.run(
        ["bash", "-c", command], capture_output=True, text=True, env={**os.environ, "PATH": path}, check=False
    )
    assert "Traceback" not in done.stderr
    assert message in done.stderr
    assert done.returncode == status if status is not None else done.returncode in (0, 141)
