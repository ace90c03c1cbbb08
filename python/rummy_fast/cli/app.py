"""The commands and their options."""

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
from rummy_fast.cli import review as review_page
from rummy_fast.cli import serve as serve_page
from rummy_fast.cli import show
from rummy_fast.cli import stats as stats_page
from rummy_fast.cli.common import Lang, RulesText, errors_exit, fail, rules_of, words_of
from rummy_fast.cli.engine import engine, run_engine
from rummy_fast.words import Words
from rummy_fast.writing.files import naming, trouble

app = typer.Typer(
    name="rummy-fast",
    help="Find best plays, check turns and play tile rummy.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)

ILLEGAL = 1
"""The exit code of `check` for an illegal turn."""


File = Annotated[
    Path | None,
    typer.Argument(help="With --jsonl: the file to read; standard input by default, or for '-'."),
]
Jsonl = Annotated[
    bool, typer.Option("--jsonl", help="Read one JSON object per line, write one per line.")
]
TableText = Annotated[
    str | None, typer.Option("--table", help="The table: 'r3 r4 r5 | r8 y8 g8', or '' if empty.")
]
HandText = Annotated[str | None, typer.Option("--hand", help="The hand: 'r6 y2 J'.")]
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


def _needed(words: Words, **options: str | None) -> list[str]:
    """Check that required options are there."""
    for name, value in options.items():
        if value is None:
            option = f"--{name}"
            fail(words, words.gettext("{option} is missing (or use --jsonl)", option=option))
    return [value for value in options.values() if value is not None]


def _no_file(words: Words, file: Path | None) -> None:
    if file is not None:
        fail(words, words.gettext("{file}: files are only read with --jsonl", file=file))


@app.command()
def solve(
    file: File = None,
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
            _answer_lines(words, "solve", file, options, {"--table": table, "--hand": hand})
        _no_file(words, file)
        table_text, hand_text = _needed(words, table=table, hand=hand)
        before = rf.Table.parse(table_text, book)
        held = rf.Hand.parse(hand_text, book)
        play = rf.solve(
            before, held, rules=book, opened=opened, objective=objective, tidy=tidy, limit=limit
        )
        if svg is not None:
            drawn = rf.draw.play(play, lang=words.language)
            with naming(svg):
                svg.write_text(drawn, encoding="utf-8", newline="\n")
    show.turn(show.console(), words, before, held, play)


@app.command()
def check(
    file: File = None,
    *,
    jsonl: Jsonl = False,
    table: TableText = None,
    hand: HandText = None,
    after: Annotated[
        str | None, typer.Option("--after", help="The table at the end of the turn.")
    ] = None,
    rules: RulesText = "schmidt",
    opened: Opened = True,
    lang: Lang = None,
) -> None:
    """Check a turn: exit code 0 if it is legal, 1 if not."""
    words = words_of(lang)
    with errors_exit(words):
        book = rules_of(words, rules)
        if jsonl:
            options: dict[str, object] = {"--rules": rules, "--not-opened": not opened}
            given = {"--table": table, "--hand": hand, "--after": after}
            _answer_lines(words, "check", file, options, given)
        _no_file(words, file)
        before, held, done = _needed(words, table=table, hand=hand, after=after)
        verdict = rf.check_turn(before, held, done, rules=book, opened=opened)
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


app.command()(match_page.match)
app.command()(arena_page.arena)
app.command()(replay_page.replay)
app.command()(review_page.review)
app.command()(play_page.play)
app.command()(stats_page.stats)
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
