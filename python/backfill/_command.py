"""The command that does the work: where it is, and how it is called."""

from __future__ import annotations

import json
import os
import pathlib
import shutil
import subprocess
import threading
from collections.abc import Callable, Mapping, Sequence
from typing import IO, Any

_NAME = "backfill.exe" if os.name == "nt" else "backfill"


class Error(Exception):
    """What went wrong, in one line that says what to do.

    ``results`` has the runs that are done, if only some policies of a run failed.
    """

    __module__ = "backfill"  # where its users find it

    results: Any = None


def command() -> str:
    """Return the path of the backfill command.

    The environment variable BACKFILL comes first, then the command in this package's
    wheel, then the one on the PATH.
    """
    given = os.environ.get("BACKFILL")
    if given:
        found = shutil.which(given)
        if found is None:
            raise Error(f"BACKFILL is {given!r}, which is no program: set it to the backfill command, or unset it")
        return found
    inside = pathlib.Path(__file__).with_name("bin") / _NAME
    if inside.exists():
        return str(inside)
    found = shutil.which("backfill")
    if found is None:
        raise Error("there is no backfill command: install this package's wheel, put the command on the PATH, or set BACKFILL to it")
    return found


class Call:
    """One call of the command, with a thread for each of its pipes but standard output.

    Of one that talks, the caller writes to standard input as well.
    """

    def __init__(
        self,
        arguments: Sequence[str],
        feed: Callable[[IO[bytes]], None] | None = None,
        pipes: Sequence[int] = (),
        env: Mapping[str, str] | None = None,
        talks: bool = False,
    ) -> None:
        self.process = subprocess.Popen(
            [command(), *arguments],
            stdin=subprocess.PIPE if feed is not None or talks else subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            pass_fds=pipes,
            env=env,
        )
        assert self.process.stdout is not None
        self.stdout: IO[bytes] = self.process.stdout
        self._said: list[bytes] = []
        self._failed: BaseException | None = None
        self._threads = [threading.Thread(target=self._listen, daemon=True)]
        if feed is not None:
            self._threads.append(threading.Thread(target=self._send, args=(feed,), daemon=True))
        for thread in self._threads:
            thread.start()

    def _listen(self) -> None:
        assert self.process.stderr is not None
        with self.process.stderr as lines:
            for line in lines:
                self._said.append(line)
                del self._said[:-100]

    def _send(self, feed: Callable[[IO[bytes]], None]) -> None:
        assert self.process.stdin is not None
        try:
            with self.process.stdin as pipe:
                feed(pipe)
        except BrokenPipeError:
            pass  # the command has read enough, or says why it stopped
        except BaseException as error:
            self._failed = error
            self.process.kill()

    def end(self, done: Sequence[int] = (0,)) -> str | None:
        """Wait for the end, and return the error in one line, None if the exit code is one of those of work that is done."""
        code = self.process.wait()
        for thread in self._threads:
            thread.join()
        self.stdout.close()
        if self._failed is not None:
            raise self._failed
        if code in done:
            return None
        lines = [line.decode("utf-8", "replace").strip() for line in self._said]
        errors = [line.removeprefix("backfill: ") for line in lines if line.startswith("backfill: ")]
        return errors[-1] if errors else f"the command ended with {code}: {lines[-1] if lines else 'it said nothing'}"

    def kill(self) -> None:
        """End the call at once."""
        self.process.kill()
        self.process.wait()
        self.stdout.close()


def output(
    arguments: Sequence[str],
    feed: Callable[[IO[bytes]], None] | None = None,
    done: Sequence[int] = (0,),
    env: Mapping[str, str] | None = None,
) -> bytes:
    """Return what the command prints."""
    call = Call(arguments, feed, env=env)
    try:
        printed = call.stdout.read()
        error = call.end(done)
    except BaseException:
        call.kill()
        raise
    if error is not None:
        raise Error(error)
    return printed


def answer(arguments: Sequence[str], feed: Callable[[IO[bytes]], None] | None = None) -> Any:
    """Return what the command prints with --json."""
    return json.loads(output([*arguments, "--json"], feed))
