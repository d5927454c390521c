// The page without a network, and a newer version of it.
import assert from "node:assert/strict";
import { cp, mkdir, readFile, readdir, writeFile } from "node:fs/promises";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { dist, lab, metrics, shown, test } from "./lab.js";
import { serve } from "./server.js";

const allowed = { serviceWorkers: "allow" };
const digest = (data) => createHash("sha256").update(data).digest("hex");
let folders = 0;

/** A copy of the page that a test may change, on a host of its own. */
async function copied(prefix = "/lab/page/") {
  const dir = join(lab.temp, `offline-${++folders}`);
  await mkdir(dir);
  for (const name of await readdir(dist)) if (!/\.(br|gz)$/.test(name)) await cp(join(dist, name), join(dir, name));
  return { dir, ...(await serve(dir, prefix)) };
}

/** Puts another build in its place, which says so in its footer. */
async function rebuild(dir, word) {
  const [page, worker] = await Promise.all(["index.html", "sw.js"].map((name) => readFile(join(dir, name), "utf8")));
  const next = page.replace(/<footer hidden><p>[^.]*/, `<footer hidden><p>${word}`);
  assert.notEqual(next, page);
  const [build] = /"[0-9a-f]{16}"/.exec(worker);
  await writeFile(join(dir, "index.html"), next);
  await writeFile(join(dir, "sw.js"), worker.replaceAll(digest(page), digest(next)).replaceAll(build, `"${digest(next).slice(0, 16)}"`));
}

/** Waits until the service worker has all files and is in charge. */
const installed = (page) => page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");

/** Waits until all that the page has loaded of its own files is kept. */
const keptAll = (page) => page.waitForFunction(async () => {
  const loaded = performance.getEntriesByType("resource").map((e) => e.name).filter((n) => n.startsWith(location.origin) && !n.endsWith("/sw.js"));
  return (await Promise.all(loaded.map((n) => caches.match(n)))).every(Boolean);
});

const footer = (page) => page.textContent("footer p");
const kept = (page) => page.evaluate(() => caches.keys());
const update = (page) => page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));

test("after the first visit the page opens and simulates without a network, and an add-on that was once loaded works", async () => {
  const host = await copied();
  const page = await lab.open(allowed, host.url);
  await shown(page);
  await installed(page);
  const before = await metrics(page);
  await lab.download(page, "[data-table=runs][data-format=parquet]"); // by the add-on
  await page.locator("#compare").scrollIntoViewIfNeeded();
  await page.waitForSelector("#compare-body[data-shown]"); // what draws it is loaded when it comes into view
  await page.waitForFunction(async () => (await caches.match(new URL("de.html", location.href))) && performance.getEntriesByType("resource").some((e) => /page-/.test(e.name)));
  await keptAll(page);
  // A scene alone has headers of its own, so that it comes from the server while there is one.
  const asked = () => host.asked.filter((path) => path === "/lab/page/").length;
  const plain = asked();
  await page.goto(`${host.url}?bare`);
  await page.waitForSelector("#scene [data-job]");
  assert.equal(asked(), plain + 1);
  await host.close();
  await page.goto(`${host.url}?bare#scene`);
  await page.reload();
  await page.waitForSelector("#scene [data-job]");
  await page.goto(`${host.url}de.html`); // neither this nor the story was ever opened
  await shown(page);
  await page.goto(`${host.url}#learn/1`);
  await page.waitForSelector("#story .steps");
  await page.goto(host.url);
  await shown(page);
  assert.deepEqual(await metrics(page), before);
  await page.uncheck("#policy-cons");
  await page.click("#run");
  await shown(page);
  assert.ok(!("Conservative" in (await metrics(page))));
  await lab.download(page, "[data-table=runs][data-format=parquet]");
  await page.goto(`${host.url}index.html#grid`);
  await shown(page);
  assert.match(await page.textContent("#gantts"), /grid|site|Sharing/i);
  page.faults = page.faults.filter((f) => !/ERR_CONNECTION_REFUSED/.test(f)); // asking whether there is a newer version
  await lab.close(page);
});

