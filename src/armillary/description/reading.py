"""The options of `arm.load` as one value, which is handed to the reader of each format."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, get_args

from armillary.errors import ArgumentError
from armillary.files.arguments import flag, word
from armillary.files.words import shortened

BaseChoice = Literal["as described", "free", "fixed"]
BASES: tuple[str, ...] = get_args(BaseChoice)


@dataclass(frozen=True)
class Reading:
    """Options of reading a robot file; the fields are arguments of `arm.load`."""

    strict: bool | None = None
    base: BaseChoice = "as described"
    root: str | None = None
    xacro_args: Mapping[str, str] = field(default_factory=dict)
    trusted: bool = False

    def __post_init__(self) -> None:
        if self.strict is not None:
            flag("strict", self.strict)
        flag("trusted", self.trusted)
        word("base", self.base, BASES)
        if self.root is not None and not isinstance(self.root, str):
            raise ArgumentError("root", shortened(self.root), "the name of a link or body, or None")
        arguments = self.xacro_args
        if not isinstance(arguments, Mapping) or not all(
            isinstance(text, str) for pair in arguments.items() for text in pair
        ):
            raise ArgumentError(
                "xacro_args", shortened(arguments), 'names and values as texts, such as {"tool": "gripper"}'
            )

    def is_strict(self, default: bool) -> bool:
        """Return whether impossible values are rejected; `default` is that of the format."""
        return default if self.strict is None else bool(self.strict)


AS_WRITTEN = Reading()
"""The default options."""
