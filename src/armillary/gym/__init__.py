"""Gymnasium: many robots of one scenario as a vector environment, on a CPU or a GPU, for NumPy and PyTorch.

`task.py` is a task to be learned, `vector_env.py` its environment.
"""

from armillary.gym.task import State, Task
from armillary.gym.vector_env import VectorEnv

__all__ = ["State", "Task", "VectorEnv"]
