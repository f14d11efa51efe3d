"""One run of a study simulated again: the motion whose results the store has, recorded as a single run is."""

import numpy as np
import pytest

import armillary as arm
from internals import Serial


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    noisy = arm.Scenario(
        arm.library.get("khatib-rr"),
        controller=arm.controllers.PD(kp=100.0, kd=20.0),
        reference=arm.references.Constant([0.5, 0.2]),
        sensors=(arm.sensors.Encoder(noise=1e-3),),
        period=2e-3,
        duration=0.1,
        solver=arm.solvers.RK4(step=1e-3),
    )
    axes = {"motors": ["full", "none"], "payload.mass": arm.axes.Uniform(0, 2)}
    study = arm.Study(noisy, axes=axes, samples=3, outputs=["final_q", "rms_effort"], signals={"tau": 0.05})
    return arm.sweep(study, tmp_path_factory.mktemp("replay") / "study.zarr", executor=Serial())


@pytest.mark.parametrize("number", [0, 4])
def test_a_run_has_the_results_of_the_store(results, number):
    motors, sample = divmod(number, 3)
    run, stored = results.run(number), results.dataset.isel(motors=motors, sample=sample)
    np.testing.assert_array_equal(run.q[-1], stored["final_q"].values)
    assert len(run.t) == 101  # every step
    rows = [np.searchsorted(run.t, t - 1e-9) for t in stored["time"].values]
    np.testing.assert_array_equal(run.tau[rows], stored["tau"].values)


def test_numbers_beyond_the_study_are_refused(results):
    with pytest.raises(arm.ArgumentError, match="number: 6; expected a whole number from 0 to 5"):
        results.run(6)
