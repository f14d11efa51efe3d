"""PyTorch: quantities of a robot and motions of a closed loop as operators with exact gradients.

`function.py` has the functions that a user calls, `operators.py` the custom operators behind them. PyTorch is imported
when a function is made.
"""

from armillary.torch.function import Function, compile, rollout

__all__ = ["Function", "compile", "rollout"]
