"""A robot file: its tables, and the robot that they make."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, ValidationInfo, field_validator, model_validator

from armillary.description import robot as described
from armillary.description.bases import FREE, WORLD
from armillary.description.dh import DHTable, parts_of
from armillary.description.mesh_paths import is_file, missing
from armillary.description.robot import Robot, VisualShape
from armillary.description.rows import RowParts
from armillary.description.toml import beams, bodies  # noqa: F401  (their words for links)
from armillary.description.toml.configurations import ConfigurationTable, configurations_of
from armillary.description.toml.dh import ANY_ROW, Tool, with_tip
from armillary.description.toml.joints import ANY_JOINT, ANY_MOTOR, Couple, with_joints
from armillary.description.toml.tables import PartTable, Placed, built, field_of, spells, table_of
from armillary.errors import ArgumentError, DescriptionError, Problem
from armillary.files.fields import Extent, Flag, Name, Table, listed, problem
from armillary.files.words import claim

MODIFIED = "or 'modified', at the top of the file"
VISUAL_FIELDS: dict[str, tuple[str, ...]] = {
    "mesh": ("file",),
    "box": ("size",),
    "cylinder": ("radius", "length"),
    "sphere": ("radius",),
}
"""Required fields of each shape; fields of the others are refused."""
_VISUAL_NEEDED = dict.fromkeys(name for names in VISUAL_FIELDS.values() for name in names)


@spells(described.Visual)
class VisualWords(PartTable):
    """A simple shape by its sizes, or the file of a mesh."""

    shape: VisualShape
    size: Annotated[tuple[Extent, Extent, Extent], listed(3, "[0.1, 0.1, '5 cm']")] | None = Field(
        default=None, validate_default=True
    )
    radius: Extent | None = Field(default=None, validate_default=True)
    length: Extent | None = Field(default=None, validate_default=True)
    file: str | None = Field(default=None, validate_default=True)

    @field_validator(*_VISUAL_NEEDED)
    @classmethod
    def _of_shape(cls, value: Any, info: ValidationInfo) -> Any:
        shape, name = info.data.get("shape"), str(info.field_name)
        if shape is None:  # reported at `shape`
            return value
        if name in VISUAL_FIELDS[shape] and value in (None, ""):
            raise problem("the field is missing", f"{name} = … of a {shape}")
        if name not in VISUAL_FIELDS[shape] and value is not None:
            raise problem(f"{name!r} is not a field of a {shape}", f"{', '.join(VISUAL_FIELDS[shape])} there")
        return value

    def values(self) -> dict[str, Any]:
        """Return the arguments of the visual."""
        sizes = {"mesh": (), "box": self.size, "cylinder": (self.radius, self.length), "sphere": (self.radius,)}
        return super().values() | {"size": sizes[self.shape], "file": self.file or ""}


class Base(Placed):
    """The [base]; a free one is the world, in which the only link without a joint above it floats."""

    name: Name = "base"
    free: Flag = False


def _base(value: Any) -> Any:
    """Return the table of a base; "free" is short for a free one."""
    return {"free": True} if value == "free" else value


class RobotFile(Table):
    """A whole file."""

    name: str
    source: str = ""
    omissions: tuple[str, ...] = ()
    strict: Flag = True
    gravity: field_of(Robot, "gravity") = Robot.gravity  # type: ignore[valid-type]
    base: Annotated[Base, BeforeValidator(_base)] = Base()
    convention: Literal["standard", "modified"] | None = None
    dh: tuple[ANY_ROW, ...] = ()  # type: ignore[valid-type]
    tool: Tool | None = None
    link: tuple[table_of(described.Link), ...] = ()  # type: ignore[valid-type]
    joint: tuple[ANY_JOINT, ...] = ()  # type: ignore[valid-type]
    motor: tuple[ANY_MOTOR, ...] = ()  # type: ignore[valid-type]
    payload: tuple[table_of(described.Payload), ...] = ()  # type: ignore[valid-type]
    frame: tuple[table_of(described.Frame), ...] = ()  # type: ignore[valid-type]
    configuration: tuple[ConfigurationTable, ...] = ()
    visual: tuple[table_of(described.Visual), ...] = ()  # type: ignore[valid-type]

    def build(self) -> Robot:
        """Return the robot; raises `DescriptionError` if its checks fail."""
        links, visuals = built(self.link), built(self.visual)
        joints = tuple(_coupled(built(self.joint)))
        meshes = [visual.file for visual in visuals if visual.file]
        base = self._base_name(links)
        rows, frames = self._rows(base)
        links, joints = (*rows.links, *links), (*rows.joints, *joints)
        try:
            robot = Robot(
                name=self.name,
                links=links,
                joints=(*joints, *self._floating(base, links, joints)),
                motors=(*rows.motors, *built(self.motor)),
                payloads=built(self.payload),
                frames=frames,
                base=base,
                base_placement=self.base.placement(),
                gravity=self.gravity,
                source=self.source,
                notes=(*self._notes(joints[len(rows.joints) :]), *missing(meshes, filter(is_file, meshes))),
                omissions=self.omissions,
                visuals=visuals,
                strict=self.strict,
            )
        except DescriptionError as error:
            raise DescriptionError([rows.of_row(problem, "dh") for problem in error.problems]) from None
        named = tuple(configurations_of(robot, self.configuration))
        return replace(robot, configurations=named) if named else robot

    def _rows(self, base: str) -> tuple[RowParts, tuple[described.Frame, ...]]:
        """Return the parts of the DH table, and all frames; the tip of a table gives way to one of the file."""
        frames = built(self.frame)
        words = {"convention": self.convention, "tool": self.tool}
        idle = [Problem(name, "given without rows", "[[dh]] rows with it") for name, word in words.items() if word]
        if not self.dh and idle:
            raise DescriptionError(idle)
        if not self.dh:
            return RowParts(base), frames
        if self.convention is None:
            raise DescriptionError(
                [Problem("dh", "rows of an unknown convention", "convention = 'standard'", MODIFIED)]
            )
        tool = self.tool.placement() if self.tool else described.Placement()
        rows, tip = parts_of(DHTable(built(self.dh), self.convention, tool=tool), base)
        return rows, with_tip(tip, frames, self.tool is not None)

    @model_validator(mode="before")
    @classmethod
    def _gears(cls, data: Any) -> Any:
        return with_joints(data)

    def _base_name(self, links: Sequence[described.Link]) -> str:
        """Return the name of the base; a free one is the world unless the file names it."""
        given = not self.base.free or "name" in self.base.model_fields_set
        return self.base.name if given else claim(WORLD, {link.name for link in links})

    def _floating(
        self, base: str, links: Sequence[described.Link], joints: Sequence[described.Joint]
    ) -> Iterator[described.Joint]:
        """Yield the floating joint of a free base, above the only link that no joint holds."""
        if self.base.free:
            children = {joint.child for joint in joints}
            roots = [link.name for link in links if link.name not in children]
            if len(roots) != 1:
                found = f"a free base, and {len(roots)} links without a joint above them"
                hint = "add floating joints to the world instead"
                raise DescriptionError([Problem("base", found, "one such link: the body that floats", hint)])
            yield described.Joint(claim(FREE, {joint.name for joint in joints}), "floating", base, roots[0])

    def _notes(self, joints: Sequence[described.Joint]) -> Iterator[str]:
        tables: Any = self.joint
        for joint, table in zip(joints, tables, strict=True):
            idle = [name for name in ("limits", "friction", "spring") if name in table.model_fields_set]
            if joint.type == "fixed" and idle:
                verb = "has" if idle in (["friction"], ["spring"]) else "have"
                yield f"joint {joint.name!r} is fixed: its {' and '.join(idle)} {verb} no effect"


def _coupled(joints: Sequence[described.Joint]) -> Iterator[described.Joint]:
    """Yield joints with their couplings, whose units need both joints."""
    turns = {joint.name: not joint.form.slides for joint in joints}
    for i, joint in enumerate(joints):
        couple: Any = joint.couple
        if isinstance(couple, Couple):
            try:
                couple = couple.coupling(turns[joint.name], turns)
            except ArgumentError as error:
                raise DescriptionError([error.problem(f"joint[{i}].couple.{error.field}")]) from None
        yield replace(joint, couple=couple)
