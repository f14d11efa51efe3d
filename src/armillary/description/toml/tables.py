"""Tables of a robot file, made from the declarations of the parts that they describe.

`table_of(part)` is the table of a part: its fields with their types, units, defaults and meanings. Where a file may say
the same in other words, such as a shape in place of a mass, a class decorated with `spells` adds those words to the
table and makes the fields of the part from them.

    Placement                           fields of the table around it, in the words of `Placed`
    a quantity in a table               spring = { stiffness, rest }
    Beam | ModalData                    a table for each: [link.beam], [link.modal]
    joint effort, joint stiffness, …    in the units of a rotation or of a translation, as `turns` says
"""

from __future__ import annotations

import math
import types
from collections.abc import Callable, Iterator, Mapping
from functools import reduce
from operator import or_
from typing import Annotated, Any, ClassVar, Literal, TypeVar, Union, get_args, get_origin

from pydantic import AfterValidator, BeforeValidator, Discriminator, Field, Tag, create_model

from armillary.description import robot as described
from armillary.description.joint_types import FORMS
from armillary.description.part import Part
from armillary.description.robot import IDENTITY, ORIGIN, Matrix, Placement, Vector
from armillary.files.fields import (
    Angle,
    Count,
    Flag,
    Length,
    Moment,
    Name,
    Number,
    Table,
    excludes,
    listed,
    number_of,
    problem,
    several,
    typed,
)
from armillary.files.quantity import AT_JOINTS, AT_ROTOR, Declared, Quantity, declared, without_none
from armillary.files.units import DIMENSIONS
from armillary.files.words import shortened
from armillary.spatial.rotation import from_quaternion, from_rpy, tidy

UNIT_TOLERANCE = 1e-9
"""A direction this close to unit length is not scaled, so that a written robot reads back the same."""


def _normalised(values: tuple[float, ...]) -> tuple[float, ...]:
    largest = max(abs(value) for value in values)  # scaled first: the length may overflow or underflow
    if largest == 0:
        raise problem(f"{shortened(list(values))} has no direction", "at least one entry that is not zero")
    scaled = [value / largest for value in values]
    return tuple(value / math.hypot(*scaled) for value in scaled)


def _direction(values: tuple[float, ...]) -> tuple[float, ...]:
    return values if abs(math.hypot(*values) - 1) <= UNIT_TOLERANCE else _normalised(values)


Position = Annotated[tuple[Length, Length, Length], listed(3, "[0.1, 0, '5 mm']")]
Angles = Annotated[tuple[Angle, Angle, Angle], listed(3, "[0, 0, '90 deg']")]
Moments = Annotated[tuple[Moment, Moment, Moment], listed(3, "[0.01, 0.02, 0.02]")]
Row = Annotated[tuple[Number, Number, Number], listed(3, "[1, 0, 0]")]
Rotation = Annotated[tuple[Row, Row, Row], listed(3, "[[1, 0, 0], [0, 1, 0], [0, 0, 1]]")]
Quaternion = Annotated[
    tuple[Number, Number, Number, Number], AfterValidator(_normalised), listed(4, "[1, 0, 0, 0] (w, x, y, z)")
]
Raw = Annotated[float | str, typed((int, float, str), "a number, or a text with a unit such as '300 N m/rad'")]
"""A number whose unit depends on a joint that is not known."""


class PartTable(Table):
    """A table that makes a part of a robot."""

    part: ClassVar[type]
    left_out: ClassVar[tuple[str, ...]] = ()
    """Fields of the part that a file says in other words."""
    optional: ClassVar[tuple[str, ...]] = ()
    """Fields that other words may stand for; their validators run for missing fields, too."""

    def build(self) -> Any:
        """Return the part of the robot."""
        return self.part(**self.values())

    def values(self) -> dict[str, Any]:
        """Return the arguments of the part: the given fields that it has, with inner tables built."""
        names, values = {field.name for field in declared(self.part)}, dict[str, Any]()
        for name in self.model_fields_set:
            value = getattr(self, name)
            if isinstance(value, Group):
                values |= {inner: getattr(value, inner) for inner in value.model_fields_set}
            elif name in names:
                values[name] = built(value)
        return values


class Group(Table):
    """Some fields of a part, in a table of their own."""


def built(value: Any) -> Any:
    """Return a value with its tables, or the tables in it, replaced by the parts that they make."""
    if isinstance(value, tuple):
        return tuple(map(built, value))
    return value.build() if isinstance(value, PartTable) else value


