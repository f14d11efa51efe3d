"""The derivation of the equations, step by step."""
