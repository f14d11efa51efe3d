"""Files of trajectories: what comes back, what other programs see, and what is refused."""

import csv
import json
import struct
from dataclasses import replace

import numpy as np
import pytest
import scipy.io

import armillary as arm
from internals import to_toml, variable_names
from moved import moved

ROBOTS = ["planar-3r", "stanford", "spherical-chain", "flexrob"]


@pytest.fixture(scope="module")
def saved(tmp_path_factory):
    path = tmp_path_factory.mktemp("results") / "motion.nc"
    moved("flexrob").save(path)
    return path


def same(a: arm.Trajectory, b: arm.Trajectory) -> bool:
    arrays = ("t", "q", "qd", "qdd", "tau", "kinetic", "potential", "work", "external", "dissipated")
    texts = ("robot", "coordinates", "velocities", "units", "events", "info")
    return (
        all(np.array_equal(getattr(a, name), getattr(b, name)) for name in arrays)
        and all(getattr(a, name) == getattr(b, name) for name in texts)
        and a.models == b.models
        and a.signals.keys() == b.signals.keys()
        and all(a.labels_of(name) == b.labels_of(name) for name in a.signals)
        and all(a.units_of(name) == b.units_of(name) for name in a.signals)
        and all(np.array_equal(a.signals[name], b.signals[name]) for name in a.signals)
    )


@pytest.mark.parametrize("robot", ROBOTS)
def test_what_is_saved_comes_back(robot, tmp_path):
    motion = moved(robot)
    motion.save(tmp_path / "motion.nc")
    back = arm.Trajectory.load(tmp_path / "motion.nc")
    assert same(motion, back)
    assert np.array_equal(back.position("tip"), motion.position("tip"))
    assert [path.name for path in tmp_path.iterdir()] == ["motion.nc"]


def test_free_parameters_of_the_model_come_back(tmp_path):
    model = arm.model(arm.library.get("khatib-rr"), free=["link2.mass", "gravity.y"])
    run = arm.simulate(model, 0.1, parameters={"link2.mass": 2.0, "gravity.y": -3.0})
    run = replace(run, model=model)
    run.save(tmp_path / "motion.nc")
    back = arm.Trajectory.load(tmp_path / "motion.nc")
    assert back.model == run.model
    assert back.model.free == ("link2.mass", "gravity.y")
    assert back.parameters == run.parameters


@pytest.mark.parametrize("robot", ROBOTS)
def test_xarray_opens_it_by_itself(robot, tmp_path):
    import xarray

    motion = moved(robot)
    motion.save(tmp_path / "motion.nc")
    with xarray.open_dataset(tmp_path / "motion.nc", engine="scipy") as data:
        xarray.testing.assert_equal(data, motion.to_xarray())
        assert list(data["coordinate"].values) == list(motion.coordinates)
        assert data["time"].attrs["units"] == "s"
        assert json.loads(data.attrs["events"])[0]["where"] == "elbow"
        assert json.loads(data.attrs["info"])["steps"] == 2000


def test_the_format_is_the_one_that_matlab_reads(saved):
    assert saved.read_bytes()[:4] == b"CDF\x02"  # classic, 64-bit offset


def test_csv(tmp_path):
    motion = moved("stanford")
    motion.save(tmp_path / "motion.csv")
    with (tmp_path / "motion.csv").open(encoding="utf-8", newline="") as file:
        header, *rows = csv.reader(file)
    assert header[:4] == ["t [s]", "q.joint1 [rad]", "q.joint2 [rad]", "q.joint3 [m]"]
    table = np.array(rows, dtype=float)
    assert np.array_equal(table, np.stack([values for _, _, values in motion.columns()], axis=1))


def test_mat(tmp_path):
    motion = moved("flexrob")
    motion.save(tmp_path / "motion.mat")
    data = scipy.io.loadmat(tmp_path / "motion.mat", simplify_cells=True)
    assert np.array_equal(data["q"], motion.q)
    assert list(data["coordinates"]) == list(motion.coordinates)
    assert np.array_equal(data["signals"]["tip"], motion.signals["tip"])
    assert list(data["units"]["tau"][:2]) == ["N·m", "N·m"]
    assert data["events"]["message"] == "elbow·ü reaches its limit"


def test_mat_has_the_same_bytes_at_any_time(tmp_path, monkeypatch):
    files = [tmp_path / name for name in ("early.mat", "late.mat")]
    motion = moved()
    for file in files:
        monkeypatch.setattr("time.asctime", lambda file=file: file.stem)
        motion.save(file)
    assert files[0].read_bytes() == files[1].read_bytes()


