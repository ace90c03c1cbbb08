"""`rummy-fast engine`: JSON-RPC 2.0 over standard input and output, one message per line.

`docs/engine.md` describes the protocol, and `schema` makes its JSON Schema. `messages` holds the
models, `methods` the methods, `rounds` the open rounds, `calls` the requests under way; `dispatch`
turns lines into calls, `workers` runs them on threads, and `server` connects it all to two file
descriptors.
"""

PROTOCOL = 1
"""The version of the protocol. It goes up with every change that breaks older clients."""
