"""Options of benchmarks that acceptance tests use, as the programs themselves declare them.

IOR and mdtest: github.com/hpc/ior at commit 5fcf0ba995fd92164d50e344597e2d8203298c08 (2026-04-03),
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
    "-O": True,
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
FIO_OPTIONS = ("client", "daemonize", "output", "output-format", "server")
"""Options of the command line of fio.

Read in github.com/axboe/fio at commit f5344384f7c7b6e9e6aa9336e476e8f6eb54dd3a (2026-08-21):
init.c and options.c; those of version 3.33 are the same.
"""
FIO_FIELDS = (
    *("bs", "direct", "directory", "end_fsync", "group_reporting", "ioengine", "name", "numjobs"),
    *("runtime", "rw", "size"),
)
"""Fields of a job of fio."""
IO500: Mapping[str, tuple[str, ...]] = {
    "global": ("datadir", "resultdir"),
    "ior-easy": ("transferSize", "blockSize"),
    "mdtest-easy": ("n",),
}
"""Sections and keys of a configuration of the IO500.

Read in github.com/IO500/io500 at commit 02091cf254d836b88bb89bbce393e45ef854af6e (2026-07-22):
src/phase_opt.c, src/phase_ior_easy.c and src/phase_mdtest_easy.c.
"""
