import csv
import json

import pytest

import armillary as arm

FAST = ("--objectives", "operations.inverse_dynamics,operations.gim", "--samples", "10")


def test_list(armillary):
    result = armillary("architectures", "2", "--types", "R", "--list")
    assert result.exit_code == 0, result.output
    for name in ("R∥R zx zx", "R⊥R zx yx", "R⊥R zx xy", "R⊥R zz yx", "R+R_zz_yx"):
        assert name in result.stdout
    data = json.loads(armillary("architectures", "3", "--list", "--json").stdout)
    assert len(data["architectures"]) == 77


def test_table(armillary):
    result = armillary("architectures", "2", *FAST)
    assert result.exit_code == 0, result.output
    for word in ("front", "score", "R⊥P zz yy", "operations inverse", "links 0.5 m", "equal robots are listed once"):
        assert word in " ".join(result.stdout.split())


def test_files(armillary, tmp_path):
    paths = [tmp_path / name for name in ("a.csv", "a.png", "arms")]
    options = ("-o", paths[0], "--plot", paths[1], "--save", paths[2], "--length", "0.4,0.3", "--payload", "1")
    result = armillary("architectures", "2", "--types", "R", *FAST, *map(str, options), "--json")
    assert result.exit_code == 0, result.output
    data = json.loads(result.stdout)
    rows = list(csv.DictReader(paths[0].read_text(encoding="utf-8").splitlines()))
    assert [row["name"] for row in rows] == [row["name"] for row in data["architectures"]]
    assert paths[1].stat().st_size > 5000
    robots = {file.stem: arm.load(file) for file in paths[2].iterdir()}
    assert set(robots) == {row["ascii"] for row in data["architectures"]}
    one = robots["R=R_zx_zx"]
    assert one.payloads[0].mass == 1
    assert one.joints[1].placement.xyz == (0.4, 0, 0)
    assert one.links[1].mass == pytest.approx(4 * 0.3)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("0",), ["N:", "from 1 to 64"]),
        (("2", "--types", "RQ"), ["--types", "'RQ'"]),
        (("2", "--axes", "orthogonl"), ["--axes", "did you mean orthogonal?"]),
        (("2", "--objectives", "operations.gin"), ["--objectives", "did you mean operations.gim"]),
        (("4",), ["architectures of 4 joints", "at most 300", "R joints only", "larger `most`"]),
        (("2", "--length", "a"), ["--length", "numbers"]),
        (("2", "--length", "1,2,3"), ["--length", "3 numbers"]),
        (("2", "--mass", "-1"), ["--mass", "-1"]),
        (("2", "--motion", "nowhere.toml"), ["nowhere.toml"]),
        (("2", "--plot", "a.gif"), ["--plot", ".png"]),
        (("2", "--list", "-o", "a.csv"), ["--output", "--list"]),
        (("2", "--directions", "7"), ["--directions", "1 to 3"]),
    ],
)
def test_bad_input(armillary, arguments, words):
    result = armillary("architectures", "--samples", "10", *arguments)
    assert result.exit_code == 2
    assert not result.stdout
    for word in words:
        assert word in result.stderr


def test_workers_and_kept_measures(armillary, tmp_path):
    arguments = ("architectures", 2, "--types", "R", "--objectives", "operations.gim", "--samples", 20, "--json")
    plain = armillary(*arguments)
    kept = armillary(*arguments, "--workers", 2, "--resume", tmp_path / "kept")
    assert json.loads(kept.stdout) == json.loads(plain.stdout)
    assert len(list((tmp_path / "kept").iterdir())) == len(json.loads(plain.stdout)["architectures"])
    assert "one of them" in armillary(*arguments, "--workers", 2, "--dask", "tcp://127.0.0.1:1").stderr
    (tmp_path / "file").touch()
    assert "--resume: " in armillary(*arguments, "--resume", tmp_path / "file" / "in").stderr
