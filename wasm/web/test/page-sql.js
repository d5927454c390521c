// Questions in SQL.
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { eventually, lab, dist, phone, run, shots, shown, splitCSV, test, contrasts, unnamed } from "./lab.js";
import { modulesOf } from "./bundle.js";
import { serve } from "./server.js";

/** Opens the section and waits for what it answers to the first example. */
async function openSQL(page) {
  await page.click("#sql-box > summary");
  await page.waitForSelector("#sql-examples button");
  await answered(page);
}

/** Waits until a question is over; what it said, and what was wrong with it. */
async function answered(page) {
  await page.waitForSelector("#sql-run:not([hidden])");
  return { said: await page.textContent("#sql-said"), error: await page.textContent("#sql-error") };
}

async function ask(page, text) {
  await page.click(".cm-content");
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText(text);
  await page.keyboard.press("Control+Enter");
  return answered(page);
}

/** The answer as it is saved: objects by column. */
async function saved(page) {
  const coming = page.waitForEvent("download");
  await page.click("#sql-csv");
  const file = join(lab.temp, `answer-${Math.random().toString(36).slice(2)}.csv`);
  await (await coming).saveAs(file);
  return records(await readFile(file, "utf8"));
}

function records(text) {
  const [header, ...rows] = text.trimEnd().split("\n").map(splitCSV);
  return rows.map((r) => Object.fromEntries(header.map((h, i) => [h, r[i]])));
}

/** Rows by the values of some columns, in the order in which they first come. */
function by(rows, ...columns) {
  const out = new Map();
  for (const r of rows) {
    const key = JSON.stringify(columns.map((c) => r[c]));
    if (!out.has(key)) out.set(key, []);
    out.get(key).push(r);
  }
  return [...out.values()];
}

const sum = (rows, f) => rows.reduce((s, r) => s + f(r), 0);
const mean = (rows, f) => sum(rows, f) / rows.length;
const rising = (...keys) => (a, b) => keys.map((k) => (k(a) < k(b) ? -1 : k(a) > k(b) ? 1 : 0)).find((c) => c !== 0) ?? 0;

/** A quantile between the values next to it. */
function quantile(values, q) {
  const v = [...values].sort((a, b) => a - b);
  const at = q * (v.length - 1);
  const i = Math.floor(at);
  return v[i] + (at - i) * ((v[i + 1] ?? v[i]) - v[i]);
}

const wait = (r) => r.wait_s / 3600;
const work = (r) => (r.procs * r.run_s) / 3600;
const named = (r) => r.policy;

