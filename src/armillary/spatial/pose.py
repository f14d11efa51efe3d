"""A frame in another as rotation and origin, composed by `@`."""

from __future__ import annotations

from dataclasses import dataclass

from armillary.spatial.scalar import Floats


@dataclass(frozen=True, eq=False)
class FramePose:
    """A frame in another: rotation (3, 3) and origin (3,) [m]."""

    R: Floats
    t: Floats

    def __matmul__(self, other: FramePose) -> FramePose:
        """Return T_AC of T_AB, this pose, and T_BC, the other."""
        return FramePose(self.R @ other.R, self.t + self.R @ other.t)

    def inverse(self) -> FramePose:
        """Return the outer frame in this one."""
        return FramePose(self.R.T, -self.R.T @ self.t)
