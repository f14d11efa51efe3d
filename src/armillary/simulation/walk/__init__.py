"""Native loops: solvers around a closed loop, written as LLVM text."""
