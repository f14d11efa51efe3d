"""Walks through time: solvers, tasks and drivers around a closed loop as LLVM text, and their arrays."""
