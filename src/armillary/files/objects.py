"""Tables of a document → objects of declared classes.

A table has a `type`, which names one of several classes, and the fields that this class declares (`files.quantity`):
names, required fields, types, units and ranges follow from the declaration. The class checks ranges again when the
object is made, for those who make it in Python.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import is_dataclass
from typing import Any, Literal, get_args, get_origin

from armillary.errors import ArgumentError
from armillary.files.document import Findings
from armillary.files.lines import DEEPEST, Path
from armillary.files.quantity import Declared, Quantity, declared, without_none
from armillary.files.units import any_quantity, symbol
from armillary.files.words import among, shortened, unknown


class Objects(Findings):
    """Reads objects from the tables of one document, and keeps the problems that it finds."""

    def made(self, path: Path, table: Mapping[str, Any], classes: Mapping[str, type], what: str) -> Any:
        """Return an object of one of the classes from a table with `type`; None, with problems kept, if that fails."""
        if len(path) > DEEPEST:
            self.fault(path[:DEEPEST], "tables inside tables without end", f"a {what}")
            return None
        kind = table.get("type")
        if not among(kind, classes):
            found, expected, hint = unknown(kind, classes)
            if "type" in table:
                self.fault((*path, "type"), found, expected, hint)
            else:
                self.fault(path, "the type is missing", expected, hint)
            return None
        fields = {name: value for name, value in table.items() if name != "type"}
        return self.built(path, fields, classes[str(kind)], str(kind))

    def built(self, path: Path, table: Mapping[str, Any], of: type, what: str) -> Any:
        """Return an object of a class from the table of its fields; None, with problems kept, if that fails."""
        before = len(self.problems)
        known = self.fields(path, table, of, what)
        values = {
            field.name: self.value((*path, name), table[name], field) for name, field in known.items() if name in table
        }
        return self.attempt(lambda: _named_as_written(of, values), path) if len(self.problems) == before else None

    def fields(self, path: Path, table: Mapping[str, Any], of: type, what: str) -> dict[str, Declared]:
        """Return the fields of a class by their names in files; report unknown names of the table and missing ones."""
        known = {field.written: field for field in self.declared(of)}
        for name in table:
            if name not in known:
                self.fault((*path, name), *unknown(name, known, f"a parameter of {what}"))
        for name, field in known.items():
            if field.required and name not in table:
                unit = field.quantity.unit(None) if field.quantity else ""
                self.fault(path, f"{name} is missing", f"{name} = …: {field.says}{f' [{unit}]' if unit else ''}")
        return known

    def declared(self, of: type) -> tuple[Declared, ...]:
        """Return the fields that a user sets in a class."""
        return tuple(field for field in declared(of) if field.says)

    def value(self, path: Path, value: Any, field: Declared) -> Any:
        """Return the value of a field as its type says; None, with a problem kept, if it has another type."""
        kind = without_none(field.type)
        if kind is float and field.quantity is not None:
            return self.number(path, value, field.quantity.dimension, field.quantity)
        if kind is int:
            return self.typed(path, value, (int,), "a whole number")
        if kind is bool:
            return self.typed(path, value, (bool,), "true or false")
        if kind is str or get_origin(kind) is Literal:
            return self.typed(path, value, (str,), "a text in quotes")
        if get_origin(kind) is tuple and is_dataclass(get_args(kind)[0]):
            tables = self.typed(path, value, (list,), "a list of tables") or ()
            return tuple(self._table((*path, k), table, get_args(kind)[0]) for k, table in enumerate(tables))
        return value

    def _table(self, path: Path, value: Any, of: type) -> Any:
        required = ", ".join(f"{field.name} = …" for field in self.declared(of) if field.required)
        table = self.typed(path, value, (dict,), f"a table such as {{ {required} }}")
        return None if table is None else self.built(path, table, of, str(path[-2]))

    def number(self, path: Path, value: Any, dimension: str, quantity: Quantity | None = None) -> float | None:
        """Return a number or a text with a unit in SI units; None, with a problem kept, on failure.

        Args:
            path: Place of the value.
            value: The value in the document.
            dimension: Its dimension, a key of `files.units.DIMENSIONS`.
            quantity: Declaration with the range; default: any finite number.
        """
        try:
            number = any_quantity(value, dimension)
        except ArgumentError as error:
            self.fault(path, error.found, error.expected, error.hint)
            return None
        if fault := (quantity or Quantity()).fault(number, unit=symbol(dimension), squared=True):
            found, expected, hint = fault
            self.fault(path, shortened(value) if isinstance(value, str) else found, expected, hint)
            return None
        return number

    def typed(self, path: Path, value: Any, kinds: tuple[type, ...], expected: str) -> Any:
        """Return a value of exactly one of some Python types; None, with a problem kept, for another one."""
        if type(value) in kinds:
            return value
        self.fault(path, shortened(value), expected)
        return None


def _named_as_written(of: type, values: Mapping[str, Any]) -> Any:
    """Return an object; an error names its field as files do."""
    try:
        return of(**values)
    except ArgumentError as error:
        names = {field.name: field.written for field in declared(of)}
        raise error.renamed(names.get(error.field, error.field)) from None
