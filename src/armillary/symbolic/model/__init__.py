"""A model whose numbers are letters."""
