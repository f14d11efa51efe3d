"""A hash-consed graph of scalar expressions: build, print, evaluate, differentiate; knows no robot."""

from armillary.expr.graph import Expr, Graph, Op
from armillary.expr.pointwise import atan2, less, maximum, minimum, where

__all__ = ["Expr", "Graph", "Op", "atan2", "less", "maximum", "minimum", "where"]
