"""Gravity compensation as a second model: the lift against the weight of a robot.

A force −c m g at the centre of mass of a link bears the share c of its weight. Gravity then pulls (1 − c) m, while the
inertia is that of m. In the recursions gravity is an acceleration of the base, which pulls all of m. So the lift is a
model with the same joints, bodies of the masses c m without inertia, and gravity −g: its gravity efforts and its
potential energy are added to those of the robot. A robot without compensation has no lift, and pays nothing.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from armillary.multibody.body import Body
from armillary.multibody.flexible.modal import Modal
from armillary.multibody.model import Model


def with_lift(model: Model) -> Model:
    """Return a model with its lift; itself if no part of it is compensated. Its bodies must know their parts."""
    if not any(body.modal.lift or any(lump.lift for lump in body.lumps) for body in model.bodies):
        return model
    bodies = tuple(map(_lifted, model.bodies))
    return replace(model, lift=model.changed(bodies=bodies, rotors=(), gravity=-model.gravity))


def _lifted(body: Body) -> Body:
    lumps = (replace(lump, mass=lump.mass * lump.lift, inertia=np.zeros((3, 3))) for lump in body.lumps if lump.lift)
    return Body.of_lumps(body.name, tuple(lumps), modal=_share(body.modal) if body.modal.count else body.modal)


def _share(modal: Modal) -> Modal:
    """Return the modes of a link with the compensated share of its mass."""
    c, (mass, first_moment, inertia) = modal.lift, modal.rigid
    integrals = {name: getattr(modal, name) * c for name in ("p", "W", "products", "h", "m", "density")}
    return replace(modal, rigid=(mass * c, first_moment * c, inertia * c), **integrals)
