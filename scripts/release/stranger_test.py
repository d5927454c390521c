"""What `make release` made, used as by somebody who has neither Go nor the checkout."""

import hashlib
import http.server
import json
import os
import pathlib
import shutil
import struct
import subprocess
import tarfile
import threading
import time
import urllib.request
import venv
import zipfile

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
RELEASE = ROOT / "out" / "release"
VERSION = "0.1.0"
MACHINE = {"x86_64": "amd64", "aarch64": "arm64"}[os.uname().machine]
POLICIES = ["run", "--policy", "fcfs,easy,cons,sjf-easy", "--json", "--out", "results"]


def alone(folder):
    """The environment of an empty home, with the system's programs only."""
    return {"PATH": "/usr/bin:/bin", "HOME": str(folder), "TMPDIR": str(folder)}


def metrics(text):
    return [run["metrics"] for run in json.loads(text)["runs"]]


@pytest.fixture(scope="module")
def expected(tmp_path_factory):
    """What the checkout's own command computes."""
    folder = tmp_path_factory.mktemp("own")
    return metrics(subprocess.run([ROOT / "bin/backfill", *POLICIES], cwd=folder, check=True, capture_output=True).stdout)


@pytest.fixture
def unpacked(tmp_path):
    with tarfile.open(RELEASE / f"backfill_{VERSION}_linux_{MACHINE}.tar.gz") as archive:
        archive.extractall(tmp_path, filter="data")
    return tmp_path / f"backfill_{VERSION}_linux_{MACHINE}"


def test_every_file_has_its_checksum():
    lines = (RELEASE / "SHA256SUMS").read_text().splitlines()
    sums = {name: digest for digest, name in (line.split("  ") for line in lines)}
    files = {f.name for f in RELEASE.iterdir()} - {"SHA256SUMS"}
    assert sums.keys() == files and len(files) >= 6 + 2 * 2 + 6 + 1 + 1 + 1
    for name, digest in sums.items():
        assert hashlib.sha256((RELEASE / name).read_bytes()).hexdigest() == digest


def test_the_archives_program_does_the_main_job(unpacked, tmp_path, expected):
    home = tmp_path / "home"
    home.mkdir()
    program, env = unpacked / "backfill", alone(home)
    assert subprocess.run([program, "version"], env=env, check=True, capture_output=True, text=True).stdout.startswith(f"backfill v{VERSION} ")
    done = subprocess.run([program, *POLICIES], cwd=home, env=env, check=True, capture_output=True)
    assert metrics(done.stdout) == expected
    import duckdb

    jobs = duckdb.sql(f"select run, count(*), avg(wait_s) from '{home}/results/jobs.parquet' group by run").fetchall()
    assert len(jobs) == 4 and all(count == 5000 for _, count, _ in jobs)
    assert {p.name for p in home.iterdir()} == {"results"}
    assert {p.name for p in unpacked.iterdir()} >= {"backfill", "LICENSE", "NOTICES.txt", "README.md", "docs"}


def test_the_archives_program_serves_the_page(unpacked, tmp_path):
    server = subprocess.Popen([unpacked / "backfill", "serve", "--addr", "127.0.0.1:0"], env=alone(tmp_path), stdout=subprocess.PIPE, text=True)
    try:
        url = server.stdout.readline().split()[1]
        assert b"<title>" in urllib.request.urlopen(url).read()
    finally:
        server.terminate()
        server.wait()


def test_the_package_is_installed_and_taken_away(tmp_path, expected):
    """In a root that has nothing else: the program needs no library."""
    root = tmp_path / "root"
    (root / "var/lib/dpkg/info").mkdir(parents=True)
    for name in ("status", "available"):
        (root / "var/lib/dpkg" / name).touch()
    dpkg = ["dpkg", f"--root={root}", "--force-not-root", "--log=/dev/null"]
    subprocess.run([*dpkg, "--install", RELEASE / f"backfill_{VERSION}-1_{MACHINE}.deb"], check=True, capture_output=True)
    assert (root / "usr/share/doc/backfill/NOTICES.txt").stat().st_size > 100_000
    program = root / "usr/bin/backfill"
    assert metrics(subprocess.run([program, *POLICIES], cwd=tmp_path, env=alone(tmp_path), check=True, capture_output=True).stdout) == expected
    if os.geteuid() == 0:
        inside = subprocess.run(["chroot", root, "/usr/bin/backfill", "version"], env={"PATH": "/usr/sbin:/sbin"}, check=True, capture_output=True, text=True)
        assert VERSION in inside.stdout
    subprocess.run([*dpkg, "--purge", "backfill"], check=True, capture_output=True)
    assert not [p for p in root.rglob("*backfill*") if p.is_file()]


