// What the page says of why a job waited.
import assert from "node:assert/strict";
import { join } from "node:path";
import { lab, shots, shown, test } from "./lab.js";

test("why a job waited is a sentence, then the longest spans, then all on demand; FCFS reserves nothing", async () => {
  const page = await lab.open();
  await shown(page);
  for (const name of ["easy", "cons", "sjf-easy"]) await page.uncheck(`#policy-${name}`);
  await page.click("#run");
  await shown(page);
  // Near the longest queue, where jobs wait for many others.
  const canvas = page.locator("#gantts canvas:not(.waiting)").first();
  await canvas.scrollIntoViewIfNeeded();
  const box = await canvas.boundingBox();
  await page.mouse.dblclick(box.x + box.width * 0.8, box.y + box.height / 2);
  await page.waitForSelector("#why-text .note");
  const told = () => page.$eval("#why-text", (e) => ({ text: e.textContent, spans: [...e.querySelectorAll("li")].map((li) => li.textContent), first: e.firstElementChild.textContent }));
  const short = await told();
  assert.match(short.first, /^Job \d+ waited .*: behind the head of the queue \(\d+ %\)/);
  assert.equal(short.spans.length, 5);
  const [, most] = /The longest 5 of (\d+) spans of its wait/.exec(short.text);
  assert.ok(short.text.length < 2500, `${short.text.length} characters`);
  if (shots) await page.locator("#why").screenshot({ path: join(shots, "why.png") });
  await page.click("#why-text button");
  const all = await told();
  assert.equal(all.spans.length, Number(most));
  assert.ok(Number(most) > 20 && short.spans.every((s) => all.spans.includes(s)));
  assert.equal(await page.locator("#why-text button").count(), 0);
  assert.ok(await page.$eval("#why-text ol", (e) => document.activeElement === e), "the list has the focus");
  assert.doesNotMatch(all.text, /reserv/);
  assert.match(all.text, /the head of the queue is job \d+, with room by the estimates from day \d+, \d\d:\d\d on/);
  await lab.close(page);
});
