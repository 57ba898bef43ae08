"""What makes the site of the course: pages, decks, the book. It is not part of the package."""
