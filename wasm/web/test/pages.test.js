// Every test of the page, in one Chromium: one more at once than there are
// processors, because a test waits at times, then the budgets of processor time, one by one. ONLY=regexp chooses
// tests by name. Needs the built page and the go command.
import { after, before, describe, it } from "node:test";
import { availableParallelism } from "node:os";
import { cases, lab } from "./lab.js";
import "./page-faults.js";
import "./page-views.js"; // the longest first, so that none is left over at the end
import "./page.js";
import "./page-grid.js";
import "./page-shared.js";
import "./page-cluster.js";
import "./page-rules.js";
import "./page-exact.js";
import "./page-form.js";
import "./page-state.js";
import "./page-scene.js";
import "./page-again.js";
import "./page-several.js";
import "./page-why.js";
import "./page-play.js";
import "./page-media.js";
import "./page-charts.js";
import "./page-story.js";
import "./page-sql.js";
import "./page-compare.js";
import "./page-offline.js";
import "./page-workload.js";
import "./page-tables.js";
import "./page-papers.js";
import "./page-german.js";

const only = new RegExp(process.env.ONLY ?? "");

before(() => lab.start());
after(() => lab.stop());

function run(list) {
  for (const [name, fn] of list) if (only.test(name)) it(name, fn);
}
describe("laws", { concurrency: availableParallelism() + 1 }, () => run(cases.laws));
describe("budgets", { concurrency: 1 }, () => run(cases.budgets));
