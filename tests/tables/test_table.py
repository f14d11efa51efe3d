"""Tables and charts as data: JSON, CSV, thinning."""

import csv
import io

import numpy as np

from internals import Best, Chart, Table, columns, extreme_rows, with_error
from internals import ChartLine as Line


def test_json_has_units_and_cells():
    table = Table("masses", columns("link", "mass [kg]>"), [("a", 1.5), ("b", Best("2"))])
    assert table.to_json() == {
        "title": "masses",
        "columns": [{"name": "link", "unit": ""}, {"name": "mass", "unit": "kg"}],
        "rows": [["a", 1.5], ["b", "2*"]],
    }


def test_csv_reads_back():
    rows = [('an "arm", long', 0.1), ("b\nc", None)]
    found = list(csv.reader(io.StringIO(Table("", columns("name", "mass [kg]"), rows).to_csv())))
    assert found == [["name", "mass [kg]"], ['an "arm", long', "0.1"], ["b\nc", ""]]


def test_numbers_have_the_digits_that_their_errors_leave():
    assert [with_error(x) for x in (3, 3.14159, 12345.6, 1.5e-7, 2.5e9, float("inf"))] == [
        "3", "3.142", "12346", "1.5e-07", "2.5e+09", "∞",
    ]  # fmt: skip
    assert [with_error(*pair) for pair in ((5, 0.096), (0, 0.3), (17.3, 95), (5.5001, 9e-9), (9.96, 0.96))] == [
        "5.0±0.1", "0.0±0.3", "17.3±100", "5.5", "10±1",
    ]  # fmt: skip


class TestThinning:
    def test_all_rows_where_they_fit(self):
        assert extreme_rows([np.arange(100.0)], 100).tolist() == list(range(100))

    def test_every_peak_stays(self):
        rng = np.random.default_rng(1)
        lines = [rng.normal(size=50_000) for _ in range(3)]
        for k, line in enumerate(lines):
            line[12_345 + k], line[23_456 + k] = 50.0, -50.0
        rows = extreme_rows(lines, 1200)
        assert len(rows) <= 1200 + 2
        assert {0, 49_999} <= set(rows.tolist())
        for k in range(3):
            assert {12_345 + k, 23_456 + k} <= set(rows.tolist())

    def test_gaps_stay_gaps(self):
        line = np.sin(np.linspace(0, 60, 10_000))
        line[7000:] = np.nan
        rows = extreme_rows([line], 1000)
        assert np.isnan(line[rows]).any()
        assert np.isfinite(line[rows]).any()

    def test_a_chart_keeps_its_names_and_all_lines_their_rows(self):
        t = np.linspace(0, 1, 5001)
        chart = Chart("a", "b", "c", t, (Line("x", np.sin(40 * t)), Line("y", np.cos(40 * t))), logarithmic=True)
        thin = chart.thinned(100)
        assert 20 < len(thin.t) <= 102
        assert np.allclose(thin.lines[1].values, np.cos(40 * thin.t))
        assert (thin.key, thin.logarithmic) == (chart.key, True)
        assert chart.thinned(5001) is chart
        assert thin.to_json()["lines"][0]["values"] == thin.lines[0].values.tolist()
