"""The text of a match: the format of its lines, errors in them, and writing them."""
