"""What is known of an owned tier besides its parts."""

from typing import Annotated

from model.reading.binding import gives
from model.reading.fields import Day, Money, MoneyRate, Stated, Strict


class Installed(Strict):
    """Dates and amounts of a tier that is already owned."""

    since: Day | None = None
    """Day of its purchase."""
    warranty_until: Day | None = None
    """Last day of its warranty. Leave empty if it is over."""
    book_value: Annotated[Stated[Money] | None, gives("owned_book_value")] = None
    """For example '80000 EUR'; 0 if it is depreciated. Leave empty if unknown."""
    maintenance: Annotated[Stated[MoneyRate] | None, gives("owned_maintenance")] = None
    """For example '12000 EUR/year'; '0 EUR/year' without a contract. Leave empty if unknown."""
    block_price: Annotated[Stated[Money] | None, gives("further_block_cost")] = None
    """Leave empty if unknown, or if demand buys none."""
