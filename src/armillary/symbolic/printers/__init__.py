"""Formulas and pages of formulas in text, LaTeX, Markdown and SymPy."""
