"""Tests read English, whatever the language of who runs them."""

import os

os.environ["LANGUAGE"] = "en"
