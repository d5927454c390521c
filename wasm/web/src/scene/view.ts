// The scene: the jobs of a machine under two policies, which can be moved. What is changed is simulated at once.
import { scene as texts } from "texts/scene";
import { copied, make, say, showError } from "../dom";
import { count, duration } from "../format";
import type { Client } from "../simulator/client";
import type { Spec } from "../simulator/protocol";
import { squeezed, unsqueezed } from "../state/link";
import { Chart, type Hit } from "./chart";
import { Film } from "./film";
import { hole, meanWait, outcome, type Hole, type Outcome } from "./outcome";
import { Runner } from "./runner";
import { onMachine, read, widest, withJob, withPart, without, written, type Job, type Part, type Scenario } from "./scenario";

/** What wasm/build/internal/arrival makes: a scene that is drawn before the simulator is there. */
export interface Picture {
  spec: Spec;
  procs: number;
  jobs: Job[];
  runs: { policy: string; starts: number[] }[];
}

export interface Options {
  picture: Picture;
  /** Whether it stands alone, as in a frame of another page. */
  bare: boolean;
  /** Starts a simulator: nobody needs one who only looks. */
  begin: () => Promise<Client>;
  /** Opens the laboratory with the jobs; untouched are those of the picture. */
  onLab: (s: Scenario, untouched: boolean) => void;
}

/** What is shown: a scenario that was simulated. */
interface Shown {
  s: Scenario;
  outcomes: Outcome[];
}

interface Drag {
  chart: Chart;
  hit: Exclude<Hit, undefined>;
  from: Scenario;
  x: number;
  y: number;
  /** Tells its changes from those before it. */
  tag: string;
}

const PARTS: Part[] = ["run", "procs", "submit"];
const CURSORS = { run: "ew-resize", procs: "ns-resize", submit: "ew-resize", all: "grab" };

/** What dragging rounds times to, in seconds. */
const GRAINS = [21600, 3600, 1800, 600, 300, 60, 10, 5];

/** Pixels that a new job is long and high at least. */
const LEAST = 4;

export class SceneView {
  private readonly charts = [new Chart(true), new Chart(false)];
  private readonly runner: Runner;
  private readonly film: Film;
  private readonly original: Scenario;
  private s: Scenario;
  private shown: Shown;
  private start: Scenario; // where Reset leads
  private past: Scenario[] = [];
  private tag = "";
  private chosen: number | undefined;
  private last = 0; // the chart that was touched last
  private drag: Drag | undefined;
  private drags = 0;
  private end = 1;
  private readonly schedules = make("div", { className: "schedules" });
  private readonly captions: { means: HTMLElement; done: HTMLElement; chips: HTMLElement }[];
  private readonly says = make("p", { className: "says" });
  private readonly said = make("p", { className: "note said" });
  private readonly error = make("p", { className: "error", hidden: true });
  private readonly note = make("small", {}, texts.note);
  private readonly job = make("div", { className: "tools job" });
  private readonly name = make("strong", {});
  private readonly values = new Map<Part, HTMLElement>();
  private readonly machine = make("input", { type: "number", min: "1", step: "1", inputMode: "numeric" });
  private readonly why = button("", () => void this.explain());
  private readonly undoing = button(texts.undo, () => this.undo());
  private readonly resetting = button(texts.reset, () => this.set(this.start));
  private readonly removing = button(texts.remove, () => this.remove());

  constructor(private readonly section: HTMLElement, private readonly o: Options) {
    const { picture } = o;
    this.original = this.start = this.s = { procs: picture.procs, policies: picture.runs.map((r) => r.policy), jobs: picture.jobs };
    this.shown = this.builtIn();
    this.chosen = this.hole?.job === undefined ? undefined : this.s.jobs[this.hole.job].id;
    this.runner = new Runner(o.begin, (s, outcomes) => this.show({ s, outcomes }), (e) => showError(this.error, (e as Error).message, e));
    this.film = new Film((moment) => this.reveal(moment), () => this.shown.outcomes, () => this.hole);
    this.captions = this.charts.map(() => ({ means: make("strong", {}), done: make("span", {}), chips: make("span", { className: "chips" }) }));
    this.says.setAttribute("role", "status");
    this.said.setAttribute("role", "status");
    this.error.setAttribute("role", "alert");
    this.compose();
    this.show(this.shown);
    new ResizeObserver(() => this.resize()).observe(this.schedules);
    section.addEventListener("pointerenter", () => this.runner.warm(), { once: true });
    section.addEventListener("focusin", () => this.runner.warm(), { once: true });
  }

