"""Robot → Model: numbered bodies, joints and rotors, ready for the recursions."""

from armillary.multibody.body import Body, BodyState, RigidPart, Rotor
from armillary.multibody.build import as_model, with_rigid_gears
from armillary.multibody.model import BASE, Model, ModelJoint, PlacedFrame, gather

__all__ = [
    "BASE",
    "Body",
    "BodyState",
    "Model",
    "ModelJoint",
    "PlacedFrame",
    "RigidPart",
    "Rotor",
    "as_model",
    "gather",
    "with_rigid_gears",
]