test("a newer version is offered, and taken when the visitor says so; what was kept of the old one goes", async () => {
  const host = await copied();
  const page = await lab.open(allowed, host.url);
  await shown(page);
  await installed(page);
  const [old] = await kept(page);
  await page.uncheck("#policy-cons");
  await page.click("#run");
  await shown(page);
  await rebuild(host.dir, "The second version");
  await update(page);
  await page.waitForSelector("#newer:not([hidden])");
  assert.equal(await page.textContent("#newer span"), "A newer version of this page is ready.");
  await page.reload(); // by itself it changes nothing
  await shown(page);
  assert.doesNotMatch(await footer(page), /second version/);
  await page.waitForSelector("#newer:not([hidden])");
  assert.equal((await kept(page)).length, 2);
  await page.click("#newer-later");
  assert.ok(await page.isHidden("#newer"));
  await page.reload();
  await page.waitForSelector("#newer:not([hidden])");
  await page.click("#newer-reload");
  await page.waitForFunction(() => /second version/.test(document.querySelector("footer").textContent));
  await shown(page);
  assert.ok(!(await page.isChecked("#policy-cons")), "what was chosen is kept");
  assert.ok(await page.isHidden("#newer"));
  const now = await kept(page);
  assert.equal(now.length, 1);
  assert.notEqual(now[0], old);
  await lab.close(page);
  await host.close();
});

test("a build that is only half there is not kept, and two copies of the page on one host leave each other's files", async () => {
  const host = await copied("/");
  const copies = `${host.dir}-copies`;
  for (const name of ["one", "two"]) await cp(host.dir, join(copies, name), { recursive: true });
  const both = await serve(copies, "/");
  const page = await lab.open(allowed, `${both.url}one/`);
  await shown(page);
  await installed(page);
  const other = await lab.open(allowed, `${both.url}two/`);
  await shown(other);
  await installed(other);
  assert.equal((await kept(page)).length, 2);
  // The page is new and its files are old, as in the middle of a deployment.
  const dir = join(copies, "one");
  const before = await readFile(join(dir, "index.html"));
  await rebuild(dir, "The second version");
  await writeFile(join(dir, "index.html"), before);
  await update(page);
  await page.waitForFunction(async () => {
    const { installing, waiting } = await navigator.serviceWorker.ready;
    return !installing && !waiting;
  });
  assert.ok(await page.isHidden("#newer"));
  await page.reload();
  await shown(page);
  await lab.close(page);
  await lab.close(other);
  await Promise.all([host.close(), both.close()]);
});

test("on a host without HTTPS, where there are no service workers, the page works as ever", async () => {
  const host = await copied();
  const address = host.url.replace("127.0.0.1", "plain.example");
  const page = await lab.open(allowed, address);
  await shown(page);
  assert.equal(await page.evaluate(() => "serviceWorker" in navigator), false);
  assert.ok(await page.isHidden("#newer"));
  await lab.close(page);
  await host.close();
});

test("the page can be installed: its manifest names icons that are there, as large as it says", async () => {
  const page = await lab.open();
  const manifest = await page.evaluate(async () => (await fetch(document.querySelector("link[rel=manifest]").href)).json());
  assert.equal(manifest.start_url, "./");
  assert.equal(manifest.display, "standalone");
  for (const icon of manifest.icons) {
    const size = await page.evaluate(async (src) => {
      const image = new Image();
      image.src = src;
      await image.decode();
      return `${image.naturalWidth}x${image.naturalHeight}`;
    }, icon.src);
    if (icon.sizes !== "any") assert.equal(size, icon.sizes);
  }
  assert.deepEqual(new Set(manifest.icons.map((i) => i.sizes)), new Set(["any", "192x192", "512x512"]));
  await lab.close(page);
});