def test_rows_at_two_ends_of_the_scale(tmp_path):
    motion = moved(rows=1)
    motion.save(tmp_path / "one.nc")
    assert same(motion, arm.Trajectory.load(tmp_path / "one.nc"))
    motion = moved(rows=20_001)
    motion.save(tmp_path / "many.nc")
    assert same(motion, arm.Trajectory.load(tmp_path / "many.nc"))


def test_odd_names_and_numbers(tmp_path):
    t = np.linspace(0, 1, 11)
    signals = {"q": t, "hand tool": t, "hand-tool": 2 * t, "1": t, "Ω": np.stack([t, t], axis=1), "nan": t * np.nan}
    info = {"when": float("inf"), "array": np.arange(3), "number": np.float64(0.5), "other": {1, 2}}
    motion = moved(rows=11, signals=signals, info=info)
    for name in ("motion.nc", "motion.mat", "motion.csv"):
        motion.save(tmp_path / name)
    back = arm.Trajectory.load(tmp_path / "motion.nc")
    assert back.signals.keys() == motion.signals.keys()
    assert np.array_equal(back.signals["hand-tool"], 2 * t)
    assert back.signals["Ω"].shape == (11, 2)
    assert np.all(np.isnan(back.signals["nan"]))
    assert back.info["when"] is None
    assert back.info["array"] == [0, 1, 2]


def test_names_of_variables_never_meet():
    names = variable_names(["tip", "tip.", "tip_", "q", "signal_q", "", "time"])
    assert len(set(names.values())) == len(names)


@pytest.mark.parametrize("name", ["motion", "motion.txt", "motion.nc4", 7])
def test_names_that_are_refused(name, tmp_path):
    with pytest.raises(arm.ArgumentError, match=r"\.nc \(NetCDF"):
        moved(rows=3).save(tmp_path / name if isinstance(name, str) else name)


def test_a_place_that_cannot_be_written(tmp_path):
    with pytest.raises(arm.ArgumentError, match="cannot be written: No such file"):
        moved(rows=3).save(tmp_path / "missing" / "motion.nc")
    (tmp_path / "motion.nc").mkdir()
    with pytest.raises(arm.ArgumentError, match="cannot be written: Is a directory"):
        moved(rows=3).save(tmp_path / "motion.nc")
    assert [path.name for path in tmp_path.iterdir()] == ["motion.nc"]


def test_files_that_are_not_there(tmp_path):
    with pytest.raises(arm.ArgumentError, match="no such file"):
        arm.Trajectory.load(tmp_path / "missing.nc")
    with pytest.raises(arm.ArgumentError, match="a directory"):
        arm.Trajectory.load(tmp_path)
    with pytest.raises(arm.ArgumentError, match="the name of"):
        arm.Trajectory.load(3)
    with pytest.raises(arm.ArgumentError, match="cannot be read"):
        arm.Trajectory.load("a\0b.nc")


@pytest.mark.parametrize(
    ("content", "match"),
    [
        (b"", "not a NetCDF"),
        (b"CDF", "truncated or damaged"),
        (b"\x89HDF\r\n\x1a\n" + bytes(100), "NetCDF-4"),
        (b"\x80\x04\x95pickled", "not a NetCDF"),
        (b"t [s],q.joint1 [rad]\n0,0\n", "not a NetCDF"),
        (b"CDF\x02" + b"\xff" * 200, "truncated or damaged"),
        (b"CDF\x02" + struct.pack(">iii", 0, 10, 2**31 - 1), "truncated or damaged"),
    ],
)
def test_foreign_files(content, match, tmp_path):
    (tmp_path / "motion.nc").write_bytes(content)
    with pytest.raises(arm.ArgumentError, match=match):
        arm.Trajectory.load(tmp_path / "motion.nc")


def test_a_netcdf_file_of_others(tmp_path):
    with scipy.io.netcdf_file(tmp_path / "other.nc", "w") as other:
        other.createDimension("x", 3)
        other.createVariable("x", "d", ("x",))[:] = 1.0
    with pytest.raises(arm.ArgumentError, match="holds no simulation"):
        arm.Trajectory.load(tmp_path / "other.nc")


def test_truncated_anywhere(saved, tmp_path):
    whole, part = saved.read_bytes(), tmp_path / "part.nc"
    for size in np.linspace(0, len(whole) - 1, 60).astype(int):
        part.write_bytes(whole[:size])
        with pytest.raises(arm.ArgumentError, match=r"part\.nc"):
            arm.Trajectory.load(part)


