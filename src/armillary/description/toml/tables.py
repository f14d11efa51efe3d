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
from collections.abc import Callable, Iterator, Mapping, Sequence
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
    within,
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
    """A table that makes a part of a robot, or another value of a class that declares its fields."""

    part: ClassVar[type]
    turns: ClassVar[bool | None] = True
    """Whether quantities at joints are those of a rotation, as for `table_of`."""
    left_out: ClassVar[tuple[str, ...]] = ()
    """Fields of the part that a file says in other words, or not at all."""
    required: ClassVar[tuple[str, ...]] = ()
    """Fields that a file must give although the part has a default."""
    optional: ClassVar[tuple[str, ...]] = ()
    """Fields that other words may stand for; their validators run for missing fields, too."""

    in_range: ClassVar[bool] = False
    """Whether the table checks ranges. A robot checks its own: one that is not strict may have impossible values."""

    @classmethod
    def number(cls, quantity: Quantity) -> BeforeValidator:
        """Return the validator of a number of the part: a text with a unit, or a number in SI units."""
        return number_of(quantity, cls.in_range)

    def build(self) -> Any:
        """Return the part."""
        return self.part(**self.values())

    def values(self) -> dict[str, Any]:
        """Return the arguments of the part: the given fields that it has, with inner tables built."""
        names, values = {field.written_at(self.turns): field.name for field in declared(self.part)}, dict[str, Any]()
        for name in self.model_fields_set:
            value = getattr(self, name)
            if isinstance(value, Group):
                values |= {inner: getattr(value, inner) for inner in value.model_fields_set}
            elif name in names:
                values[names[name]] = built(value)
        return values


class Group(Table):
    """Some fields of a part, in a table of their own."""


def built(value: Any) -> Any:
    """Return a value with its tables, or the tables in it, replaced by the parts that they make."""
    if isinstance(value, tuple):
        return tuple(map(built, value))
    return value.build() if isinstance(value, PartTable) else value


class Letters(Table):
    """Names of the numbers of a placement Rx(α) Tx(a) Rz(θ) Tz(d) in equations."""

    a: str = ""
    alpha: str = ""
    d: str = ""
    theta: str = ""


class Placed(PartTable):
    """Placement of a part: xyz [m] and one of rpy [rad], rotation, quaternion."""

    xyz: Position = ORIGIN
    rpy: Angles | None = None
    rotation: Annotated[Rotation | None, excludes("rpy")] = None
    quaternion: Annotated[Quaternion | None, excludes("rpy", "rotation")] = None
    letters: Letters | None = None

    def placement(self) -> Placement:
        """Return the placement."""
        names = tuple(dict(self.letters).values()) if self.letters else ()
        if self.rotation is not None:
            return Placement(self.xyz, self.rotation, names)
        if self.quaternion is not None:
            return Placement(self.xyz, described.matrix(tidy(from_quaternion(self.quaternion))), names)
        return Placement(self.xyz, described.matrix(from_rpy(*self.rpy)) if self.rpy else IDENTITY, names)

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
        _TABLES[key] = _new_table(part, turns, joint)
    return _TABLES[key]


def _new_table(part: type, turns: bool | None, joint: str) -> type[PartTable]:
    """Return a new table; arguments as for `table_of`."""
    placed = any(without_none(field.type) is Placement for field in declared(part))
    words = _SPELLINGS.get(part, Placed if placed else PartTable)
    bases = (words, Placed) if placed and words is not Placed else (words,)
    written = {*words.left_out, *(name for base in bases for name in base.model_fields)}

    fields: dict[str, Any] = {}
    groups: dict[str, list[Declared]] = {}
    for field in declared(part):
        if without_none(field.type) is Placement or not written.isdisjoint((field.name, field.written_at(turns))):
            continue
        if field.quantity is not None and field.quantity.table:
            groups.setdefault(field.quantity.table, []).append(field)
        else:
            fields |= _columns(field, words, turns)
    for name, coordinate_turns in _coordinates(joint):
        fields[name] = table_of(described.Coordinate, coordinate_turns), None
    for name, members in groups.items():
        fields[name] = _group(name, members, words, turns), None

    # The docstring of another class than a part explains its use in Python; that of its words explains the table.
    doc = part.__doc__ if issubclass(part, Part) else words.__doc__
    made: Any = create_model(part.__name__, __base__=bases, __doc__=doc, **fields)
    made.part, made.turns = part, turns
    return made


