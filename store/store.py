"""An open store: saved scenarios and drafts."""

from __future__ import annotations

from store.database import Database
from store.drafts import Drafts
from store.forms import Forms
from store.place import Place
from store.versions import Versions


class Store:
    """Saved scenarios, drafts and forms of vendors at one location."""

    def __init__(self, place: Place) -> None:
        self.place = place
        self.database = Database(place)
        self.versions = Versions(self.database)
        self.drafts = Drafts(self.database)
        self.forms = Forms(self.database)

    def close(self) -> None:
        """Close all connections."""
        self.database.close()
