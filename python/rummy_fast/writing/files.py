"""Errors of files, with the name of the file."""

import os
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def naming(path: str | os.PathLike[str] | None) -> Iterator[None]:
    """Add the name of a file to the errors of a block: a failed write does not name it.

    Args:
        path: The file; None if it has no name.

    Raises:
        OSError: The error of the block, with the name.
    """
    try:
        yield
    except OSError as error:
        if error.filename is None and path is not None:
            error.filename = os.fspath(path)
        raise


def trouble(error: OSError) -> str:
    """Describe an error of a file for people.

    Args:
        error: The error.

    Returns:
        The name of the file, if known, and the message of the system.
    """
    message = error.strerror or str(error)
    return message if error.filename is None else f"{error.filename}: {message}"
