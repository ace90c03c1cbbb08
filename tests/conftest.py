"""Tests run in English, whatever the user's language."""

import os

os.environ["LANGUAGE"] = "en"
