"""Scores: monotone, without units, the order of two independent of others, and never without their parts."""

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import armillary as arm
from internals import WORST, Score, ScorePart, Scores, parts, score, why_not

positive = st.floats(1e-3, 1e3)
near = st.floats(1.0, 2.9)  # ratios of two such stay below ten


def column(key="workspace.volume", better="more", unit="m³", **values):
    return {
        name: {key: arm.selection.Measure(key, value, unit, better, key, "why" if value is None else "")}
        for name, value in values.items()
    }


def joined(*columns):
    return {name: {key: one for part in columns for key, one in part[name].items()} for name in columns[0]}


def found(table, weights=None):
    keys = next(iter(table.values()))
    return {one.candidate: one for one in score(table, weights or dict.fromkeys(keys, 1.0)).scores}


class TestOneMeasure:
    @pytest.mark.parametrize(
        ("better", "values", "expected"),
        [
            ("less", (10, 20, 100, 1000), (1, 1 - math.log10(2), 0, 0)),
            ("more", (10, 20, 100, 1000), (0, 0, 0, 1)),
            ("more", (1, 2, 4), (1 - 2 * math.log10(2), 1 - math.log10(2), 1)),
            ("less", (7, 7), (1, 1)),
            ("more", (0, 0), (1, 1)),
            ("less", (0, 0), (1, 1)),
            ("less", (0, 3, 5), (1, 0, 0)),
            ("more", (0, 3, 5), (0, 1 - math.log10(5 / 3), 1)),
            ("less", (2, math.inf), (1, 0)),
            ("more", (2, math.inf), (0, 1)),
            ("less", (math.inf, math.inf), (1, 1)),
            ("less", (1e-17, 0.5), (1, 0)),
            ("less", (0.0, 1e-17, 0.5), (1, 1, 0)),  # rounding of a zero is a zero
        ],
    )
    def test_values(self, better, values, expected):
        table = column(better=better, **{f"r{k}": value for k, value in enumerate(values)})
        assert [one.value for one in score(table, {"workspace.volume": 3.0}).scores] == pytest.approx(expected)

    @given(st.lists(positive, min_size=2, max_size=6), st.sampled_from(["less", "more"]))
    def test_monotone_and_bounded(self, values, better):
        table = column(better=better, **{f"r{k}": value for k, value in enumerate(values)})
        scores = [one.value for one in found(table).values()]
        sign = -1 if better == "less" else 1
        assert max(scores) == 1
        assert min(scores) >= 0
        for x, s in zip(values, scores, strict=True):
            for y, t in zip(values, scores, strict=True):
                assert (sign * (x - y) > 0) <= (s >= t)

    @given(st.lists(positive, min_size=2, max_size=5), positive)
    def test_units_do_not_matter(self, values, unit):
        first, second = (
            [one.value for one in found(column(**{f"r{k}": f * value for k, value in enumerate(values)})).values()]
            for f in (1.0, unit)
        )
        assert first == pytest.approx(second, abs=1e-9)

    @given(st.lists(positive, min_size=2, max_size=5))
    def test_a_measure_and_its_inverse_say_the_same(self, values):
        more = found(column(better="more", **{f"r{k}": value for k, value in enumerate(values)}))
        less = found(column(better="less", **{f"r{k}": 1 / value for k, value in enumerate(values)}))
        assert [one.value for one in more.values()] == pytest.approx([one.value for one in less.values()], abs=1e-9)

    def test_a_per_cent_is_little_and_a_factor_much(self):
        assert found(column(a=100.0, b=99.0))["b"].value == pytest.approx(1 - math.log10(100 / 99))
        assert found(column(a=100.0, b=99.0))["b"].value > 0.99


