// Every view, on a phone and on a screen, in both languages: nothing is cut or too small to hit, and axe, whose
// rules are those of WCAG 2 and good practice, finds nothing. `make screens` makes pictures of them.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { clipped } from "./clipped.js";
import { drawn, lab, phone, shown, test } from "./lab.js";
import { VIEWS, WALKS } from "./views.js";

const small = { ...phone, viewport: { width: 360, height: 800 } };
const DEVICES = { "a phone": [small, [360, 768]], "a screen": [{}, [1280, 1920]] };
/** Texts are longer or shorter, but colours are the same: one theme is enough for axe. Of the other theme only colours differ. */
const LANGUAGES = { English: ["", ["light", "dark"]], German: ["de.html", ["light"]] };

/** What axe finds by these rules, or all of them: the rule, and the elements. */
async function findings(page, rules) {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(await readFile(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8"));
  return page.evaluate(async (values) => {
    const { violations } = await window.axe.run(document, { resultTypes: ["violations"], ...(values ? { runOnly: { type: "rule", values } } : {}) });
    return violations.map((v) => `${v.id}, ${v.help}: ${v.nodes.map((n) => `${n.target} ${n.any[0]?.message ?? ""}`).join("; ")}`);
  }, rules);
}

for (const [where, [device, widths]] of Object.entries(DEVICES)) {
  for (const [language, [file, colours]] of Object.entries(LANGUAGES)) {
    test(`on ${where} nothing is cut or too small to hit in any view, and axe finds nothing, in ${language}`, async () => {
      for (const walk of WALKS) {
        const page = await lab.open(device, new URL(file, lab.server.url).href);
        await shown(page);
        for (const name of walk) {
          await VIEWS[name](page);
          await page.$eval("#setup", (d) => (d.open = true)); // on a phone
          for (const width of widths) {
            await page.setViewportSize({ width, height: 900 });
            await drawn(page);
            assert.deepEqual(await page.evaluate(clipped), [], `${name} at ${width} px`);
          }
          await page.$$eval("#odd, #grid-options, .own, .repeat, .rulebase", (all) => all.forEach((d) => (d.open = true)));
          for (const colorScheme of colours) {
            await page.emulateMedia({ colorScheme });
            await drawn(page);
            assert.deepEqual(await findings(page, colorScheme === "light" ? undefined : ["color-contrast", "link-in-text-block"]), [], `${name}, ${colorScheme}`);
          }
          await page.emulateMedia({ colorScheme: "light" });
        }
        await lab.close(page);
      }
    });
  }
}

test("a walk leads to each view", () => assert.deepEqual(WALKS.flat().sort(), Object.keys(VIEWS).sort()));

test("axe finds what is planted", async () => {
  const page = await lab.open();
  await shown(page);
  await page.evaluate(() => {
    document.querySelector("#zoom-in").removeAttribute("aria-label");
    document.querySelector("#zoom-in").removeAttribute("title");
    document.querySelector("#zoom-in").textContent = "";
    document.querySelector("#run-note").style.color = "#cccccc";
  });
  const found = (await findings(page)).join("\n");
  assert.match(found, /^button-name, .*#zoom-in/m);
  assert.match((await findings(page, ["color-contrast"])).join("\n"), /^color-contrast, .*#run-note/m);
  await lab.close(page);
});

test("what is cut is found: texts, what stands out of the window, and small targets", async () => {
  const page = await lab.open(small);
  await shown(page);
  await page.evaluate(() => {
    document.querySelector("#metrics-title").style.cssText = "width: 3rem; overflow: hidden; white-space: nowrap";
    document.querySelector("#colouring").style.width = "3rem";
    document.querySelector("#run-note").style.cssText = "display: block; position: relative; left: 300px";
    document.querySelector("#zoom-all").style.cssText = "min-height: 0; height: 12px";
  });
  const found = (await page.evaluate(clipped)).join("\n");
  for (const what of [/^the page is \d+ px wide in a window of 360$/m, /^cut at the side: h2#metrics-title /m, /^cut by its arrow: select#colouring /m, /^beyond the window: span#run-note /m, /^a target of \d+ by 12 px: button#zoom-all /m]) assert.match(found, what);
  await lab.close(page);
});
