"""Gymnasium: many robots of one scenario as a vector environment, on a CPU or a GPU, for NumPy and PyTorch.

`task.py` is a task to be learned, `vector_env.py` its environment.
"""

from armillary.files.keywords import helpful
from armillary.gym.task import State, Task
from armillary.gym.vector_env import VectorEnv

__all__ = ["State", "Task", "VectorEnv"]

# Here, since users import this module itself, and not as an attribute of the package.
for _class in (State, Task, VectorEnv):
    helpful(_class, f"gym.{_class.__name__}")
