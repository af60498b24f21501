"""The mathematics: kernels count outcome classes, the table's own settlement prices them."""
