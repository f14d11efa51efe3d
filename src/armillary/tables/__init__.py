"""Tables, charts and texts as data, with text, HTML and JSON forms; knows no robot."""
