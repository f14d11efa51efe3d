"""Reading documents and writing files; knows no robot."""
