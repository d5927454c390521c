// Every view under axe, whose rules are those of WCAG 2 and good practice.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { lab, phone, shown, test } from "./lab.js";
import { VIEWS } from "./views.js";

/** What axe finds: its rule, and the elements. */
async function findings(page) {
  await page.evaluate(await readFile(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8"));
  return page.evaluate(async () => {
    const { violations } = await window.axe.run(document, { resultTypes: ["violations"] });
    return violations.map((v) => `${v.id}, ${v.help}: ${v.nodes.map((n) => `${n.target} ${n.any[0]?.message ?? ""}`).join("; ")}`);
  });
}

for (const colorScheme of ["light", "dark"]) {
  test(`axe finds nothing in any view, ${colorScheme}, on a screen and on a phone`, async () => {
    for (const device of [{}, phone]) {
      for (const [name, go] of Object.entries(VIEWS)) {
        const page = await lab.open({ ...device, colorScheme });
        await shown(page);
        await go(page);
        for (const details of await page.$$("#setup, #odd, #grid-options, .own, .repeat, .rulebase")) await details.evaluate((d) => (d.open = true));
        assert.deepEqual(await findings(page), [], name);
        await lab.close(page);
      }
    }
  });
}

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
  await lab.close(page);
});
