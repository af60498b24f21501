"""The pages: a lobby, tables to play at, and what dealers, the floor and auditors need. They work without a network."""

from pitboss.web.mount import add_pages

__all__ = ["add_pages"]
