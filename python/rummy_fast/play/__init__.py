"""A match against bots in the terminal: `rummy-fast play`.

`editor` is a turn in progress without a screen, built on `draft`, `arrange` and `follow`. The other
files are widgets and screens for Textual, which the extra `play` installs.
"""
