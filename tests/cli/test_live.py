"""The live page of `armillary show`: what its arguments mean, and how it starts and ends."""

import json
import os
import shlex
import signal
import subprocess
import sys
import urllib.request
from dataclasses import replace
from pathlib import Path

import pytest

import armillary as arm
from internals import is_scenario, subject_of
from viewer.looking import wait_until

START = "from armillary.cli import main; main()"


def test_a_name_is_a_robot_of_the_library():
    subject = subject_of(("panda",))
    assert subject.name == "panda"
    assert not subject.results
    assert subject.scenario is None


def test_a_robot_file_and_a_scenario_are_told_apart(tmp_path):
    robot, scenario = tmp_path / "arm.toml", tmp_path / "swing.toml"
    arm.save(arm.library.get("khatib-rr"), robot)
    scenario.write_text('robot = "arm.toml"\nduration = "1 s"\nmotors = "none"\n')
    assert not is_scenario(robot)
    assert is_scenario(scenario)
    assert subject_of((str(robot),)).robot == arm.library.get("khatib-rr")
    subject = subject_of((str(scenario),))
    assert subject.scenario == scenario.resolve()
    assert subject.motors == "none"


def test_faults_of_a_scenario_are_told_before_a_page_opens(tmp_path):
    path = tmp_path / "bad.toml"
    path.write_text('robot = "panda"\nduration = -1\n')
    with pytest.raises(arm.DescriptionError, match="duration"):
        subject_of((str(path),))


def test_results_come_with_their_names(tmp_path):
    motion = arm.simulate(arm.library.get("khatib-rr"), duration=0.1)
    for name in ("one", "two"):
        motion.save(tmp_path / f"{name}.nc")
    subject = subject_of((str(tmp_path / "one.nc"), str(tmp_path / "two.nc")))
    assert list(subject.results) == ["one", "two"]
    assert subject.robot == motion.model.robot


def test_a_configuration_by_name_or_numbers(tmp_path):
    robot = replace(arm.library.get("khatib-rr"), configurations=[arm.parts.Configuration("bent", (0.5, -0.3))])
    arm.save(robot, tmp_path / "rr.toml")
    file = (str(tmp_path / "rr.toml"),)
    assert subject_of(file, q="bent").q.tolist() == [0.5, -0.3]
    assert subject_of(file, q="0.1,0.2").q.tolist() == [0.1, 0.2]
    (tmp_path / "s.toml").write_text('robot = "rr.toml"\nduration = 1\nq0 = "bent"\n')
    assert arm.load_scenario(tmp_path / "s.toml").q0 == (0.5, -0.3)
    assert subject_of((str(tmp_path / "s.toml"),), q="0.1,0.2").settings == ("q0=[0.1, 0.2]",)


@pytest.mark.parametrize("what", [("panda", "ur5"), ("nobody",), ("nothing.nc",), ("nothing.toml",)])
def test_what_is_not_there_is_refused(what):
    with pytest.raises((arm.ArgumentError, arm.DescriptionError)):
        subject_of(what)


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.usefixtures("interruptible")
@pytest.mark.parametrize("options", [(), ("--json",)])
def test_it_prints_an_address_serves_it_and_ends_with_ctrl_c(options):
    command = [sys.executable, "-c", START, "show", "khatib-rr", "--live", "--no-browser", *options]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True) as process:
        try:
            line = process.stdout.readline() if not options else "".join(process.stdout.readline() for _ in range(3))
            address = json.loads(line)["address"] if options else line.split()[0]
            opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
            with opener.open(address, timeout=600) as answer:
                assert answer.status == 200
                assert b"<html" in answer.read()[:2000].lower()
            process.send_signal(signal.SIGINT)
            rest, errors = process.communicate(timeout=600)
        finally:
            process.kill()
    assert process.returncode == 0
    assert rest == ""
    assert errors == ""


RECORD = """
import json, os, sys, urllib.parse
path = urllib.parse.unquote(urllib.parse.urlsplit(sys.argv[1]).path)
modes = [os.stat(each).st_mode & 0o777 for each in (path, os.path.dirname(path))]
text = open(path, encoding="utf-8").read()
with open(os.environ["RECORDED"] + ".part", "w", encoding="utf-8") as file:
    json.dump({"arguments": sys.argv, "modes": modes, "text": text, "path": path}, file)
os.rename(file.name, os.environ["RECORDED"])
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals and modes of files")
@pytest.mark.usefixtures("interruptible")
def test_the_command_line_of_the_browser_has_no_token(tmp_path):
    """Other users read command lines; the token reaches the browser through a file of this user alone."""
    (tmp_path / "browser.py").write_text(RECORD)
    recorded = tmp_path / "recorded.json"
    browser = f"{shlex.quote(sys.executable)} {shlex.quote(str(tmp_path / 'browser.py'))} %s"
    command = [sys.executable, "-c", f"import os; os.umask(0); {START}", "show", "khatib-rr", "--live", "--json"]
    environment = os.environ | {"BROWSER": browser, "RECORDED": str(recorded), "TMPDIR": str(tmp_path)}
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, env=environment) as process:
        try:
            address = json.loads("".join(process.stdout.readline() for _ in range(3)))["address"]
            wait_until(recorded.exists)
            process.send_signal(signal.SIGINT)
            _, errors = process.communicate(timeout=600)
        finally:
            process.kill()
    assert errors == ""
    seen = json.loads(recorded.read_text())
    token = address.partition("token=")[2]
    assert len(token) >= 32
    assert token not in " ".join(seen["arguments"])
    assert seen["modes"] == [0o600, 0o700]
    assert f"url={address}" in seen["text"]
    assert not Path(seen["path"]).parent.exists()


def test_without_viser_it_says_what_to_install():
    code = f"import sys; sys.modules['viser'] = None; {START}"
    command = [sys.executable, "-c", code, "show", "panda", "--live"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "armillary[view]" in done.stderr
