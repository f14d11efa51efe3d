"""Robot → Model: numbered bodies, joints and rotors, ready for the recursions."""

from armillary.model.build import build_model
from armillary.model.model import BASE, Body, Lump, Model, ModelJoint, PlacedFrame, Rotor

__all__ = ["BASE", "Body", "Lump", "Model", "ModelJoint", "PlacedFrame", "Rotor", "build_model"]
