"""The command `perceptron`, also `python -m perceptron_lessons`."""

import sys

from perceptron_lessons.takeaway.command_line import main

if __name__ == "__main__":
    sys.exit(main())
