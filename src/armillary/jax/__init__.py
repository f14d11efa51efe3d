"""JAX: quantities of a robot and motions of a closed loop as functions with exact gradients, under jit and vmap.

`function.py` has the functions that a user calls, `operators.py` the calls of native code. JAX is imported when a
function is made.
"""

from armillary.jax.function import Function, compile, rollout

__all__ = ["Function", "compile", "rollout"]
