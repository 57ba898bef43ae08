"""What authors and the Makefile run, from the project's folder: `python -m tools.readme`."""
