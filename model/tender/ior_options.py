"""Options of IOR and mdtest that acceptance tests use, as the programs themselves declare them.

Read in github.com/hpc/ior at commit 5fcf0ba995fd92164d50e344597e2d8203298c08 (2026-04-03):
src/parse_options.c, src/aiori-POSIX.c and src/mdtest.c. True: the option takes a value.
"""

from collections.abc import Mapping

IOR: Mapping[str, bool] = {
    "-a": True,
    "-b": True,
    "-C": False,
    "-D": True,
    "-e": False,
    "-F": False,
    "-G": True,
    "-i": True,
    "-k": False,
    "-o": True,
    "-r": False,
    "-R": False,
    "-s": True,
    "-t": True,
    "-w": False,
    "--posix.odirect": False,
}
MDTEST: Mapping[str, bool] = {
    "-d": True,
    "-F": False,
    "-i": True,
    "-n": True,
    "-N": True,
    "-u": False,
}
