"""What `armillary show` says of a link that bends, as plain data in SI units."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import Any

import numpy as np
import scipy.linalg

from armillary.description.beam import Beam, ModalData
from armillary.description.robot import Joint, Link, Robot
from armillary.formulations.composite_body import mass_matrix
from armillary.multibody import Model, build

SHOWN = 4
"""How many of the lowest frequencies are shown."""


def beam_data(link: Link, model: Model) -> dict[str, Any] | None:
    """Return the beam or modal data of a link, its coordinates and its lowest frequencies, clamped and alone."""
    if link.beam is None:
        return None
    coordinates = [name for name in model.elastic if name.startswith(f"{link.name}.")]
    data = _of_modal(link.beam) if isinstance(link.beam, ModalData) else _of_beam(link.beam)
    data |= {"mass": link.beam.mass, "nodes": link.beam.node_positions(), "coordinates": coordinates}
    return data | {"clamped_hz": clamped(link)[:SHOWN] if coordinates else []}


def _of_beam(beam: Beam) -> dict[str, Any]:
    stations = [
        {"at": station.at, "shape": station.section.shape, "size": list(station.section.size)}
        | {name: getattr(station.section, name) for name in ("area", "Iy", "Iz", "J")}
        for station in beam.stations
    ]
    plain = {name: getattr(beam, name) for name in ("length", "E", "G", "density", "stiffening", "rotary_inertia")}
    return plain | {
        "kind": "beam",
        "axis": list(beam.axis),
        "normal": list(beam.normal),
        "stations": stations,
        "modes": asdict(beam.modes) if beam.modes else None,
        "sublinks": asdict(beam.sublinks) if beam.sublinks else None,
    }


def _of_modal(modal: ModalData) -> dict[str, Any]:
    return {"kind": "modal data", "frequencies": list(modal.frequencies), "damping": list(modal.damping)}


def clamped(link: Link) -> list[float]:
    """Return the natural frequencies [Hz] of a flexible link without its rigid part, clamped at its root, rising."""
    alone = Robot("alone", (replace(link, mass=0.0, inertia=((0.0,) * 3,) * 3),), (_clamp(link),), gravity=(0.0,) * 3)
    model = build.model(alone, friction=False)
    M, K = np.asarray(mass_matrix(model, model.neutral), dtype=float), model.stiffness
    try:
        squares = scipy.linalg.eigh(K, M, eigvals_only=True)
    except np.linalg.LinAlgError:  # a coordinate without inertia has no frequency
        return []
    return [float(np.sqrt(max(square, 0.0)) / (2 * np.pi)) for square in squares]


def _clamp(link: Link) -> Joint:
    return Joint("clamp", "fixed", "base" if link.name != "base" else "world", link.name)
