"""Base of sensors at a frame: a link, a node of a beam such as "upper.tip", or a named frame."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from armillary.files.quantity import symbol
from armillary.kinematics.poses import body_poses, frame_pose
from armillary.multibody import Model
from armillary.simulation.sensors.sensor import Channel, Instrument
from armillary.spatial.scalar import Array


@dataclass(frozen=True)
class AtFrame(Instrument):
    """Three channels x, y, z in the axes of a frame."""

    frame: Annotated[str, "frame, or node of a beam, that carries the sensor"] = "tip"

    @property
    def place(self) -> str:
        """The frame."""
        return self.frame

    def channels(self, plant: Model) -> tuple[Channel, ...]:
        """Return the three channels."""
        plant.frame(self.frame)
        return tuple(Channel(axis, symbol(self.READING)) for axis in "xyz")

    def into(self, plant: Model, q: Array, vector: Array) -> list[Array]:
        """Return a vector of world axes in those of the frame."""
        R = frame_pose(plant, body_poses(plant, q), self.frame)[0]
        return list(R.T @ vector)
