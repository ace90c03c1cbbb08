"""A client of `rummy-fast engine`: JSON-RPC over pipes, with the standard library only."""

import json
import subprocess
from itertools import count
from typing import Any, Self


class Engine:
    """The engine as a child process; use it in a `with` block."""

    def __init__(self, command: str = "rummy-fast") -> None:
        """Start the engine."""
        pipe = subprocess.PIPE
        self._child = subprocess.Popen([command, "engine"], stdin=pipe, stdout=pipe, text=True)
        self._ids = count(1)

    def ask(self, method: str, **params: Any) -> Any:
        """Send a request and wait for its answer."""
        assert self._child.stdin
        assert self._child.stdout
        message = {"jsonrpc": "2.0", "id": next(self._ids), "method": method, "params": params}
        print(json.dumps(message), file=self._child.stdin, flush=True)
        answer = json.loads(self._child.stdout.readline())
        if "error" in answer:
            raise ValueError(answer["error"]["message"])
        return answer["result"]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with self._child:  # closes the pipes, which ends the engine, and waits for it
            pass


if __name__ == "__main__":
    with Engine() as engine:
        print(engine.ask("solve", table=["g2 g3 g4 g5"], hand="g6 y2 b2"))
