"""The terms of the game; docs/words.md lists them in all languages, with the booklet's pages."""

from rummy_fast.words import later

TERMS = (
    later("tile"),
    later("joker"),
    later("red"),
    later("yellow"),
    later("green"),
    later("blue"),
    later("meld"),
    later("group"),
    later("run"),
    later("table"),
    later("hand"),
    later("pool"),
    later("player"),
    later("turn"),
    later("to play"),
    later("to play off"),
    later("to rebuild"),
    later("to exchange"),
    later("to draw"),
    later("opening"),
    later("closing the hand"),
    later("point"),
    later("round"),
    later("match"),
    later("winner"),
)
"""Each is a message of the catalogues."""
