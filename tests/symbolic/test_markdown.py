"""Markdown: displays and tables that are whole."""

import dataclasses
import re

import pytest

import armillary as arm


@pytest.mark.parametrize(
    ("name", "letters", "form"),
    [
        ("khatib-rr", "all", "all"),
        ("rtx", "base", "dynamics"),
        ("stanford", "none", "all"),
        ("flexrob", "all", "M"),
    ],
)
def test_pages_are_whole(name, letters, form):
    page = arm.equations(arm.library.get(name), letters=letters).markdown(form)
    assert page.startswith(f"# Equations of {name}\n")
    fences = [line for line in page.splitlines() if line == "$$"]
    assert fences
    assert len(fences) % 2 == 0
    for display in re.findall(r"^\$\$\n(.*?)\n\$\$$", page, re.DOTALL | re.MULTILINE):
        assert display.count("{") == display.count("}")
        assert ("&=" in display) == display.startswith("\\begin{aligned}")
        assert "$" not in display
        assert "\\{" not in display
    rows = [line for line in page.splitlines() if line.startswith("|")]
    assert len({row.count("|") for row in rows}) == 1
    assert rows[1] == "|---|---|---|---|"


def test_the_table_has_what_is_used():
    found = arm.equations(arm.library.get("khatib-rr"))
    page = found.markdown("g")
    rows = [line for line in page.splitlines() if line.startswith("| $")]
    letters = [row.split("$")[1] for row in rows]
    assert letters == [r"\theta_{1}", r"\theta_{2}", "m_{1}", "m_{2}", "l_{1}", "l_{c1}", "l_{c2}", "g"]
    assert "| $m_{2}$ | 2 | kg | mass of 'link2' |" in rows


def test_base_parameters_are_explained():
    page = arm.equations(arm.library.get("khatib-rr"), letters="base").markdown("M")
    assert "The base parameters are" in page
    assert r"\mathit{ZZ}_{2} &= m_{2} l_{c2}^{2} + I_{zz2}" in page


def test_names_cannot_break_the_page():
    robot = dataclasses.replace(arm.library.get("khatib-rr"), name="a|b *c* <d>")
    assert r"# Equations of a\|b \*c\* \<d\>" in arm.equations(robot).markdown("M")


def test_single_entries():
    from internals import markdown_page

    found = arm.equations(arm.library.get("khatib-rr"))
    page = markdown_page(found, (), [found.entry("M22")])
    assert "M_{22} &= m_{2} l_{c2}^{2} + I_{zz2}" in page
    assert "I_{zz1}" not in page
