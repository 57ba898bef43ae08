"""The living picture: points that are dragged, and everything that follows from them, at once."""