  /** Shows the scene that an address holds, or its own. */
  async open(hash: string): Promise<void> {
    showError(this.error, "");
    const s = hash.startsWith("#scene?") ? read(await unsqueezed(hash.slice("#scene?".length)).catch(() => new URLSearchParams())) : this.original;
    if (!s) showError(this.error, texts.broken);
    this.past = [];
    this.tag = "";
    this.s = this.start = s ?? this.original;
    this.chosen = this.s === this.original ? this.chosen : this.s.jobs[0].id;
    if (this.s === this.original) return this.show(this.builtIn());
    this.wait();
    this.runner.run(this.s);
  }

  play(): void {
    this.film.play();
  }

  private builtIn(): Shown {
    const s = this.original;
    return { s, outcomes: this.o.picture.runs.map((r) => outcome(s, r.policy, r.starts)) };
  }

  /** The changed jobs at the seconds at which they started before: until the simulator says better. */
  private stale(): Shown {
    const { s, outcomes } = this.shown;
    const started = outcomes.map((o) => new Map(s.jobs.map((j, i) => [j.id, o.start[i]])));
    return { s: this.s, outcomes: this.s.policies.map((policy, k) => outcome(this.s, policy, this.s.jobs.map((j) => Math.max(started[k].get(j.id) ?? 0, j.submit)))) };
  }

  private compose(): void {
    const { bare } = this.o;
    this.charts.forEach((chart, k) => {
      const { means, done, chips } = this.captions[k];
      chips.setAttribute("role", "group");
      chips.setAttribute("aria-label", texts.policy(k === 0));
      this.schedules.append(make("figure", {}, make("figcaption", {}, chips, make("span", { className: "mean" }, means, ` ${texts.meanWait}, `, done)), chart.svg));
      this.follow(chart, k);
    });
    this.machine.setAttribute("aria-label", `${texts.machine}, ${texts.processors}`);
    this.machine.addEventListener("change", () => this.resizeMachine(this.machine.valueAsNumber));
    const by = (step: number) => this.resizeMachine(this.s.procs + step * Math.max(1, Math.round(this.s.procs / 8)));
    const machine = make("span", { className: "stepper" }, make("span", {}, texts.machine), button("−", () => by(-1), texts.smaller), this.machine, button("+", () => by(1), texts.larger));
    for (const part of PARTS) this.values.set(part, make("output", {}));
    const steppers = PARTS.map((part) => {
      const [label, less, more] = texts.parts[part];
      const value = this.values.get(part)!;
      return make("span", { className: "stepper" }, make("span", {}, label), button("−", () => this.step(part, -1), less), value, button("+", () => this.step(part, 1), more));
    });
    this.job.setAttribute("role", "group");
    this.job.append(this.name, ...steppers, this.removing, this.why);
    const go = button(texts.lab, () => this.o.onLab(this.s, this.s.jobs === this.original.jobs && this.s.procs === this.original.procs));
    go.className = "primary";
    const on = [["#learn/2", texts.learn], ["#machine", texts.jobs5000], ["#log", texts.ownLog], ["#cluster", texts.slurm], ["#papers", texts.papers]].map(([href, text]) => make("a", { href }, text));
    const lab = make("a", { href: "#", target: "_blank", rel: "noopener" }, texts.open);
    lab.addEventListener("pointerdown", () => void this.address(false).then((a) => (lab.href = a)));
    lab.addEventListener("focus", () => void this.address(false).then((a) => (lab.href = a)));
    const share = make("span", { className: "share" },
      button(texts.copyLink, () => void this.address(bare).then((a) => this.copy(a))),
      button(texts.embed, () => void this.address(true).then((a) => this.copy(`<iframe src="${a.replaceAll("&", "&amp;")}" title="${texts.frame}" width="100%" height="${Math.ceil(this.section.scrollHeight / 20) * 20}" style="border:0" loading="lazy" allow="clipboard-write"></iframe>`))),
      button("SVG", () => void this.save("svg")), button("PNG", () => void this.save("png")));
    const keys = make("p", { className: "note keys" }, texts.keys);
    this.section.append(
      make("div", { className: "head" }, make("h2", {}, texts.title), this.film.element),
      make("p", { className: "note about" }, texts.about),
      this.schedules,
      make("div", { className: "tools" }, this.job),
      make("div", { className: "tools" }, machine, button(texts.add, () => this.add()), this.undoing, this.resetting, share),
      this.says, this.error, this.said, keys,
      make("p", { className: "on" }, ...(bare ? [lab] : [go, ` ${texts.more} `, ...on]), this.note),
    );
  }

