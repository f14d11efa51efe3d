"""`armillary sweep`: plan, run, status, merge, show; parts, settings, interruption, damage, bad input."""

import json

import pytest

from internals import Progress, Worker, cli_progress

STUDY = """
samples = 12
outputs = ["rms_effort", "work"]
chunk = 6
[scenario]
robot = "khatib-rr"
duration = "20 ms"
solver = { type = "rk4", step = "1 ms" }
[axes]
payload.mass = { from = 0, to = "2 kg", count = 3 }
"q0[0]" = { type = "uniform", low = 0, high = 1 }
"""


@pytest.fixture
def study(tmp_path):
    path = tmp_path / "study.toml"
    path.write_text(STUDY)
    return path


@pytest.fixture
def computed(armillary, study):
    assert armillary("sweep", "run", study, "--workers", 1).exit_code == 0
    return study


def told(result, status=0):
    assert result.exit_code == status, result.stderr
    return json.loads(result.stdout)


def test_plan_says_size_and_time_and_writes_nothing(armillary, study):
    data = told(armillary("sweep", "plan", study, "--workers", 2, "--json"))
    assert (data["runs"], data["chunks"], data["structures"]) == (36, 6, 1)
    assert data["shape"] == {"payload.mass": 3, "sample": 12}
    assert data["size"] > 36 * 3 * 8
    assert 0 < data["run"] < data["seconds"]
    assert data["sample"] == 6
    assert [each.name for each in study.parent.iterdir()] == ["study.toml"]
    text = armillary("sweep", "plan", study, "--no-measure", "--set", "samples=6").stdout
    assert "18 runs, 3 payload.mass × 6 sample" in text
    assert "6 of up to 1 × 6" not in text
    assert "3 of up to 1 × 6 runs" in text


def test_run_status_and_show(armillary, computed, tmp_path):
    data = told(armillary("sweep", "status", computed, "--verify", "--json"))
    assert (data["runs"], data["done"], data["failed"], data["left"], data["complete"]) == (36, 36, 0, 0, 6)
    assert data["damaged"] == []
    assert data["rate"] > 0
    assert told(armillary("sweep", "status", tmp_path / "study.zarr", "--json"))["done"] == 36
    files = [tmp_path / "map.svg", tmp_path / "page.html"]
    text = armillary(
        "sweep", "show", computed, "--plot", files[0], "--page", files[1], "--what", "curves", "--outputs", "work",
    ).stdout  # fmt: skip
    assert all(file.stat().st_size > 5000 for file in files)
    assert "rms_effort" in text
    assert f"written: {files[1]}" in text.replace("\n", "")
    assert "6 of 6 chunks are there" in armillary("sweep", "plan", computed, "--no-measure").stdout.replace("\n", " ")


def test_parts_are_merged_to_the_same_store(armillary, computed, tmp_path):
    for k in (1, 2):
        result = armillary("sweep", "run", computed, "--part", f"{k}/2", "--workers", 1)
        assert f"part {k} of 2 is complete" in result.stdout
    parts = [tmp_path / f"study.{k}-of-2.zarr" for k in (1, 2)]
    data = told(armillary("sweep", "merge", tmp_path / "merged.zarr", *parts, "--json"))
    assert (data["done"], data["left"]) == (36, 0)
    for name in ("work/c.0.1", "status/c.2.0", "zarr.json"):
        assert (tmp_path / "merged.zarr" / name).read_bytes() == (tmp_path / "study.zarr" / name).read_bytes()


def test_a_study_grows_and_a_changed_one_is_refused(armillary, computed):
    data = told(armillary("sweep", "run", computed, "--set", "samples=14", "--workers", 1, "--json"))
    assert data["done"] == 42
    result = armillary("sweep", "run", computed, "--set", "seed=1", "--workers", 1)
    assert result.exit_code == 2
    assert "the store of another study" in result.stderr
    assert result.stdout == ""


def test_damaged_chunks_are_listed_and_computed_again(armillary, computed, tmp_path):
    file = tmp_path / "study.zarr/work/c.1.0"
    right = file.read_bytes()
    file.write_bytes(right[:-1] + b"x")
    result = armillary("sweep", "status", computed, "--verify")
    assert result.exit_code == 1
    assert "Damaged files" in result.stdout
    assert armillary("sweep", "status", computed, "--discard").exit_code == 0
    assert told(armillary("sweep", "run", computed, "--workers", 1, "--json"))["left"] == 0
    assert file.read_bytes() == right


def test_a_store_at_an_address(armillary, study, tmp_path):
    """Of a store in memory only this process knows."""
    pytest.importorskip("fsspec")
    places = [f"memory://{tmp_path.name}/{k}-of-2.zarr" for k in (1, 2)]
    assert "(new)" in armillary("sweep", "plan", study, "--no-measure", "-o", places[0]).stdout
    for k, place in enumerate(places):
        armillary("sweep", "run", study, "--part", f"{k + 1}/2", "--workers", 1, "-o", place)
    assert "3 of 6 chunks are there" in armillary("sweep", "plan", study, "--no-measure", "-o", places[0]).stdout
    whole = f"memory://{tmp_path.name}/whole.zarr"
    data = told(armillary("sweep", "merge", whole, *places, "--json"))
    assert (data["store"], data["done"], data["left"]) == (whole, 36, 0)
    assert told(armillary("sweep", "status", whole, "--verify", "--json"))["damaged"] == []
    assert "rms_effort" in armillary("sweep", "show", study, "-o", whole).stdout


