"""The state of the page, as data: one robot, which stands, vibrates in a mode, or plays a motion."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

import numpy as np

from armillary.analysis.frequencies import Frequencies, frequencies
from armillary.description.robot import Robot
from armillary.errors import ArmillaryError
from armillary.formulations.equilibrium import elastic_equilibria
from armillary.multibody import Model, build
from armillary.multibody.coordinates import joint_size
from armillary.multibody.home import home
from armillary.results.positions import unit_quaternions
from armillary.results.trajectory import Trajectory
from armillary.scene.scene import Scene
from armillary.scene.vibration import ModeMotion
from armillary.spatial.scalar import Floats
from armillary.viewer import joints
from armillary.viewer.playing import PlaybackClock, Player
from armillary.viewer.strain import greatest_strain

Act = Literal["standing", "shaking", "playing"]

GLIDE = 0.04
"""Time constant of the approach to a new configuration [s]. Browsers report a moving slider at most 20 times a second;
gliding smooths the motion between."""
NEAR = 1e-5
"""Distance from the new configuration at which the approach ends [rad, m]."""


@dataclass(frozen=True)
class Vibration:
    """A request for the modes of a robot at a configuration: joints "locked" or "free", links bent by gravity."""

    robot: Robot
    q: tuple[float, ...]
    motors: str
    held: str

    def find(self) -> tuple[Frequencies | None, Floats | None, str]:
        """Return the frequencies, q with the links bent by gravity, and a message on failure."""
        try:
            modes = frequencies(build.model(self.robot, motors=self.motors), q=list(self.q), joints=self.held)
            return modes, modes.q, ""
        except ArmillaryError as error:
            return None, self._sagged(), str(error)

    def _sagged(self) -> Floats | None:
        model = build.model(self.robot, motors=self.motors)
        q = model.neutral.copy()
        q[: len(self.q)] = self.q
        try:
            return elastic_equilibria(model, q, np.zeros(model.nv)) if model.elastic or model.drives else None
        except ArmillaryError:
            return None


@dataclass
class RobotStage:
    """One robot. `q` is the configuration to which it glides; links are bent by gravity once that is known."""

    model: Model
    name: str
    act: Act = "standing"
    magnification: float = 1.0
    q: Floats = field(default_factory=lambda: np.zeros(0))
    player: Player | None = None
    clock: PlaybackClock = field(default_factory=lambda: PlaybackClock(0.0, 0.0))
    shaking: ModeMotion | None = None
    phase: float = 0.0
    amplitude: float = 1.0
    pace: float = 0.7
    """Displayed cycles of a mode per second."""
    strain_limit: float = 0.0

    def __post_init__(self) -> None:
        self.scene = Scene(self.model)
        self.sliders = joints.controls(self.model, self.scene.size)
        if not len(self.q):
            self.q = home(self.model).q
        self._gliding = self.q
        self.limit_strain(self.q[None])

    @classmethod
    def of_motion(cls, motion: Trajectory, name: str) -> RobotStage:
        """Return a stage that plays a motion from its beginning."""
        player = Player(motion)
        stage = cls(motion.model, name, q=player.q[0].copy())
        stage.player, stage.act = player, "playing"
        stage.clock = PlaybackClock(float(player.t[0]), float(player.t[-1]))
        stage.limit_strain(player.rows())
        return stage

    @property
    def joint_values(self) -> tuple[float, ...]:
        """The coordinates of the joints, elastic ones left out."""
        return tuple(self.q[: joint_size(self.model)].tolist())

    def stand(self, q: Floats) -> None:
        """Move to q; elastic coordinates do not change until the bending by gravity is known."""
        first = joint_size(self.model)
        if self.act != "standing":
            self._gliding = self.shown
        self.q = np.concatenate([q[:first], self.q[first:]])
        self.act = "standing"

    def bend(self, q: Floats) -> None:
        """Use q, with links bent by gravity, if its joints are where the sliders are now."""
        first = joint_size(self.model)
        if len(q) == len(self.q) and np.allclose(q[:first], self.q[:first], atol=1e-12):
            self.q = q.copy()
            if self.act == "standing":
                self.limit_strain(self.q[None])

    def shake(self, shaking: ModeMotion) -> None:
        """Vibrate in a mode."""
        self.shaking = shaking
        self.act = "shaking"
        self.phase = 0.0
        # Eight phases are enough for the greatest strain of one cycle.
        quarters = np.linspace(0, 2 * np.pi, 8, endpoint=False)
        self.limit_strain(np.array([shaking.at(phase, self.amplitude) for phase in quarters]))

    def advance(self, seconds: float) -> None:
        """Advance by real time [s]."""
        if self.act == "playing":
            self.clock.advance(seconds)
        elif self.act == "shaking":
            self.phase = (self.phase + 2 * np.pi * self.pace * seconds) % (2 * np.pi)
        else:
            # The distance decays exponentially, so that frames of any length give the same motion.
            left = np.exp(-seconds / GLIDE) * (self._gliding - self.q)
            near = float(np.abs(left).max(initial=0.0)) < NEAR
            self._gliding = self.q if near else unit_quaternions(self.model, self.q + left)

    @property
    def moving(self) -> bool:
        """Whether the robot moves without input."""
        if self.act == "standing":
            return self._gliding is not self.q
        return self.act == "shaking" or self.clock.playing

    @property
    def shown(self) -> Floats:
        """The displayed configuration."""
        if self.act == "playing" and self.player is not None:
            return self.player.at(self.clock.time)
        if self.act == "shaking" and self.shaking is not None:
            return self.shaking.at(self.phase, self.amplitude)
        return self._gliding

    @property
    def shown_magnification(self) -> float:
        """Factor on the bending; 1 for a mode, which has an amplitude."""
        return 1.0 if self.act == "shaking" else self.magnification

    def look(self) -> tuple[Floats, Floats]:
        """Return the positions of the camera and of its target [m]: from the side, above the robot."""
        up = self.scene.up
        rows = self.player.rows(12) if self.player is not None else self.q[None]
        points = np.vstack([self.scene.points(q) for q in rows])
        low, high = points.min(axis=0), points.max(axis=0)
        target = (low + high) / 2
        radius = max(float(np.linalg.norm(high - low)) / 2, 0.45 * self.scene.size)
        upright = abs(up[2]) > 0.7  # otherwise the robot is planar and seen from the front
        way = np.array([0.9, -1.0, 0.55]) if upright else np.array([0.25, 0.0, 1.0]) + 0.3 * up
        return target + 1.9 * radius * way / np.linalg.norm(way), target

    def limit_strain(self, configurations: Floats) -> None:
        """Scale the colours to the greatest strain over configurations, shape (N, nq)."""
        self.strain_limit = greatest_strain(self.scene.parts, configurations)
