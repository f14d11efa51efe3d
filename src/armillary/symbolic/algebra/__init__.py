"""Polynomials in parameters, sines and cosines, and the formulas written from them."""