  private get chosenJob(): Job | undefined {
    return this.s.jobs.find((j) => j.id === this.chosen);
  }

  private get hole(): Hole | undefined {
    const { s, outcomes: [a, b] } = this.shown;
    return a.policy === "fcfs" && b.policy !== "fcfs" ? hole(s, a, b) : undefined;
  }

  /** Fits the charts into the room that there is, at once: what is below them is not to move. */
  resize(): void {
    for (const c of this.charts) c.width = Math.max(c.svg.clientWidth, 240);
    this.draw();
  }

  /** Changes the scenario; changes of the same tag are undone together. */
  private set(s: Scenario, tag = ""): void {
    if (s === this.s) return;
    if (tag === "" || tag !== this.tag) this.past.push(this.s);
    this.tag = tag;
    this.go(s);
  }

  private undo(): void {
    this.tag = "";
    const before = this.past.pop();
    if (before) this.go(before);
  }

  private go(s: Scenario): void {
    this.film.stop();
    showError(this.error, "");
    this.s = s;
    if (!s.jobs.some((j) => j.id === this.chosen)) this.chosen = s.jobs[0].id;
    this.runner.run(s);
    if (this.runner.ready) this.controls();
    else this.wait();
  }

  /** Shows, pale, what is changed, until the simulator says what comes of it. */
  private wait(): void {
    this.shown = this.stale();
    this.schedules.classList.add("pale");
    this.draw();
  }

  private show(shown: Shown): void {
    this.shown = shown;
    this.schedules.classList.remove("pale");
    this.said.textContent = "";
    this.draw();
  }

  /** Says how much of the simulator is here, while somebody waits for it. */
  loading(percent: number): void {
    if (this.s !== this.original && !this.runner.ready) this.said.textContent = percent < 100 ? texts.loaded(percent) : "";
  }

  private draw(): void {
    const { s, outcomes } = this.shown;
    const last = Math.max(...outcomes.flatMap((o) => o.end));
    if (!this.drag) this.end = last * 1.01;
    const look = { end: this.end, moment: this.film.moment, selected: this.chosen, hole: this.hole };
    const titles = s.policies.map((p) => named(p)[1]);
    const waits = outcomes.map((o) => duration(meanWait(s, o)));
    outcomes.forEach((o, k) => {
      const end = duration(Math.max(...o.end));
      this.charts[k].draw(s, o, { ...look }, texts.chart(titles[k], count(s.jobs.length), s.procs, end, waits[k]));
      say(this.captions[k].done, texts.done(end));
      this.chips(k);
    });
    this.reveal(this.film.moment);
    const h = look.hole;
    const about = h && h.idle * (h.to - h.from) > 0 ? `${texts.says(h.idle, s.procs, duration(h.to - h.from), s.jobs[h.job].id, s.jobs[h.job].procs, h.filled, named(s.policies[1])[0])} ` : "";
    say(this.says, about + texts.means(named(s.policies[0])[0], waits[0], named(s.policies[1])[0], waits[1]));
    this.controls();
  }

  private reveal(moment: number | undefined): void {
    this.charts.forEach((c, k) => {
      c.reveal(moment);
      say(this.captions[k].means, duration(meanWait(this.shown.s, this.shown.outcomes[k], moment)));
    });
  }

  /** The policies of a chart, one of them pressed. They stay the same elements, so that they keep the focus. */
  private chips(k: number): void {
    const { chips } = this.captions[k];
    const now = this.s.policies[k];
    const names = [...new Set([...Object.keys(texts.policies), now])];
    if (chips.childElementCount !== names.length) {
      chips.replaceChildren(...names.map((p) => {
        const chip = button(named(p)[0], () => this.set({ ...this.s, policies: this.s.policies.map((old, i) => (i === k ? p : old)) }));
        chip.title = named(p)[1];
        chip.dataset.policy = p;
        return chip;
      }));
    }
    for (const chip of chips.children as Iterable<HTMLElement> & HTMLCollection) chip.setAttribute("aria-pressed", String((chip as HTMLElement).dataset.policy === now));
  }

