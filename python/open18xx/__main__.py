"""`python -m open18xx` is the command `open18xx`."""

import sys

from .cli import main

if __name__ == "__main__":
    sys.exit(main())