class Placed(PartTable):
    """Placement of a part: xyz [m] and one of rpy [rad], rotation, quaternion."""

    xyz: Position = ORIGIN
    rpy: Angles | None = None
    rotation: Annotated[Rotation | None, excludes("rpy")] = None
    quaternion: Annotated[Quaternion | None, excludes("rpy", "rotation")] = None

    def placement(self) -> Placement:
        """Return the placement."""
        if self.rotation is not None:
            return Placement(self.xyz, self.rotation)
        if self.quaternion is not None:
            return Placement(self.xyz, described.matrix(tidy(from_quaternion(self.quaternion))))
        return Placement(self.xyz, described.matrix(from_rpy(*self.rpy)) if self.rpy else IDENTITY)

    def values(self) -> dict[str, Any]:
        """Return the arguments of the part, its placement among them."""
        return super().values() | {"placement": self.placement()}


class InertiaTable(PartTable):
    """An inertia tensor by its entries [kg·m²]; products that are left out are zero."""

    xx: Moment
    yy: Moment
    zz: Moment
    xy: Moment = 0.0
    xz: Moment = 0.0
    yz: Moment = 0.0

    def build(self) -> Matrix:
        """Return the tensor as a matrix."""
        return (self.xx, self.xy, self.xz), (self.xy, self.yy, self.yz), (self.xz, self.yz, self.zz)


InertiaRows = Annotated[tuple[Moments, Moments, Moments], listed(3, "[[0.1, 0, 0], [0, 0.1, 0], [0, 0, 0.1]]")]
Inertia = Annotated[
    Annotated[InertiaTable, Tag("table")] | Annotated[InertiaRows, Tag("rows")],
    Discriminator(lambda value: "rows" if isinstance(value, list) else "table"),
    typed((dict, list), "a table such as { xx = 0.1, yy = 0.1, zz = 0.1 } or three rows"),
]

T = TypeVar("T", bound=type[PartTable])
_SPELLINGS: dict[type, type[PartTable]] = {}
_TYPES: dict[type, Any] = {}
_TABLES: dict[tuple[type, bool | None, str], type[PartTable]] = {}


def spells(*parts: type) -> Callable[[T], T]:
    """Return a decorator: the class adds other words to the tables of these parts."""

    def register(spelling: T) -> T:
        _SPELLINGS.update(dict.fromkeys(parts, spelling))
        return spelling

    return register


def reads(part: type, kind: Any) -> None:
    """Use a type of pydantic's for a part that has no table of its own, such as one of several tables."""
    _TYPES[part] = kind


def table_of(part: type, turns: bool | None = True, joint: str = "") -> type[PartTable]:
    """Return the table of a part.

    Args:
        part: A class of parts.
        turns: Whether quantities at joints are those of a rotation (default) or of a translation; None where the
            joint is not known: their units are not checked.
        joint: Type of joint, whose coordinates have tables of their own; default none.
    """
    key = part, turns if _at_joint(part) else True, joint
    if key not in _TABLES:
        kinds = {field.name: without_none(field.type) for field in declared(part)}
        spelling = _SPELLINGS.get(part, Placed if Placement in kinds.values() else PartTable)
        bases: tuple[type[PartTable], ...] = (spelling,)
        if Placement in kinds.values() and spelling is not Placed:
            bases = spelling, Placed
        known = {name for base in bases for name in base.model_fields}
        fields: dict[str, Any] = {}
        for field in declared(part):
            if kinds[field.name] is not Placement and field.name not in {*known, *spelling.left_out}:
                fields |= _fields(field, spelling, turns)
        for name, coordinate_turns in _coordinates(joint):
            fields[name] = table_of(described.Coordinate, coordinate_turns), None
        groups: dict[str, dict[str, Any]] = {}
        for name in [name for name in fields if "." in name]:
            group, _, inner = name.partition(".")
            groups.setdefault(group, {})[inner] = fields.pop(name)
        for group, inners in groups.items():
            first = next(iter(inners))
            inners[first] = inners[first][0], Field(description=inners[first][1].description)  # required
            fields[group] = create_model(group.capitalize(), __base__=Group, **inners), None
        made: Any = create_model(part.__name__, __base__=bases, __doc__=part.__doc__, **fields)
        made.part = part
        _TABLES[key] = made
    return _TABLES[key]


def one_of(tables: Mapping[str, Any], choose: Callable[[Any], str | None]) -> Any:
    """Return the type of a field that holds one of several tables; `choose` returns the key of the one to read."""
    tagged = [Annotated[table, Tag(tag)] for tag, table in tables.items()]
    return Annotated[reduce(or_, tagged), Discriminator(choose)]