  private controls(): void {
    const job = this.chosenJob;
    const name = job ? texts.chosen(job.id) : texts.none;
    say(this.name, name);
    this.job.setAttribute("aria-label", name);
    for (const b of this.job.querySelectorAll("button")) b.disabled = !job;
    if (job) for (const part of PARTS) say(this.values.get(part)!, part === "procs" ? count(job.procs) : duration(job[part]));
    this.removing.disabled = this.s.jobs.length < 2;
    say(this.why, job ? texts.why(job.id, named(this.s.policies[this.last])[0]) : texts.none);
    if (document.activeElement !== this.machine) this.machine.value = String(this.s.procs);
    this.machine.min = String(widest(this.s));
    this.note.hidden = this.start !== this.original;
    this.undoing.disabled = this.past.length === 0;
    this.resetting.disabled = this.s === this.start;
  }

  /** What times are rounded to. */
  private get grain(): number {
    return GRAINS.find((g) => g <= this.end / 400) ?? 1;
  }

  private resizeMachine(procs: number): void {
    this.set(onMachine(this.s, procs), "machine");
    this.machine.value = String(this.s.procs);
  }

  private step(part: Part, by: number): void {
    const job = this.chosenJob;
    if (job) this.set(withPart(this.s, job.id, part, job[part] + by * (part === "procs" ? 1 : 6 * this.grain)), `${part} ${job.id}`);
  }

  private add(from?: Pick<Job, Part>): void {
    const beside = this.chosenJob ?? this.s.jobs[0];
    const { scenario, id } = withJob(this.s, from ?? { submit: beside.submit, procs: Math.max(1, Math.round(this.s.procs / 4)), run: Math.max(1, Math.round(this.end / 12 / this.grain) * this.grain) });
    this.chosen = id;
    this.set(scenario);
  }

  private remove(): void {
    const i = this.s.jobs.findIndex((j) => j.id === this.chosen);
    if (i < 0 || this.s.jobs.length < 2) return;
    this.chosen = (this.s.jobs[i + 1] ?? this.s.jobs[i - 1]).id;
    this.set(without(this.s, this.s.jobs[i].id));
  }

  private choose(id: number, k: number): void {
    [this.chosen, this.last] = [id, k];
    this.draw();
  }

  private async explain(): Promise<void> {
    const policy = this.s.policies[this.last];
    try {
      await this.runner.why(this.s, policy, named(policy)[0], this.chosen!);
    } catch (e) {
      showError(this.error, (e as Error).message, e);
    }
  }

  /** Follows pointers and keys on a chart. */
  private follow(chart: Chart, k: number): void {
    const { svg } = chart;
    const place = (e: PointerEvent): [number, number] => {
      const { left, top } = svg.getBoundingClientRect();
      return [e.clientX - left, e.clientY - top];
    };
    svg.addEventListener("pointerdown", (e) => {
      if (e.button !== 0) return;
      const part = (e.target as SVGElement).dataset.part as Part | undefined;
      const chosen = this.chosenJob;
      const [x, y] = place(e);
      const hit = part && chosen ? { job: chosen, part } : chart.at(x, y);
      if (!hit) return;
      this.film.stop();
      if (hit !== "free") {
        this.choose(hit.job.id, k);
        chart.focus(hit.job.id);
      }
      if (e.pointerType === "touch" && !part) return; // a finger scrolls, and takes handles
      svg.setPointerCapture(e.pointerId);
      this.drag = { chart, hit, from: this.s, x, y, tag: `#${++this.drags}` };
    });
    svg.addEventListener("pointermove", (e) => {
      const [x, y] = place(e);
      if (this.drag) return this.pull(x, y);
      const part = (e.target as SVGElement).dataset.part as Part | undefined;
      const hit = chart.at(x, y);
      svg.style.cursor = part ? CURSORS[part] : hit === "free" ? "crosshair" : hit ? CURSORS[hit.part] : "";
    });
    svg.addEventListener("mousedown", (e) => e.preventDefault()); // which would move the focus
    svg.addEventListener("pointerup", (e) => this.drop(...place(e)));
    svg.addEventListener("pointercancel", () => this.letGo());
    svg.addEventListener("keydown", (e) => this.key(e, k));
    svg.addEventListener("focusin", (e) => {
      const id = Number((e.target as SVGElement).dataset.job);
      if (id && id !== this.chosen && !this.drag) this.choose(id, k);
    });
  }

