"""Words of the pages have one meaning, which hovers say, too."""

from __future__ import annotations

from model.answers.glossary import WORDS, hints
from report.web.html import table


def test_words_stand_in_the_order_of_the_alphabet_and_are_sentences() -> None:
    assert list(WORDS) == sorted(WORDS, key=str.casefold)
    assert all(meaning.endswith(".") for meaning in WORDS.values())


def test_a_hint_takes_each_word_of_a_text_in_any_form() -> None:
    assert hints("Tier, expected") == f"tier: {WORDS['tier']}\nexpected: {WORDS['expected']}"
    assert hints("Fill limit of targets").splitlines()[0] == f"fill limit: {WORDS['fill limit']}"
    assert hints("Rowan") == ""


def test_a_block_of_files_is_none_that_a_tier_is_built_of() -> None:
    assert "block:" not in hints("Sectors of a 128 KiB block with parity")
    assert hints("Largest compressed block") == ""
    assert hints("Drives per block").endswith("adapters, enclosures and drives.")


def test_heads_and_rows_of_tables_say_what_they_mean() -> None:
    drawn = table(["Stage", "Colour"], "ll", [["NIC", "red"], ["Rowan", "green"]])
    assert f'title="stage: {WORDS["stage"]}"' in drawn
    assert f'title="NIC: {WORDS["NIC"]}"' in drawn
    assert drawn.count("title=") == 2