def test_damaged_anywhere(saved, tmp_path):
    """A byte changed at random is noticed, or it is one of the few that carry nothing."""
    whole, part, rng = saved.read_bytes(), tmp_path / "part.nc", np.random.default_rng(5)
    good, missed = arm.Trajectory.load(saved), 0
    for _ in range(150):
        at = int(rng.integers(len(whole))) if rng.random() < 0.7 else int(rng.integers(3000))
        part.write_bytes(whole[:at] + bytes([whole[at] ^ int(rng.integers(1, 256))]) + whole[at + 1 :])
        try:
            found = arm.Trajectory.load(part)
        except arm.ArgumentError:
            continue
        missed += 1
        assert same(found, good)  # a name for others, padding, a title
    assert missed < 30


def test_overlapping_arrays_are_not_multiplied(tmp_path):
    """A small file that claims thousands of large arrays, all in one place."""
    rows, count = 100_000, 3000
    name = lambda k: struct.pack(">i", 8) + b"v%07d" % k  # noqa: E731
    head = b"CDF\x02" + struct.pack(">iii", 0, 10, 1) + name(0) + struct.pack(">i", rows) + struct.pack(">ii", 0, 0)
    size = len(head) + 8 + count * (12 + 8 + 8 + 8 + 8)
    entry = lambda k: name(k) + struct.pack(">iiiiiiq", 1, 0, 0, 0, 6, 8 * rows, size)  # noqa: E731
    (tmp_path / "bomb.nc").write_bytes(
        head + struct.pack(">ii", 11, count) + b"".join(entry(k) for k in range(count)) + bytes(8 * rows)
    )
    with pytest.raises(arm.ArgumentError, match="truncated or damaged"):
        arm.Trajectory.load(tmp_path / "bomb.nc")


def edited(saved, tmp_path, **texts):
    """Write the file again with other texts and without its checksum, as another program would."""
    path = tmp_path / "edited.nc"
    with scipy.io.netcdf_file(saved, "r", mmap=False) as old, scipy.io.netcdf_file(path, "w", version=2) as new:
        for name, size in old.dimensions.items():
            new.createDimension(name, size)
        for name, variable in old.variables.items():
            new.createVariable(name, variable.typecode(), variable.dimensions)[:] = variable.data
        kept = {name: value for name, value in old._attributes.items() if name != "armillary_checksum"}
        for name, value in (kept | texts).items():
            setattr(new, name, value)
    return path


def test_a_file_that_was_changed_on_purpose(saved, tmp_path):
    info = json.dumps({"note": "changed"}).encode()
    assert arm.Trajectory.load(edited(saved, tmp_path, info=info)).info == {"note": "changed"}


@pytest.mark.parametrize(
    "texts",
    [
        {"info": b"[1, 2]"},
        {"info": b'{"steps": "many"}'},
        {"model": b'{"motors": {}, "friction": true}'},
        {"model": b'{"motors": "full", "friction": "much"}'},
        {"model": b'{"motors": "full"}'},
        {"model": b"[]"},
        {"description": b"name = 7"},
        {"description": b"\xff"},
        {"changes": b"{}{"},
        {"changes": b'[{"t": 1}]'},
        {"changes": b'[{"t": "late", "motors": "full", "friction": true, "description": ""}]'},
        {"info": b"{"},
        {"info": b"[" * 100_000},
        {"signals": b"[]"},
        {"signals": b'{"nothing": "tip"}'},
        {"signals": b'{"coordinate": "tip"}'},
        {"events": b'[{"t": 0}]'},
        {"events": b'[{"t": "x", "kind": "", "message": ""}]'},
        {"armillary_format": b"99"},
    ],
)
def test_texts_that_make_no_trajectory(saved, tmp_path, texts):
    with pytest.raises(arm.ArgumentError, match=r"edited\.nc"):
        arm.Trajectory.load(edited(saved, tmp_path, **texts))


def test_arrays_of_another_robot(saved, tmp_path):
    toml = to_toml(arm.library.get("planar-3r")).encode()
    with pytest.raises(arm.ArgumentError, match=r"q has the shape \(201, 6\); expected \(201, 3\)"):
        arm.Trajectory.load(edited(saved, tmp_path, description=toml))


def test_a_plant_cannot_become_one_with_other_coordinates(saved, tmp_path):
    change = {"t": 1.0, "motors": "full", "friction": True, "description": to_toml(arm.library.get("planar-3r"))}
    with pytest.raises(arm.ArgumentError, match="changes its coordinates"):
        arm.Trajectory.load(edited(saved, tmp_path, changes=json.dumps([change]).encode()))