def _group(name: str, members: Sequence[Declared], words: type[PartTable], turns: bool | None) -> type[Group]:
    """Return the table of some fields of a part; whoever writes the table gives the first of them."""
    fields: dict[str, Any] = {}
    for field in members:
        fields |= _columns(field, words, turns)
    kind, first = fields[members[0].name]
    fields[members[0].name] = kind, Field(description=first.description)
    return create_model(name.capitalize(), __base__=Group, **fields)


def one_of(tables: Mapping[str, Any], choose: Callable[[Any], str | None]) -> Any:
    """Return the type of a field that holds one of several tables; `choose` returns the key of the one to read."""
    tagged = [Annotated[table, Tag(tag)] for tag, table in tables.items()]
    return Annotated[reduce(or_, tagged), Discriminator(choose)]


def field_of(part: type, name: str) -> Any:
    """Return the type of the field of a table that stands for a field of a part."""
    field = next(field for field in declared(part) if field.name == name)
    return _type(field, _SPELLINGS.get(part, PartTable), True)


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


def _columns(field: Declared, words: type[PartTable], turns: bool | None) -> Iterator[tuple[str, tuple[Any, Any]]]:
    """Yield the fields of a table that stand for one of a part, each as name, type and default.

    Args:
        field: The field of the part.
        words: The class that says how files spell the part.
        turns: As for `table_of`.
    """
    if AT_ROTOR in field.notes:
        turns = True
    description = field.says or None
    parts = [*filter(_is_part, _kinds(field.type))]
    if len(parts) > 1:  # a table for each, of which a file has one
        for part in parts:
            yield part.table or field.name, (table_of(part, turns) | None, Field(None, description=description))
        return
    name, kind = field.written_at(turns), _type(field, words, turns)
    if field.name in words.optional:
        yield name, (kind | None, Field(None, validate_default=True, description=description))
    elif field.required or field.name in words.required:
        yield name, (kind, Field(description=description))
    else:
        has_own_default = parts and get_origin(without_none(field.type)) is not tuple  # that of the part in it
        yield name, (kind, Field(None if has_own_default else field.default, description=description))


def _type(field: Declared, words: type[PartTable], turns: bool | None) -> Any:
    """Return the type of a field of a table, which reads texts with units; arguments as for `_columns`."""
    kind, quantity = without_none(field.type), field.quantity or Quantity()
    if kind is str:
        return Name if field.name == "name" else str
    if kind is bool:
        return Flag
    if kind is int:
        return Annotated[Count, within(quantity), quantity] if words.in_range else Annotated[Count, quantity]
    if kind is float:
        # The reference page has one table for joints that turn and slide, of which robots have a table each.
        noted = quantity.at(turns is not False) if words.in_range else quantity
        return Annotated[_number(quantity, words, turns), noted]
    if kind == Vector:
        return Annotated[_vector(quantity, words, turns), quantity]
    if kind == Matrix and quantity.dimension == "inertia":
        return Annotated[Inertia, quantity]
    if get_origin(kind) is Literal:
        return kind
    if get_origin(kind) is tuple:
        return _several(get_args(kind)[0], quantity, words, turns)
    return _TYPES[kind] if kind in _TYPES else table_of(kind, turns)


def _several(entry: Any, quantity: Quantity, words: type[PartTable], turns: bool | None) -> Any:
    """Return the type of a list: of tables, of vectors, of texts or of numbers."""
    if _is_part(entry):
        example = ", ".join(f"{field.name} = …" for field in declared(entry) if field.required)
        table: Any = table_of(entry, turns)
        return Annotated[tuple[table, ...], several(f"[{{ {example} }}]")]
    if entry == Vector:
        row: Any = _vector(quantity, words, turns)
        return Annotated[tuple[row, ...], several("[[0, 1, 0], [0, -1, 0]]")]
    if entry is str:
        return tuple[str, ...]
    number: Any = _number(quantity, words, turns)
    return Annotated[tuple[number, ...], BeforeValidator(_in_list), quantity]


def _in_list(value: Any) -> Any:
    """Return one number as a list of one."""
    return value if isinstance(value, list) else [value]


def _number(quantity: Quantity, words: type[PartTable], turns: bool | None) -> Any:
    if turns is None and quantity.dimension in AT_JOINTS:
        return Raw
    return Annotated[float, words.number(quantity.at(turns is not False))]


def _vector(quantity: Quantity, words: type[PartTable], turns: bool | None) -> Any:
    entry, example = _number(quantity, words, turns), DIMENSIONS[quantity.dimension_at(turns is not False)][1]
    shown = "[1, 0, 0]" if quantity.dimension == "number" else f"[0, 0, {example!r}]"
    vector = Annotated[tuple[entry, entry, entry], listed(3, shown)]  # type: ignore[valid-type]
    return Annotated[vector, AfterValidator(_direction)] if quantity.direction else vector
