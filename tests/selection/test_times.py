"""That times are of the right code and scale; how fast it is, is not tested."""

import numpy as np
import pytest

import armillary as arm
from internals import OPERATIONS_QUANTITIES as QUANTITIES
from internals import Candidate, Kernel, times


def test_every_quantity_is_timed_both_ways():
    found = {one.key: one for one in times.measures(Candidate(arm.library.get("rtx")), seconds=0.01)}
    assert set(found) == {f"times.{name}{ending}" for name in QUANTITIES for ending in ("", "_scalar")}
    for one in found.values():
        assert one.value > 0
        assert one.error >= 0
        assert (one.unit, one.better) == ("ns", "less")
        assert "measured" in one.note


def test_large_robots_take_longer_than_small_ones():
    """A factor of some twenty in operations shows through any noise."""
    models = {name: arm.model(arm.library.get(name), motors="none", friction=False) for name in ("khatib-rr", "panda")}
    found = times.race(models, ["gim_mci", "inverse_dynamics"], seconds=0.02)
    assert len(found) == 2 * 2 * 2
    for quantity in ("gim_mci", "inverse_dynamics"):
        for mode in times.MODES:
            small, large = (found[name, quantity, mode].least for name in models)
            assert small < large


@pytest.mark.parametrize("name", ["rtx", "flexrob"])
def test_the_timed_kernels_compute_the_quantities(name, monkeypatch):
    """The arrays that the loops fill hold what the reference gives."""
    seen = {}

    def keep(kernel: Kernel, arrays, *rest):
        seen[kernel.name] = (kernel, arrays)
        return lambda: kernel.batch(*arrays)

    monkeypatch.setattr(times, "batch_loop", keep)
    monkeypatch.setattr(times, "STATES", 8)
    robot = arm.library.get(name)
    candidate = Candidate(robot)
    times.measures(candidate, seconds=0.001)
    dyn = arm.evaluate(arm.model(robot, friction=False))
    assert len(seen) == len(QUANTITIES)
    for kernel, arrays in seen.values():
        inputs = arrays[: len(kernel.program.inputs)]
        assert all(np.ptp(array, axis=0).max() > 0 for array in inputs)
        for array, out in zip(kernel.program.outputs, arrays[len(inputs) :], strict=True):
            state = inputs[: 1 if array.name == "mass_matrix" else len(inputs)]
            expected = getattr(dyn, array.name)(*state)
            np.testing.assert_allclose(out, expected, atol=1e-8 * np.abs(expected).max())


def test_spread_and_error():
    time = times.Time(2.0, (2.0, 2.2, 2.1))
    assert time.spread == pytest.approx(0.1)
    assert time.error == pytest.approx(0.1 / np.sqrt(3))