/** What each example answers, worked out row by row from the jobs and the processors. */
const oracles = {
  "Mean wait by policy": (jobs) =>
    by(jobs, "policy").map((g) => ({ policy: g[0].policy, mean_wait_h: mean(g, wait), median_wait_h: quantile(g.map(wait), 0.5), longest_wait_h: Math.max(...g.map(wait)) })).sort(rising((r) => r.mean_wait_h)),
  "Wait by width": (jobs) =>
    by(jobs.map((j) => ({ ...j, width_from: 2 ** (31 - Math.clz32(j.procs)) })), "width_from", "policy").map((g) => ({ width_from: g[0].width_from, policy: g[0].policy, mean_wait_h: mean(g, wait), jobs: g.length })).sort(rising((r) => r.width_from, named)),
  "Who waits longest": (jobs) =>
    [...jobs].sort(rising((j) => -j.wait_s, named, (j) => j.job)).slice(0, 10).map((j) => ({ policy: j.policy, job: j.job, user: j.user, procs: j.procs, run_h: j.run_s / 3600, wait_h: wait(j) })),
  "Earlier under EASY": (jobs) => {
    const of = (policy) => new Map(jobs.filter((j) => j.policy === policy).map((j) => [j.job, j]));
    const [easy, fcfs] = [of("easy"), of("fcfs")];
    const gains = [...easy.values()].map((j) => ({ job: j.job, procs: j.procs, run_h: j.run_s / 3600, earlier_by_h: (fcfs.get(j.job).start_s - j.start_s) / 3600 }));
    return gains.filter((g) => g.earlier_by_h > 0).sort(rising((g) => -g.earlier_by_h, (g) => g.job)).slice(0, 1000);
  },
  "Use per day": (jobs, procs) => {
    const used = new Map();
    for (const j of jobs) {
      for (let day = Math.floor(j.start_s / 86400); day * 86400 < j.end_s; day++) {
        const key = JSON.stringify([day, j.policy]);
        used.set(key, (used.get(key) ?? 0) + j.procs * (Math.min(j.end_s, 86400 * (day + 1)) - Math.max(j.start_s, 86400 * day)));
      }
    }
    return [...used].map(([key, s]) => [...JSON.parse(key), s / 86400 / procs]).map(([day, policy, u]) => ({ day, policy, used: u })).filter((r) => r.used > 0).sort(rising((r) => r.day, named));
  },
  "Slowdown quantiles": (jobs) =>
    by(jobs, "policy").map((g) => {
      const s = g.map((j) => Math.max(1, (j.end_s - j.submit_s) / Math.max(j.run_s, 10)));
      return { policy: g[0].policy, p50: quantile(s, 0.5), p90: quantile(s, 0.9), p99: quantile(s, 0.99) };
    }).sort(rising((r) => r.p90)),
  "Idle while jobs wait": (jobs, procs) =>
    by(jobs, "policy").map((g) => {
      const events = g.flatMap((j) => [[j.submit_s, 1, 0], [j.start_s, -1, j.procs], [j.end_s, 0, -j.procs]]).sort((a, b) => a[0] - b[0]);
      let [waiting, busy, idle, hours] = [0, 0, 0, 0];
      events.forEach(([t, w, held], i) => {
        waiting += w;
        busy += held;
        const length = (events[i + 1]?.[0] ?? t) - t;
        if (waiting > 0 && busy < procs) {
          idle += length * (procs - busy) / 3600;
          hours += length / 3600;
        }
      });
      return { policy: g[0].policy, idle_proc_h: idle, hours };
    }).filter((r) => r.hours > 0).sort(rising((r) => r.idle_proc_h)),
  "Fair between users?": (jobs) => {
    const heavy = by(jobs.filter((j) => j.policy === jobs[0].policy), "user").map((g) => [g[0].user, sum(g, work)]).sort(rising((u) => -u[1], (u) => u[0])).slice(0, 20);
    return by(jobs, "user", "policy").flatMap((g) => {
      const user = heavy.find((h) => h[0] === g[0].user);
      return user ? [{ user: user[0], policy: g[0].policy, mean_wait_h: mean(g, wait), jobs: g.length, proc_h: user[1] }] : [];
    }).sort(rising((r) => -r.proc_h, (r) => r.user, named));
  },
  "Jobs that overtake": (jobs) =>
    by(jobs, "policy").map((g) => {
      const queue = [...g].sort(rising((j) => j.submit_s, (j) => j.job));
      let latest = -Infinity;
      const over = queue.filter((j) => {
        const is = j.start_s < latest;
        latest = Math.max(latest, j.start_s);
        return is;
      });
      const or = (f) => (over.length ? mean(over, f) : "");
      return { policy: g[0].policy, overtaking: over.length, percent: (100 * over.length) / g.length, mean_width: or((j) => j.procs), mean_run_h: or((j) => j.run_s / 3600) };
    }).sort(rising((r) => -r.overtaking, named)),
  "Heaviest hours": (jobs) =>
    by(jobs.filter((j) => j.policy === jobs[0].policy).map((j) => ({ ...j, hour: Math.floor(j.submit_s / 3600) })), "hour").map((g) => ({ hour: g[0].hour, submitted_proc_h: sum(g, work), jobs: g.length })).sort(rising((r) => -r.submitted_proc_h, (r) => r.hour)).slice(0, 24),
};

