"""What the commands about a house's books need."""

from importlib.util import find_spec

from pitboss.errors import PitbossError


def must_have_storage() -> None:
    """Refuse a command where the database cannot be read."""
    if find_spec("sqlalchemy") is None:
        raise PitbossError("a house's database needs sqlalchemy: pip install 'pitboss[serve]'")
