"""The checks that every robot passes, however it was described."""
