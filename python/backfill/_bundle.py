"""Results as one stream, as `backfill run --out -` writes it: see its --help-all."""

from __future__ import annotations

from collections.abc import Mapping
from typing import IO

from backfill._command import Error

_HEAD = b"backfill results 1\n"


def read(stream: IO[bytes]) -> dict[str, bytearray] | None:
    """Read a stream of results to its end, and return its files by name.

    None if nothing comes: then the command says why. A stream that is cut off, because the
    command failed on the way, is None too.
    """
    head = stream.readline()
    if not head:
        return None
    if head != _HEAD:
        raise Error(f"the backfill command speaks another language ({head[:40]!r}): install the one of this package's version")
    files: dict[str, bytearray] = {}
    while line := stream.readline():
        name, _, length = line.decode().rstrip("\n").rpartition(" ")
        if name == "end":
            return files
        left = int(length)
        pieces = files.setdefault(name, bytearray())
        while left > 0:
            piece = stream.read(min(left, 1 << 20))
            if not piece:
                return None
            pieces += piece
            left -= len(piece)
    return None


def write(stream: IO[bytes], files: Mapping[str, bytes | bytearray]) -> None:
    """Write a stream of results."""
    stream.write(_HEAD)
    for name, data in files.items():
        stream.write(f"{name} {len(data)}\n".encode())
        stream.write(data)
    stream.write(b"end 0\n")