  private pull(x: number, y: number): void {
    const { chart, hit, from, tag, ...began } = this.drag!;
    if (hit === "free") return chart.rubber([began.x, began.y], [x, y]);
    const part = hit.part === "all" ? "submit" : hit.part;
    const old = from.jobs.find((j) => j.id === hit.job.id)!;
    const moved = part === "procs" ? Math.round(chart.processors(began.y - y)) : Math.round(chart.seconds(x - began.x) / this.grain) * this.grain;
    const next = withPart(from, old.id, part, old[part] + moved);
    const value = (s: Scenario) => s.jobs.find((j) => j.id === old.id)![part];
    if (value(next) !== value(this.s)) this.set(next, tag);
  }

  private drop(x: number, y: number): void {
    const { drag } = this;
    this.letGo();
    if (drag?.hit !== "free" || Math.abs(x - drag.x) < LEAST || Math.abs(y - drag.y) < LEAST) return;
    const round = (t: number) => Math.max(0, Math.round(t / this.grain) * this.grain);
    const procs = Math.min(Math.max(1, Math.round(drag.chart.processors(Math.abs(y - drag.y)))), this.s.procs);
    this.add({ submit: round(drag.chart.time(Math.min(x, drag.x))), procs, run: Math.max(this.grain, round(drag.chart.seconds(Math.abs(x - drag.x)))) });
  }

  private letGo(): void {
    this.drag?.chart.rubber();
    this.drag = undefined;
    this.draw();
  }

  private key(e: KeyboardEvent, k: number): void {
    if ((e.ctrlKey || e.metaKey) && e.key === "z") {
      e.preventDefault();
      return this.undo();
    }
    const steps: Record<string, [Part, number]> = { ArrowRight: [e.shiftKey ? "submit" : "run", 1], ArrowLeft: [e.shiftKey ? "submit" : "run", -1], ArrowUp: ["procs", 1], ArrowDown: ["procs", -1] };
    const i = this.s.jobs.findIndex((j) => j.id === this.chosen);
    if (e.ctrlKey || e.metaKey || e.altKey || i < 0) return;
    if (steps[e.key]) this.step(...steps[e.key]);
    else if (e.key === "n" || e.key === "p") this.choose(this.s.jobs.at((i + (e.key === "n" ? 1 : -1)) % this.s.jobs.length)!.id, k);
    else if (e.key === "Delete" || e.key === "Backspace") this.remove();
    else if (e.key === "w") void this.explain();
    else if (e.key === "Escape" && this.drag) {
      const { from } = this.drag;
      this.letGo();
      this.set(from);
    } else return;
    e.preventDefault();
    this.charts[k].focus(this.chosen!);
  }

  private async address(bare: boolean): Promise<string> {
    return `${location.origin}${location.pathname}${bare ? "?bare" : ""}#scene?${await squeezed(written(this.s))}`;
  }

  private async copy(text: string): Promise<void> {
    this.said.textContent = (await copied(text)) ? texts.copied : `${texts.notCopied} ${text}`;
  }

  /** Saves both schedules as one picture. */
  private async save(kind: "svg" | "png"): Promise<void> {
    const { saveScene } = await import("./files");
    const { s, outcomes } = this.shown;
    await saveScene(kind, this.charts.map((c, k) => ({ svg: c.svg, title: `${named(s.policies[k])[1]}: ${texts.meanWait} ${duration(meanWait(s, outcomes[k]))}` })));
  }
}

/** A policy's name on its chip, and in full. */
function named(policy: string): [chip: string, title: string] {
  return texts.policies[policy] ?? [policy, policy];
}

function button(text: string, click: () => void, name = ""): HTMLButtonElement {
  const b = make("button", { type: "button", title: name }, text);
  if (name) b.setAttribute("aria-label", name);
  b.addEventListener("click", click);
  return b;
}
