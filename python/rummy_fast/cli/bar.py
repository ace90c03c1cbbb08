"""A bar that shows how far a long command has got."""

from rich.console import Console
from rich.progress import BarColumn, Progress, ProgressColumn, TextColumn, TimeRemainingColumn


def progress(count: ProgressColumn) -> Progress:
    """A bar on the terminal, where there is one; gone at the end.

    Args:
        count: Says how far it is in numbers.

    Returns:
        The bar, to be entered.
    """
    console = Console(stderr=True)
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        count,
        TimeRemainingColumn(),
        console=console,
        disable=not console.is_terminal,
        transient=True,
    )
