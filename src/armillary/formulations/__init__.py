"""Dynamics, several independent ways; each file is one algorithm, free functions of a model.

Where several files have a function of the same name (`inverse_dynamics`, `mass_matrix`, …) they
compute the same quantity, and `armillary check` compares them.
"""
