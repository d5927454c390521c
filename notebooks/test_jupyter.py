"""`make jupyter` leaves the user in a running JupyterLab with the Go kernel."""

import json
import os
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request

import pytest
import websocket

from execute import ROOT

TOKEN = "of-this-test"
PATIENCE = 600  # seconds, for whatever waits: the other lanes of `make test` may leave this one little of the processors


@pytest.fixture(scope="module")
def server():
    """The address of a JupyterLab that `make jupyter` started."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    log = ROOT / ".cache" / "jupyter.log"
    flags = f"--no-browser --ServerApp.port={port} --ServerApp.port_retries=0 --IdentityProvider.token={TOKEN}"
    with log.open("w") as out:
        make = subprocess.Popen(
            ["make", "jupyter", f"JUPYTERFLAGS={flags}"],
            cwd=ROOT, stdin=subprocess.DEVNULL, stdout=out, stderr=out, start_new_session=True,
        )
    try:
        url = f"http://127.0.0.1:{port}"
        deadline = time.monotonic() + PATIENCE
        while not answers(url):
            assert make.poll() is None and time.monotonic() < deadline, log.read_text()
            time.sleep(0.2)
        yield url
    finally:
        os.killpg(make.pid, signal.SIGTERM)
        make.wait(PATIENCE)


def answers(url):
    try:
        return get(url, "status") is not None
    except (urllib.error.URLError, ConnectionError):
        return False


def get(url, path, body=None):
    request = urllib.request.Request(
        f"{url}/api/{path}",
        data=None if body is None else json.dumps(body).encode(),
        headers={"Authorization": f"token {TOKEN}", "Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=PATIENCE) as response:
        return json.load(response)


def test_the_tour_is_there(server):
    tour = get(server, "contents/notebooks/00-tour.ipynb")
    assert tour["content"]["metadata"]["kernelspec"]["name"] == "gonb"


def test_the_go_kernel_is_this_checkouts(server):
    spec = get(server, "kernelspecs")["kernelspecs"]["gonb"]["spec"]
    assert spec["argv"][0] == str(ROOT / "bin" / "gonb")
    assert f"-go_work={ROOT}" in spec["argv"]


def test_the_go_kernel_runs_a_cell(server):
    kernel = get(server, "kernels", {"name": "gonb"})
    address = f"{server.replace('http', 'ws')}/api/kernels/{kernel['id']}/channels?token={TOKEN}"
    cell = '%noautoget\nimport "github.com/backfill-lab/backfill/core/sim/job"\n%%\nfmt.Println(job.MaxProcs)'
    channel = websocket.create_connection(address, timeout=PATIENCE)
    try:
        channel.send(json.dumps({
            "channel": "shell",
            "header": {"msg_id": "1", "msg_type": "execute_request", "session": "1", "username": "", "version": "5.3"},
            "parent_header": {}, "metadata": {},
            "content": {"code": cell, "silent": False, "store_history": True, "allow_stdin": False},
        }))
        deadline, reply = time.monotonic() + PATIENCE, {"msg_type": None}
        while reply["msg_type"] not in ("stream", "error"):
            assert time.monotonic() < deadline, "the cell printed nothing"
            reply = json.loads(channel.recv())
        assert reply["content"].get("text") == "1073741824\n", reply
    finally:
        channel.close()


def test_the_first_cell_finds_its_packages_compiled(server):
    """A cell takes a goimports, its own compilation and a link: a second of a processor."""
    spec = get(server, "kernelspecs")["kernelspecs"]["gonb"]["spec"]
    assert "-w" in spec["env"]["GOFLAGS"]
    todo = subprocess.run(["go", "build", "-n", "./notebooks/lab"], cwd=ROOT, capture_output=True, text=True, check=True)
    assert "/compile " not in todo.stderr
