"""Figures with sliders for notebook and page: the player and the explorers."""
