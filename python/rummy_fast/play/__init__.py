"""A person against bots in the terminal: `rummy-fast play`.

`desk` is a turn in progress without a screen; it stands on `draft`, `arrange` and `follow`. The
other files are thin widgets and screens for Textual, which is the extra `play`.
"""
