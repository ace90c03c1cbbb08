"""The text of a match: its lines, what is wrong with one, and writing them as they come."""
