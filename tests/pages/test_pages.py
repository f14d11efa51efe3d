"""Pages of equations and of selections."""

import re
from html.parser import HTMLParser

import numpy as np
import pytest

import armillary as arm
from internals import MathPrinter, equations_html
from made_up_selection import selection


class Texts(HTMLParser):
    def __init__(self, page):
        super().__init__()
        self.texts, self.tags = [], []
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)

    def handle_data(self, data):
        self.texts.append(data)


class TestEquations:
    def test_every_entry_stands_there(self):
        page = equations_html(arm.equations(arm.library.get("khatib-rr")), ("dynamics",))
        found = Texts(page)
        for title in ("Mass matrix", "Gravity efforts", "Letters", "Equation of motion"):
            assert title in found.texts
        assert {"math", "mtable", "msub", "msup"} <= set(found.tags)
        assert "Its columns belong to " in found.texts

    @pytest.mark.parametrize("name", ["khatib-rr", "planar-rrp", "flexrob"])
    def test_formulas_have_the_letters_of_their_text(self, name):
        own = arm.equations(arm.library.get(name))
        printer = MathPrinter(own.symbols)
        for formula in own.M:
            shown = "".join(printer.print(formula.tree).itertext())
            marks = str.maketrans("", "", " ()²³⁴½{}[]")
            plain = formula.text().replace("½", "").translate(marks)
            for digit, power in zip("²³⁴", "234", strict=True):
                assert formula.text().count(digit) <= shown.count(power)
            assert sorted(shown.replace("½", "").translate(marks)) == sorted(
                plain + "".join("234"["²³⁴".index(c)] for c in formula.text() if c in "²³⁴")
            )

    def test_long_sums_go_on_in_further_lines(self):
        own = arm.equations(arm.library.get("flexrob"))
        printer = MathPrinter(own.symbols)
        longest = max(own.v, key=lambda formula: len(formula.text()))
        lines = printer.lines(longest.tree)
        assert len(lines) > 1
        whole = "".join(text for line in lines for text in line.itertext())
        assert whole == "".join(printer.print(longest.tree).itertext())

    def test_numbers(self):
        page = equations_html(arm.equations(arm.library.get("khatib-rr"), letters="none"))
        assert "Mass matrix" in page

    def test_base_parameters(self):
        assert "Letters" in equations_html(arm.equations(arm.library.get("khatib-rr"), letters="base"))


class TestSelection:
    def test_what_is_told(self):
        own = selection(rigid=False)
        found = Texts(own.to_html())
        for one in own.result.ranking:
            assert one.candidate in found.texts
            assert any(text.startswith(f"{one.value:.3f}") for text in found.texts)
        assert found.tags.count("rect") == len(own.candidates) * len(own.result.shares)
        assert "60M 40A 2T" in found.texts

    def test_bars_are_as_long_as_scores(self):
        page = selection().to_html()
        bars = re.findall(r"<svg.*?</svg>", page, flags=re.DOTALL)
        ends = [
            max(float(x) + float(w) for x, w in re.findall(r'x="([\d.]+)" y="0" width="([\d.]+)"', bar)) for bar in bars
        ]
        values = [one.value for one in selection().result.ranking]
        assert np.allclose(ends, 400 * np.array(values), atol=1.2)

    def test_hostile_names(self):
        page = selection(rename=("<script>1</script>", "<b>", "c", "d")).to_html()
        assert Texts(page).tags.count("script") == 1
        assert "b" not in Texts(page).tags
