"""Tables on a narrow screen: names, numbers and kinds stay whole."""

import json

import pytest
from rich.cells import cell_len

import armillary as arm
from internals import Screen, Table, columns


@pytest.fixture(params=[80, 40])
def narrow(request, monkeypatch):
    monkeypatch.setattr("armillary.cli.screen.PLAIN_WIDTH", request.param)
    return request.param


def test_text_wraps_between_words(capsys, monkeypatch):
    monkeypatch.setattr("armillary.cli.screen.PLAIN_WIDTH", 26)
    heads = columns("name", "text", wrap={"text": 8})
    Screen().show(Table("", heads, [("spherical-chain", "free text that goes on")]))
    lines = [line.split(maxsplit=1) for line in capsys.readouterr().out.splitlines()]
    assert lines[2:] == [["spherical-chain", "free text"], ["that", "goes"], ["on"], []]


@pytest.mark.parametrize("name", ["panda", "puma560", "humanoid", "spherical-chain"])
def test_show_keeps_names_and_kinds_whole(armillary, narrow, name):
    lines = [line.split() for line in armillary("show", name).stdout.splitlines()]
    for number, joint in enumerate(arm.library.get(name).joints, start=1):
        assert any(line[:3] == [str(number), joint.name, joint.type] for line in lines)


def test_show_fits_eighty_columns(armillary, monkeypatch):
    monkeypatch.setattr("armillary.cli.screen.PLAIN_WIDTH", 80)
    text = armillary("show", "panda").stdout
    assert max(cell_len(line) for line in text.splitlines()) <= 80
    assert "panda_joint4   −176 to −3.999 deg   124.6 deg/s" in text


def test_check_keeps_numbers_whole(armillary, narrow):
    text = armillary("check", "panda", "--states", 1).stdout
    words = {word for line in text.splitlines() for word in line.split()}
    assert {"composite_moments", "articulated_body", "forward_dynamics"} <= words
    assert not any(word.endswith("e-") for word in words)
    if narrow == 80:
        assert max(cell_len(line) for line in text.splitlines()) <= 80


def test_cost_keeps_numbers_whole(armillary, narrow):
    arguments = ("cost", "panda", "--quantities", "forward_dynamics", "--formulations", "articulated_body")
    (row,) = json.loads(armillary(*arguments, "--json").stdout)["rows"]
    (line,) = [line for line in armillary(*arguments).stdout.splitlines() if "articulated_body" in line]
    assert line.split()[:3] == ["forward_dynamics", "articulated_body", str(row["before"]["flops"])]
    assert line.split()[-1] == str(row["after"]["flops"])
    assert len(line) <= 80


def test_reproduce_keeps_numbers_whole(armillary, narrow):
    figures = json.loads(armillary("reproduce", "khatib", "--json").stdout)[0]["figures"]
    text = armillary("reproduce", "khatib").stdout
    for figure in figures:
        assert f" {figure['ours']:.10g} " in text
    assert "no room for tolerance, difference" in text
