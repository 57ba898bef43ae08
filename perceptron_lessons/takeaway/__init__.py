"""What is taken away: the command line, and files for lecture notes."""
