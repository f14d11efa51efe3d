"""modelDescription.xml and buildDescription.xml of FMI 3.0. Every element of the model structure has dependencies."""

from __future__ import annotations

from xml.etree import ElementTree

from armillary.export.fmu.block import Variable
from armillary.export.fmu.text import Header, number, plain_text, units_of, written
from armillary.export.fmu.units import exponents, text
from armillary.export.fmu.variables import BEYOND, STOP, Table

CAN = {
    "canGetAndSetFMUState": "true",
    "canSerializeFMUState": "true",
    "providesDirectionalDerivatives": "true",
    "providesAdjointDerivatives": "true",
}


def description3(table: Table, header: Header) -> str:
    """Return modelDescription.xml."""
    block = table.block
    root = ElementTree.Element(
        "fmiModelDescription",
        fmiVersion="3.0",
        modelName=header.name,
        instantiationToken=header.token,
        description=plain_text(block.description),
        generationTool=header.tool,
        generationDateAndTime=header.date,
        variableNamingConvention="structured",
    )
    own = {"modelIdentifier": header.identifier, **CAN}
    ElementTree.SubElement(root, "ModelExchange", {**own, "needsCompletedIntegratorStep": "true"})
    ElementTree.SubElement(root, "CoSimulation", {**own, "canHandleVariableCommunicationStepSize": "true"})
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


def build_description3(header: Header, files: list[str]) -> str:
    """Return sources/buildDescription.xml."""
    root = ElementTree.Element("fmiBuildDescription", fmiVersion="3.0")
    made = ElementTree.SubElement(root, "BuildConfiguration", modelIdentifier=header.identifier)
    sources = ElementTree.SubElement(made, "SourceFileSet", language="C99")
    for name in files:
        ElementTree.SubElement(sources, "SourceFile", name=name)
    ElementTree.SubElement(made, "Library", name="m")
    return written(root)


def _units(root: ElementTree.Element, table: Table) -> None:
    definitions = ElementTree.SubElement(root, "UnitDefinitions")
    for unit in units_of(table):
        own = ElementTree.SubElement(definitions, "Unit", name=text(unit))
        ElementTree.SubElement(own, "BaseUnit", {base: str(power) for base, power in exponents(unit).items()})
        if unit == "rad":
            ElementTree.SubElement(own, "DisplayUnit", name="deg", factor=number(57.29577951308232))


def _variables(root: ElementTree.Element, table: Table) -> None:
    block, parent = table.block, ElementTree.SubElement(root, "ModelVariables")
    ElementTree.SubElement(
        parent,
        "Float64",
        name="time",
        valueReference="0",
        description="Simulation time",
        causality="independent",
        variability="continuous",
        unit="s",
    )
    starts = "calculated" if block.initial else "exact"
    kinds = {
        "x": ("output", "continuous", starts),
        "dx": ("local", "continuous", "calculated"),
        "u": ("input", "continuous", ""),
        "y": ("output", "continuous", "calculated"),
        "z": ("local", "continuous", "calculated"),
    }
    for name, group in table.groups.items():
        for k, each in enumerate(group):
            causality, variability, initial = kinds.get(
                name, ("parameter", "fixed" if each.fixed else "tunable", "exact")
            )
            given = _common(each.name, table.first[name] + k, each.description, causality, variability, initial)
            given |= _measured(each)
            if name in ("u", "p") or (name == "x" and not block.initial):
                given["start"] = number(each.start)
            if name == "dx":
                given["derivative"] = str(table.first["x"] + k)
            ElementTree.SubElement(parent, "Float64", given)
    first = table.first["booleans"]
    stop = _common(STOP, first, "Whether a joint beyond its limits ends the simulation", "parameter", "fixed", "exact")
    ElementTree.SubElement(parent, "Boolean", {**stop, "start": str(block.stop).lower()})
    beyond = _common(BEYOND, first + 1, "Whether a joint is beyond its limits", "output", "discrete", "calculated")
    ElementTree.SubElement(parent, "Boolean", beyond)


def _common(
    name: str, reference: int, what: str, causality: str, variability: str, initial: str = ""
) -> dict[str, str]:
    given = {"name": name, "valueReference": str(reference), "description": plain_text(what), "causality": causality}
    return given | {"variability": variability} | ({"initial": initial} if initial else {})


def _measured(variable: Variable) -> dict[str, str]:
    given = {"unit": text(variable.unit)} if variable.unit else {}
    if variable.unit == "rad":
        given["displayUnit"] = "deg"
    if variable.minimum is not None:
        given["min"] = number(variable.minimum)
    return given


def _structure(root: ElementTree.Element, table: Table) -> None:
    """Write outputs, derivatives, initial unknowns and event indicators, each with what it depends on."""
    structure = ElementTree.SubElement(root, "ModelStructure")
    block, first = table.block, table.first
    states = [first["x"] + k for k in range(len(block.states))]
    computed = [first["y"] + k for k in range(len(block.outputs))]
    rates = [first["dx"] + k for k in range(len(block.states))]
    events = [first["z"] + k for k in range(len(table.functions.events))]
    beyond = first["booleans"] + 1
    for reference in (*states, *computed):
        kind = "constant" if reference in states else "dependent"
        _element(structure, "Output", reference, table.depends[reference], kind)
    limited = sorted({first["x"] + limit.state for limit in block.limits})
    _element(structure, "Output", beyond, limited, "discrete")
    for reference in rates:
        _element(structure, "ContinuousStateDerivative", reference, table.depends[reference], "dependent")
    for reference in sorted([*(states if block.initial else ()), *rates, *computed, beyond]):
        knowns = [table.at_start(first["x"] + limit.state)[0] for limit in block.limits]
        found = sorted({*knowns}) if reference == beyond else table.at_start(reference)
        _element(structure, "InitialUnknown", reference, found, "dependent")
    for reference in events:
        _element(structure, "EventIndicator", reference, table.depends[reference], "dependent")


def _element(parent: ElementTree.Element, kind: str, reference: int, depends: list[int], how: str) -> None:
    given = {"valueReference": str(reference), "dependencies": " ".join(map(str, depends))}
    ElementTree.SubElement(parent, kind, given | {"dependenciesKind": " ".join([how] * len(depends))})
