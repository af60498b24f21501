"""The version of pitboss."""

__version__ = "0.1.0"
