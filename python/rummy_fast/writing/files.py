"""What goes wrong with a file, told with its name."""

import os
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def naming(path: str | os.PathLike[str] | None) -> Iterator[None]:
    """A block whose errors name a file. One that could be opened, but not written, goes unnamed.

    Args:
        path: The file; None if it has no name.

    Raises:
        OSError: As it was raised, with the name.
    """
    try:
        yield
    except OSError as error:
        if error.filename is None and path is not None:
            error.filename = os.fspath(path)
        raise


def trouble(error: OSError) -> str:
    """Tell what is wrong with a file, for people.

    Args:
        error: What was raised.

    Returns:
        The file, as far as it is known, and what the system says.
    """
    said = error.strerror or str(error)
    return said if error.filename is None else f"{error.filename}: {said}"
