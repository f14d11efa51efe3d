"""A hash-consed graph of scalar expressions: build, print, evaluate, differentiate; knows no robot."""

from armillary.expr.expression import Expr
from armillary.expr.graph import Graph
from armillary.expr.ops import Op
from armillary.expr.pointwise import atan2, floor, less, maximum, minimum, round, where

__all__ = ["Expr", "Graph", "Op", "atan2", "floor", "less", "maximum", "minimum", "round", "where"]
