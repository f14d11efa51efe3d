"""The live page: one robot on a stage, panels around it, and the loop that moves them.

All open tabs show the same state. Runs and playback continue without open tabs, but nothing is drawn.
"""

from __future__ import annotations

import sys
import time
import traceback
from dataclasses import replace
from typing import Any

import numpy as np

from armillary.analysis.frequencies import Frequencies
from armillary.errors import ArmillaryError
from armillary.kinematics.poses import frame_pose
from armillary.multibody import build
from armillary.spatial.scalar import Floats
from armillary.viewer import server as serving
from armillary.viewer.controls import clamped
from armillary.viewer.ellipsoids import Ellipsoid
from armillary.viewer.job import RunProcess
from armillary.viewer.loop import Background, UpdateLoop
from armillary.viewer.panels.joint_panel import JointPanel
from armillary.viewer.panels.modes_panel import ModesPanel
from armillary.viewer.panels.playback import NONE, Playback
from armillary.viewer.panels.robot_panel import ELLIPSOID, RobotPanel
from armillary.viewer.panels.run_panel import RunPanel
from armillary.viewer.posture import posture
from armillary.viewer.robot_view import MARKS, RobotView, draw_ellipsoid, floor, move_ellipsoid
from armillary.viewer.stage import RobotStage, Vibration
from armillary.viewer.subject import Robots, Subject

TEXT_INTERVAL = 0.1
"""Time between updates of texts about a moving robot [s]."""
ELLIPSOID_SIZE = 0.25
"""Drawn length of a velocity of 1 m/s [m]."""
GREEN, GREY = (40, 160, 90), (200, 205, 210)


