"""Table 2 of the planar toolbox: that what is timed is what the table has; times themselves are not tested."""

import numpy as np
import pytest

from internals import build_simplified, counts, kinmodel, nr


def test_every_entry_of_the_table_stands_beside_ours():
    figures = list(nr.times())
    assert len(figures) == 4 * len(nr.TABLE_2) + 4
    assert all(figure.kind == "shown" and figure.ours > 0 for figure in figures)
    printed = {figure.item: figure.expected for figure in figures}
    assert printed["dynmodel, n = 20: time, MEX-file [µs]"] == pytest.approx(276_900)
    assert printed["kinmodel, n = 2: time, M-file [µs]"] == pytest.approx(5_000)
    # 3.3/0.6 and 276.9/3.8 over a factor of four in n
    assert printed["kinmodel: growth exponent, MEX-file"] == pytest.approx(1.23)
    assert printed["dynmodel: growth exponent, MEX-file"] == pytest.approx(3.09)


def test_exponent_of_powers():
    first, last = nr.SPAN
    for k in (1.0, 2.0, 3.5):
        assert nr.exponent(7.0 * first**k, 7.0 * last**k) == pytest.approx(k)


@pytest.mark.parametrize("n", [2, 5])
def test_the_timed_kinematics_are_those_of_the_toolbox(n):
    kernel = build_simplified(nr.planar_kinematics(n))
    q, qd = np.random.default_rng(n).normal(size=(2, n))
    outs = [np.empty(array.shape) for array in kernel.program.outputs]
    kernel.one(q, qd, *outs)
    for out, expected in zip(outs, kinmodel(q, qd, counts.planar_parameters(n)[0]), strict=True):
        np.testing.assert_allclose(out, np.asarray(expected, dtype=float), atol=1e-13)
