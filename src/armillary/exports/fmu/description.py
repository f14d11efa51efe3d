"""The model description of an FMU in XML, and its documentation in HTML, by the templates of this folder.

Every element of the model structure lists its dependencies. FMI 3.0 refers to variables by their value reference,
FMI 2.0 by their place in the list of variables, which is the value reference plus 1. Units are products and one
quotient of kg, m, s, A, K, rad, N, J, W, V and Hz: "N·m·s/rad", "rad/s²", "N·m/(rad·s)".
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from armillary.errors import CompilerError
from armillary.exports.fmu.block import ScalarVariable
from armillary.exports.fmu.variables import BEYOND, STOP, Role, VariableTable
from armillary.tables.html import render

PACKAGE = "armillary.exports.fmu"
TITLES = {"u": "Inputs", "x": "States, which are outputs", "y": "Outputs", "p": "Parameters"}

POWERS = {"²": 2, "³": 3}
ORDER = ("kg", "m", "s", "A", "K", "rad")
DERIVED: dict[str, dict[str, int]] = {
    **{base: {base: 1} for base in ORDER},
    "N": {"kg": 1, "m": 1, "s": -2},
    "J": {"kg": 1, "m": 2, "s": -2},
    "W": {"kg": 1, "m": 2, "s": -3},
    "V": {"kg": 1, "m": 2, "s": -3, "A": -1},
    "Hz": {"s": -1},
    "1": {},
}
"""Exponents of the SI base units in each unit."""

Attributes = dict[str, object]
"""Attributes of an XML element; the templates leave out None."""


@dataclass(frozen=True)
class Header:
    """Names, token, tool, date and tolerance that an FMU states about itself."""

    name: str
    identifier: str
    token: str
    tool: str
    date: str
    tolerance: float


def description(table: VariableTable, header: Header, fmi: str, files: list[str]) -> dict[str, str]:
    """Return the XML files of an FMU by their place in it; `files` are the sources that a compiler is given."""
    used = {variable.unit for group in table.groups.values() for variable in group} | {"s"}
    text = render(
        PACKAGE, f"model{fmi[0]}.xml",
        header=header, name=plain_text(header.name), description=plain_text(table.block.description), files=files,
        events=len(table.functions.events), units=[(unit_text(unit), exponents(unit)) for unit in sorted(used) if unit],
        stop=repr(float(table.block.duration)), tolerance=repr(header.tolerance),
        variables=_variables(table, fmi), table=table,
    )  # fmt: skip
    files_of_fmu = {"modelDescription.xml": f"{text}\n"}
    if fmi == "3.0":
        files_of_fmu["sources/buildDescription.xml"] = render(PACKAGE, "build3.xml", header=header, files=files) + "\n"
    return files_of_fmu


def page(table: VariableTable, header: Header, fmi: str) -> str:
    """Return documentation/index.html."""
    groups = []
    for group, title in TITLES.items():
        rows = [
            (
                variable.name,
                unit_text(variable.unit),
                "" if group == "y" else f"{variable.start:g}",
                plain_text(variable.description),
            )
            for variable in table.groups[group]
        ]
        groups += [(title, rows)] if rows else []
    return render(
        PACKAGE, "index.html",
        name=plain_text(header.name), description=plain_text(table.block.description),
        fmi=fmi, tool=header.tool, groups=groups,
    )  # fmt: skip


def _variables(table: VariableTable, fmi: str) -> list[tuple[str, Attributes, Attributes]]:
    """Return kind, general attributes and attributes of the kind for each variable, by value reference."""
    rows: list[tuple[str, Attributes, Attributes]] = []
    real, first = ("Real", 1) if fmi == "2.0" else ("Float64", 0)
    time = _described("time", 0, "Simulation time", Role("independent", "continuous"))
    rows.append((real, time, {"unit": "s"}))
    for name, group in table.groups.items():
        for reference, variable in zip(table.places(name), group, strict=True):
            role = table.role(name, variable)
            attributes = _measured(variable, role.starts)
            if name == "dx":
                attributes["derivative"] = reference - table.first["dx"] + table.first["x"] + first
            rows.append((real, _described(variable.name, reference, variable.description, role), attributes))
    stop, beyond = Role("parameter", "fixed", "exact", True), Role("output", "discrete", "calculated")
    says = ("Whether a joint beyond its limits ends the simulation", "Whether a joint is beyond its limits")
    start: Attributes = {"start": str(table.block.stop).lower()}
    rows.append(("Boolean", _described(STOP, table.beyond - 1, says[0], stop), start))
    return [*rows, ("Boolean", _described(BEYOND, table.beyond, says[1], beyond), {})]


def _described(name: str, reference: int, what: str, role: Role) -> Attributes:
    """Return the attributes that every variable has."""
    return {
        "name": name,
        "valueReference": reference,
        "description": plain_text(what),
        "causality": role.causality,
        "variability": role.variability,
        "initial": role.initial or None,
    }


def _measured(variable: ScalarVariable, starts: bool) -> Attributes:
    """Return unit, minimum and start of a real variable."""
    return {
        "unit": unit_text(variable.unit) or None,
        "displayUnit": "deg" if variable.unit == "rad" else None,
        "min": None if variable.minimum is None else repr(float(variable.minimum)),
        "start": repr(float(variable.start)) if starts else None,
    }


def plain_text(text: str) -> str:
    """Return text without characters that XML cannot hold, on one line."""
    return " ".join(re.sub(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "?", text).split())


def unit_text(unit: str) -> str:
    """Return a unit in the letters that other tools know.

    Example:
        >>> unit_text("N·m·s/rad"), unit_text("rad/s²")
        ('N.m.s/rad', 'rad/s2')
    """
    for power, digit in POWERS.items():
        unit = unit.replace(power, str(digit))
    return unit.replace("·", ".")


def exponents(unit: str) -> dict[str, int]:
    """Return the exponents of the base units, without zeros.

    Example:
        >>> exponents("N·m/(rad·s)")
        {'kg': 1, 'm': 2, 's': -3, 'rad': -1}
    """
    above, _, below = unit.partition("/")
    total = dict.fromkeys(ORDER, 0)
    for part, sign in ((above, 1), (below.strip("()"), -1)):
        for factor in filter(None, part.split("·")):
            match = re.fullmatch(r"([A-Za-z]+|1)([²³]?)", factor)
            if match is None or match[1] not in DERIVED:
                raise CompilerError(f"unit {unit!r} is unknown to FMI; expected products of {', '.join(DERIVED)}")
            for base, power in DERIVED[match[1]].items():
                total[base] += sign * power * POWERS.get(match[2], 1)
    return {base: power for base, power in total.items() if power}
