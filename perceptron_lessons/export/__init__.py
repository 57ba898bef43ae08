"""What is taken away: the command line, pages, slides, files for lecture notes."""
