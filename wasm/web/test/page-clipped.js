// Nothing is cut, and fingers can hit everything, on small and large screens. `make screens` looks at more.
import assert from "node:assert/strict";
import { clipped } from "./clipped.js";
import { lab, phone, shown, test } from "./lab.js";
import { VIEWS, drawn } from "./views.js";

test("nothing is cut or too small to hit in any view, from 360 to 1920 px", async () => {
  for (const [device, widths] of [[{ ...phone, viewport: { width: 360, height: 800 } }, [360, 768]], [{}, [1280, 1920]]]) {
    for (const [name, go] of Object.entries(VIEWS)) {
      const page = await lab.open(device);
      await shown(page);
      await go(page);
      await page.$eval("#setup", (d) => (d.open = true)); // on a phone
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        await drawn(page);
        assert.deepEqual(await page.evaluate(clipped), [], `${name} at ${width} px`);
      }
      await lab.close(page);
    }
  }
});

test("what is cut is found: texts, what stands out of the window, and small targets", async () => {
  const page = await lab.open({ ...phone, viewport: { width: 360, height: 800 } });
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