class TestSeveral:
    @given(st.lists(st.tuples(near, near), min_size=3, max_size=6), positive, positive)
    def test_the_order_of_two_does_not_depend_on_others(self, values, first, second):
        one = column("workspace.volume", "more", **{f"r{k}": pair[0] for k, pair in enumerate(values)})
        two = column("operations.gim", "less", "", **{f"r{k}": pair[1] for k, pair in enumerate(values)})
        weights = {"workspace.volume": first, "operations.gim": second}
        table = joined(one, two)
        every = found(table, weights)
        pair = found({name: table[name] for name in ("r0", "r1")}, weights)
        gap = every["r0"].value - every["r1"].value
        assert gap == pytest.approx(pair["r0"].value - pair["r1"].value, abs=1e-12)
        # (4), written out
        (va, oa), (vb, ob) = values[0], values[1]
        expected = (first * math.log10(va / vb) + second * math.log10(ob / oa)) / (first + second)
        assert gap == pytest.approx(expected, abs=1e-12)

    @given(st.lists(st.tuples(near, near), min_size=2, max_size=5))
    def test_the_geometric_mean_of_ratios(self, values):
        one = column("workspace.volume", "more", **{f"r{k}": pair[0] for k, pair in enumerate(values)})
        two = column("operations.gim", "less", "", **{f"r{k}": pair[1] for k, pair in enumerate(values)})
        for each in found(joined(one, two), {"workspace.volume": 3, "operations.gim": 1}).values():
            mean = math.prod(part.ratio**part.share for part in each.parts)
            assert WORST ** (1 - each.value) == pytest.approx(mean)

    def test_a_score_is_the_sum_of_its_parts(self):
        table = joined(column(a=1.0, b=2.0), column("payload.mass", "more", "kg", a=4.0, b=1.0))
        for one in found(table, {"workspace.volume": 2, "payload.mass": 6}).values():
            assert [part.share for part in one.parts] == [0.25, 0.75]
            assert one.value == pytest.approx(sum(part.share * part.normalised for part in one.parts))
        with pytest.raises(TypeError):
            Score("a")  # no score without its parts

    def test_one_measure_alone_cannot_decide_everything(self):
        table = joined(
            column("workspace.volume", a=1e6, b=1.0),
            column("payload.mass", "more", "kg", a=1.0, b=9.0),
            column("effort.power", "less", "W", a=9.0, b=1.0),
        )
        assert found(table)["b"].value > found(table)["a"].value

    def test_ranks_and_ties(self):
        result = score(column(a=1.0, b=5.0, c=1.0, d=0.5), {"workspace.volume": 1})
        assert [one.rank for one in result.scores] == [2, 1, 2, 4]
        assert [one.candidate for one in result.ranking] == ["b", "a", "c", "d"]


class TestLeftOut:
    def test_what_one_lacks_counts_for_none(self):
        table = joined(column(a=1.0, b=2.0), column("flexible.frequency", "more", "Hz", a=None, b=7.0))
        result = score(table, {"workspace.volume": 1, "flexible.frequency": 1})
        assert dict(result.shares) == {"workspace.volume": 1.0}
        assert result.left_out == {"flexible.frequency": "no value for a (why)"}
        assert [one.value for one in result.scores] == pytest.approx([1 - math.log10(2), 1])

    def test_a_missing_key_is_a_missing_value(self):
        table = column(a=1.0, b=2.0)
        del table["b"]["workspace.volume"]
        assert why_not(table, "workspace.volume") == "no value for b"

    @pytest.mark.parametrize(
        ("value", "words"),
        [(math.nan, "no value for b"), (-1.0, "below zero for b"), (None, r"no value for b \(why\)")],
    )
    def test_why(self, value, words):
        with pytest.raises(arm.ArgumentError, match=words):
            score(column(a=1.0, b=value), {"workspace.volume": 1})

    def test_units_that_differ(self):
        table = {**column(a=1.0), **column(unit="m²", b=1.0)}
        assert why_not(table, "workspace.volume") == "units differ: m³, m²"

    def test_no_direction(self):
        assert "neither" in why_not(column(better="", a=1.0, b=2.0), "workspace.volume")

    def test_a_weight_of_zero_is_no_part(self):
        table = joined(column(a=1.0, b=2.0), column("flexible.frequency", "more", "Hz", a=None, b=7.0))
        result = score(table, {"workspace.volume": 1, "flexible.frequency": 0})
        assert not result.left_out


class TestErrors:
    def test_the_error_of_a_part_is_the_derivative(self):
        column_ = [
            arm.selection.Measure("workspace.volume", x, "m³", "more", "", "", e) for x, e in ((4.0, None), (2.0, 0.01))
        ]
        step = 1e-6
        low, high = (parts("k", 0.5, [column_[0], replace(column_[1], value=2.0 + d)])[1].points for d in (-step, step))
        assert parts("k", 0.5, column_)[1].error == pytest.approx((high - low) / (2 * step) * 0.01, rel=1e-6)
        assert parts("k", 0.5, column_)[0].error == 0

    def test_beyond_ten_times_an_error_moves_nothing(self):
        column_ = [arm.selection.Measure("k", x, "", "more", "", "", 0.1) for x in (40.0, 2.0)]
        assert parts("k", 1.0, column_)[1].error == 0

    def test_close_calls(self):
        def one(name, points, error, rank):
            return Score(name, (ScorePart("k", 1.0, 1.0, points, error),), rank)

        close = Scores((one("a", 0.50, 0.02, 2), one("b", 0.53, 0.01, 1), one("c", 0.2, 0.01, 3)), {"k": 1.0}, {})
        assert close.close_calls == (("b", "a"),)
