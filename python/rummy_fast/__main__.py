"""`python -m rummy_fast` is `rummy-fast`."""

from rummy_fast.cli import main

if __name__ == "__main__":
    main()
