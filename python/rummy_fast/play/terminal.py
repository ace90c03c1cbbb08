"""The driver of the terminal: input that is not UTF-8 is ignored.

Textual decodes the keyboard strictly, and its input thread ends at the first byte of a terminal or
a paste in another encoding. Then no key works any more, or the program ends.
"""

import sys
from functools import partial
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from textual.driver import Driver


def driver() -> "type[Driver] | None":
    """Choose the driver.

    Returns:
        The driver; None for Textual's own.
    """
    if sys.platform == "win32":
        # Windows gives characters, not bytes.
        return None
    from textual.drivers import linux_driver  # noqa: PLC0415, not on Windows

    module: Any = linux_driver

    class LenientDriver(linux_driver.LinuxDriver):
        """Textual's driver, with a decoder that skips what is not UTF-8."""

        def run_input_thread(self) -> None:
            """Read the keyboard."""
            # The method of Textual looks the decoder up by this name of its module.
            strict = module.getincrementaldecoder
            module.getincrementaldecoder = lambda encoding: partial(strict(encoding), "ignore")
            try:
                super().run_input_thread()
            finally:
                module.getincrementaldecoder = strict

    return LenientDriver
