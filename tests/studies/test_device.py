"""Studies on a GPU: errors before anything runs, groups that go to the device, the fingerprint."""

from dataclasses import replace

import numpy as np
import pytest

import armillary as arm
from internals import Serial, driver, parse_study
from internals import studies_compute as compute
from internals import studies_device as device

SLEW = arm.Scenario(
    arm.library.get("khatib-rr"),
    controller=arm.controllers.PD(kp=100.0, kd=20.0),
    solver=arm.solvers.RK4(),
    duration=0.1,
)
STUDY = arm.Study(
    SLEW,
    axes={"motors": ["full", "none"], "payload.mass": arm.axes.Uniform(0, 2)},
    samples=40,
    outputs=["final_q"],
    device="cuda",
    dtype="float32",
)


def no_driver():
    raise arm.errors.DeviceError("no CUDA driver", "a driver", "install it")


def simulated(monkeypatch, module):
    """Let stacks run on the CPU and return the devices that they were meant for."""
    seen, simulate = [], module.simulate

    def here(scenario, *arguments, device, dtype, **options):
        seen.append((device, dtype, len(options["parameters"]["payload.mass"])))
        return simulate(scenario, *arguments, **options)

    monkeypatch.setattr(module, "simulate", here)
    return seen


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"device": "gpu"}, "device"),
        ({"dtype": "float16"}, "dtype"),
        ({"device": "cpu"}, "dtype"),
        ({"scenario": replace(SLEW, solver=None)}, "scenario.solver"),
        ({"axes": {**STUDY.axes, "solver": ["rk4", "dop853"]}}, "scenario.solver"),
    ],
)
def test_studies_that_a_device_cannot_compute(changes, field):
    with pytest.raises(arm.errors.StudyError) as caught:
        replace(STUDY, **changes)
    assert [each.field for each in caught.value.problems] == [field]


def test_a_missing_device_is_told_before_anything_is_written(monkeypatch, tmp_path):
    monkeypatch.setattr(driver, "api", no_driver)
    with pytest.raises(arm.errors.DeviceError, match="no CUDA driver"):
        arm.sweep(STUDY, tmp_path / "study.zarr", executor=Serial())
    assert not list(tmp_path.iterdir())
    with pytest.raises(arm.errors.DeviceError):  # on a worker, later: it is no reason of failed runs
        STUDY.compute(STUDY.layout.chunk(0))


def test_every_group_goes_to_the_device(monkeypatch, tmp_path):
    tried, seen = simulated(monkeypatch, device), simulated(monkeypatch, compute)
    results = arm.sweep(STUDY, tmp_path / "study.zarr", executor=Serial())
    assert (results.counts.done, results.counts.chunks) == (80, 10)
    assert tried == [("cuda", "float32", 1)]
    assert {each[:2] for each in seen} == {("cuda", "float32")}
    assert sum(each[2] for each in seen) == 80
    assert np.array_equal(*(each.points(each.layout.chunk(0))["payload.mass"] for each in (STUDY, on_cpu())))


def on_cpu():
    return replace(STUDY, device="cpu", dtype="float64")


def test_device_and_precision_belong_to_the_study():
    studies = [STUDY, on_cpu(), replace(STUDY, dtype="float64")]
    assert len({each.fingerprint for each in studies}) == 3
    assert replace(STUDY, device="cuda:1") == STUDY
    text = 'device = "cuda:1"\nrobot = "khatib-rr"\noutputs = ["workspace.reach"]\n[axes]\npayload.mass = [1, 2]\n'
    assert parse_study(text).device == "cuda:1"


def test_larger_chunks():
    many = replace(STUDY, axes={"payload.mass": arm.axes.Uniform(0, 2)}, samples=10**6)
    assert many.layout.chunks == (2**14,)
    assert replace(many, device="cpu", dtype="float64").layout.chunks == (1024,)
