"""Schema of what is deliberately not bought, of the items that nearly every system needs."""

from typing import Literal

from model.reading.fields import Strict

Certain = Literal[
    "boot drives",
    "power supplies",
    "rails",
    "uplink cables",
    "management switch",
    "spare adapters",
    "spare power supplies",
    "spare modules",
    "hardware support",
    "training",
    "drive retention",
    "migration",
    "operating system",
    "file system",
]
"""Items that nearly every purchase has, as a line or in another price."""


class Excluded(Strict):
    """An item that is not bought, with the reason."""

    item: Certain
    """Item that nearly every system needs."""
    because: str
    """Reason, such as 'in the price of the servers' or 'from stock'."""
