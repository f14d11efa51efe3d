"""Derivatives of inverse dynamics by composite bodies."""
