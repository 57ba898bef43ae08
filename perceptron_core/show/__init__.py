"""Everything that shows the core: figures, the player with its sliders, and exported pages."""
