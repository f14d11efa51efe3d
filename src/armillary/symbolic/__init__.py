"""Equations of motion to read: exact, in the form in which textbooks write them."""
