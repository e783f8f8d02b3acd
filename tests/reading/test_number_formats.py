"""Number formats of cells: what each shows and hides, of which currency it may be."""

from __future__ import annotations

import locale

import pytest

from model.reading.number_formats import currency_of, hides, is_of_several, may_be, shown_by

EURO, THOUSANDS, DIGITS, SIGN = "#,##0.00 [$€-407]", "its thousands", "its digits", "its sign"


@pytest.mark.parametrize("number", range(60))
def test_formats_without_a_text_are_those_of_the_standard(number: int) -> None:
    """5 to 8, 42 and 44 are of the currency of the place, 9 and 10 are of percent."""
    shows = "$" if number in (5, 6, 7, 8, 42, 44) else "%" if number in (9, 10) else ""
    assert shown_by(number, None) == shows
    assert hides(None) == ""
    assert shown_by(number, "0") == ""


@pytest.mark.parametrize(
    ("code", "shows", "hidden"),
    [
        (EURO, "€", ""),
        ("0.00;-0", "", ""),
        ("General", "", ""),
        ('0.00" €"', "€", ""),
        ('"€" 0.00 "net"', "€ net", ""),
        ('"k"0"€"', "k €", THOUSANDS),
        (r"0\€", "€", ""),
        ("€0", "€", ""),
        ("0%", "%", ""),
        ("[Red]0;[Blue]-0", "", ""),
        ("0;0%", "", ""),
        ('0";"%', ";%", ""),
        ("[$$-409]#,##0", "USD", ""),
        ("[$$-C09]0", "AUD", ""),
        ("[$$-1009]0", "CAD", ""),
        ("[$$-en-NZ]0", "NZD", ""),
        ("[$$-F]0", "$ (F)", ""),
        ("[$$]0", "$", ""),
        ("[$kr-41D]0", "SEK", ""),
        ("[$kr-414]0", "NOK", ""),
        ("[$kr.-406]0", "DKK", ""),
        ("[$¥-411]0", "JPY", ""),
        ("[$¥-804]0", "CNY", ""),
        ("[$R-1C09]0", "ZAR", ""),
        ("[$Rs-4009]0", "INR", ""),
        ("[$$-10C09]0", "AUD", ""),  # bits above 16 tell of digits and calendars
        ("[$EUR-C09]0", "EUR", ""),
        ("#,##0,", "", THOUSANDS),
        ("0.0,,", "", THOUSANDS),
        ('0" k€"', "k€", THOUSANDS),
        ('0" Mio. €"', "Mio. €", THOUSANDS),
        ('0" € Mio"', "€ Mio", THOUSANDS),
        ('0" T€"', "T€", THOUSANDS),
        ('0" T"', "T", ""),
        ('0" m"', "m", ""),
        ('0" k"', "k", THOUSANDS),
        ('0" TB"', "TB", ""),
        ("-0.00", "", SIGN),
        ("\u22120", "", SIGN),
        ('"-"0', "-", SIGN),
        ("_-0", "", ""),
        ("0-0", "", ""),
        ("0.00;-0.00", "", ""),
        ("[<0]-0;0", "", ""),
        ('[=0]"-";0.00', "", ""),
        (";;;", "", DIGITS),
        ('"on request"', "on request", DIGITS),
        ('"0"', "0", DIGITS),
        ("yyyy", "", ""),
        ("@", "", ""),
    ],
)
def test_what_a_format_shows_and_hides(code: str, shows: str, hidden: str) -> None:
    assert (shown_by(164, code), hides(code)) == (shows, hidden)


NUMBERS = {
    **{name: number for number, name in locale.windows_locale.items()},
    # Python has none of Hong Kong, and that of Singapore for India (MS-LCID, section 2.2).
    "en_HK": 0x3C09,
    "en_SG": 0x4809,
    "en_IN": 0x4009,
}
PLACES = {
    "USD": "en_US es_US es_PR es_EC es_SV",
    "AUD": "en_AU",
    "CAD": "en_CA fr_CA",
    "NZD": "en_NZ mi_NZ",
    "SGD": "en_SG zh_SG",
    "HKD": "en_HK zh_HK",
    "TWD": "zh_TW",
    "MXN": "es_MX",
    "ARS": "es_AR",
    "CLP": "es_CL",
    "COP": "es_CO",
    "JPY": "ja_JP",
    "CNY": "zh_CN",
    "SEK": "sv_SE",
    "NOK": "nb_NO nn_NO",
    "DKK": "da_DK",
    "ISK": "is_IS",
    "ZAR": "en_ZA af_ZA",
    "INR": "en_IN hi_IN",
}


@pytest.mark.parametrize("currency", PLACES)
def test_a_place_is_known_by_its_number_and_by_its_name(currency: str) -> None:
    """The numbers are those that Python knows of Windows."""
    for name in PLACES[currency].split():
        for place in (f"{NUMBERS[name]:X}", name.replace("_", "-")):
            assert shown_by(164, f"[$$-{place}]0") == currency, place


@pytest.mark.parametrize(
    ("shown", "currency"),
    [
        *(
            ("€", "EUR"),
            ("£", "GBP"),
            ("$", "USD"),
            ("US$", "USD"),
            ("SFr.", "CHF"),
            ("Fr.", "CHF"),
        ),
        *(("A$", "AUD"), ("AU$", "AUD"), ("C$", "CAD"), ("CA$", "CAD"), ("HK$", "HKD")),
        *(("NZ$", "NZD"), ("S$", "SGD"), ("NT$", "TWD"), ("R$", "BRL"), ("RMB", "CNY")),
        *(("zł", "PLN"), ("Kč", "CZK"), ("Ft", "HUF"), ("₹", "INR"), ("Euro", "EUR")),
        *(("EUR", "EUR"), ("Preis in CHF", "CHF"), ("USD incl. VAT", "USD"), ("PER EUR", "EUR")),
        *(("VAT", ""), ("NET", ""), ("kr", "kr"), ("PB", "PB"), ("", ""), ("$ (F800)", "$ (F800)")),
    ],
)
def test_the_currency_of_a_sign(shown: str, currency: str) -> None:
    assert currency_of(shown) == currency


SEVERAL = {
    "$": "USD AUD CAD HKD NZD SGD TWD MXN ARS CLP COP",
    "¥": "JPY CNY",
    "￥": "JPY CNY",
    "kr": "SEK NOK DKK ISK",
    "kr.": "SEK NOK DKK ISK",
    "Kr": "SEK NOK DKK ISK",
    "$/TB": "USD AUD CAD HKD NZD SGD TWD MXN ARS CLP COP",
    "€": "EUR",
    "£": "GBP",
}


@pytest.mark.parametrize("shown", SEVERAL)
def test_a_sign_may_be_of_several_currencies(shown: str) -> None:
    every = {code for codes in SEVERAL.values() for code in codes.split()}
    found = {code for code in every if may_be(shown, code)}
    assert found == {*SEVERAL[shown].split()}
    is_open = shown.lower().rstrip(".") in ("¥", "￥", "kr")
    assert is_of_several(shown) == is_open


def test_a_place_that_is_unknown_leaves_the_currency_open() -> None:
    assert is_of_several("$ (F800)")
    assert not is_of_several("EUR")
    assert not may_be("$ (F800)", "EUR")
