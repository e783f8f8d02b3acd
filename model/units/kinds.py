"""Base units, and all units in which a figure may be written: the only module with factors."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from types import MappingProxyType

from model.records import NamedTuple, dataclass


class Step(NamedTuple):
    """A label in which figures are shown, its factor, and the lowest figure that uses it."""

    label: str
    factor: Fraction
    least: Fraction


@dataclass(frozen=True, slots=True)
class Kind:
    """The physical kind of a base unit: its English name, an example, and its display units."""

    name: str
    example: str
    base: str
    symbols: Mapping[str, Fraction]
    decimal: tuple[Step, ...]
    binary: tuple[Step, ...]
    axis: tuple[Step, ...]
    excel: str
    rungs: tuple[tuple[int, str], ...] = ()

    def excel_near(self, value: float | None) -> str:
        """Return the Excel format of a cell that shows about `value`, in three sections."""
        if value is None:
            return self.excel
        if self.excel == "General":
            if round(value, 4) == value:
                return "[>=10000]#,##0;General"
            # LibreOffice shows ### for a long fraction in a section that says General.
            return f"[>=10000]#,##0;{'0.0000' if abs(value) >= 1e-3 else '0.00##E+00'}"
        if value == 0 and self.rungs:
            *_, upper, lower = self.rungs
            return f'[>={1000 ** upper[0]}]{_rung(*upper)};[>0]{_rung(*lower)};0\\ "{self.base}"'
        if not self.rungs or abs(value) >= 1000 ** self.rungs[-1][0]:
            return self.excel
        power = next(n for n in (2, 1, 0) if abs(value) >= 1000**n or n == 0)
        near = [(n, self.decimal[n].label) for n in (power + 1, power, power - 1) if n >= 0]
        return _scaled(*near, last="General")


MONEY = "¤"  # placeholder for the currency code in the labels of money
_DECIMAL = {p: Fraction(1000) ** n for n, p in enumerate(("", "k", "M", "G", "T", "P", "E"))}
_BINARY = {p: Fraction(1024) ** n for n, p in enumerate(("Ki", "Mi", "Gi", "Ti", "Pi", "Ei"), 1)}


def _prefixed(symbol: str, prefixes: str = "kMGTPE", factor: int = 1) -> dict[str, Fraction]:
    return {p + symbol: _DECIMAL[p] * factor for p in ("", *prefixes)}


def _per(symbols: Mapping[str, Fraction], *leads: str) -> dict[str, Fraction]:
    return {f"{lead}/{s}": 1 / factor for lead in leads for s, factor in symbols.items()}


def _money_per(symbols: Mapping[str, Fraction]) -> dict[str, Fraction]:
    return {p + s: _DECIMAL[p] * f for p in ("", "k", "M") for s, f in _per(symbols, MONEY).items()}


def _steps(symbols: Mapping[str, Fraction], labels: str) -> tuple[Step, ...]:
    """Parse `"s min@600"`: seconds, then minutes from 600 s on; without "@", from one unit on."""
    pairs = (label.partition("@") for label in labels.split(" "))
    return tuple(Step(s, symbols[s], Fraction(least or symbols[s])) for s, _, least in pairs)


def _kind(
    name: str,
    example: str,
    symbols: Mapping[str, Fraction],
    steps: str,
    rungs: tuple[tuple[int, str], ...] = (),
    **more: str,
) -> Kind:
    """Create a kind; `steps` are its display units, in ascending order."""
    decimal, binary, axis = (
        _steps(symbols, more.get(key, steps)) for key in ("decimal", "binary", "axis")
    )
    base = next(symbol for symbol, factor in symbols.items() if factor == 1)
    excel = _scaled(*rungs) if rungs else more.get("excel", f'General\\ "{base}"')
    frozen = MappingProxyType(symbols)
    return Kind(name, example, base, frozen, decimal, binary, axis, excel, rungs)


def _rung(power: int, label: str, last: str = "0.000") -> str:
    return f'{"0.000" if power else last}{"," * power}\\ "{label}"'


def _scaled(*rungs: tuple[int, str], last: str = "0.000") -> str:
    """Return an Excel format that scales by thousands^n; the last section has no condition."""
    texts = [_rung(n, label, last) for n, label in rungs]
    limits = [f"[>={1000**n}]" for n, _ in rungs[:-1]] + [""]
    return ";".join(limit + text for limit, text in zip(limits, texts, strict=True))


_BYTES = {
    p + s: factor / (8 if s == "bit" else 1)
    for p, factor in (_DECIMAL | _BINARY).items()
    for s in ("B", "o", "bit")
} | {"byte": Fraction(1), "bytes": Fraction(1)}
KIB, MIB, GIB, TIB = (float(_BINARY[prefix]) for prefix in ("Ki", "Mi", "Gi", "Ti"))
MB, GB, TB = (float(_DECIMAL[prefix]) for prefix in "MGT")
"""Bytes, for figures of formats and rules that are fixed in the code."""
HOUR, DAY = 3600.0, 86400.0
_YEAR = 8766 * 3600
JULIAN_YEAR = float(_YEAR)
_WORDS = {"second": 1, "minute": 60, "hour": 3600, "day": 86400, "week": 7 * 86400}
_WORDS |= {"month": _YEAR // 12, "year": _YEAR}
_SHORT = {"y": "year", "yr": "year", "yrs": "year", "a": "year", "mo": "month", "w": "week"}
_SHORT |= {"wk": "week", "hr": "hour", "hrs": "hour", "sec": "second"}
"""Common abbreviations of units of time; months and years are based on 8,766 hours."""
_SECONDS = {
    **{
        s: Fraction(1, 10**n)
        for n, names in ((9, ("ns",)), (6, ("us", "µs", "μs")), (3, ("ms",)))
        for s in names
    },
    **{s: Fraction(n) for s, n in (("s", 1), ("min", 60), ("h", 3600), ("d", 86400))},
    **{word + plural: Fraction(n) for word, n in _WORDS.items() for plural in ("", "s")},
    **{short: Fraction(_WORDS[word]) for short, word in _SHORT.items()},
}
_JOULES = _prefixed("J") | _prefixed("Wh", factor=3600)
BTU = Fraction("1055.05585262")
"""British thermal unit (International Table), in joules."""
_MASSES = {
    "kg": Fraction(1),
    "g": Fraction(1, 1000),
    "t": Fraction(1000),
    "lb": Fraction("0.45359237"),
}
_LOADS = {"kg/m²": Fraction(1), "kg/m2": Fraction(1), "t/m2": Fraction(1000)}
_LENGTHS = {"m": Fraction(1), "mm": Fraction(1, 1000), "cm": Fraction(1, 100), "km": Fraction(1000)}
_LENGTHS |= {"in": Fraction("0.0254"), "ft": Fraction("0.3048"), "U": Fraction("0.04445")}
_AMOUNTS = _prefixed(MONEY, "kM")


def _bandwidths() -> dict[str, Fraction]:
    return {
        f"{s}/{per}": factor / _SECONDS[per]
        for per in ("s", "min", "h", "day", "d", "month", "year", "y", "yr", "a")
        for s, factor in _BYTES.items()
    }


def _times_per_byte() -> dict[str, Fraction]:
    return {
        f"{s}/{size}": _SECONDS[s] / _BYTES[size]
        for size in ("B", "kB", "KiB", "MB", "MiB", "GB", "GiB", "TB", "TiB")
        for s in ("s", "ms", "us", "ns", "h")
    }


class _Kinds(Mapping[str, Kind]):
    """Mapping of base units to their kinds, each created on first access."""

    def __init__(self, makers: Mapping[str, Callable[[], Kind]]) -> None:
        self._makers = makers
        self._made: dict[str, Kind] = {}

    def __getitem__(self, unit: str) -> Kind:
        if unit not in self._made:
            self._made[unit] = self._makers[unit]()
        return self._made[unit]

    def __iter__(self) -> Iterator[str]:
        return iter(self._makers)

    def __len__(self) -> int:
        return len(self._makers)

    def __contains__(self, unit: object) -> bool:
        return unit in self._makers


UNITS: Mapping[str, Kind] = _Kinds({
    "1": lambda: _kind(
        "number", "0.8", {"": Fraction(1), "%": Fraction(1, 100)}, "", excel="General"
    ),
    "byte": lambda: _kind(
        "capacity", "10 TB", _BYTES, "B kB MB GB TB PB EB", binary="B KiB MiB GiB TiB PiB EiB",
        rungs=((5, "PB"), (4, "TB"), (3, "GB")),
    ),
    "byte/s": lambda: _kind(
        "bandwidth", "25 GB/s", _bandwidths(), "B/s kB/s MB/s GB/s TB/s PB/s EB/s",
        binary="B/s KiB/s MiB/s GiB/s TiB/s PiB/s EiB/s",
        rungs=((4, "TB/s"), (3, "GB/s"), (2, "MB/s")),
    ),
    "second": lambda: _kind(
        "time", "72 h", _SECONDS, "ns µs ms s min@600 h@3600 days@345600 years",
        excel='[>=1000]#,##0\\ "s";[>=0.1]0.0##\\ "s";General\\ "s"'
    ),
    "watt": lambda: _kind(
        "power", "8.5 kW", _prefixed("W") | {"BTU/h": BTU / 3600}, "W kW MW GW",
        rungs=((2, "MW"), (1, "kW"), (0, "W")),
    ),
    "joule": lambda: _kind("energy", "120 kWh", _JOULES, "J Wh kWh MWh GWh"),
    "kilogram": lambda: _kind("mass", "12.3 kg", _MASSES, "g kg"),
    "kilogram/metre**2": lambda: _kind("load of a floor", "1200 kg/m2", _LOADS, "kg/m²"),
    "metre": lambda: _kind("length", "1143 mm", _LENGTHS, "mm m"),
    "1/second": lambda: _kind(
        "rate", "75 kIOPS", _per(_SECONDS, "", "1") | _prefixed("IOPS") | _prefixed("T/s"),
        "/year /h@1/3600 /s@1",
    ),
    "second/byte": lambda: _kind(
        "time for each byte", "0.2 ns/B", _times_per_byte(), "s/TB s/GB", excel="0.000E+00"
    ),
    "1/byte": lambda: _kind("error rate", "1e-15 /bit", _per(_BYTES, "", "1"), "/bit"),
    "transfer/second": lambda: _kind(
        "transfer rate", "2400 MT/s", _prefixed("T/s"), "T/s MT/s GT/s@1e10"
    ),
    "hertz": lambda: _kind("frequency", "2.1 GHz", _prefixed("Hz"), "Hz kHz MHz GHz"),
    "volt": lambda: _kind("voltage", "230 V", _prefixed("V"), "V kV"),
    "ampere": lambda: _kind("current", "32 A", _prefixed("A"), "A kA"),
    "voltampere": lambda: _kind("apparent power", "17.3 kVA", _prefixed("VA"), "VA kVA MVA"),
    "currency": lambda: _kind(
        "amount of money", "1200 EUR", _AMOUNTS, "¤", axis="¤ k¤@1e4 M¤", excel="#,##0"
    ),
    "currency/joule": lambda: _kind(
        "price of energy", "0.07 EUR/kWh", _money_per(_JOULES), "¤/kWh", excel="0.000E+00"
    ),
    "currency/second": lambda: _kind(
        "cost over time", "80000 EUR/year", _money_per(_SECONDS), "¤/year", excel="0.000E+00"
    ),
    "currency/byte": lambda: _kind(
        "price of capacity", "27.42 USD/TB", _money_per(_BYTES), "¤/TB", excel="0.000E+00"
    ),
})  # fmt: skip


def percent_meant(written: object, figure: float, least: float, most: float) -> str:
    """Return the percentage that was probably meant by a bare number out of range, or nothing.

    Examples
    --------
    >>> percent_meant(80, 80.0, 0.0, 1.0), percent_meant("120 %", 1.2, 0.0, 1.0)
    (", as in '80 %'", '')
    """
    if "%" in str(written) or not 2 <= figure <= 100 or not least <= figure / 100 <= most:
        return ""
    return f", as in '{figure:g} %'"
