// The player: why jobs start and wait, step by step, beside the charts.
import assert from "node:assert/strict";
import { join } from "node:path";
import { budget, lab, phone, run, shots, shown, test, tip, why } from "./lab.js";

const second = (page) => page.$eval("#moment", (e) => Number(e.dataset.second));

/** Goes a step by a button, or by a key in a chart, and waits until it is said; returns the second reached and what is read out. */
async function step(page, by) {
  await page.evaluate(() => (document.querySelector("#details").textContent = ""));
  if (by.startsWith("#")) await page.click(by);
  else {
    await page.focus("#gantts canvas:not(.waiting)");
    await page.keyboard.press(by);
  }
  await page.waitForFunction(() => document.querySelector("#details").textContent !== "");
  return { at: await second(page), said: await page.textContent("#details") };
}

/** Moves the slider, and waits until what is there is said. */
async function jump(page, thousandth) {
  await page.evaluate(() => (document.querySelector("#details").textContent = ""));
  await page.fill("#now", String(thousandth));
  await page.waitForFunction(() => document.querySelector("#details").textContent !== "");
}

/** What is said and reserved of each run. */
const told = (page) =>
  page.$$eval(".gantt:has(.said)", (all) =>
    all.map((e) => ({
      texts: [...e.querySelectorAll(".said [data-text]")].map((t) => t.dataset.text),
      shown: e.querySelector(".said").textContent,
      queue: e.querySelector(".queue summary").textContent,
      reserved: [...e.querySelectorAll("canvas:not(.waiting)")].map((c) => c.dataset.reserved).filter(Boolean).join("; "),
    })),
  );

/** Whether each run's charts outline what is wanted. Runs in the page. */
function outlined(wants) {
  const runs = [...document.querySelectorAll(".gantt:has(.said)")].map((e) => [...e.querySelectorAll("canvas:not(.waiting)")].flatMap((c) => (c.dataset.reserved ?? "").split("; ")));
  return wants.every((want, k) => want.every((w) => runs[k]?.includes(w)));
}

test("a step says why jobs start in the words of the command, and outlines what it says is reserved", async () => {
  const folder = join(lab.temp, "played");
  await run(lab.native, ["run", "--policy", "fcfs,easy,cons,sjf-easy", "--out", folder]);
  const page = await lab.open();
  await shown(page);
  await jump(page, 160);
  let drawn = 0;
  const kinds = new Set();
  for (let i = 0; i < 12; i++) {
    const { at, said } = await step(page, ["#start-next", ".", "d", "#decision-next", "#start-next", ","][i % 6]);
    const { stdout } = await run(lab.native, ["why", "--at", String(at), "--from", folder, "--json"]);
    const native = JSON.parse(stdout);
    const wants = native.map((m) => m.reservations.map((r) => `${r.job - 1} ${r.at_s} ${r.until_s}`));
    await page.waitForFunction(outlined, wants).catch(() => {}); // charts out of sight are drawn a little later
    const page4 = await told(page);
    assert.equal(page4.length, 4);
    native.forEach((m, k) => {
      assert.deepEqual(page4[k].texts, m.starts.slice(0, 2).map((s) => s.text), `${m.policy} at ${at}`);
      assert.equal(page4[k].queue, `${m.waiting === 1 ? "1 job waits" : `${m.waiting} jobs wait`}; ${m.free} free`);
      const want = wants[k];
      const got = page4[k].reserved.split("; ").filter(Boolean);
      assert.ok(want.every((w) => got.includes(w)), `${m.policy} at ${at}: ${got} for ${want}`);
      assert.equal(m.policy === "fcfs" ? got.length : Math.min(got.length, 1), m.policy === "fcfs" ? 0 : Math.min(m.waiting, 1));
      drawn += want.length;
      m.starts.forEach((s) => kinds.add(s.kind));
    });
    const policies = ["FCFS", "EASY", "Conservative", "SJF-EASY"];
    assert.match(said, new RegExp(`^day \\d+, \\d\\d:\\d\\d\\. ${policies.map((p) => `${p}: .* waiting\\.`).join(" ")}$`));
    native.forEach((m, k) => m.starts_s === at && assert.ok(said.includes(`${policies[k]}: job ${m.starts[0].id} started, ${m.starts[0].kind}`), said));
  }
  assert.ok(drawn > 20 && kinds.size >= 3, `${drawn} outlines, ${[...kinds]}`);
  // EASY's outline is ink in the future, where nothing else is; FCFS has none.
  for (let i = 0; i < 40; i++) {
    await step(page, "d");
    const ink = await page.evaluate(() => {
      const share = document.querySelector("#now").value / 1000;
      return [...document.querySelectorAll("#gantts canvas:not(.waiting)")].slice(0, 2).map((c) => {
        const ratio = c.width / c.clientWidth;
        const x = Math.round((58 + share * (c.clientWidth - 68) + 8) * ratio);
        const { data } = c.getContext("2d").getImageData(x, 10 * ratio, c.width - x - 12 * ratio, c.height - 40 * ratio);
        let n = 0;
        for (let k = 0; k < data.length; k += 4) if (data[k] < 60 && data[k + 1] < 70 && data[k + 2] < 80 && data[k + 3] > 200) n++;
        return n;
      });
    });
    if (ink[1] > 100) {
      assert.ok(ink[1] > ink[0]);
      break;
    }
    assert.ok(i < 39, "no reservation of EASY is seen");
  }
  if (shots) await page.screenshot({ path: join(shots, "play-step.png") });
  await lab.close(page);
});

