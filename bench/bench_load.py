"""Many people at once: sessions over websockets, each with an edit every five seconds.

`python -m bench.bench_load --sessions 50 --seconds 180` serves the app and prints how long edits
take, how much memory the server has, and whether anybody saw somebody else's number of blocks.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import websockets
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from tests.serving import ROOT, free_port, is_up

THINKS = 5.0
"""Seconds between two edits of one session."""
LABEL = "Blocks"
EFFECT = "ost effect"
"""What the head says an edit did stands in an element of this class."""


class Person:
    """One session: what it typed last, and how long its edits took."""

    def __init__(self, address: str, number: int) -> None:
        self.address, self.number = address, number
        self.taken: list[float] = []
        self.wrong = self.effects = 0
        self.widget = ""

    async def plays(self, until: float) -> None:
        """Come, open a page, and edit until the time is over."""
        url = self.address.replace("http", "ws") + "/_stcore/stream"
        async with websockets.connect(
            url, origin=self.address, subprotocols=["streamlit"], max_size=None
        ) as socket:
            await asyncio.sleep(random.uniform(0, THINKS))  # nobody comes in the same moment
            await self._run(socket, None)
            while time.monotonic() < until:
                await asyncio.sleep(THINKS * random.uniform(0.8, 1.2))
                begun = time.monotonic()
                await self._run(socket, random.randint(2, 60))
                self.taken.append(time.monotonic() - begun)

    async def _run(self, socket: websockets.ClientConnection, blocks: int | None) -> None:
        """Ask for a run, and read until it is finished."""
        asked = BackMsg()
        asked.rerun_script.query_string = "scenario=beluga"
        asked.rerun_script.page_name = "design"
        if blocks is not None:
            state = asked.rerun_script.widget_states.widgets.add()
            state.id, state.double_value = self.widget, float(blocks)
        await socket.send(asked.SerializeToString())
        shown = None
        async for message in socket:
            found = ForwardMsg()
            found.ParseFromString(message)
            element = found.delta.new_element
            if element.HasField("number_input") and element.number_input.label == LABEL:
                self.widget = self.widget or element.number_input.id
                shown = element.number_input.value if element.number_input.set_value else shown
            if element.HasField("html") and EFFECT in element.html.body:
                self.effects += 1
            if found.WhichOneof("type") == "script_finished":
                break
        if blocks is not None and shown is not None and shown != blocks:
            self.wrong += 1


def memory_of(process: int) -> float:
    """Give the megabytes that a process has."""
    status = Path(f"/proc/{process}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024


async def load(address: str, sessions: int, seconds: float, process: int) -> None:
    """Let all play, and say what came of it."""
    await Person(address, 0).plays(0.0)  # the server's first page imports what all need
    until = time.monotonic() + seconds
    people = [Person(address, number) for number in range(sessions)]
    begun = memory_of(process)
    await asyncio.gather(*(one.plays(until) for one in people))
    taken = np.array([x for one in people for x in one.taken]) * 1000
    missing = sum(not one.widget for one in people)
    p50, p95 = np.percentile(taken, [50, 95])
    effects, wrong = sum(one.effects for one in people), sum(one.wrong for one in people)
    print(f"{sessions} sessions, {len(taken)} edits in {seconds:.0f} s, {effects} with an effect")
    print(f"p50 {p50:.0f} ms, p95 {p95:.0f} ms; memory {begun:.0f} to {memory_of(process):.0f} MB")
    print(f"{wrong} saw another's number; {missing} sessions saw no field to edit")


def main() -> None:
    """Serve the app, and load it."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--sessions", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=180.0)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        command = [sys.executable, "-m", "streamlit", "run", "app.py", f"--server.port={port}"]
        environment = {**os.environ, "OSTIMATE_STORE": f"{folder}/store.db"}
        with (Path(folder) / "log").open("wb") as log:
            server = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=log, stderr=log)
        address = f"http://127.0.0.1:{port}"
        try:
            while not is_up(address):
                time.sleep(0.05)
            asyncio.run(load(address, options.sessions, options.seconds, server.pid))
        finally:
            server.terminate()
            server.wait(20)
        if b"Traceback" in (said := (Path(folder) / "log").read_bytes()):
            print(said.decode(errors="replace")[-3000:])


if __name__ == "__main__":
    main()
