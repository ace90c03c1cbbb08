"""The commands and their options."""

import json as jsons
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal, NoReturn

import typer

import rummy_fast as rf
from rummy_fast.cli import arena as arena_page
from rummy_fast.cli import demo as demo_pages
from rummy_fast.cli import match as match_page
from rummy_fast.cli import play as play_page
from rummy_fast.cli import replay as replay_page
from rummy_fast.cli import serve as serve_page
from rummy_fast.cli import show
from rummy_fast.cli import stats as stats_page
from rummy_fast.cli.common import (
    Force,
    Json,
    Lang,
    RulesText,
    errors_exit,
    example,
    fail,
    rules_of,
    spare,
    words_of,
)
from rummy_fast.cli.engine import engine, run_engine
from rummy_fast.words import Words
from rummy_fast.writing.files import naming, trouble

app = typer.Typer(
    name="rummy-fast",
    help="Find best plays, check turns and play tile rummy.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

ILLEGAL = 1
"""The exit code of `check` for an illegal turn."""


Given = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[TABLE HAND]",
        help="The position, in place of options; with --jsonl the file to read, '-' by default.",
    ),
]
GivenTurn = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[TABLE HAND AFTER]",
        help="The turn, in place of options; with --jsonl the file to read, '-' by default.",
    ),
]
Jsonl = Annotated[
    bool, typer.Option("--jsonl", help="Read one JSON object per line, write one per line.")
]
TableText = Annotated[
    str | None,
    typer.Option(
        "--table",
        help="The table: 'r3 r4 r5 | r8 y8 g8', or '' if empty; '@FILE' reads it from a file,"
        " '-' from standard input.",
    ),
]
HandText = Annotated[
    str | None, typer.Option("--hand", help="The hand: 'r6 y2 J', '@FILE' or '-'.")
]
Opened = Annotated[
    bool,
    typer.Option("--opened/--not-opened", help="Whether the player has opened (rule 11)."),
]
Tidy = Annotated[
    bool,
    typer.Option("--tidy", help="Of the best plays, choose one that changes the fewest melds."),
]
Limit = Annotated[
    float | None,
    typer.Option("--limit", help="The seconds after which to give the best play so far."),
]
Threads = Annotated[
    int | None,
    typer.Option("--threads", help="With --jsonl: the number of threads; by default one per core."),
]


def _answer_lines(
    words: Words,
    command: str,
    file: Path | None,
    options: Mapping[str, object],
    given: Mapping[str, object],
) -> NoReturn:
    """Answer JSON lines from a file or standard input, as `rummy-engine` does.

    Args:
        words: The language of errors.
        command: `solve` or `check`.
        file: The file; standard input if None.
        options: The options of `rummy-engine` with their values; True for those without, and None
            or False for those to leave out.
        given: The options that cannot be combined with lines.
    """
    for option, value in given.items():
        if value is not None:
            message = words.gettext(
                "{option} cannot be combined with --jsonl: it is a field of each line",
                option=option,
            )
            fail(words, message)
    if file is not None and str(file) != "-":
        try:
            file.open("rb").close()
        except OSError as error:
            fail(words, trouble(error))
    arguments = [command]
    for option, value in options.items():
        if value is not None and value is not False:
            arguments += [option] if value is True else [f"{option}={value}"]
    if file is not None:
        arguments += ["--", str(file)]
    run_engine(f"rummy-fast {command}", *arguments)


def _needed(words: Words, given: list[str] | None, **options: str | None) -> list[str]:
    """Find the texts of a position, from options and from arguments in their order.

    Args:
        words: The language.
        given: The arguments.
        options: The options by name, in the order in which arguments take their places.

    Returns:
        The texts, read from files where they say so.
    """
    rest = list(given or [])
    if len(rest) == 1 and rest[0].endswith((".json", ".jsonl")):
        fail(words, words.gettext("{file}: files are only read with --jsonl", file=rest[0]))
    texts = []
    for name, value in options.items():
        text = rest.pop(0) if value is None and rest else value
        if text is None:
            option = f"--{name}"
            fail(words, words.gettext("{option} is missing (or use --jsonl)", option=option))
        texts.append(text)
    if rest:
        fail(words, words.gettext("unexpected argument {text}", text=rest[0]))
    return [_text(text) for text in texts]


def _text(text: str) -> str:
    """Read a text: itself, `@FILE`, or `-` for standard input."""
    if text.strip() == "-":
        return sys.stdin.read()
    if text.startswith("@"):
        return Path(text[1:]).read_text(encoding="utf-8", errors="replace")
    return text


def _file(words: Words, given: list[str] | None) -> Path | None:
    """The file of JSON lines."""
    if given and len(given) > 1:
        fail(words, words.gettext("unexpected argument {text}", text=given[1]))
    return Path(given[0]) if given else None