def field_of(part: type, name: str) -> Any:
    """Return the type of the field of a table that stands for a field of a part."""
    field = next(field for field in declared(part) if field.name == name)
    return _type(field, without_none(field.type), True)


def _at_joint(part: type) -> bool:
    """Return whether the units of a part depend on a joint."""
    for field in declared(part):
        inner = filter(_is_part, _kinds(field.type))
        if (field.quantity is not None and field.quantity.dimension in AT_JOINTS) or any(map(_at_joint, inner)):
            return True
    return False


def _kinds(hint: Any) -> Iterator[Any]:
    """Yield the types in a type."""
    inner = get_args(hint) if get_origin(hint) in (tuple, Union, types.UnionType) else ()
    for kind in inner:
        yield from _kinds(kind)
    if not inner:
        yield hint


def _is_part(kind: Any) -> bool:
    return get_origin(kind) is None and isinstance(kind, type) and issubclass(kind, Part)


def _coordinates(joint: str) -> Iterator[tuple[str, bool]]:
    """Yield name and kind of the coordinates of a type of joint that has several."""
    form = FORMS.get(joint)
    if form is not None and not form.single:
        yield from zip(form.v, form.turns, strict=True)


def _fields(field: Declared, spelling: type[PartTable], turns: bool | None) -> Iterator[tuple[str, Any]]:
    """Yield the fields of a table that stand for one of a part, each as name, type and default."""
    if AT_ROTOR in field.notes:
        turns = True
    parts = [*filter(_is_part, _kinds(field.type))]
    if len(parts) > 1:
        for part in parts:
            yield part.table or field.name, (table_of(part, turns) | None, Field(None, description=field.says or None))
        return
    kind, default = _type(field, without_none(field.type), turns), field.default
    if parts and get_origin(without_none(field.type)) is not tuple:
        default = None  # that of the part
    described_field: dict[str, Any] = {"description": field.says or None}
    group = field.quantity.table if field.quantity is not None else ""
    name = f"{group}.{field.name}" if group else field.name
    if field.name in spelling.optional:
        yield name, (kind | None, Field(None, validate_default=True, **described_field))
    elif field.required:
        yield name, (kind, Field(**described_field))
    else:
        yield name, (kind, Field(default, **described_field))


def _type(field: Declared, kind: Any, turns: bool | None) -> Any:
    """Return the type of a field of a table, which reads texts with units."""
    says = field.quantity or Quantity()
    if kind is str:
        return Name if field.name == "name" else str
    if kind is bool or kind is int:
        return Flag if kind is bool else Annotated[Count, says]
    if kind is float:
        return Annotated[_number(says, turns), says]
    if kind == Vector:
        return Annotated[_vector(says, turns), says]
    if kind == Matrix and says.dimension == "inertia":
        return Annotated[Inertia, says]
    if get_origin(kind) is Literal:
        return kind
    if get_origin(kind) is not tuple:
        return _TYPES[kind] if kind in _TYPES else table_of(kind, turns)
    entry: Any = get_args(kind)[0]
    if _is_part(entry):
        example = ", ".join(f"{each.name} = …" for each in declared(entry) if each.required)
        tables: Any = table_of(entry, turns)
        return Annotated[tuple[tables, ...], several(f"[{{ {example} }}]")]
    if entry == Vector:
        row: Any = _vector(says, turns)
        return Annotated[tuple[row, ...], several("[[0, 1, 0], [0, -1, 0]]")]
    if entry is str:
        return tuple[str, ...]
    number: Any = _number(says, turns)
    return Annotated[tuple[number, ...], BeforeValidator(_in_list), says]


def _in_list(value: Any) -> Any:
    """Return one number as a list of one."""
    return value if isinstance(value, list) else [value]


def _number(says: Quantity, turns: bool | None) -> Any:
    if turns is None and says.dimension in AT_JOINTS:
        return Raw
    # The robot checks the range: a robot that is not strict may have values that physics forbids.
    return Annotated[float, number_of(says.at(turns is not False), in_range=False)]


def _vector(says: Quantity, turns: bool | None) -> Any:
    entry, example = _number(says, turns), DIMENSIONS[says.dimension_at(turns is not False)][1]
    shown = "[1, 0, 0]" if says.dimension == "number" else f"[0, 0, {example!r}]"
    vector = Annotated[tuple[entry, entry, entry], listed(3, shown)]  # type: ignore[valid-type]
    return Annotated[vector, AfterValidator(_direction)] if says.direction else vector
