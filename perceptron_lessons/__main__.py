"""The command `perceptron`, also `python -m perceptron_lessons`."""

import sys


def main():
    """Run the command, or say what it needs; return the exit status."""
    try:
        from perceptron_lessons.export.command_line import main as command
    except ModuleNotFoundError as error:
        remedy = "use pip install 'perceptron-core[lessons]'"
        print(f"perceptron: {error.name} is not installed: {remedy}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:  # while loading; later the command itself tells it
        print("\nperceptron: stopped; no file was written", file=sys.stderr)
        return 130
    return command()


if __name__ == "__main__":
    sys.exit(main())
