"""`rummy-fast serve`: the engine's protocol over WebSocket, for many clients at once.

`docs/serve.md` describes the server. `settings` holds its options, `engine` the clients and their
lines, `sockets` the connections, `rooms` the matches that people share by a link, `page` the files
of the page, and `app` the paths.
"""
