// Temporary folders named with the process, so that the next run removes what a
// killed one left.
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const NAME = /^backfill-test-(\d+)-/;

/** Makes an empty folder; whoever called removes it. */
export async function temporary() {
  for (const name of await readdir(tmpdir())) {
    if (NAME.test(name) && dead(Number(NAME.exec(name)[1]))) await rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => {});
  }
  return mkdtemp(join(tmpdir(), `backfill-test-${process.pid}-`));
}

function dead(pid) {
  try {
    return !process.kill(pid, 0);
  } catch (e) {
    return e.code === "ESRCH";
  }
}
