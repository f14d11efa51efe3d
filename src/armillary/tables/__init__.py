"""Tables as data, with text and HTML forms; knows no robot."""
