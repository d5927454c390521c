// The main views of the page, each as a visitor comes to it.
import { shown } from "./lab.js";

/** Opens another way of scheduling and waits for its results. */
async function mode(page, name) {
  await page.click(`#modes a[href^="#${name}"]`);
  await shown(page);
}

/** Opens the form on a phone, where it folds up. */
const unfold = (page) => page.$eval("#setup", (d) => (d.open = true));

/** What has to be done on a page that shows its first results, or those of the views before it: name: function. */
export const VIEWS = {
  machine: async () => {},
  grid: (page) => mode(page, "grid"),
  shared: (page) => mode(page, "shared"),
  cluster: (page) => mode(page, "cluster"),
  why: async (page) => {
    const canvas = page.locator("#gantts canvas:not(.waiting)").first();
    await canvas.scrollIntoViewIfNeeded();
    const box = await canvas.boundingBox();
    for (let x = 0.8; !(await page.isVisible("#why")); x -= 0.007) await page.mouse.dblclick(box.x + box.width * x, box.y + box.height / 2); // somewhere is a job
    await page.waitForSelector("#why-text .note");
  },
  exact: async (page) => {
    await page.click("#solve");
    await page.waitForSelector("#solved:not([hidden])");
    await page.waitForSelector("#solving", { state: "hidden" });
  },
  sql: async (page) => {
    await page.click("#sql-box > summary");
    await page.waitForSelector("#sql-chart svg");
    await page.locator("#sql").scrollIntoViewIfNeeded();
  },
  workload: async (page) => {
    await unfold(page);
    await page.selectOption("#workload-choice", "model:lublin");
    await page.click("#shape > summary");
    await page.waitForSelector("#shape svg");
  },
  learn: async (page) => {
    await page.click("#pages a[href='#learn']");
    await page.waitForSelector("#story .lesson.current h2");
  },
  rules: async (page) => {
    await unfold(page);
    await page.check('[id="policy-rules:five fuzzy rules"]');
    await page.click("#run");
    await shown(page);
  },
};

/**
 * The views in the order in which one page can show them: those of a walk one after the other, where what was opened
 * stays open and only the last one covers the others. To open the page for each takes most of the time.
 */
export const WALKS = [["machine", "grid", "shared", "cluster", "learn"], ["workload", "rules", "exact", "sql", "why"]];
