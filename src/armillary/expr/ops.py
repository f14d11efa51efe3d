"""The operations of the expression graph, their values on constants, and references to nodes."""

from __future__ import annotations

import enum
import math
from typing import Any

Ref = int
"""2·node + sign."""

NEGATIVE_ZERO: Ref = 1
"""The constant 0, which is the first node, with a sign."""


class Op(enum.IntEnum):
    """The operation of a node."""

    CONST = 0
    INPUT = 1
    ADD = 2
    MUL = 3
    DIV = 4
    SQRT = 5
    SIN = 6
    COS = 7
    EXP = 8
    LOG = 9
    TANH = 10
    ABS = 11
    ATAN2 = 12
    MIN = 13
    MAX = 14
    LESS = 15
    SELECT = 16
    FLOOR = 17


CONST, INPUT, ADD, MUL, DIV = Op.CONST, Op.INPUT, Op.ADD, Op.MUL, Op.DIV
"""The same by global names, for loops over many nodes: a member takes ten times as long to find in its class."""

UNARY: dict[Op, Any] = {
    Op.SQRT: math.sqrt,
    Op.SIN: math.sin,
    Op.COS: math.cos,
    Op.EXP: math.exp,
    Op.LOG: math.log,
    Op.TANH: math.tanh,
    Op.ABS: abs,
    Op.FLOOR: math.floor,
}
BINARY: dict[Op, Any] = {Op.ATAN2: math.atan2, Op.MIN: min, Op.MAX: max}
ODD = (Op.SIN, Op.TANH)
EVEN = (Op.COS, Op.ABS)
