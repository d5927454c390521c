// The site as make site built it: its links, and how it works in Chromium from a plain server, under a path.
import assert from "node:assert/strict";
import fs from "node:fs";
import http from "node:http";
import { createRequire } from "node:module";
import path from "node:path";
import { after, before, test } from "node:test";

const ROOT = path.resolve(import.meta.dirname, "../..");
const SITE = path.resolve(process.env.SITE ?? path.join(ROOT, "out/site"));
const NAMES = JSON.parse(fs.readFileSync(path.join(ROOT, "scripts/release/names.json")));
const { chromium } = createRequire(path.join(ROOT, "wasm/web/package.json"))("playwright-core");
const BELOW = "/some/path/";
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".json": "application/json",
  ".wasm": "application/wasm" };

const files = fs.readdirSync(SITE, { recursive: true, withFileTypes: true }).filter((d) => d.isFile())
  .map((d) => path.relative(SITE, path.join(d.parentPath, d.name)));
const pages = files.filter((f) => f.endsWith(".html") && !f.startsWith("app/") && f !== "404.html");
const text = (f) => fs.readFileSync(path.join(SITE, f), "utf8");
const ids = (f) => new Set([...text(f).matchAll(/\sid="([^"]*)"/g)].map((m) => m[1]));

test("every link leads to a file and a heading of the site, or to a file of the repository", () => {
  const broken = [], anchors = new Map();
  for (const page of pages) {
    for (const [, link] of text(page).matchAll(/\s(?:href|src)="([^"]*)"/g)) {
      const at = new URL(link.replaceAll("&amp;", "&"), "https://site/" + page);
      if (at.href.startsWith(NAMES.repository)) {
        const file = decodeURIComponent(at.href.slice(NAMES.repository.length).replace(/^\/(blob|tree)\/main\//, "").replace(/#.*/, ""));
        if (file.length > 1 && !fs.existsSync(path.join(ROOT, file))) broken.push(`${page}: ${link}`);
        continue;
      }
      const own = at.href.startsWith(NAMES.site) ? new URL(at.href.slice(NAMES.site.length), "https://site/") : at;
      if (own.host !== "site") continue;
      let to = decodeURIComponent(own.pathname.slice(1));
      if (to === "" || to.endsWith("/")) to += "index.html";
      if (!files.includes(to)) broken.push(`${page}: ${link}`);
      else if (own.hash.length > 1 && to.endsWith(".html") && !to.startsWith("app/")) {
        if (!anchors.has(to)) anchors.set(to, ids(to));
        const id = decodeURIComponent(own.hash.slice(1));
        if (id !== "__nojs" && !anchors.get(to).has(id)) broken.push(`${page}: ${link}`);
      }
    }
  }
  assert.deepEqual(broken, []);
  assert.ok(pages.length > 150);
});

test("the first page says what the program cannot do", () => {
  for (const item of fs.readFileSync(path.join(ROOT, "docs/roadmap.md"), "utf8").matchAll(/^\d+\. \*\*(.*?)\*\*/gm)) {
    assert.ok(text("index.html").includes(item[1]), item[1]);
  }
});

test("the reference has every command, policy and metric", async () => {
  const { execFileSync } = await import("node:child_process");
  const say = (...args) => JSON.parse(execFileSync(path.join(ROOT, "bin/backfill"), [...args, "--json"], { maxBuffer: 1 << 26 }));
  for (const [page, list] of [["policies", say("policies", "--all")], ["metrics", say("metrics")]]) {
    const html = text(`reference/${page}/index.html`);
    for (const { name } of list) assert.ok(html.includes(`<code>${name.replaceAll("<", "&lt;")}</code>`), name);
  }
  assert.ok(text("reference/commands/sweep/index.html").includes("backfill sweep collect"));
  assert.ok(text("reference/spec/index.html").includes("<code>shrink</code>"));
});

let server, browser, address;
before(async () => {
  server = http.createServer((request, answer) => {
    let name = decodeURIComponent(new URL(request.url, "http://x").pathname);
    if (name.endsWith("/")) name += "index.html";
    const file = path.join(SITE, path.normalize(name.slice(BELOW.length - 1)));
    if (!name.startsWith(BELOW) || !fs.existsSync(file) || fs.statSync(file).isDirectory()) return answer.writeHead(404).end();
    answer.writeHead(200, { "content-type": TYPES[path.extname(file)] ?? "application/octet-stream" });
    fs.createReadStream(file).pipe(answer);
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  address = `http://127.0.0.1:${server.address().port}${BELOW}`;
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox"] });
});
after(async () => {
  await browser?.close();
  server.close();
});

// opened opens a page of the site; what it asks of other hosts fails, and so does the test.
async function opened(where, options = {}) {
  const page = await browser.newPage(options);
  const elsewhere = [];
  page.on("request", (r) => r.url().startsWith(address.replace(BELOW, "/")) || r.url().startsWith("data:") || elsewhere.push(r.url()));
  page.on("response", (r) => r.status() < 400 || elsewhere.push(`${r.status()} ${r.url()}`));
  await page.goto(address + where, { waitUntil: "networkidle" });
  return { page, elsewhere };
}

for (const colorScheme of ["light", "dark"]) {
  for (const width of [390, 1280]) {
    test(`pages fit ${width} pixels and are ${colorScheme}, without other hosts`, async () => {
      for (const where of ["", "tutorials/administrator/", "reference/policies/", "reference/tables/", "explanations/slurm/"]) {
        const { page, elsewhere } = await opened(where, { viewport: { width, height: 800 }, colorScheme });
        const seen = await page.evaluate(() => ({ wide: document.documentElement.scrollWidth - innerWidth,
          back: getComputedStyle(document.body).backgroundColor, whole: [...document.images].every((i) => i.complete && i.naturalWidth > 0) }));
        assert.ok(seen.wide <= 0, `${where} is ${seen.wide} pixels too wide`);
        const light = seen.back.match(/\d+/g).slice(0, 3).reduce((a, b) => a + Number(b), 0) > 384;
        assert.equal(light, colorScheme === "light", seen.back);
        assert.ok(seen.whole, "a picture is missing");
        assert.deepEqual(elsewhere, []);
        if (process.env.SCREENS) await page.screenshot({ path: path.join(process.env.SCREENS, `${where.replaceAll("/", "-")}${width}-${colorScheme}.png`) });
        await page.close();
      }
    });
  }
}

test("the search finds a command and leads to it", async () => {
  const { page } = await opened("", { viewport: { width: 1280, height: 800 } });
  await page.click("[data-md-component=search-query]");
  await page.keyboard.type("whatif");
  await page.waitForSelector(".md-search-result__link");
  await page.click(".md-search-result__link");
  await page.waitForURL(/whatif/);
  await page.close();
});

test("the page runs beside the documents", async () => {
  const { page } = await opened("app/");
  await page.waitForSelector("h1");
  await page.waitForFunction(() => document.body.innerText.includes("FCFS"));
  await page.close();
});
