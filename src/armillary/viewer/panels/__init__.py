"""The panels of the live page, one per file."""
