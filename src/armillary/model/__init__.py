"""Robot → Model: numbered bodies, joints and rotors, ready for the recursions."""

from armillary.model.body import Body, Lump, Rotor
from armillary.model.build import build_model
from armillary.model.model import BASE, Model, ModelJoint, PlacedFrame, gather

__all__ = ["BASE", "Body", "Lump", "Model", "ModelJoint", "PlacedFrame", "Rotor", "build_model", "gather"]
