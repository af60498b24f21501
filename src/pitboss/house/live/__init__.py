"""Live tables: the engine's table with people at it, their chips, and what outlives its rounds."""
