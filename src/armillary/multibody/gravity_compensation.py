"""Gravity compensation as a second model: forces against the weight of a robot.

A force −c m g at the centre of mass of a link bears the share c of its weight. Gravity then pulls (1 − c) m, while the
inertia is that of m. In the recursions gravity is an acceleration of the base, which pulls all of m. The
compensation is therefore a model with the same joints, bodies of mass c m without inertia, and gravity −g: its gravity
efforts and its potential energy are added to those of the robot. Robots without compensation do not have this model.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from armillary.multibody.body import Body
from armillary.multibody.flexible.modal import Modal
from armillary.multibody.model import Model


def with_compensation(model: Model) -> Model:
    """Return a model with the model of its compensation, or itself without any. Bodies must know their rigid parts."""
    if not any(body.modal.compensated or any(part.compensated for part in body.rigid_parts) for body in model.bodies):
        return model
    bodies = tuple(map(_compensated_body, model.bodies))
    return replace(model, compensation=model.changed(bodies=bodies, rotors=(), gravity=-model.gravity))


def _compensated_body(body: Body) -> Body:
    parts = tuple(
        replace(part, mass=part.mass * part.compensated, inertia=np.zeros((3, 3)))
        for part in body.rigid_parts
        if part.compensated
    )
    modal = _compensated_modes(body.modal) if body.modal.count else body.modal
    return Body.of_parts(body.name, parts, modal=modal)


def _compensated_modes(modal: Modal) -> Modal:
    """Return the modes of a link with the compensated share of its mass."""
    c, (mass, first_moment, inertia) = modal.compensated, modal.rigid
    integrals = {name: getattr(modal, name) * c for name in ("p", "W", "products", "h", "m", "density")}
    return replace(modal, rigid=(mass * c, first_moment * c, inertia * c), **integrals)
