"""The terms of the game. docs/words.md lists them in all languages, with pages of the booklet."""

from rummy_fast.words import N_

TERMS = (
    N_("tile"),
    N_("joker"),
    N_("red"),
    N_("yellow"),
    N_("green"),
    N_("blue"),
    N_("meld"),
    N_("group"),
    N_("run"),
    N_("table"),
    N_("hand"),
    N_("pool"),
    N_("player"),
    N_("turn"),
    N_("to play"),
    N_("to add to a meld"),
    N_("to rebuild"),
    N_("to exchange"),
    N_("to draw"),
    N_("opening"),
    N_("closing the hand"),
    N_("point"),
    N_("round"),
    N_("match"),
    N_("winner"),
)
"""Every term is a message of the catalogs."""
