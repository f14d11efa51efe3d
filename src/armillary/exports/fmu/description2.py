"""modelDescription.xml of FMI 2.0. Every element of the model structure says what it depends on."""

from __future__ import annotations

from xml.etree import ElementTree

from armillary.exports.fmu.text import Header, booleans, definitions, described, head, measured, written
from armillary.exports.fmu.variables import Role, Table, Unknown

CAN = {
    "canNotUseMemoryManagementFunctions": "false",
    "canGetAndSetFMUstate": "true",
    "canSerializeFMUstate": "true",
    "providesDirectionalDerivative": "true",
}


def description2(table: Table, header: Header, files: list[str]) -> str:
    """Return modelDescription.xml."""
    root = head(table, header, "2.0", "guid", numberOfEventIndicators=str(len(table.functions.events)))
    own = {"modelIdentifier": header.identifier, **CAN, "canBeInstantiatedOnlyOncePerProcess": "false"}
    _files(ElementTree.SubElement(root, "ModelExchange", {**own, "completedIntegratorStepNotNeeded": "false"}), files)
    steps = {"canHandleVariableCommunicationStepSize": "true", "canInterpolateInputs": "false"}
    steps |= {"maxOutputDerivativeOrder": "0", "canRunAsynchronuously": "false"}
    _files(ElementTree.SubElement(root, "CoSimulation", {**own, **steps}), files)
    definitions(root, table, header)
    _variables(root, table)
    _structure(root, table)
    return written(root)


def _files(parent: ElementTree.Element, files: list[str]) -> None:
    if files:
        listed = ElementTree.SubElement(parent, "SourceFiles")
        for name in files:
            ElementTree.SubElement(listed, "File", name=name)


def _variables(root: ElementTree.Element, table: Table) -> None:
    parent = ElementTree.SubElement(root, "ModelVariables")
    clock = described("time", 0, "Simulation time", Role("independent", "continuous"))
    ElementTree.SubElement(ElementTree.SubElement(parent, "ScalarVariable", clock), "Real", unit="s")
    for name, group in table.groups.items():
        for reference, each in zip(table.places(name), group, strict=True):
            role = table.role(name, each)
            made = ElementTree.SubElement(
                parent, "ScalarVariable", described(each.name, reference, each.description, role)
            )
            real = ElementTree.SubElement(made, "Real", measured(each, role.starts))
            if name == "dx":  # the place of the state in the list of variables, counted from 1, time first
                real.set("derivative", str(reference - table.first["dx"] + table.first["x"] + 1))
    for given, start in booleans(table):
        ElementTree.SubElement(ElementTree.SubElement(parent, "ScalarVariable", given), "Boolean", start)


def _structure(root: ElementTree.Element, table: Table) -> None:
    """Write outputs, derivatives and initial unknowns; there is always an output, but a block may have no states."""
    structure = ElementTree.SubElement(root, "ModelStructure")
    listed = {"Outputs": table.outputs(), "Derivatives": table.rates(), "InitialUnknowns": table.initial_unknowns()}
    for name, unknowns in listed.items():
        if unknowns:
            parent = ElementTree.SubElement(structure, name)
            for unknown in unknowns:
                ElementTree.SubElement(parent, "Unknown", _unknown(unknown))


def _unknown(unknown: Unknown) -> dict[str, str]:
    """Return the attributes of an unknown; places in the list of variables count from 1."""
    depends = " ".join(str(each + 1) for each in unknown.depends)
    return {"index": str(unknown.reference + 1), "dependencies": depends, "dependenciesKind": unknown.kinds}
