// Workloads from tables: CSV and Arrow in the simulator, Parquet by the add-on.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { lab, run, shown, splitCSV, test } from "./lab.js";

/** Waits until the chosen workload is read so, and holds what was taken for what against all. */
async function readAs(page, what, all) {
  await page.waitForFunction((w) => document.querySelector("#reading summary").textContent.startsWith(w) || document.querySelector("#log-error").textContent, what);
  assert.equal(await page.textContent("#log-error"), "");
  assert.ok((await page.textContent("#reading p")).startsWith(all), await page.textContent("#reading p"));
  assert.ok(!(await page.isVisible("#reading p")), "the list of columns is folded");
}

const row = (i) => [100 + i, 1700000000000 + 60000 * i, 90 + 7 * i, 1 + (i % 8), 5, i % 3 ? "ann" : ""];
const csv = ["job_id;submit_time;run_time;cpus;time_limit_min;user", ...Array.from({ length: 30 }, (_, i) => row(i).join(";"))].join("\n");

test("a CSV table is a workload, and the page says what it took for what", async () => {
  const page = await lab.open();
  await shown(page);
  await page.setInputFiles("#log", { name: "jobs.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
  await readAs(page, "Read by the names of 6 columns", "job from job_id, submit from submit_time (ms), run from run_time (s), estimate from time_limit_min (min), procs from cpus, user from user.");
  assert.match(await page.textContent("#summary"), /^30 jobs · 8 processors .* 1 user/);
  await page.click("#run");
  await shown(page);
  assert.match(await page.textContent("#run-note"), /; times are in UTC; /); // numbers count from an instant
  const jobs = (await lab.table(page, "jobs")).filter((j) => j.policy === "fcfs");
  assert.deepEqual(jobs.map((j) => [j.job, j.submit_s, j.run_s, j.procs, j.estimate_s]), Array.from({ length: 30 }, (_, i) => [String(100 + i), String(60 * i), String(Math.min(90 + 7 * i, 300)), String(1 + (i % 8)), "300"]));
  // Cells that cannot be read are told with their column, their line and what is wrong.
  const odd = "submit,run,procs\n0,60,2\n5,never,2\n9,60,2\n11,<b>,2\n12,60,many\n";
  await page.setInputFiles("#log", { name: "odd.csv", mimeType: "text/csv", buffer: Buffer.from(odd) });
  await page.waitForFunction(() => document.querySelector("#workload-choice").value === "log:odd.csv");
  await page.waitForFunction(() => document.querySelectorAll("#odd .cause").length > 0);
  assert.deepEqual(await page.$$eval("#odd .cause", (all) => all.map((e) => [...e.cells].map((c) => c.textContent))), [
    ["2", 'run: neither a number nor a length of time such as 12:30:00. First in lines 3 ("never"), 5 ("<b>").'],
    ["1", 'procs: not a number. First in line 6 ("many").'],
  ]);
  // A table without jobs is refused in a line that says how to go on.
  await page.setInputFiles("#log", { name: "other.csv", mimeType: "text/csv", buffer: Buffer.from("a,b\n1,2\n") });
  await page.waitForFunction(() => document.querySelector("#log-error").textContent !== "");
  assert.match(await page.textContent("#log-error"), /^other\.csv: no column is known to be the submission of jobs$/);
  await lab.close(page);
});

test("a table with decimal commas is read, and what may be of thousands is told with what to do", async () => {
  const page = await lab.open();
  await shown(page);
  const text = "submit;run;procs\n01.06.2026 12:00;90,5;2\n01.06.2026 12:01;1,234;1\n01.06.2026 12:02;1.234;1\n";
  await page.setInputFiles("#log", { name: "excel.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
  await readAs(page, "Read by the names of 3 columns", "submit from submit (date), run from run (s), procs from procs. Numbers have decimal commas.");
  assert.deepEqual(await page.$$eval("#odd .cause", (all) => all.map((e) => e.cells[1].textContent)), ['run: the marks in this number can be of decimals or of thousands: write it with a decimal point and no other mark. First in line 4 ("1.234").']);
  await page.click("#run");
  await shown(page);
  assert.deepEqual((await lab.table(page, "jobs")).filter((j) => j.policy === "easy").map((j) => [j.submit_s, j.run_s]), [["0", "91"], ["60", "1"]]);
  await lab.close(page);
});

test("what could change the numbers by more than a tenth is said above them, until another log is chosen", async () => {
  const page = await lab.open();
  await shown(page);
  assert.ok(await page.isHidden("#doubted"));
  const rows = Array.from({ length: 30 }, (_, i) => [i + 1, 100 * i, 100 * i + 50, 160 * i + 1850, 60 + 30 * (i % 3), 1 + (i % 4)].join(","));
  const csv = `job,submit,start,end,limit,cores\n${rows.join("\n")}\n`;
  await page.setInputFiles("#log", { name: "limits.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
  await page.waitForFunction(() => /limits look like minutes read as seconds$/.test(document.querySelector("#doubted").textContent));
  assert.ok(await page.isVisible("#doubted"));
  await page.click("#summary .remedy"); // which does what the command is told by --map
  await page.waitForFunction(() => document.querySelector("#doubted").hidden);
  assert.equal(await page.locator("#summary .error").count(), 0);
  await lab.close(page);
});

test("a result's Parquet and Arrow files run again, and start jobs when they started", async () => {
  const out = join(lab.temp, "again");
  await run(lab.native, ["run", "campus", "--policy", "easy", "--out", out, "--formats", "parquet,arrow,csv"]);
  const rows = (await readFile(join(out, "jobs.csv"), "utf8")).trim().split("\n").map(splitCSV);
  const ids = Object.fromEntries(rows.slice(1).map((r) => [r[rows[0].indexOf("job")], r[rows[0].indexOf("id")]]));
  assert.ok(Object.values(ids).includes("2088_1"), "some jobs are known by another number");
  const page = await lab.open();
  await shown(page);
  let first;
  for (const format of ["parquet", "arrow"]) {
    const name = `jobs.${format}`;
    await page.setInputFiles("#log", { name, mimeType: "application/octet-stream", buffer: await readFile(join(out, name)) });
    await page.waitForFunction((n) => document.querySelector("#workload-choice").value === `log:${n}`, name);
    await readAs(page, "Read as backfill: ", "job from job, submit from submit_s (s)");
    assert.match(await page.textContent("#summary"), /^318 jobs · 160 processors/);
    await page.click("#run");
    await shown(page);
    const starts = (await lab.table(page, "jobs")).filter((j) => j.policy === "easy").map((j) => [j.job, j.start_s, j.wait_s, j.id]);
    first ??= starts;
    assert.equal(starts.length, 318);
    assert.deepEqual(Object.fromEntries(starts.map(([job, , , id]) => [job, id])), ids, "jobs are known as before");
    assert.deepEqual(starts, first);
  }
  // Results can be asked about, too.
  await page.click("#summary-sql");
  await page.waitForFunction(() => /^318 rows/.test(document.querySelector("#sql-said").textContent) || document.querySelector("#sql-error").textContent);
  assert.equal(await page.textContent("#sql-error"), "");
  assert.match(await page.textContent("#sql-tables"), /jobs_2 .*your file/);
  const { stdout } = await run(lab.native, ["run", join(out, "jobs.parquet"), "--policy", "easy,recorded", "--json"]);
  const [easy, recorded] = JSON.parse(stdout).runs;
  assert.equal(easy.metrics.wait_mean_s, recorded.metrics.wait_mean_s);
  assert.equal(first.reduce((sum, [, , wait]) => sum + Number(wait), 0) / 318, easy.metrics.wait_mean_s);
  await lab.close(page);
});

// 80 rows of submit, run and procs as an Arrow stream, as pyarrow 26 writes it with zstd.
const zstd = Buffer.from([
  "/////+AAAAAQAAAAAAAKAAwABgAFAAgACgAAAAABBAAMAAAACAAIAAAABAAIAAAABAAAAAMAAAB4AAAAOAAAAAQAAACk////AAABAhAAAAAYAAAABAAAAAAA",
  "AAAFAAAAcHJvY3MAAACU////AAAAAUAAAADU////AAABAhAAAAAUAAAABAAAAAAAAAADAAAAcnVuAMD///8AAAABQAAAABAAFAAIAAYABwAMAAAAEAAQAAAA",
  "AAABAhAAAAAgAAAABAAAAAAAAAAGAAAAc3VibWl0AAAIAAwACAAHAAgAAAAAAAABQAAAAP////8AAQAAFAAAAAAAAAAMABgABgAFAAgADAAMAAAAAAMEABwA",
  "AADAAAAAAAAAAAAAAAAMAB4AEAAEAAgADAAMAAAAkAAAACQAAAAYAAAAUAAAAAAAAAAAAAAAAAAGAAgABwAGAAAAAAAAAQYAAAAAAAAAAAAAAAAAAAAAAAAA",
  "AAAAAAAAAABHAAAAAAAAAEgAAAAAAAAAAAAAAAAAAABIAAAAAAAAADYAAAAAAAAAgAAAAAAAAAAAAAAAAAAAAIAAAAAAAAAAPAAAAAAAAAAAAAAAAwAAAFAA",
  "AAAAAAAAAAAAAAAAAABQAAAAAAAAAAAAAAAAAAAAUAAAAAAAAAAAAAAAAAAAAIACAAAAAAAAKLUv/WCAAa0BAIIFBIQQAACAqqqqqqqqqqqqKgEoUAIAsizL",
  "sizLsizLsizLsizLsizLsizLsizLsizLsiyxAIACAAAAAAAAKLUv/WCAASUBAGLKBgXgDyCVAoCqqqqqqqqqqqqqqqqqqqqqqqqqak9UAgADAQAAgAIAAAAA",
  "AAAotS/9YIABVQEAYkoIgSF/lmVZlmVZlmVZlmVZlmVZlmVZlmVZlmVZlmVZlmVZT1QCAAMBAAAAAP////8AAAAA",
].join(""), "base64");

test("an Arrow file with compressed columns is refused in a line that says how to write it", async () => {
  const page = await lab.open();
  await shown(page);
  await page.setInputFiles("#log", { name: "jobs.arrow", mimeType: "application/octet-stream", buffer: zstd });
  await page.waitForFunction(() => document.querySelector("#log-error").textContent !== "");
  assert.match(await page.textContent("#log-error"), /^jobs\.arrow: ipc: its columns are compressed, [^\n]*: write it without compression \(.*\), or as Parquet/);
  await lab.close(page);
});

test("the recorded log that comes along is replayed by its name", async () => {
  const page = await lab.open();
  await shown(page);
  await page.selectOption("#workload-choice", "builtin:eagle");
  await page.waitForFunction(() => /^1,000 jobs of two days in January 2019 on Eagle/.test(document.querySelector("#summary").textContent));
  assert.match(await page.textContent("#workload-choice option[value='builtin:eagle']"), /^Recorded log eagle: 1,000 jobs$/);
  await page.check("#policy-recorded");
  await page.click("#run");
  await shown(page);
  assert.match(await page.textContent("#run-note"), /; times are the log's own, which names no time zone; /);
  const waits = (await lab.table(page, "jobs")).filter((j) => j.policy === "recorded").map((j) => Number(j.wait_s));
  const { stdout } = await run(lab.native, ["run", "eagle", "--policy", "recorded", "--json"]);
  assert.equal(waits.length, 1000);
  assert.equal(waits.reduce((a, b) => a + b) / 1000, JSON.parse(stdout).runs[0].metrics.wait_mean_s);
  await lab.close(page);
});

test("the German page says it in German", async () => {
  const page = await lab.open({}, new URL("de.html", lab.server.url).href);
  await shown(page);
  await page.setInputFiles("#log", { name: "jobs.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
  await readAs(page, "Nach den Namen von 6 Spalten gelesen", "job aus job_id, submit aus submit_time (ms)");
  assert.equal(await page.locator("#summary-sql").count(), 0); // no results of this program
  await lab.close(page);
});
