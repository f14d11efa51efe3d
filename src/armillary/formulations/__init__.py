"""Dynamics by several independent algorithms, one per file, as functions of a model.

Functions of the same name (`inverse_dynamics`, `mass_matrix`, …) in different files compute the same quantity;
`armillary check` compares them.
"""