@pytest.fixture(scope="module")
def debian():
    """A fresh Debian, as small as it comes, below .cache; it is taken away again."""
    if os.geteuid() != 0 or shutil.which("debootstrap") is None:
        pytest.skip("a Debian of its own needs root and debootstrap")
    root = ROOT / ".cache" / "debian"
    shutil.rmtree(root, ignore_errors=True)
    made = subprocess.run(["debootstrap", "--variant=minbase", "trixie", root, "http://deb.debian.org/debian"], capture_output=True, text=True)
    assert made.returncode == 0, made.stdout[-2000:]
    yield root
    shutil.rmtree(root)


def test_the_package_works_in_a_fresh_debian(debian, expected):
    def inside(*command):
        env = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", "LC_ALL": "C"}
        done = subprocess.run(["chroot", debian, *command], env=env, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def files():
        return {str(p.relative_to(debian)) for p in debian.rglob("*") if not p.is_relative_to(debian / "var")}

    assert shutil.which("go", path=str(debian / "usr/bin")) is None
    before = files()
    deb = f"backfill_{VERSION}-1_{MACHINE}.deb"
    shutil.copyfile(RELEASE / deb, debian / "root" / deb)
    inside("apt-get", "install", "--yes", f"/root/{deb}")
    assert metrics(inside("backfill", *POLICIES[:-1], "/root/results")) == expected
    (debian / "root" / deb).unlink()
    shutil.rmtree(debian / "root/results")
    inside("apt-get", "purge", "--yes", "backfill")
    assert files() == before


def test_the_image_works(unpacked, tmp_path, expected):
    """What the Dockerfile copies is all that there is, and its user is nobody."""
    if os.geteuid() != 0:
        pytest.skip("another root folder needs root")
    lines = [line.split() for line in (ROOT / "scripts/release/recipes/Dockerfile").read_text().splitlines() if line and line[0] != "#"]
    said = {line[0]: line[1:] for line in lines}
    assert said["FROM"] == ["scratch"] and said["COPY"][-1] == "/"
    image = tmp_path / "image"
    (image / "data").mkdir(parents=True)
    for name in said["COPY"][:-1]:
        shutil.copy(unpacked / name, image / name)
    user = said["USER"][0]
    os.chown(image / "data", int(user), int(user))
    entry = json.loads(" ".join(said["ENTRYPOINT"]))
    chroot = shutil.which("chroot", path="/usr/sbin:/usr/bin:/sbin")
    command = [chroot, f"--userspec={user}:{user}", image, *entry, *POLICIES[:-1], said["WORKDIR"][0] + "/out"]
    done = subprocess.run(command, env=dict(pair.split("=") for pair in said["ENV"]), capture_output=True)
    assert done.returncode == 0, done.stderr
    assert metrics(done.stdout) == expected


def test_the_wheel_is_installed_and_taken_away(tmp_path):
    wheel = next(RELEASE.glob(f"backfill-{VERSION}-*manylinux*_{os.uname().machine}.*.whl"))
    venv.create(tmp_path / "env", with_pip=True)
    python = tmp_path / "env/bin/python"
    pip = [python, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "install", "pyarrow"], check=True)
    began = time.process_time()
    subprocess.run([*pip, "install", "--no-index", "--no-deps", wheel], check=True)
    assert time.process_time() - began < 10
    work = "import backfill; r = backfill.run(policy=['fcfs', 'easy']); print(r.runs['policy'].to_pylist())"
    out = subprocess.run([python, "-c", work], cwd=tmp_path, env=alone(tmp_path), check=True, capture_output=True, text=True).stdout
    assert "easy" in out and "fcfs" in out
    subprocess.run([*pip, "uninstall", "--yes", "backfill"], check=True)
    assert not [p for p in (tmp_path / "env").rglob("*backfill*") if p.suffix != ".pyc"]


@pytest.mark.parametrize("name, program, head, machine", [
    ("darwin_amd64.tar.gz", "backfill", struct.pack("<II", 0xFEEDFACF, 0x01000007), 0),
    ("darwin_arm64.tar.gz", "backfill", struct.pack("<II", 0xFEEDFACF, 0x0100000C), 0),
    ("windows_amd64.zip", "backfill.exe", b"MZ", 0x8664), ("windows_arm64.zip", "backfill.exe", b"MZ", 0xAA64),
    ("linux_amd64.tar.gz", "backfill", b"\x7fELF\x02\x01", 0), ("linux_arm64.tar.gz", "backfill", b"\x7fELF\x02\x01", 0),
])
def test_programs_are_of_their_system(name, program, head, machine, tmp_path):
    path = RELEASE / f"backfill_{VERSION}_{name}"
    if name.endswith(".zip"):
        with zipfile.ZipFile(path) as archive:
            archive.extractall(tmp_path)
    else:
        with tarfile.open(path) as archive:
            archive.extractall(tmp_path, filter="data")
    data = (next(tmp_path.iterdir()) / program).read_bytes()
    assert data.startswith(head)
    if machine:
        at = struct.unpack_from("<I", data, 0x3C)[0]
        assert data[at : at + 4] == b"PE\0\0" and struct.unpack_from("<H", data, at + 4)[0] == machine


