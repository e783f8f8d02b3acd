"""What stands behind the caches of a server on average, where targets split unevenly, too.

Where the targets of a block don't divide by its servers, a server with one more may be held back by
its adapters, while another one has fewer drives than the average: each counts with its own.
"""

from model.engine.ops import Num
from model.engine.quantity import Book
from model.formulas.chain.links import CHAIN
from model.formulas.chain.splitting import SERVERS, of_block, uneven_mean

ALIKE = Book("behind the caches of servers that are alike", topic="performance")
SPLIT = Book("behind the caches of servers by their targets", topic="performance")


def _alike(behind: Num) -> Num:
    return behind


for _way, _sub in (("read", "r"), ("write", "w")):
    _mean = f"mean_{_way}_behind_caches"
    _symbol = rf"B_\mathrm{{behind,{_sub}}}^\mathrm{{mean}}"
    _title = f"The most that a server on average can {_way} behind its caches"
    _alone = f"server_{_way}_behind_caches"
    ALIKE.quantity("byte/s", _symbol, CHAIN, name=_mean, needs=(_alone,), title=_title)(_alike)
    SPLIT.least_stage(
        f"path_{_way}_least",
        "byte/s",
        rf"B_\mathrm{{path,{_sub}}}^\mathrm{{min}}",
        f"The most that goes between the drives of a server and itself, to {_way}",
        _way,
        scopes=("path",),
    )
    for _function, _name, _mark, _words in SERVERS:
        SPLIT.quantity(
            "byte/s",
            rf"B_\mathrm{{behind,{_sub}}}^\mathrm{{{_mark}}}",
            CHAIN,
            name=f"{_name}_{_way}_behind_caches",
            needs=(
                "fewest_targets_per_server",
                "busy_servers_per_block",
                f"single_target_{_way}_bound",
                f"path_{_way}_least",
                _alone,
            ),
            title=f"The most that {_words} can {_way} behind its caches",
        )(_function)
    SPLIT.quantity(
        "byte/s",
        rf"B_\mathrm{{behind,{_sub}}}^\mathrm{{blk}}",
        CHAIN,
        name=f"block_{_way}_behind_caches",
        needs=(
            "busy_servers_per_block",
            "servers_per_block",
            f"busy_server_{_way}_behind_caches",
            f"other_server_{_way}_behind_caches",
        ),
        title=f"The most that a block can {_way} behind its caches, each server with its targets",
    )(of_block)
    SPLIT.quantity(
        "byte/s",
        _symbol,
        CHAIN,
        name=_mean,
        needs=(
            "busy_servers_per_block",
            _alone,
            f"block_{_way}_behind_caches",
            "servers_per_block",
        ),
        title=_title,
    )(uneven_mean)
