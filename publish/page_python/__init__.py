"""Python behind a page: what runs in its browser."""
