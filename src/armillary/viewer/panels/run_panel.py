"""The tab of runs: a form with problems at its fields, Start and Cancel, progress."""

from __future__ import annotations

import tempfile
from functools import partial
from pathlib import Path
from typing import Any

from armillary.files.atomic import write_content
from armillary.multibody.build import MOTORS
from armillary.simulation.references import TASK_REFERENCES
from armillary.viewer.controls import FieldMessage, post_on_input
from armillary.viewer.form import CHOICES, DURATION, NONE, FormField, RunForm, fields, proposals
from armillary.viewer.job import RunProcess
from armillary.viewer.loop import UpdateLoop
from armillary.viewer.stage import RobotStage


class RunPanel:
    """The form of a run, and the run.

    `robots` returns a robot by its name in the list, with the text of its file if it is not in the library; `done` is
    called with the finished run.
    """

    def __init__(self, gui: Any, loop: UpdateLoop, names: tuple[str, ...], robots: Any, picked: Any, done: Any) -> None:
        self._gui, self._loop, self._robots, self._done = gui, loop, robots, done
        self.stage: RobotStage | None = None
        self.job: RunProcess | None = None
        self._handed_over = False
        self._folder = tempfile.TemporaryDirectory(prefix="armillary-page-", ignore_cleanup_errors=True)
        self._texts: dict[str, Any] = {}
        self._faults: dict[str, FieldMessage] = {}
        self._tables: dict[str, Any] = {}
        self.robot = gui.add_dropdown("robot ", names, order=1)
        self.motors = gui.add_dropdown("motors ", MOTORS, order=2)
        self._text(DURATION, "2", order=3)
        self._kinds = {}
        for k, (table, choices) in enumerate(CHOICES.items()):
            self._kinds[table] = gui.add_dropdown(table, choices, order=10 + 10 * k)
            self._faults[table] = FieldMessage(gui, order=11 + 10 * k)
            post_on_input(loop, self._kinds[table], table, partial(self._fill, table))
        gui.add_markdown("The run starts where the joint sliders are.", order=30)
        self._start = gui.add_button("Start", order=31)
        self._cancel = gui.add_button("Cancel", order=32, disabled=True)
        self._bar = gui.add_progress_bar(0.0, visible=False, order=33)
        self._status = gui.add_markdown("", order=34)
        self._faults[""] = FieldMessage(gui, order=35)
        post_on_input(loop, self.robot, "run robot", picked)
        post_on_input(loop, self._start, "start", self.start)
        post_on_input(loop, self._cancel, "cancel", self.cancel)

    def show(self, stage: RobotStage) -> None:
        """Propose a run of another robot."""
        self.stage = stage
        flexible = bool(stage.model.elastic)
        if self._kinds["reference"].value == NONE:
            self._kinds["reference"].value = "fifth_order"
        if self._kinds["controller"].value in (NONE, "pd_gravity", "computed_torque"):
            self._kinds["controller"].value = "pd_gravity" if flexible else "computed_torque"
        for table in CHOICES:
            self._fill(table)

    @property
    def form(self) -> RunForm | None:
        """The filled form."""
        if self.stage is None:
            return None
        robot, file = self._robots(self.robot.value)
        name = self.robot.value
        if file is not None:
            path = Path(self._folder.name) / "robot.toml"
            write_content(path, file, durable=False)
            name = path.name
        texts = tuple((path, str(handle.value)) for path, handle in self._texts.items())
        kinds = {table: str(handle.value) for table, handle in self._kinds.items()}
        return RunForm(robot, name, str(self.motors.value), **kinds, texts=texts, start=self.stage.joint_values)

    def start(self) -> None:
        """Check the form, and start its run."""
        form = self.form
        if form is None or (self.job is not None and self.job.running):
            return
        file = Path(self._folder.name) / "scenario.toml"
        scenario, faults = form.check(str(file))
        self.tell_faults(faults)
        if scenario is None:
            return
        write_content(file, form.text(), durable=False)
        self.run(f"{self.robot.value}, motors {form.motors}", file)

    def run(self, name: str, scenario: Path, settings: tuple[str, ...] = ()) -> None:
        """Start the run of a scenario file, with fields replaced by `settings`."""
        self._handed_over = False
        self.job = RunProcess(name, scenario, lambda _job: self._loop.post("job", self._follow), settings)
        self._follow()

    def cancel(self) -> None:
        """Cancel the current run."""
        if self.job is not None:
            self.job.cancel()
            self._status.content = "Cancelling …"

    def close(self) -> None:
        """End the current run, and remove temporary files."""
        if self.job is not None:
            self.job.close()
        self._folder.cleanup()

    def tell_faults(self, faults: dict[str, str]) -> None:
        """Show problems at their fields."""
        for path, fault in self._faults.items():
            fault.show(faults.get(path, ""))

    def _text(self, field: FormField, value: str, order: float | None = None) -> None:
        unit = f" [{field.unit}]" if field.unit else ""
        handle = self._gui.add_text(f"{field.name}{unit}", value, hint=field.meaning, order=order)
        self._texts[field.path] = handle
        self._faults[field.path] = FieldMessage(self._gui, order=None if order is None else order + 0.5)

    def _fill(self, table: str) -> None:
        """Make the fields of a type of reference or controller, with proposals for the robot."""
        if self.stage is None:
            return
        if table == "reference" and not self.stage.model.elastic:
            # A controller that can follow the reference, of the tip or of joints.
            kind = self._kinds["controller"]
            task = self._kinds["reference"].value in TASK_REFERENCES
            if task != (kind.value == "operational_space"):
                kind.value = "operational_space" if task else "computed_torque"
                self._fill("controller")
        if table in self._tables:
            self._tables[table].remove()
        for path in [path for path in self._texts if path.startswith(f"{table}.")]:
            del self._texts[path], self._faults[path]
        self._faults[table].show("")
        kind = str(self._kinds[table].value)
        values = proposals(self.stage.model, kind, self.stage.q)
        self._tables[table] = self._gui.add_folder(None, order=self._kinds[table].order + 2)
        with self._tables[table]:
            for field in fields(table, kind):
                self._text(field, values.get(field.name, ""))

    def _follow(self) -> None:
        """Show the progress of the run, and hand over its result."""
        job = self.job
        if job is None:
            return
        self._start.disabled = job.running
        self._cancel.disabled = not job.running
        self._bar.visible = job.running
        self._bar.value = 100 * job.part
        if job.running:
            if not job.cancelled:
                self._status.content = f"Running {job.name}: {100 * job.part:.0f} %"
            return
        words = {"done": "Done", "cancelled": "Cancelled", "failed": "Failed"}[job.state]
        lines = [f"**{words}**: {job.name}" + (f". {job.message}" if job.message and job.state != "failed" else "")]
        lines += [f"Warning: {text}" for text in job.warnings]
        lines += [f"{event.t:.4g} s: {event.message}" for event in (job.motion.events[:5] if job.motion else ())]
        self._status.content = "\n\n".join(lines)
        self._faults[""].show(job.message if job.state == "failed" else "")
        if not self._handed_over:
            self._handed_over = True
            self._done(job)
