"""`armillary doctor` and `armillary completion`."""

import json
import os
import shutil
import subprocess
import sys
from importlib.metadata import PackageNotFoundError

import numpy as np
import pytest

import armillary as arm
from internals import Finding, Requirement, cache, installation


def states(answer):
    return {each["name"]: each["state"] for each in json.loads(answer.stdout)["findings"]}


def test_this_installation_works(armillary):
    result = armillary("doctor", "--json")
    assert result.exit_code == 0, result.output
    found = states(result)
    assert {"numpy", "Python", "inverse dynamics", "forward dynamics", "energy drift of a motion", "plot"} <= set(found)
    assert "BROKEN" not in found.values()


@pytest.fixture
def quick(monkeypatch):
    """Examine with one test alone."""

    def only(*tests):
        monkeypatch.setattr("armillary.analysis.installation.EXAMINATIONS", tests)

    return only


def test_wrong_machine_code_is_found(armillary, monkeypatch, quick):
    class Wrong:
        def __getattr__(self, name):
            return lambda q, *_: np.zeros(np.shape(q))

    monkeypatch.setattr(installation, "native", lambda robot: Wrong())
    quick(installation.same_numbers)
    result = armillary("doctor")
    assert result.exit_code == 1
    assert "Broken: inverse dynamics, forward dynamics." in result.stdout


def test_an_error_is_a_finding(armillary, quick):
    def breaks():
        raise RuntimeError("no such thing")

    quick(breaks)
    result = armillary("doctor")
    assert result.exit_code == 1
    assert "RuntimeError: no such thing" in result.stdout


def test_a_folder_that_cannot_be_written(armillary, monkeypatch, tmp_path, quick):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path / "file" / "cache"))
    quick(installation.code_cache)
    result = armillary("doctor", "--json")
    assert result.exit_code == 1
    (finding,) = json.loads(result.stdout)["findings"]
    assert finding["found"] == "Not a directory"
    assert cache.VARIABLE in finding["hint"]


def test_the_folder_is_left_as_it_was(monkeypatch, tmp_path):
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path))
    (finding,) = installation.code_cache()
    assert finding.state == "ok"
    assert not list(tmp_path.iterdir())
    monkeypatch.setenv(cache.VARIABLE, "off")
    assert next(installation.code_cache()).state == "absent"


@pytest.mark.parametrize(
    ("versions", "state", "words"),
    [
        ({"one": "2.1", "two": "1.0"}, "ok", "one 2.1, two 1.0"),
        ({"one": "2.1"}, "absent", "two missing"),
        ({"one": "1.9.9", "two": "1.0"}, "BROKEN", "one 1.9.9 is older than 2.0"),
    ],
)
def test_extras(monkeypatch, versions, state, words):
    needed = [Requirement("one", "2.0", "thing"), Requirement("two", "0", "thing"), Requirement("core", "1.1", "")]

    def version(name):
        if name not in versions:
            raise PackageNotFoundError(name)
        return versions[name]

    monkeypatch.setattr(installation, "requirements", lambda: needed)
    monkeypatch.setattr(installation, "version", version)
    core, extra = installation.packages()
    assert (core.state, core.hint) == ("BROKEN", "pip install 'core>=1.1'")
    assert (extra.name, extra.state, extra.found) == ("thing", state, words)
    assert bool(extra.hint) == (state != "ok")


def test_bounds_come_from_the_metadata():
    found = {each.name.lower(): each for each in installation.requirements()}
    assert found["numpy"].lowest.startswith("2.")
    assert found["numpy"].extra == ""
    assert found["viser"] == Requirement("viser", "1.1", "view")
    assert "armillary" not in found


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (arm.errors.DeviceError("no CUDA driver", "a driver", "install NVIDIA's driver"), "no CUDA driver"),
        (arm.errors.MissingExtraError("cuda-bindings", "cuda", "A GPU"), "cuda-bindings missing"),
    ],
)
def test_a_machine_without_a_gpu_is_no_fault(monkeypatch, error, words):
    def call(*_):
        raise error

    monkeypatch.setattr("armillary.compiler.ptx.driver.call", call)
    assert [(each.found, each.state) for each in installation.gpu()] == [(words, "absent")]


def test_an_output_that_knows_only_ascii(monkeypatch):
    class Ascii:
        encoding = "ascii"

    monkeypatch.setattr(sys, "stdout", Ascii())
    found = next(each for each in installation.versions() if each.name == "encoding of output")
    assert found == Finding("versions", found.name, "ascii", "absent", found.hint)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_scripts_of_shells(armillary, shell):
    result = armillary("completion", shell)
    assert result.exit_code == 0
    assert f"_ARMILLARY_COMPLETE={shell}_complete" in result.stdout
    assert json.loads(armillary("completion", shell, "--json").stdout)["script"] in result.stdout


def test_the_shell_of_the_user(armillary, monkeypatch):
    monkeypatch.setenv("SHELL", "/usr/bin/fish")
    assert "fish_complete" in armillary("completion").stdout
    monkeypatch.setenv("SHELL", "/bin/csh")
    result = armillary("completion")
    assert result.exit_code == 2
    assert "bash, zsh, fish" in result.stderr


COMPLETING = {
    "bash": """
        source <(armillary completion bash)
        complete_words() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=(); _armillary_completion armillary
                           printf '%s\\n' "${COMPREPLY[@]}"; }
    """,
    "zsh": """
        compdef() { }; source <(armillary completion zsh)
        compadd() { print -l -- "${(P@)@[-1]}" }; _describe() { print -l -- "${(@)${(P@)3}%%:*}" }
        complete_words() { words=("$@"); CURRENT=$#; _armillary_completion }
    """,
    "fish": """
        armillary completion fish | source
        function complete_words; complete -C "$argv"; end
    """,
}
"""Each shell with the printed script; `complete_words` prints what it offers for the last word."""


@pytest.mark.parametrize("shell", COMPLETING)
def test_shells_complete_commands_options_robots(tmp_path, shell):
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    program = tmp_path / "armillary"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m armillary "$@"\n')
    program.chmod(0o755)
    lines = ("armillary rep", "armillary show pan", "armillary doctor --js")
    script = "\n".join([COMPLETING[shell], *(f"complete_words {line}" for line in lines)])
    environment = {**os.environ, "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}", "HOME": str(tmp_path)}
    done = subprocess.run([shell, "-c", script], env=environment, capture_output=True, text=True, check=True)
    offered = [line.split("\t") for line in done.stdout.splitlines()]
    assert [name for name, *_ in offered] == ["repair", "reproduce", "panda", "--json"], done.stderr
    if shell == "fish":
        assert offered[-1][1] == "Write JSON to stdout, and nothing else."
