"""The files of a tender: some for bidders, some for the buyer alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from model.answers.results import Results
from model.reading.documents import Document
from model.tender.estimate import Estimate, estimate_document, estimate_of
from model.tender.form import Form, form_of
from model.tender.form_text import form_text
from model.tender.rules_from_plan import rules_of
from model.tender.specification import specification
from model.tender.tender_file import TenderFile
from report.web.document_page import document_page
from report.word.document_docx import document_docx
from report.workbook.bid_form import bid_form

RULES, BOOK, TEXT = "tender.yaml", "bid.xlsx", "bid.yaml"
WORD, PAGE = "specification.docx", "specification.html"
ESTIMATE = "estimate.docx"


@dataclass(frozen=True)
class TenderFiles:
    """The files of a tender, by name, and what they were made of."""

    tender: TenderFile
    form: Form
    estimate: Estimate
    send: Mapping[str, bytes]
    """For bidders: nothing of the plan is in it but what bidders may see."""
    keep: Mapping[str, bytes]
    """For the buyer alone."""


def tender_files(results: Results, rules: Document | None = None) -> TenderFiles:
    """Write the files of the tender of a plan; what `rules` state goes first.

    Raises
    ------
    InputError
        The rules can't be read.
    """
    text, tender = rules_of(results, rules)
    form, document = form_of(tender), specification(tender)
    send = {
        BOOK: bid_form(form),
        TEXT: form_text(form).encode(),
        WORD: document_docx(document),
        PAGE: document_page(document).encode(),
    }
    keep = {RULES: text.encode(), ESTIMATE: document_docx(estimate_document(results))}
    return TenderFiles(tender, form, estimate_of(results), send, keep)