@app.command(epilog=example("rummy-fast solve 'g2 g3 g4 g5' 'g6 y2 b2'"))
def solve(
    given: Given = None,
    *,
    jsonl: Jsonl = False,
    table: TableText = None,
    hand: HandText = None,
    rules: RulesText = "schmidt",
    opened: Opened = True,
    objective: Annotated[
        Literal["tiles", "points"],
        typer.Option("--objective", help="Play the most tiles, or the most points."),
    ] = "tiles",
    tidy: Tidy = False,
    limit: Limit = None,
    threads: Threads = None,
    svg: Annotated[
        Path | None, typer.Option("--svg", help="A file to draw the turn in, as SVG.")
    ] = None,
    json: Json = False,
    force: Force = False,
    lang: Lang = None,
) -> None:
    """Find the best play."""
    words = words_of(lang)
    with errors_exit(words):
        book = rules_of(words, rules)
        if jsonl:
            if svg is not None:
                fail(
                    words,
                    words.gettext("--svg cannot be combined with --jsonl: it draws a single turn"),
                )
            rf.solve_many([], rules=book, objective=objective, limit=limit, threads=threads)
            options = {
                "--rules": rules,
                "--not-opened": not opened,
                "--objective": objective,
                "--tidy": tidy,
                "--limit": limit,
                "--threads": threads,
            }
            lines = _file(words, given)
            _answer_lines(words, "solve", lines, options, {"--table": table, "--hand": hand})
        table_text, hand_text = _needed(words, given, table=table, hand=hand)
        spare(words, svg, force=force)
        before = rf.Table.parse(table_text, book)
        held = rf.Hand.parse(hand_text, book)
        play = rf.solve(
            before, held, rules=book, opened=opened, objective=objective, tidy=tidy, limit=limit
        )
        if svg is not None:
            drawn = rf.draw.play(play, lang=words.language)
            with naming(svg):
                svg.write_text(drawn, encoding="utf-8", newline="\n")
    if json:
        typer.echo(jsons.dumps(_answer(play)))
        return
    show.turn(show.console(), words, before, held, play)
    if not play and play.proven:
        show.why_nothing(show.console(), words, play)


def _answer(play: rf.Play) -> dict[str, object]:
    """The fields of an answer, as in JSON lines, and the steps."""
    return {
        "tiles": [str(tile) for tile in play.tiles],
        "count": len(play.tiles),
        "points": play.points,
        "table": [str(meld) for meld in play.table],
        "proven": play.proven,
        "steps": [str(step) for step in play.steps()],
    }


@app.command(epilog=example("rummy-fast check 'r3 r4 r5' 'r6 y2' 'r3 r4 r5 r6'"))
def check(
    given: GivenTurn = None,
    *,
    jsonl: Jsonl = False,
    table: TableText = None,
    hand: HandText = None,
    after: Annotated[
        str | None, typer.Option("--after", help="The table at the end of the turn.")
    ] = None,
    rules: RulesText = "schmidt",
    opened: Opened = True,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Check a turn: exit code 0 if it is legal, 1 if not."""
    words = words_of(lang)
    with errors_exit(words):
        book = rules_of(words, rules)
        if jsonl:
            options: dict[str, object] = {"--rules": rules, "--not-opened": not opened}
            fields = {"--table": table, "--hand": hand, "--after": after}
            _answer_lines(words, "check", _file(words, given), options, fields)
        before, held, done = _needed(words, given, table=table, hand=hand, after=after)
        verdict = rf.check_turn(before, held, done, rules=book, opened=opened)
    if json:
        reasons = [{"code": one.code, "message": one.message} for one in verdict.reasons]
        typer.echo(jsons.dumps({"legal": verdict.legal, "reasons": reasons}))
    else:
        show.verdict(show.console(), words, verdict)
    if not verdict:
        raise typer.Exit(ILLEGAL)


@app.command()
def demo(
    positions: Annotated[
        Path | None,
        typer.Argument(help="A file of positions with known answers (max_tiles for each preset)."),
    ] = None,
    *,
    lang: Lang = None,
) -> None:
    """Solve the booklet's examples, positions with jokers, and a file of positions."""
    pen, words = show.console(), words_of(lang)
    demo_pages.examples(pen, words)
    if positions is not None:
        with errors_exit(words):
            agrees = demo_pages.file(pen, words, positions)
        if not agrees:
            raise typer.Exit(1)


app.command(epilog=example("rummy-fast match greedy search --rounds 3"))(match_page.match)
app.command(epilog=example("rummy-fast arena --bots careful,greedy"))(arena_page.arena)
app.command(epilog="Example: rummy-fast replay match.record")(replay_page.replay)
app.command(epilog=example("rummy-fast play --against search"))(play_page.play)
app.command(epilog=example("rummy-fast stats --rounds 1000"))(stats_page.stats)
# Rust reads its options, `--help` too.
app.command(
    add_help_option=False,
    context_settings={"ignore_unknown_options": True, "allow_extra_args": True},
)(engine)
app.command()(serve_page.serve)


@app.callback(invoke_without_command=True)
def _main(
    *,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
    lang: Lang = None,
) -> None:
    """Find best plays, check turns and play tile rummy."""
    words_of(lang)
    if version:
        typer.echo(f"rummy-fast {rf.__version__}")
        raise typer.Exit