def test_the_list_of_parts_names_licences():
    bill = json.loads((RELEASE / f"backfill_{VERSION}_sbom.cdx.json").read_text())
    names = {c["name"] for c in bill["components"]}
    assert {"Go", "github.com/apache/arrow/go/v17", "github.com/parquet-go/parquet-go", "@duckdb/duckdb-wasm"} <= names
    assert all(c["licenses"] and c["version"] and c["purl"].startswith("pkg:") for c in bill["components"])


LOOK = """
const { chromium } = require(process.argv[1]);
(async () => {
  const browser = await chromium.launch({ executablePath: process.argv[2], args: ["--no-sandbox"] });
  const page = await browser.newPage();
  await page.goto(process.argv[3]);
  await page.waitForFunction((text) => document.body.innerText.includes(text), process.argv[4], { timeout: 120000 });
  console.log(await page.content());
  await browser.close();
})();
"""


def shown(folder, address, text):
    """A page of a folder, on a plain server, as soon as Chromium shows that text on it."""
    chromium, node, driver = shutil.which("chromium"), shutil.which("node"), ROOT / "wasm/web/node_modules/playwright-core"
    if chromium is None or node is None or not driver.exists():
        pytest.skip("Chromium or Node.js is not installed")

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def __init__(self, *args):
            super().__init__(*args, directory=folder)

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Quiet)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        url = f"http://127.0.0.1:{server.server_port}/{address}"
        looked = subprocess.run([node, "-e", LOOK, driver, chromium, url, text], capture_output=True, text=True)
        assert looked.returncode == 0, looked.stderr
        return looked.stdout
    finally:
        server.shutdown()


def test_the_page_runs_under_a_path(tmp_path):
    """On a server that knows nothing of it."""
    with zipfile.ZipFile(RELEASE / f"backfill-page_{VERSION}.zip") as archive:
        archive.extractall(tmp_path / "some" / "path")
    page = shown(tmp_path, "some/path/#machine", "FCFS")
    assert 'id="headline"' in page and "Failed" not in page


NAMES = json.loads((ROOT / "scripts/release/names.json").read_text())
PROGRAM = """
import { Client, type RequestError } from "%s";
const ended = (e: RequestError) => document.body.append(e.message);
const simulator = new Client("/node_modules/%s/worker.js", "/node_modules/%s/backfill.wasm", "test");
simulator.ask("run", { spec: { workload: {}, policies: ["fcfs", "easy"] } }).then(
  ({ answer, blobs }) => document.body.append(JSON.stringify({ runs: answer.runs.map((r) => r.policy), jobs: answer.tables.jobs.rows, blobs: blobs.length })), ended);
""".replace("%s", NAMES["npm"])


def test_the_npm_package_simulates(tmp_path):
    """Installed in an empty folder, compiled against its types, in Chromium."""
    npm = shutil.which("npm")
    compiler = ROOT / "wasm/web/node_modules/.bin/tsc"
    if npm is None or not compiler.exists():
        pytest.skip("Node.js is not installed")
    package = RELEASE / f"{NAMES['npm'].lstrip('@').replace('/', '-')}-{VERSION}.tgz"
    (tmp_path / "package.json").write_text("{}")
    subprocess.run([npm, "install", "--offline", "--no-audit", "--no-fund", package], cwd=tmp_path, check=True, capture_output=True)
    (tmp_path / "main.ts").write_text(PROGRAM)
    options = ["--strict", "--module", "esnext", "--moduleResolution", "bundler", "--target", "es2022"]
    checked = subprocess.run([compiler, *options, "main.ts"], cwd=tmp_path, capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout
    imports = json.dumps({"imports": {NAMES["npm"]: f"/node_modules/{NAMES['npm']}/simulator.js"}})
    (tmp_path / "index.html").write_text(f'<script type="importmap">{imports}</script><script type="module" src="main.js"></script>')
    shown(tmp_path, "", '{"runs":["fcfs","easy"],"jobs":10000,"blobs":')
    installed = {p.name for p in (tmp_path / "node_modules" / NAMES["npm"]).iterdir()}
    assert {"LICENSE", "NOTICES.txt", "README.md", "client.d.ts", "messages.d.ts"} <= installed
