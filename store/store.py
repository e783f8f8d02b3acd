"""A store, opened: saved scenarios and drafts."""

from __future__ import annotations

from store.database import Database
from store.drafts import Drafts
from store.place import Place
from store.versions import Versions


class Store:
    """What is kept in one place."""

    def __init__(self, place: Place) -> None:
        self.place = place
        self.database = Database(place)
        self.versions = Versions(self.database)
        self.drafts = Drafts(self.database)

    def close(self) -> None:
        """Let go of the file or the server."""
        self.database.close()