/** Compares rows whose numbers may differ by how their parts were added up. */
function close(got, want, what) {
  assert.equal(got.length, want.length, what);
  want.forEach((row, i) => {
    assert.deepEqual(Object.keys(got[i]), Object.keys(row), what);
    for (const [k, v] of Object.entries(row)) {
      const same = typeof v === "number" ? Math.abs(Number(got[i][k]) - v) <= 1e-9 * Math.max(1, Math.abs(v)) : got[i][k] === v;
      assert.ok(same, `${what}, row ${i}, ${k}: ${got[i][k]}, want ${v}`);
    }
  });
}

test("each example in SQL answers what counting the saved jobs row by row gives, in a chart and a table", async () => {
  const page = await lab.open();
  await shown(page);
  const text = new Set(["policy", "user"]);
  const jobs = (await lab.table(page, "jobs")).map((j) => Object.fromEntries(Object.entries(j).map(([k, v]) => [k, text.has(k) ? v : Number(v)])));
  const procs = Number((await lab.table(page, "runs"))[0].procs);
  await openSQL(page);
  const names = await page.$$eval("#sql-examples button", (all) => all.map((b) => b.textContent));
  assert.deepEqual(names, Object.keys(oracles));
  for (const [i, name] of names.entries()) {
    await page.click(`#sql-examples button >> nth=${i}`);
    const { said, error } = await answered(page);
    assert.equal(error, "", name);
    assert.match(said, /^[\d,]+ rows?[;.]/);
    close(await saved(page), oracles[name](jobs, procs), name);
    assert.ok((await page.$$("#sql-chart svg [aria-label=bar] rect, #sql-chart svg [aria-label=line] path, #sql-chart svg [aria-label=dot] circle")).length > 0, `${name} draws nothing`);
    assert.ok((await page.textContent("#sql-doc")).length > 40);
    if (shots) await page.locator("#sql").screenshot({ path: join(shots, `sql-${i}.png`) });
  }
  await lab.close(page);
});

test("what examples ask is there on grids, shared nodes and clusters; a finished run's tables take the place of the last one's", async () => {
  const page = await lab.open({}, `${lab.server.url}#grid`);
  await shown(page);
  await openSQL(page);
  for (const [mode, offered] of [["grid", 10], ["shared", 8], ["cluster", 10], ["machine", 10]]) {
    await page.click(`#modes a[href='#${mode}']`);
    await shown(page);
    const policies = await page.$$eval("#legend > span", (l) => l.length);
    const { said } = await ask(page, "select run from jobs group by run");
    assert.ok(said.startsWith(`${policies} row`), `${mode}: ${said}, ${policies} policies`);
    const names = await page.$$eval("#sql-examples button", (all) => all.map((b) => b.textContent));
    assert.equal(names.length, offered, `${mode}: ${names}`);
    for (const [i, name] of names.entries()) {
      await page.click(`#sql-examples button >> nth=${i}`);
      const { said, error } = await answered(page);
      assert.equal(error, "", `${mode}: ${name}`);
      assert.match(said, /^[\d,]+ rows?[;.]/, `${mode}: ${name}`);
    }
  }
  await lab.close(page);
});

