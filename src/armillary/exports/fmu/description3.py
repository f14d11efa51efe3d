"""modelDescription.xml and buildDescription.xml of FMI 3.0. Every element of the model structure has dependencies."""

from __future__ import annotations

from xml.etree import ElementTree

from armillary.exports.fmu.text import Header, booleans, definitions, described, head, measured, written
from armillary.exports.fmu.variables import Role, Table

CAN = {
    "canGetAndSetFMUState": "true",
    "canSerializeFMUState": "true",
    "providesDirectionalDerivatives": "true",
    "providesAdjointDerivatives": "true",
}


def description3(table: Table, header: Header) -> str:
    """Return modelDescription.xml."""
    root = head(table, header, "3.0", "instantiationToken")
    own = {"modelIdentifier": header.identifier, **CAN}
    ElementTree.SubElement(root, "ModelExchange", {**own, "needsCompletedIntegratorStep": "true"})
    steps = {"canHandleVariableCommunicationStepSize": "true", "mightReturnEarlyFromDoStep": "true"}
    ElementTree.SubElement(root, "CoSimulation", {**own, **steps})
    definitions(root, table, header)
    _variables(root, table)
    _structure(root, table)
    return written(root)


def build_description3(header: Header, files: list[str]) -> str:
    """Return sources/buildDescription.xml."""
    root = ElementTree.Element("fmiBuildDescription", fmiVersion="3.0")
    made = ElementTree.SubElement(root, "BuildConfiguration", modelIdentifier=header.identifier)
    sources = ElementTree.SubElement(made, "SourceFileSet", language="C99")
    for name in files:
        ElementTree.SubElement(sources, "SourceFile", name=name)
    ElementTree.SubElement(made, "Library", name="m")
    return written(root)


def _variables(root: ElementTree.Element, table: Table) -> None:
    parent = ElementTree.SubElement(root, "ModelVariables")
    clock = described("time", 0, "Simulation time", Role("independent", "continuous"))
    ElementTree.SubElement(parent, "Float64", {**clock, "unit": "s"})
    for name, group in table.groups.items():
        for reference, each in zip(table.places(name), group, strict=True):
            role = table.role(name, each)
            given = described(each.name, reference, each.description, role) | measured(each, role.starts)
            if name == "dx":
                given["derivative"] = str(reference - table.first["dx"] + table.first["x"])
            ElementTree.SubElement(parent, "Float64", given)
    for given, start in booleans(table):
        ElementTree.SubElement(parent, "Boolean", given | start)


def _structure(root: ElementTree.Element, table: Table) -> None:
    """Write outputs, derivatives, initial unknowns and event indicators, each with what it depends on."""
    structure = ElementTree.SubElement(root, "ModelStructure")
    listed = {
        "Output": table.outputs(),
        "ContinuousStateDerivative": table.rates(),
        "InitialUnknown": table.initial_unknowns(),
        "EventIndicator": table.indicators(),
    }
    for name, unknowns in listed.items():
        for unknown in unknowns:
            given = {"valueReference": str(unknown.reference), "dependencies": " ".join(map(str, unknown.depends))}
            ElementTree.SubElement(structure, name, {**given, "dependenciesKind": unknown.kinds})
