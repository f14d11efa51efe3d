"""What both versions of the model description share: numbers, units, the head, and XML as text."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from xml.etree import ElementTree

from armillary.exports.fmu.block import Variable
from armillary.exports.fmu.units import exponents, text
from armillary.exports.fmu.variables import BEYOND, STOP, Role, Table

CATEGORIES = (
    ("logStatusError", "Errors: wrong use, and motions that cannot go on"),
    ("logStatusWarning", "Warnings"),
    ("logEvents", "Limits that are reached, changes of the solver"),
)


@dataclass(frozen=True)
class Header:
    """What an FMU says of itself."""

    name: str
    identifier: str
    token: str
    tool: str
    date: str
    tolerance: float
    categories: tuple[tuple[str, str], ...] = CATEGORIES


def number(value: float) -> str:
    """Return a number that reads back as the same."""
    return repr(float(value))


def plain_text(text: str) -> str:
    """Return text without characters that XML cannot hold, on one line."""
    return " ".join(re.sub(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "?", text).split())


def units_of(table: Table) -> list[str]:
    """Return the units that variables have, each once."""
    used = {each.unit for group in table.groups.values() for each in group} | {"s"}
    return sorted(unit for unit in used if unit)


def head(table: Table, header: Header, version: str, token: str, **more: str) -> ElementTree.Element:
    """Return the root of a description; `token` is what this version calls the token."""
    return ElementTree.Element(
        "fmiModelDescription",
        {"fmiVersion": version, "modelName": plain_text(header.name), token: header.token},
        description=plain_text(table.block.description),
        generationTool=header.tool,
        generationDateAndTime=header.date,
        variableNamingConvention="structured",
        **more,
    )


def definitions(root: ElementTree.Element, table: Table, header: Header) -> None:
    """Write units, categories of messages, and the default experiment."""
    units = ElementTree.SubElement(root, "UnitDefinitions")
    for unit in units_of(table):
        own = ElementTree.SubElement(units, "Unit", name=text(unit))
        ElementTree.SubElement(own, "BaseUnit", {base: str(power) for base, power in exponents(unit).items()})
        if unit == "rad":
            ElementTree.SubElement(own, "DisplayUnit", name="deg", factor=number(180 / math.pi))
    categories = ElementTree.SubElement(root, "LogCategories")
    for name, what in header.categories:
        ElementTree.SubElement(categories, "Category", name=name, description=what)
    stop, tolerance = number(table.block.duration), number(header.tolerance)
    ElementTree.SubElement(root, "DefaultExperiment", startTime="0", stopTime=stop, tolerance=tolerance)


def described(name: str, reference: int, what: str, role: Role) -> dict[str, str]:
    """Return the attributes that every variable has."""
    given = {"name": name, "valueReference": str(reference), "description": plain_text(what)}
    given |= {"causality": role.causality, "variability": role.variability}
    return given | ({"initial": role.initial} if role.initial else {})


def measured(variable: Variable, starts: bool) -> dict[str, str]:
    """Return the attributes of a real number: its unit, its least value, its start."""
    given = {"unit": text(variable.unit)} if variable.unit else {}
    if variable.unit == "rad":
        given["displayUnit"] = "deg"
    if variable.minimum is not None:
        given["min"] = number(variable.minimum)
    return given | ({"start": number(variable.start)} if starts else {})


def booleans(table: Table) -> list[tuple[dict[str, str], dict[str, str]]]:
    """Return the Boolean variables: what every variable has, and the start of those that have one."""
    stop = Role("parameter", "fixed", "exact", True)
    beyond = Role("output", "discrete", "calculated")
    says = ("Whether a joint beyond its limits ends the simulation", "Whether a joint is beyond its limits")
    return [
        (described(STOP, table.beyond - 1, says[0], stop), {"start": str(table.block.stop).lower()}),
        (described(BEYOND, table.beyond, says[1], beyond), {}),
    ]


def written(root: ElementTree.Element) -> str:
    """Return a document as text."""
    ElementTree.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(root, encoding="unicode") + "\n"