test("files of one's own are tables: Parquet, Arrow and CSV, with nothing asked of other hosts; a broken one is one line", async () => {
  const own = await serve(dist, "/", undefined, { "Content-Security-Policy": /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(await readFile(join(dist, "index.html"), "utf8"))[1] });
  const folder = join(lab.temp, "sql-run");
  await run(lab.native, ["run", "--policy", "easy", "--out", folder]);
  const parquet = join(folder, "jobs.parquet");
  const broken = join(lab.temp, "broken.parquet");
  await writeFile(broken, (await readFile(parquet)).subarray(0, 9000));
  const list = join(lab.temp, "my list-2.csv");
  await writeFile(list, 'name,n\n"a, b",1\nc,2\n');
  const page = await lab.open({}, own.url);
  await shown(page);
  const arrow = await lab.download(page, "[data-table=jobs][data-format=arrow]");
  await openSQL(page);
  const add = async (file) => {
    await page.setInputFiles("#sql-file", file);
    await page.waitForFunction(() => / is the table |: /.test(document.querySelector("#sql-said").textContent + document.querySelector("#sql-error").textContent) || document.querySelector("#sql-cancel:not([hidden])"));
    await answered(page);
  };
  await ask(page, "select 1"); // what was written stays when files come
  await add(parquet);
  assert.match(await page.textContent("#sql-said"), /^jobs\.parquet is the table jobs_2\.$/);
  await ask(page, "select count(*) as n, sum(a.wait_s - b.wait_s) as difference from jobs a join jobs_2 b using (policy, job)");
  assert.deepEqual(await saved(page), [{ n: "5000", difference: "0" }]);
  await add(arrow);
  const [name] = /\w+(?=\.$)/.exec(await page.textContent("#sql-said"));
  await ask(page, `select count(*) as n from (from jobs except from ${name})`);
  assert.deepEqual(await saved(page), [{ n: "0" }]);
  await add(list);
  assert.match(await page.textContent("#sql-said"), / is the table my_list_2\.$/);
  await ask(page, "select * from my_list_2 order by n");
  assert.deepEqual(await saved(page), [{ name: "a, b", n: "1" }, { name: "c", n: "2" }]);
  await add(broken);
  assert.match(await page.textContent("#sql-error"), /^broken\.parquet: [^\n]+; it must be a whole Parquet, Arrow or CSV file$/);
  for (const table of ["jobs", "runs", "jobs_2", "my_list_2"]) assert.ok((await page.textContent("#sql-tables")).includes(table), table);
  // A closed section gives its worker back; opened again it has the files.
  const workers = () => page.workers().filter((w) => w.url().includes("database.js")).length;
  assert.equal(workers(), 1);
  await page.click("#sql-box > summary");
  assert.equal(await eventually(page, workers, (n) => n === 0), 0);
  await page.click("#sql-box > summary");
  await page.waitForSelector(".cm-content");
  await ask(page, "select count(*) as n from jobs_2");
  assert.deepEqual(await saved(page), [{ n: "5000" }]);
  // Not even a query that names another host gets there.
  const { error } = await ask(page, "select * from 'https://example.org/a.parquet'");
  assert.match(error, /^this page reads nothing from other hosts/);
  assert.match(page.faults.splice(0).join(), /^FAIL WITH: Error: this page reads nothing from other hosts[^\n]* here$/); // as the database logs it
  await lab.close(page);
  await own.close();
});

test("a wrong query is one line with its place, and the cursor goes there; a long one can be cancelled", async () => {
  const page = await lab.open();
  await shown(page);
  await openSQL(page);
  const wrong = await ask(page, "select policy\nfrom jobs;\n\nselect wait\nfrom jobs");
  assert.match(wrong.error, /^Binder Error: Referenced column "wait" not found[^\n]*\(line 4, column 8\)$/);
  await page.keyboard.type("_s + ");
  assert.match(await page.$eval("#sql-editor > div", (e) => e.shadowRoot.querySelector(".cm-content").textContent), /select _s \+ wait/);
  assert.match((await ask(page, "selec 1")).error, /^Parser Error: [^\n]*\(line 1, column 1\)$/);
  assert.match((await ask(page, " ")).error, /editor is empty/);
  assert.match((await ask(page, "install icu")).error, /another host/);
  const { said } = await ask(page, "select 1 as a; select 2 as b, null as c");
  assert.match(said, /^1 row;/);
  assert.deepEqual(await saved(page), [{ b: "2", c: "" }]);
  await page.click(".cm-content");
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText("select count(*) from range(10000000) a, range(10000000) b where a.range + b.range % 7 = 3");
  await page.keyboard.press("Control+Enter");
  await page.waitForSelector("#sql-cancel:not([hidden])");
  await page.click("#sql-cancel");
  assert.match((await answered(page)).said, /^Cancelled/);
  await ask(page, "select count(*) as n from jobs");
  assert.deepEqual(await saved(page), [{ n: "20000" }]);
  await lab.close(page);
});

