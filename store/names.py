# ruff: noqa: RUF001 - the letters that look alike are what this is about
"""Names of saved scenarios, and a check for names that look alike.

The letters compared are those of other alphabets that look like Latin ones, from the table of
confusable characters of Unicode (UTS 39); Python knows all further forms of one letter itself.
"""

from __future__ import annotations

import unicodedata

from store.errors import StoreError

LONGEST_NAME = 100
_ALIKE = str.maketrans(
    {
        twin: letter
        for letter, twins in {
            "A": "ΑАᎪ",
            "B": "ΒВᏴ",
            "C": "СϹᏟ",
            "E": "ΕЕᎬ",
            "F": "Ϝ",
            "G": "ԌᏀ",
            "H": "ΗНᎻ",
            "I": "ΙІӀ",
            "J": "ЈᎫ",
            "K": "ΚКᏦ",
            "L": "ᏞԼ",
            "M": "ΜМᎷ",
            "N": "Ν",
            "O": "ΟОՕ",
            "P": "ΡРᏢ",
            "Q": "Ԛ",
            "S": "ЅՏᏚ",
            "T": "ΤТᎢ",
            "U": "Ս",
            "V": "ѴᏙ",
            "W": "ԜᎳ",
            "X": "ΧХ",
            "Y": "ΥУҮ",
            "Z": "ΖᏃ",
            "a": "αаɑ",
            "c": "сϲ",
            "d": "ԁ",
            "e": "еҽ",
            "g": "ɡց",
            "h": "һհ",
            "i": "іıιɩ",
            "j": "јϳ",
            "k": "κк",
            "l": "ӏ",
            "n": "ոп",
            "o": "οоօ",
            "p": "ρр",
            "q": "ԛ",
            "r": "г",
            "s": "ѕ",
            "u": "υս",
            "v": "νѵ",
            "w": "ԝѡ",
            "x": "χх",
            "y": "уүγ",
            "-": "\N{HYPHEN}\N{NON-BREAKING HYPHEN}\N{FIGURE DASH}\N{EN DASH}\N{EM DASH}"
            "\N{MINUS SIGN}",
            "'": "\N{LEFT SINGLE QUOTATION MARK}\N{RIGHT SINGLE QUOTATION MARK}"
            "\N{MODIFIER LETTER APOSTROPHE}\N{GRAVE ACCENT}\N{ACUTE ACCENT}\N{PRIME}",
            '"': "\N{LEFT DOUBLE QUOTATION MARK}\N{RIGHT DOUBLE QUOTATION MARK}",
            "/": "\N{FRACTION SLASH}\N{DIVISION SLASH}",
            ":": "\N{RATIO}",
            " ": "\N{BRAILLE PATTERN BLANK}",
        }.items()
        for twin in twins
    }
)
_STROKES = str.maketrans("I1|0", "lllO")
_PAIR, _LETTER = "rn", "m"
"""Characters of one alphabet that look alike in many fonts; the same table has no pair for w."""
_UNSEEN = {
    "\N{COMBINING GRAPHEME JOINER}",
    "\N{HANGUL CHOSEONG FILLER}",
    "\N{HANGUL JUNGSEONG FILLER}",
    *map(chr, (0x180B, 0x180C, 0x180D, *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))),
}
"""Invisible characters that aren't format characters: fillers and variation selectors."""


def checked(name: str) -> str:
    """Return a name with its spaces normalised.

    Raises
    ------
    StoreError
        If it is empty, shows nothing, or is too long.
    """
    name = " ".join(name.split())
    if not _shown(name) or len(name) > LONGEST_NAME:
        raise StoreError(f"write a name of 1 to {LONGEST_NAME} characters")
    return name


def look_alike(one: str, other: str) -> bool:
    r"""Return whether two names look alike, or differ only in upper and lower case.

    >>> look_alike("Plan", "P\u200blan"), look_alike("Plan", "PLAN "), look_alike("A", "B")
    (True, True, False)
    """
    first, second = _shown(one), _shown(other)
    return first.casefold() == second.casefold() or _strokes(first) == _strokes(second)


def _strokes(shown: str) -> str:
    return shown.translate(_STROKES).replace(_PAIR, _LETTER)


def _shown(name: str) -> str:
    """Give what of a name is seen, each sign in its usual form."""
    usual = unicodedata.normalize("NFKC", name.translate(_ALIKE)).translate(_ALIKE)
    seen = (sign for sign in usual if sign not in _UNSEEN and unicodedata.category(sign) != "Cf")
    return " ".join("".join(seen).split())
