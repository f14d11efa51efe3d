"""`armillary select`: the table, files, weights and bad input; metrics are made up, but for one whole run."""

import csv
import json

import pytest
from rich.cells import cell_len

from internals import selection_select as module
from made_up_selection import ARMS, measured


@pytest.fixture
def quick(monkeypatch):
    """Metrics that cost nothing: the measures of `made_up_selection`, in the order in which robots come."""
    seen = []

    def metric(group):
        def measures(candidate):
            if candidate.robot.name not in seen:
                seen.append(candidate.robot.name)
            return [one for one in measured(seen.index(candidate.robot.name)) if one.group == group]

        return measures

    monkeypatch.setattr(module, "MEASURES", {group: metric(group) for group in module.GROUPS})


WEIGHTS = "workspace.volume=2,operations.inverse_dynamics=1"


def test_table(armillary, quick):
    result = armillary("select", *ARMS, "--weights", WEIGHTS)
    assert result.exit_code == 0, result.output
    for words in ("4 robots, best first", "workspace.volume", "60M 40A 2T*", "standard motion", "motors full", "0.667"):
        assert words in result.stdout


def test_narrow_screen(armillary, quick, monkeypatch):
    monkeypatch.setattr("armillary.cli.screen.PLAIN_WIDTH", 80)
    for arms in (ARMS, (*ARMS, "planar-4r", "planar-7r", "khatib-rr", "khatib-rp")):
        text = armillary("select", *arms, "--weights", WEIGHTS).stdout
        assert max(cell_len(line) for line in text.splitlines()) <= 80
        for name in arms:
            assert name in text


def test_json(armillary, quick):
    result = armillary(
        "select", *ARMS, "--weights", WEIGHTS, "--seed", 5, "--samples", 40, "--motors", "none", "--json"
    )
    data = json.loads(result.stdout)
    assert data["ranking"] == list(ARMS)
    assert data["weights"] == {"workspace.volume": 2, "operations.inverse_dynamics": 1}
    assert (data["settings"]["seed"], data["settings"]["samples"], data["settings"]["motors"]) == (5, 40, "none")
    assert [len(one["parts"]) for one in data["candidates"]] == [2] * 4


def test_weights_in_a_file(armillary, quick, tmp_path):
    (tmp_path / "weights.toml").write_text("[workspace]\nvolume = 1\n", encoding="utf-8")
    data = json.loads(armillary("select", *ARMS, "--weights", tmp_path / "weights.toml", "--json").stdout)
    assert data["shares"] == {"workspace.volume": 1}


def test_without_times(armillary, quick):
    data = json.loads(armillary("select", *ARMS, "--weights", WEIGHTS, "--no-times", "--json").stdout)
    assert not any(one["key"].startswith("times.") for one in data["candidates"][0]["measures"])


def test_rows_of_the_task(armillary, quick):
    arguments = ("select", "planar-3r", "rtx", "--weights", WEIGHTS, "--json")
    data = json.loads(armillary(*arguments, "--task", "3,4").stdout)
    assert data["settings"]["task"] == [3, 4]


def test_files(armillary, quick, tmp_path):
    files = [tmp_path / name for name in ("a.csv", "b.json", "c.png")]
    for output, plot in ((files[0], ()), (files[1], ("--plot", files[2]))):
        result = armillary("select", *ARMS, "--weights", WEIGHTS, "--samples", 20, "-o", output, *plot)
        assert result.exit_code == 0, result.output
        assert [line for line in result.stdout.splitlines() if line.startswith("written: ")] == [
            f"written: {file}" for file in (output, *plot[1:])
        ]
    with files[0].open(encoding="utf-8", newline="") as file:
        assert {row["candidate"] for row in csv.DictReader(file)} == set(ARMS)
    assert json.loads(files[1].read_text(encoding="utf-8"))["ranking"] == list(ARMS)
    assert files[2].read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("rtx",), ("ROBOT: one only, 'rtx'",)),
        ((), ("ROBOT",)),
        (("rtx", "rtx"), ("2 with the name 'rtx'", "set `name` in the file")),
        (("rtx", "standford"), ("did you mean stanford",)),
        (("rtx", "planar-3r"), ("ROBOT: different tasks", "a task of fewer rows may suit all: 3, 4 is")),
        (("rtx", "stanford", "--weights", "workspace.volum=1"), ("--weights", "did you mean workspace.volume")),
        (("rtx", "stanford", "--weights", "workspace.volume"), ("--weights", "MEASURE=NUMBER")),
        (("rtx", "stanford", "--weights", ""), ("--weights: ''; expected MEASURE=NUMBER",)),
        (("rtx", "stanford", "--weights", "workspace.volume=-1"), ("--weights: -1 for workspace.volume",)),
        (("rtx", "stanford", "--weights", "absent.toml"), ("file of weights", "absent.toml")),
        (("rtx", "stanford", "--motion", "absent.toml"), ("absent.toml",)),
        (("rtx", "stanford", "--samples", "1"), ("--samples",)),
        (("rtx", "stanford", "--frame", "hand"), ("frame", "'hand'")),
        (("rtx", "stanford", "--task", "place"), ("--task: 'place'",)),
        (("rtx", "stanford", "--task", "3,9"), ("--task: (3, 9)",)),
        (("rtx", "stanford", "-o", "a.txt"), ("--output", ".json or .csv")),
        (("rtx", "stanford", "--plot", "a.jpg"), ("--plot", ".png, .svg or .pdf")),
        (("rtx", "stanford", "-o", "no/such/folder/a.csv"), ("--output", "cannot be written")),
    ],
)
def test_bad_input(armillary, quick, arguments, words):
    result = armillary("select", *arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    for word in words:
        assert word in result.stderr


def test_a_motion_outside_the_workspace(armillary, quick, tmp_path):
    path = tmp_path / "far.toml"
    path.write_text(
        '[reference]\ntype = "line"\nstart = [0.5, 0, 0]\nend = [9, 0, 0]\nduration = "1 s"\n', encoding="utf-8"
    )
    result = armillary("select", "khatib-rr", "khatib-rp", "--motion", path, "--weights", WEIGHTS)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert "khatib" in result.stderr
    assert "from its reach" in " ".join(result.stderr.split())


def test_a_whole_run(armillary):
    result = armillary("select", "planar-rpr", "planar-prr", "--samples", 32, "--no-times")
    assert result.exit_code == 0, result.output
    assert "operations" in result.stdout
    assert "nan" not in result.stdout.lower().replace("nand", "")