test("the table shows what is saved as CSV, and says how many rows there are beyond those it shows", async () => {
  const page = await lab.open();
  await shown(page);
  await openSQL(page);
  const { said } = await ask(page, "select job, policy, wait_s, started_with, killed from jobs order by policy, job limit 2500");
  assert.match(said, /^2,500 rows; the table shows 1,000 of them, CSV has all;/);
  const all = await saved(page);
  assert.equal(all.length, 2500);
  const cells = await page.$$eval(".sql-table tbody tr", (rows) => rows.map((r) => [...r.cells].map((c) => c.title || c.textContent)));
  assert.equal(cells.length, 1000);
  cells.forEach((row, i) => assert.deepEqual(row, Object.values(all[i]).map((v) => v || "–")));
  const many = await ask(page, "select range from range(150000)");
  assert.match(many.said, /^More than 100,000 rows, of which the first 100,000 are here/);
  assert.equal((await saved(page)).length, 100000);
  await lab.close(page);
});

test("the editor knows tables and columns, keys run it and leave it, and all of it can be read and named", async () => {
  const page = await lab.open();
  await shown(page);
  await openSQL(page);
  await page.click(".cm-content");
  await page.keyboard.press("Control+a");
  await page.keyboard.type("select started_wi");
  await page.waitForSelector(".cm-tooltip-autocomplete >> text=started_with"); // the list changes while one types
  await page.keyboard.press("Control+a");
  await page.keyboard.type("select gro");
  await page.locator(".cm-tooltip-autocomplete .cm-completionLabel", { hasText: /^"group"$/ }).click();
  assert.equal(await page.textContent(".cm-content"), 'select "group"'); // SQL has a keyword of that name
  const { RESERVED } = await modulesOf(`export { RESERVED } from "./sql/statements";`);
  await ask(page, "select keyword_name as name from duckdb_keywords() where keyword_category = 'reserved' order by all");
  const words = (await saved(page)).map((r) => r.name);
  assert.ok(words.includes("group"));
  assert.deepEqual(words.filter((word) => !RESERVED.has(word)), []);
  await page.click(".cm-content");
  await page.keyboard.press("Control+a");
  await page.keyboard.type("select started_wi");
  await page.waitForSelector(".cm-tooltip-autocomplete >> text=started_with");
  await page.keyboard.press("Escape"); // closes the list, and is still there
  await page.waitForSelector(".cm-tooltip-autocomplete", { state: "hidden" });
  await page.keyboard.press("Escape");
  assert.equal(await page.evaluate(() => document.activeElement.id), "sql-run");
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Tab"); // no trap
  assert.equal(await page.evaluate(() => document.activeElement.id), "sql-run");
  for (const scheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme: scheme });
    assert.deepEqual(await page.evaluate(contrasts), []);
  }
  assert.deepEqual(await page.evaluate(unnamed), []);
  await lab.close(page);
  const small = await lab.open(phone);
  await shown(small);
  await openSQL(small);
  assert.ok(await small.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "the page is wider than the phone");
  await lab.close(small);
});

test("a question is in the link: reloading, and going back, asks it again", async () => {
  const page = await lab.open();
  await shown(page);
  await openSQL(page);
  assert.doesNotMatch(await page.evaluate(() => location.hash), /sql/, "opening asks nothing of one's own");
  await ask(page, "select count(*) as n from jobs where wait_s > 0");
  const before = await saved(page);
  await page.waitForFunction(() => /sql=/.test(location.hash));
  await page.reload();
  await shown(page);
  await page.waitForSelector("#sql-csv:not([hidden])");
  await answered(page);
  assert.deepEqual(await saved(page), before);
  await page.uncheck("#policy-fcfs");
  await page.click("#run");
  await shown(page);
  await ask(page, "select 2 as two");
  await page.waitForFunction(() => /two/.test(location.hash));
  await page.goBack();
  await shown(page);
  await page.waitForFunction(() => document.querySelector(".sql-table th").textContent === "n");
  await answered(page);
  assert.deepEqual(await saved(page), before);
  await lab.close(page);
});

test("the database is no part of the first visit", async () => {
  const own = await serve(dist, "/");
  const page = await lab.open({}, own.url);
  await shown(page);
  const late = (name) => /duckdb|database/.test(name);
  assert.deepEqual(own.asked.filter(late), []);
  await openSQL(page);
  assert.equal(own.asked.filter(late).length, 2);
  await lab.close(page);
  await own.close();
});
