"""`rummy-fast engine`: JSON-RPC 2.0 over standard input and output, one message a line.

`docs/engine.md` describes the protocol; `schema` makes its JSON Schema. A file a noun:
`messages` are the models, `methods` says what each method does, `rounds` keeps the rounds behind
their tokens, `calls` what is being worked on, `dispatch` turns lines into calls, `workers` are the
threads, and `server` joins it all to two file descriptors.
"""

PROTOCOL = 1
"""Version of the protocol. A change that an older client would stumble over makes it one more."""
