"""Clauses for tests that fail, by country: texts to choose from, none of them computed into law.

Which of them can be agreed depends on the law and on the contract; a lawyer decides.
"""

from __future__ import annotations

from collections.abc import Mapping

from model.tender.acceptance_terms import Remedy, Terms

GENERAL = ""
CLAUSES: Mapping[str, Mapping[Remedy, str]] = {
    GENERAL: {
        "repair": "The supplier repairs at no cost, and the whole test is repeated.",
        "add": "The supplier adds hardware at no cost until the threshold is met, with all that it "
        "needs of racks, power and support.",
        "reduce": "The price of the affected items is reduced in proportion to the shortfall.",
        "withdraw": "The buyer may withdraw from the contract.",
    },
    "de": {
        "repair": "Der Auftragnehmer bessert unentgeltlich nach; die gesamte Prüfung wird "
        "wiederholt.",
        "add": "Der Auftragnehmer ergänzt unentgeltlich Hardware, bis der Schwellenwert erreicht "
        "ist, einschließlich Stellplatz, Strom und Wartung, die sie braucht.",
        "reduce": "Die Vergütung der betroffenen Positionen mindert sich im Verhältnis zur "
        "Unterschreitung.",
        "withdraw": "Der Auftraggeber ist berechtigt, vom Vertrag zurückzutreten.",
    },
}
"""Clauses by country and remedy; those of no country are general."""
NOTES: Mapping[str, tuple[str, ...]] = {
    "de": (
        "EVB-IT Systemlieferung has no acceptance but a demonstration of operational readiness: "
        "list the tests in the contract as functions to be shown (no. 14.1), or it is only shown "
        "that the system runs (it-rechts-praxis.de, 2010-03-08).",
        "Under EVB-IT System, the work is accepted as a whole, which starts payment and "
        "limitation (recht-freundlich.de).",
    ),
}
"""What to know of the contracts of a country, each with its source."""
NONE = "No remedy is agreed: choose 'remedy'."


def remedy_of(terms: Terms, test: str = "") -> str:
    """Return the remedy that is agreed, of a test or of all; a gap to fill if none is."""
    remedy = terms.remedies.get(test, terms.remedy)
    if remedy is None:
        return NONE
    return terms.clauses.get(remedy, CLAUSES[terms.country or GENERAL][remedy])


def notes_of(terms: Terms) -> tuple[str, ...]:
    """Return what to know of the contracts of the country."""
    return NOTES.get(terms.country or GENERAL, ())
