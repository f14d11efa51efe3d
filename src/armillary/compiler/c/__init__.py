"""The C back end."""
