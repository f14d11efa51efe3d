"""Beams and modal data as TOML text that reads back as the very same beam; what is at its default is left out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import Any

from armillary.description.beam import SECTION_SIZES, Beam, ModalData, ModalNode, Section
from armillary.description.robot import NO_INERTIA
from armillary.description.toml.write_values import (
    Lines,
    block,
    flag_value,
    inertia_value,
    inline,
    list_value,
    number_value,
    numbers_value,
    rows_value,
    text_value,
)


def beam_blocks(beam: Beam | ModalData) -> Iterator[str]:
    """Yield the tables of a flexible link."""
    if isinstance(beam, Beam):
        yield block("[link.beam]", _beam(beam))
        return
    yield block("[link.modal]", _modal(beam))
    for node in beam.nodes:
        yield block("[[link.modal.nodes]]", _modal_node(node))


def _beam(beam: Beam) -> Lines:
    for key in ("length", "E", "G", "density"):
        if getattr(beam, key) is not None:
            yield key, number_value(getattr(beam, key))
    for key in ("axis", "normal"):
        if getattr(beam, key) != Beam.__dataclass_fields__[key].default:
            yield key, numbers_value(getattr(beam, key))
    if len(beam.stations) == 1 and beam.stations[0].at == 0:
        yield "section", _section(beam.stations[0].section)
    else:
        stations = [inline([("at", number_value(s.at)), ("section", _section(s.section))]) for s in beam.stations]
        yield "stations", "[\n" + "".join(f"  {station},\n" for station in stations) + "]"
    if beam.nodes:
        nodes = [inline([("name", text_value(node.name)), ("at", number_value(node.at))]) for node in beam.nodes]
        yield "nodes", list_value(nodes)
    if beam.modes is not None:
        yield "modes", inline(_changed(beam.modes))
    if beam.sublinks is not None:
        yield "sublinks", inline(_changed(beam.sublinks))
    for key in ("stiffening", "rotary_inertia", "quadrature"):
        if getattr(beam, key) != Beam.__dataclass_fields__[key].default:
            yield key, _plain(getattr(beam, key))


def _section(section: Section) -> str:
    shape = [("shape", text_value(section.shape))] if section.shape != "general" else []
    sizes = zip(SECTION_SIZES[section.shape], map(number_value, section.size), strict=True)
    return inline([*shape, *sizes])


def _changed(part: Any) -> Lines:
    """Yield the fields of modes or sublinks that are not at their defaults."""
    for field in fields(part):
        value = getattr(part, field.name)
        if value != field.default:
            yield field.name, _plain(value)


def _plain(value: Any) -> str:
    match value:
        case bool():
            return flag_value(value)
        case int():
            return str(value)
        case str():
            return text_value(value)
        case tuple():
            return _ratios(value)
    return number_value(value)


def _ratios(values: tuple[float, ...]) -> str:
    return number_value(values[0]) if len(values) == 1 else numbers_value(values)


def _modal(data: ModalData) -> Lines:
    yield "frequencies", numbers_value(data.frequencies)
    if data.damping != (0.0,):
        yield "damping", _ratios(data.damping)
    if data.modal_masses:
        yield "modal_masses", numbers_value(data.modal_masses)


def _modal_node(node: ModalNode) -> Lines:
    yield "name", text_value(node.name)
    yield "position", numbers_value(node.position)
    if node.mass:
        yield "mass", number_value(node.mass)
    if node.inertia != NO_INERTIA:
        yield "inertia", inertia_value(node.inertia)
    yield "translation", rows_value(node.translation)
    if node.rotation:
        yield "rotation", rows_value(node.rotation)
