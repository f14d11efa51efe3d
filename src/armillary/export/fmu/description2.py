"""modelDescription.xml of FMI 2.0. Every element of the model structure says what it depends on."""

from __future__ import annotations

from xml.etree import ElementTree

from armillary.export.fmu.block import Variable
from armillary.export.fmu.text import Header, number, plain_text, units_of, written
from armillary.export.fmu.units import exponents, text
from armillary.export.fmu.variables import BEYOND, STOP, Table

CAN = {
    "canNotUseMemoryManagementFunctions": "false",
    "canGetAndSetFMUstate": "true",
    "canSerializeFMUstate": "true",
    "providesDirectionalDerivative": "true",
}


def description2(table: Table, header: Header, files: list[str]) -> str:
    """Return modelDescription.xml."""
    block = table.block
    root = ElementTree.Element(
        "fmiModelDescription",
        fmiVersion="2.0",
        modelName=header.name,
        guid=header.token,
        description=plain_text(block.description),
        generationTool=header.tool,
        generationDateAndTime=header.date,
        variableNamingConvention="structured",
        numberOfEventIndicators=str(len(table.functions.events)),
    )
    own = {"modelIdentifier": header.identifier, **CAN, "canBeInstantiatedOnlyOncePerProcess": "false"}
    _files(ElementTree.SubElement(root, "ModelExchange", {**own, "completedIntegratorStepNotNeeded": "false"}), files)
    steps = {"canHandleVariableCommunicationStepSize": "true", "canInterpolateInputs": "false"}
    steps |= {"maxOutputDerivativeOrder": "0", "canRunAsynchronuously": "false"}
    _files(ElementTree.SubElement(root, "CoSimulation", {**own, **steps}), files)
    _units(root, table)
    categories = ElementTree.SubElement(root, "LogCategories")
    for name, what in header.categories:
        ElementTree.SubElement(categories, "Category", name=name, description=what)
    ElementTree.SubElement(
        root, "DefaultExperiment", startTime="0", stopTime=number(block.duration), tolerance=number(header.tolerance)
    )
    _variables(root, table)
    _structure(root, table)
    return written(root)


def _files(parent: ElementTree.Element, files: list[str]) -> None:
    if files:
        listed = ElementTree.SubElement(parent, "SourceFiles")
        for name in files:
            ElementTree.SubElement(listed, "File", name=name)


def _units(root: ElementTree.Element, table: Table) -> None:
    found = units_of(table)
    if not found:
        return
    definitions = ElementTree.SubElement(root, "UnitDefinitions")
    for unit in found:
        own = ElementTree.SubElement(definitions, "Unit", name=text(unit))
        ElementTree.SubElement(own, "BaseUnit", {base: str(power) for base, power in exponents(unit).items()})
        if unit == "rad":
            ElementTree.SubElement(own, "DisplayUnit", name="deg", factor=number(57.29577951308232))


def _variables(root: ElementTree.Element, table: Table) -> None:
    block, parent = table.block, ElementTree.SubElement(root, "ModelVariables")
    clock = _scalar(parent, "time", 0, "Simulation time", "independent", "continuous")
    ElementTree.SubElement(clock, "Real", unit="s")
    initial = "calculated" if block.initial else "exact"
    for name, group in table.groups.items():
        for k, each in enumerate(group):
            reference = table.first[name] + k
            match name:
                case "x":
                    made = _scalar(parent, each.name, reference, each.description, "output", "continuous", initial)
                    _real(made, each, start=not block.initial)
                case "dx":
                    made = _scalar(parent, each.name, reference, each.description, "local", "continuous", "calculated")
                    # The place of the state in the list of variables, counted from 1, time first.
                    _real(made, each).set("derivative", str(table.first["x"] + k + 1))
                case "u":
                    made = _scalar(parent, each.name, reference, each.description, "input", "continuous")
                    _real(made, each, start=True)
                case "y":
                    made = _scalar(parent, each.name, reference, each.description, "output", "continuous", "calculated")
                    _real(made, each)
                case "p":
                    kind = "fixed" if each.fixed else "tunable"
                    made = _scalar(parent, each.name, reference, each.description, "parameter", kind, "exact")
                    _real(made, each, start=True)
                case _:
                    made = _scalar(parent, each.name, reference, each.description, "local", "continuous", "calculated")
                    _real(made, each)
    first = table.first["booleans"]
    text_stop = "Whether a joint beyond its limits ends the simulation"
    made = _scalar(parent, STOP, first, text_stop, "parameter", "fixed", "exact")
    ElementTree.SubElement(made, "Boolean", start=str(block.stop).lower())
    made = _scalar(
        parent, BEYOND, first + 1, "Whether a joint is beyond its limits", "output", "discrete", "calculated"
    )
    ElementTree.SubElement(made, "Boolean")


def _scalar(
    parent: ElementTree.Element,
    name: str,
    reference: int,
    what: str,
    causality: str,
    variability: str,
    initial: str = "",
) -> ElementTree.Element:
    given = {"name": name, "valueReference": str(reference), "description": plain_text(what), "causality": causality}
    given |= {"variability": variability} | ({"initial": initial} if initial else {})
    return ElementTree.SubElement(parent, "ScalarVariable", given)


def _real(parent: ElementTree.Element, variable: Variable, start: bool = False) -> ElementTree.Element:
    given = {"unit": text(variable.unit)} if variable.unit else {}
    if variable.unit == "rad":
        given["displayUnit"] = "deg"
    if variable.minimum is not None:
        given["min"] = number(variable.minimum)
    if start:
        given["start"] = number(variable.start)
    return ElementTree.SubElement(parent, "Real", given)


def _structure(root: ElementTree.Element, table: Table) -> None:
    """Write outputs, derivatives and initial unknowns; places in the list of variables count from 1."""
    structure = ElementTree.SubElement(root, "ModelStructure")
    block, first = table.block, table.first
    states = [first["x"] + k for k in range(len(block.states))]
    computed = [first["y"] + k for k in range(len(block.outputs))]
    rates = [first["dx"] + k for k in range(len(block.states))]
    beyond = first["booleans"] + 1
    outputs = ElementTree.SubElement(structure, "Outputs")
    for reference in (*states, *computed):
        _unknown(outputs, reference, table.depends[reference], "constant" if reference in states else "dependent")
    limited = sorted({first["x"] + limit.state for limit in block.limits})
    _unknown(outputs, beyond, limited, "discrete")
    if rates:
        derivatives = ElementTree.SubElement(structure, "Derivatives")
        for reference in rates:
            _unknown(derivatives, reference, table.depends[reference], "dependent")
    unknowns = ElementTree.SubElement(structure, "InitialUnknowns")
    for reference in sorted([*(states if block.initial else ()), *rates, *computed, beyond]):
        knowns = [table.at_start(first["x"] + limit.state)[0] for limit in block.limits]
        found = sorted({*knowns}) if reference == beyond else table.at_start(reference)
        _unknown(unknowns, reference, found, "dependent")


def _unknown(parent: ElementTree.Element, reference: int, depends: list[int], kind: str) -> None:
    given = {"index": str(reference + 1), "dependencies": " ".join(str(each + 1) for each in depends)}
    given["dependenciesKind"] = " ".join([kind] * len(depends))
    ElementTree.SubElement(parent, "Unknown", given)
