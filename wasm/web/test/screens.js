// Pictures of the main views in four widths, light and dark, and on paper, for people to look at:
// node test/screens.js [folder]. ONLY=regexp chooses views. What is cut is told, and fails.
import { mkdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { launch } from "./browser.js";
import { clipped } from "./clipped.js";
import { dist, drawn, shown } from "./lab.js";
import { serve } from "./server.js";
import { VIEWS } from "./views.js";

const folder = resolve(process.argv[2] ?? "../../out/screens");
const only = new RegExp(process.env.ONLY ?? "");
const DEVICES = [
  { widths: [360, 768], height: 800, hasTouch: true, isMobile: true },
  { widths: [1280, 1920], height: 900 },
];

await mkdir(folder, { recursive: true });
const server = await serve(dist, "/page/");
const browser = await launch();
const findings = new Map(); // where it was seen, by what
try {
  for (const { widths, height, ...device } of DEVICES) {
    for (const colorScheme of ["light", "dark"]) {
      const context = await browser.newContext({ viewport: { width: widths.at(-1), height }, colorScheme, serviceWorkers: "block", ...device });
      context.setDefaultTimeout(60_000);
      for (const [name, go] of Object.entries(VIEWS)) if (only.test(name)) await show(await context.newPage(), name, go, colorScheme, widths, height);
      await context.close();
    }
  }
} finally {
  await browser.close();
  await server.close();
}
for (const [what, where] of [...findings].sort()) console.log(`${what}\n    ${where.join(", ")}`);
console.log(`${findings.size} findings; the pictures are in ${folder}`);
process.exitCode = findings.size > 0 ? 1 : 0;

async function show(page, name, go, theme, widths, height) {
  await page.goto(server.url);
  if (name === "machine") await arrival(page, theme, widths, height);
  await shown(page);
  await go(page);
  for (const width of widths) await picture(page, `${name}-${width}-${theme}`, width, height, name === "why");
  if (theme === "light" && widths.includes(1280) && name !== "why") {
    await writeFile(join(folder, `${name}-print.pdf`), await page.pdf({ format: "A4" }));
    await page.setViewportSize({ width: 794, height: 1123 }); // A4
    await page.emulateMedia({ media: "print" });
    await drawn(page);
    await picture(page, `${name}-print`, 794, 1123, false);
  }
  await page.close();
}

/** What is seen before the first results. */
async function arrival(page, theme, widths, height) {
  for (const width of widths) {
    await page.setViewportSize({ width, height });
    await page.reload({ waitUntil: "commit" });
    await page.waitForSelector("header");
    await page.screenshot({ path: join(folder, `arrival-${width}-${theme}.png`) });
  }
}

async function picture(page, name, width, height, screen) {
  await page.setViewportSize({ width, height });
  for (let y = 0; !screen && y < (await page.evaluate(() => document.body.scrollHeight)); y += height) {
    await page.evaluate((y) => scrollTo(0, y), y); // charts are drawn when they come into sight
    await drawn(page);
  }
  await page.evaluate(() => scrollTo(0, 0));
  await drawn(page);
  const unfolded = await page.$eval("#setup", (d) => d.open || !(d.open = true)); // on a phone the form is closed
  const found = await page.evaluate(clipped);
  await page.$eval("#setup", (d, open) => (d.open = open), unfolded);
  for (const what of found) findings.set(what, [...(findings.get(what) ?? []), name]);
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: !screen });
}
