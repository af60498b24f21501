"""What people read of an entry: its rule sheet, its wagers and options; for the terminal, the page and the API."""