class Page:
    """A page, served until `stop`."""

    def __init__(self, subject: Subject, port: int | None = None) -> None:
        self.robots = Robots()
        name = self.robots.add(subject.robot, subject.name)
        self.server, self.address = serving.serve(port, "Armillary")
        self.loop = UpdateLoop(self._frame, self._failed)
        self.background = Background(self._failed)
        self.view: RobotView | None = None
        self.ghost: tuple[RobotView, RobotStage] | None = None
        self._ellipsoid: Any = None
        self._dirty = True
        self._frame_at = time.monotonic()
        self._texts_shown_at = 0.0
        self._stopped = False
        self._moving = False
        self._drawn: Floats | None = None
        self._build(name, subject.motors)
        try:
            self._begin(subject, name)
        except BaseException:
            self.stop()  # the caller has no page to stop
            raise
        self.server.on_client_connect(self._connected)
        self.loop.start()

    def stop(self) -> None:
        """End the loop, the run and the server."""
        if not self._stopped:
            self._stopped = True
            self.loop.stop()
            self.background.stop()
            self.run.close()
            serving.stop(self.server)

    def _build(self, name: str, motors: str) -> None:
        gui, loop, names = self.server.gui, self.loop, self.robots.names
        gui.main_panel.dock_right()
        gui.main_panel.set_width(340)
        tabs = gui.add_tab_group()
        with tabs.add_tab("Robot"):
            self.robot = RobotPanel(gui, loop, names, self._picked_robot, self._look)
        with tabs.add_tab("Joints") as self._joints_tab:
            self.joints = JointPanel(gui, loop, self._moved)
        with tabs.add_tab("Modes"):
            self.modes = ModesPanel(gui, loop, self._changed, self._find_modes)
        with tabs.add_tab("Run") as self._run_tab:
            self.run = RunPanel(gui, loop, names, self.robots.find, self._picked_run, self._done)
        self.playback = Playback(gui, loop, self._picked_result, self._changed)
        self.robot.robot.value = self.run.robot.value = name
        self.robot.motors.value = self.run.motors.value = motors

    def _begin(self, subject: Subject, name: str) -> None:
        """Play the results of the subject, or show its robot and run its scenario."""
        added = [self.playback.add(title, motion) for title, motion in subject.results.items()]
        if not added:
            model = build.model(subject.robot, motors=subject.motors)
            self._set(RobotStage(model, name) if subject.q is None else RobotStage(model, name, q=subject.q))
        else:
            self._set(RobotStage.of_motion(self.playback.results[added[0]], name))
            self.stage.clock.play()
            self.playback.result.value = added[0]
            self.playback.ghost.value = added[1] if len(added) > 1 else NONE
            self._picked_result()
        if subject.scenario is not None:
            self.run.run(subject.scenario.stem, subject.scenario, subject.settings)

    def _set(self, stage: RobotStage) -> None:
        """Show another robot."""
        self.stage = stage
        with self.server.atomic():
            if self.view is not None:
                self.view.remove()
            self.view = RobotView(self.server.scene, stage.scene, "/robot")
            self._ground(stage)
        self.robot.show(stage)
        with self._joints_tab:
            self.joints.show(stage)
        self.modes.show(stage)
        with self._run_tab:
            self.run.show(stage)
        self._drawn = None
        self._look()
        self._find_modes()

    def _ground(self, stage: RobotStage) -> None:
        """Set the vertical by gravity, draw a floor, and aim the camera at the robot."""
        up, size, scene = stage.scene.up, stage.scene.size, self.server.scene
        scene.set_up_direction(tuple(up.tolist()))
        scene.add_line_segments("/floor", floor(up, size), colors=GREY, thickness=1.0, thickness_units="screen")
        eye, target = stage.look()
        self.server.initial_camera.position = tuple(eye.tolist())
        self.server.initial_camera.look_at = tuple(target.tolist())
        self.server.initial_camera.up = tuple(up.tolist())
        for client in self.server.get_clients().values():
            client.camera.position, client.camera.look_at = eye, target
            client.camera.up_direction = up

    # Actions of users.

    def _picked_robot(self) -> None:
        self._show_robot(str(self.robot.robot.value), str(self.robot.motors.value))

    def _picked_run(self) -> None:
        self._show_robot(str(self.run.robot.value), str(self.run.motors.value))

    def _show_robot(self, name: str, motors: str) -> None:
        robot, _ = self.robots.find(name)
        self.robot.robot.value = self.run.robot.value = name
        self.robot.motors.value = self.run.motors.value = motors
        self.playback.result.value = NONE
        self.playback.show(None)
        self._remove_ghost()
        self._set(RobotStage(build.model(robot, motors=motors), name))

    def _picked_result(self) -> None:
        first, second = self.playback.chosen
        self._remove_ghost()
        if first is None:
            self.playback.show(None)
            self.stage.act = "standing"
            self._changed()
            return
        if self.stage.player is None or self.stage.player.motion is not first:
            stage = RobotStage.of_motion(first, first.robot.name)
            stage.clock.play()
            name = self.robots.add(first.robot, first.robot.name)
            for handle in (self.robot.robot, self.run.robot):
                if handle.options != self.robots.names:
                    handle.options = self.robots.names
                handle.value = name
            self.robot.motors.value = first.model.motors
            self._set(stage)
        if second is not None:
            other = RobotStage.of_motion(second, second.robot.name)
            self.ghost = RobotView(self.server.scene, other.scene, "/ghost", ghost=True), other
        self.playback.show(self.stage)
        self._changed()

    def _remove_ghost(self) -> None:
        if self.ghost is not None:
            self.ghost[0].remove()
            self.ghost = None

    def _moved(self) -> None:
        """React to moved sliders."""
        self.modes.rest()
        self._changed()
        self._find_modes()

    def _changed(self) -> None:
        self._dirty = True

    def _look(self) -> None:
        """Apply the options of the robot panel."""
        if self.view is not None:
            self.stage.magnification = clamped(self.robot.magnification)
            self.view.coloured = bool(self.robot.strain.value)
            self.view.shade(bool(self.robot.fine.value))
            self.server.scene.configure_default_lights(True, cast_shadow=bool(self.robot.fine.value))
            for what in MARKS:
                self.view.mark(what, bool(self.robot.marks[what].value))
        self._drawn = None
        self._changed()

    def _find_modes(self) -> None:
        """Compute the frequencies at the present configuration in the background."""
        stage = self.stage
        model = self.stage.model
        vibration = Vibration(model.robot, stage.joint_values, model.motors, str(self.modes.held.value))

        def work() -> None:
            answer = vibration.find()
            self.loop.post("vibration", lambda: self._show_modes(stage, *answer))

        self.background.ask(work)

    def _show_modes(self, stage: RobotStage, modes: Frequencies | None, sagging: Floats | None, fault: str) -> None:
        if stage is not self.stage:
            return
        if sagging is not None:
            stage.bend(sagging)
        self.modes.tell(modes, fault)
        self._changed()

    def _done(self, job: RunProcess) -> None:
        """Show the result of a run."""
        if job.motion is not None and len(job.motion) > 1:
            self.playback.result.value = self.playback.add(job.name, job.motion)
            self._picked_result()

    async def _connected(self, client: Any) -> None:
        self.loop.post("came", self._changed)

    # Drawing.

    def _frame(self) -> bool:
        """Draw changes, and return whether the robot is moving."""
        now, before = time.monotonic(), self.stage.moving
        # Time advances only between frames of one motion: a motion that has just begun starts now.
        self.stage.advance(now - self._frame_at if self._moving else 0.0)
        self._frame_at, self._moving = now, self.stage.moving
        self._dirty |= before and not self._moving  # the final position is drawn too
        if (self._moving or self._dirty) and self.server.get_clients():
            settled, self._dirty = self._dirty, False
            with self.server.atomic():
                self._draw(settled, now)
        return self._moving

    def _draw(self, settled: bool, now: float) -> None:
        stage = self.stage
        view = self.view
        if view is None:
            return
        q = stage.shown
        if self._drawn is None or not np.array_equal(q, self._drawn):
            view.update(q, stage.shown_magnification, stage.strain_limit)
            self._drawn = q
        if self.ghost is not None:
            ghost, other = self.ghost
            other.clock.seek(stage.clock.time)
            ghost.update(other.shown, stage.magnification, stage.strain_limit)
        self.playback.follow()
        if settled or now - self._texts_shown_at > TEXT_INTERVAL:
            self._texts_shown_at = now
            self._tell(q)
            if settled and stage.act == "playing" and not stage.clock.playing:
                self.joints.follow(stage)

    def _tell(self, q: Floats) -> None:
        readout = posture(self.stage.model, q)
        self.joints.tell(readout)
        self.modes.follow()
        self.robot.tell_strain(self.stage.strain_limit, self.stage.act == "shaking")
        self._show_velocities(readout.velocities if self.robot.marks[ELLIPSOID].value else None, q)

    def _show_velocities(self, ellipsoid: Ellipsoid | None, q: Floats) -> None:
        """Show the velocity ellipsoid at the drawn tip, or hide it."""
        if ellipsoid is not None:
            model = self.stage.model
            least = 0.003 * self.stage.scene.size
            _, tip = frame_pose(model, self.stage.scene.poses(q, self.stage.shown_magnification), "tip")
            drawn = replace(ellipsoid, centre=np.asarray(tip, dtype=float))
            if self._ellipsoid is None:
                self._ellipsoid = draw_ellipsoid(self.server.scene, "/velocities", drawn, GREEN, ELLIPSOID_SIZE, least)
            move_ellipsoid(self._ellipsoid, drawn, ELLIPSOID_SIZE, least)
        if self._ellipsoid is not None:
            self._ellipsoid.visible = ellipsoid is not None

    def _failed(self, error: Exception) -> None:
        """Report an error in every tab; unexpected errors go to the terminal as well."""
        if self._stopped:
            return
        if not isinstance(error, ArmillaryError):
            traceback.print_exception(error, file=sys.stderr)
        for client in self.server.get_clients().values():
            client.add_notification("This did not work", str(error), color="red")
