"""One round as a PettingZoo environment in which the seats take turns (the extra `env`).

    from rummy_fast.env import env

    game = env(rules="schmidt", seats=2, candidates=32)

An action makes one of the plays that `choices` lists, or draws or passes. `encode` computes a
seat's observation from its `View` alone, so hidden tiles cannot leak. The guide is docs/env.md.
"""

try:
    from rummy_fast.env.choices import CANDIDATES, Choices, choices
    from rummy_fast.env.encoding import Arrays, Encoding, Observation, encode, encoding
    from rummy_fast.env.game import RummyEnv, env, raw_env
    from rummy_fast.env.policy import PolicyBot
except ModuleNotFoundError as missing:
    if missing.name is None or missing.name.startswith("rummy_fast"):
        raise
    needed = missing.name.partition(".")[0]
    raise ModuleNotFoundError(
        f"rummy_fast.env needs {needed}: pip install 'rummy_fast[env]'", name=needed
    ) from None

__all__ = [
    "CANDIDATES",
    "Arrays",
    "Choices",
    "Encoding",
    "Observation",
    "PolicyBot",
    "RummyEnv",
    "choices",
    "encode",
    "encoding",
    "env",
    "raw_env",
]