def test_interruption_ends_with_130(armillary, study, monkeypatch):
    from internals import studies_sweep as sweep

    begun = sweep.sweep

    def stopped(progress):
        if progress.complete == 2:
            raise KeyboardInterrupt

    def until(*given, progress, **options):
        return begun(*given, progress=stopped, **options)

    monkeypatch.setattr(sweep, "sweep", until)
    result = armillary("sweep", "run", study, "--workers", 1)
    assert result.exit_code == 130
    assert result.stdout == ""
    assert "interrupted; 2 of 6 chunks are kept, and the same command goes on" in result.stderr
    monkeypatch.undo()
    assert told(armillary("sweep", "run", study, "--workers", 1, "--json"))["left"] == 0


def test_reasons_are_grouped(armillary, tmp_path):
    path = tmp_path / "falling.toml"
    path.write_text(
        "outputs = ['work']\n[scenario]\nrobot = 'panda'\nduration = 0.5\nlimits = 'end'\n"
        "q0 = [0, -0.8, 0, -2.3, 0, 1.5, 0.8]\nsolver = { type = 'rk4', step = '1 ms' }\n"
        "[axes]\nqd0 = [[0,0,0,0,0,0,0], [50,0,0,0,0,0,0], [60,0,0,0,0,0,0]]\n"
    )
    data = told(armillary("sweep", "run", path, "--workers", 1, "--json"), status=3)
    assert data["failed"] >= 2
    assert sum(data["reasons"].values()) == data["failed"]
    assert len(data["reasons"]) < data["failed"]
    again = told(armillary("sweep", "run", path, "--workers", 1, "--retry-failed", "--json"), status=3)
    assert again["failed"] == data["failed"]
    text = armillary("sweep", "status", path, "--verify").stdout
    assert "Why runs failed" in text
    assert f"{data['failed']} runs failed: `armillary sweep run --retry-failed` computes them again" in text
    assert "all files of the complete chunks (1) are sound" in text


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("run", "absent.toml"), "absent.toml"),
        (("run", "$", "--part", "7"), "--part: '7'; expected K/N: the K-th of N parts"),
        (("run", "$", "--part", "3/2"), "--part: '3/2'; expected K/N: the K-th of N parts, K = 1 … N"),
        (("run", "$", "--dask", "tcp://127.0.0.1:1"), "tcp://127.0.0.1:1: no Dask scheduler answers"),
        (("run", "$", "--dask", "x", "--workers", "2"), "--dask: together with --workers"),
        (("run", "$", "--set", "samples=0"), "samples: 0"),
        (("run", "$", "-o", "$"), "a file; expected a store of results"),
        (("status", "$"), "there is no such folder"),
        (("status", "s.zarr", "-o", "t.zarr"), "--output: t.zarr, together with the store s.zarr"),
        (("merge", "m.zarr", "none.zarr"), "there is no such folder"),
        (("show", "$", "--plot", "a.txt"), "--plot"),
    ],
)
def test_bad_input(armillary, study, arguments, message):
    result = armillary("sweep", *(study if each == "$" else each for each in arguments))
    assert result.exit_code == 2
    assert message in result.stderr
    assert result.stdout == ""
    assert [each.name for each in study.parent.iterdir()] == ["study.toml"]


def test_bad_choices_of_figures(armillary, computed, tmp_path):
    for options, message in [
        (("--what", "cake"), "--what: 'cake'"),
        (("--outputs", "wrok"), "--outputs: 'wrok'"),
        (("--pick", "joint"), "--pick: 'joint'; expected DIM=LABEL"),
    ]:
        result = armillary("sweep", "show", computed, "--plot", tmp_path / "a.png", *options)
        assert result.exit_code == 2
        assert message in result.stderr


def test_progress_has_a_line_for_each_worker(monkeypatch):
    workers = {f"process {k}": Worker(3, 30, k, 0.5) for k in range(1, 21)}
    now = Progress(1000, 250, 2, chunks=10, complete=3, seconds=2.0, rate=125.0, workers=workers)
    lines = cli_progress.lines(now)
    assert lines[0] == "250 of 1000 runs (25%), 2 failed, 125 runs/s, 00:06 left"
    assert lines[1] == "  process 5: chunk 5 in 0.5 s, 30 runs"
    assert lines[-1] == "  … and 4 more workers"
    assert cli_progress.duration(3723.0) == "1:02:03"
    assert cli_progress.summary(Progress(10)) == "0 of 10 runs (0%)"


def test_progress_without_a_terminal_is_lines(monkeypatch, capsys):
    clock = iter([0.0, 1.0, 61.5, 61.5, 70.0])
    monkeypatch.setattr("armillary.cli.progress.time.monotonic", lambda: next(clock))
    with cli_progress.sweep_bar() as show:
        for done in (1, 2, 3):
            show(Progress(10, done))
    assert capsys.readouterr().err == "armillary: 2 of 10 runs (20%)\n"