test("playing shows a machine: the player stays beside the charts, on a desk and on a phone", async () => {
  for (const [width, height, options] of [[1280, 900, {}], [360, 740, { isMobile: true, hasTouch: true }]]) {
    const page = await lab.open({ viewport: { width, height }, ...options });
    await shown(page);
    await page.click("#play");
    await page.waitForFunction(() => document.body.classList.contains("watching"));
    const seen = (n) => page.evaluate((n) => {
      const player = document.querySelector("#player").getBoundingClientRect();
      const chart = document.querySelectorAll("#gantts canvas:not(.waiting)")[n].getBoundingClientRect();
      return { player: player.top >= -1 && player.bottom <= innerHeight && player.right <= innerWidth + 1, chart: Math.min(chart.bottom, innerHeight) - Math.max(chart.top, player.bottom), wide: document.documentElement.scrollWidth <= innerWidth };
    }, n);
    const first = await seen(0);
    assert.ok(first.player && first.chart >= 150 && first.wide, `${width}: ${JSON.stringify(first)}`);
    await page.evaluate(() => document.querySelectorAll("#gantts canvas:not(.waiting)")[2].scrollIntoView({ block: "center" }));
    const third = await seen(2);
    assert.ok(third.player && third.chart >= 150, `${width}: ${JSON.stringify(third)}`);
    for (const id of ["play", "start-back", "start-next", "decision-next", "speed"]) {
      const box = await page.locator(`#${id}`).boundingBox();
      assert.ok(box.width >= 24 && box.height >= 24, id);
    }
    await page.waitForFunction(() => /Job \d+, /.test(document.querySelector(".gantt .said").textContent));
    if (shots) await page.screenshot({ path: join(shots, `play-${width}.png`) });
    await lab.close(page);
  }
});

test("while it plays the simulator is asked one thing at a time, and what has happened is said", async () => {
  const page = await lab.open();
  await page.addInitScript(() => {
    window.asked = { now: 0, most: 0, all: 0 };
    const post = Worker.prototype.postMessage;
    const ids = new Set();
    Worker.prototype.postMessage = function (m, ...rest) {
      const request = m.kind === "request" ? JSON.parse(m.json) : {};
      if (request.op === "moment") {
        if (ids.size === 0) this.addEventListener("message", ({ data }) => data.kind === "sent" && ids.delete(JSON.parse(data.json).id));
        ids.add(request.id);
        window.asked.all++;
        window.asked.most = Math.max(window.asked.most, ids.size);
      }
      return post.call(this, m, ...rest);
    };
  });
  await page.reload();
  await shown(page);
  await page.selectOption("#speed", "0.25");
  await page.click("#play");
  await page.waitForFunction(() => window.asked.all > 20 && document.querySelector(".said .when") !== null);
  const { most } = await page.evaluate(() => window.asked);
  assert.equal(most, 1);
  // What is said is of the past.
  const said = await page.evaluate(() => [...document.querySelectorAll(".said .when")].map((e) => e.textContent.replace(/: $/, "")));
  const now = await page.textContent("#moment");
  const order = (s) => /day (\d+), (\d\d):(\d\d)/.exec(s).slice(1).reduce((sum, v) => 100 * sum + Number(v), 0);
  assert.ok(said.length >= 1 && said.every((s) => order(s) <= order(now)), `${said} at ${now}`);
  await page.click("#play");
  await lab.close(page);
});

