"""`python -m perceptron_core`: figures, tables and runs from the command line."""

import sys

from perceptron_core.show.cli import main

if __name__ == "__main__":
    sys.exit(main())