test("keys go from start to start and back, play, and change the speed; elsewhere they do nothing", async () => {
  const page = await lab.open();
  await shown(page);
  const one = (await step(page, ".")).at;
  const two = (await step(page, ".")).at;
  assert.ok(two > one);
  assert.equal((await step(page, ",")).at, one);
  await page.keyboard.press(">");
  assert.equal(await page.inputValue("#speed"), "4");
  await page.keyboard.press("<");
  await page.keyboard.press("<");
  assert.equal(await page.inputValue("#speed"), "0.25");
  await page.keyboard.press("Space");
  await page.waitForSelector("#play[aria-pressed=true]");
  await page.keyboard.press("Space");
  await page.waitForSelector("#play[aria-pressed=false]");
  const rest = await second(page);
  await page.focus("#procs");
  await page.keyboard.press(".");
  await page.focus("#workload-choice");
  await page.keyboard.press("d");
  assert.equal(await second(page), rest);
  // Pressed by the space bar, a button does what it says, once.
  await page.focus("#start-next");
  await page.keyboard.press("Space");
  await page.waitForFunction((t) => Number(document.querySelector("#moment").dataset.second) > t, rest);
  assert.equal(await page.getAttribute("#play", "aria-pressed"), "false");
  await lab.close(page);
});

test("a job that waits says for what when it is pointed at; what a mouse points at is not read out", async () => {
  const page = await lab.open();
  await shown(page);
  await jump(page, 300);
  const { said } = await step(page, "#start-next");
  const queue = page.locator("#gantts canvas.waiting").first();
  await queue.scrollIntoViewIfNeeded();
  const box = await queue.boundingBox();
  await page.mouse.move(box.x + 3, box.y + box.height - 30);
  await page.waitForFunction(() => /free/.test(document.querySelector("#tip").textContent));
  const { head, list } = await tip(page);
  assert.match(head, /^Job \d+ waits$/);
  assert.ok(list.Processors && list.Submitted && list.Estimate, JSON.stringify(list));
  assert.match(await page.textContent("#tip p"), /^(too few processors free|behind the head of the queue): it needs \d+ processors?, \d+ free/);
  const chart = await page.locator("#gantts canvas:not(.waiting)").first().boundingBox();
  for (let x = 70; x < 400 && (await page.isHidden("#tip")); x += 15) await page.mouse.move(chart.x + x, chart.y + chart.height - 40);
  assert.match((await tip(page)).head, /^Job \d+/);
  assert.equal(await page.textContent("#details"), said, "only keys have a job read out");
  await page.focus("#gantts canvas:not(.waiting)");
  await page.keyboard.press("n");
  await page.waitForFunction(() => /^Job \d+: Processors/.test(document.querySelector("#details").textContent));
  // Opened, the list has what waits, the job pointed at among it.
  await page.locator(".queue summary").first().click();
  const waits = await page.locator(".queue li").first().textContent();
  assert.match(waits, /^Job \d+, .*: it needs/);
  await lab.close(page);
});

test("a job that is tapped twice on a phone tells why it waited", async () => {
  const page = await lab.open(phone);
  await shown(page);
  const canvas = page.locator("#gantts canvas:not(.waiting)").first();
  await canvas.scrollIntoViewIfNeeded();
  const box = await canvas.boundingBox();
  const [x, y] = [box.x + box.width * 0.6, box.y + box.height / 2];
  await page.touchscreen.tap(x, y);
  const { head } = await tip(page);
  await Promise.all([page.touchscreen.tap(x, y), page.touchscreen.tap(x, y)]);
  await page.waitForSelector("#why[open]");
  const told = await why(page);
  assert.match(told.title, new RegExp(`^Why did ${head.split(",")[0].replace("Job", "job")} not start earlier`));
  assert.match(told.summary, /^Job \d+ (waited|started at once)/);
  await lab.close(page);
});

test("a step has a reason on a grid, on shared nodes, on a cluster and under plans and rules", async () => {
  for (const [hash, words] of [["#grid", /on .*site/], ["#shared", /(on nodes? \d|it needs \d+ nodes?)/], ["#cluster", /on .* of partition/]]) {
    const page = await lab.open({}, lab.server.url + hash);
    await shown(page);
    await jump(page, 250);
    for (let i = 0; i < 4; i++) await step(page, "#start-next");
    const all = await told(page);
    assert.ok(all.length > 0);
    for (const { shown, texts } of all) assert.ok(texts.some((t) => words.test(t)) || /not why/.test(shown), shown);
    if (shots) await page.screenshot({ path: join(shots, `play-${hash.slice(1)}.png`) });
    await lab.close(page);
  }
});

budget("a step among 5,000 jobs is said within a fifth of a second", async () => {
  const page = await lab.open();
  await shown(page);
  await jump(page, 900);
  await step(page, "#start-next"); // plays the runs up to there
  const steps = ["#start-next", "#start-back", "#start-back", "#start-back", "#decision-next", "#start-back"];
  const all = await lab.processorTime(async () => {
    for (const by of steps) await step(page, by);
  });
  const each = all / steps.length;
  console.log(`a step among 5,000 jobs under 4 policies: ${each.toFixed(0)} ms of processor`);
  assert.ok(each < 200, `${each} ms`);
  await lab.close(page);
});
