// Why a job of a run did not start earlier, as the simulator tells it.
import type { Client } from "./client";
import { byID, make } from "./dom";
import { count, duration, moment } from "./format";
import type { Spec } from "./protocol";

interface Span {
  from_s: number;
  to_s: number;
  cause: string;
  free_min: number;
  free_max: number;
  head_job: number; // or -1, as are the next three
  shadow_s: number;
  extra_procs: number;
  planned_s: number;
  waits_for: number[] | null;
}

interface Why {
  job: number;
  /** Numbers of other jobs as users of the log know them, where they are others. */
  ids?: Record<string, string>;
  procs: number;
  submit_s: number;
  start_s: number;
  spans: Span[] | null;
}

export async function explainWait(client: Client, spec: Spec, policy: string, title: string, job: string, unix: number): Promise<void> {
  const dialog = byID<HTMLDialogElement>("why");
  byID("why-title").textContent = `Why did job ${job} not start earlier under ${title}?`;
  const text = byID("why-text");
  text.replaceChildren(make("p", {}, "Playing the run again…"));
  if (!dialog.open) dialog.showModal();
  try {
    const { answer: a } = await client.ask<Why>("why", { spec, policy, job });
    text.replaceChildren(...story(a, unix));
  } catch (e) {
    text.replaceChildren(make("p", { className: "error" }, (e as Error).message));
  }
}

function story(a: Why, unix: number): HTMLElement[] {
  if (!a.spans?.length) return [make("p", {}, "It started at once.")];
  const waited = `It needs ${procs(a.procs)} and waited ${duration(a.start_s - a.submit_s)}, from ${moment(a.submit_s, unix)} to ${moment(a.start_s, unix)}.`;
  const spans = a.spans.map((s) =>
    make("li", {}, make("strong", {}, `${moment(s.from_s, unix)}, for ${duration(s.to_s - s.from_s)}: ${s.cause}.`), ` ${sentence(a, s, unix)}`),
  );
  return [make("p", {}, waited), make("ol", {}, ...spans)];
}

function sentence(a: Why, s: Span, unix: number): string {
  const free = s.free_min === s.free_max ? count(s.free_min) : `${count(s.free_min)} to ${count(s.free_max)}`;
  let out = `${free} free`;
  if (s.head_job === a.job) out += `; it is the head of the queue, with a reservation for ${moment(s.shadow_s, unix)}`;
  else if (s.head_job >= 0) {
    out += `; the head of the queue is job ${known(a, s.head_job)}`;
    if (s.shadow_s >= 0) out += `, with a reservation for ${moment(s.shadow_s, unix)} that leaves ${procs(s.extra_procs)} over`;
  } else if (s.planned_s >= 0) out += `; its own slot opens at ${moment(s.planned_s, unix)}`;
  const jobs = s.waits_for ?? [];
  if (jobs.length > 0) {
    const more = jobs.length > 5 ? ` and ${jobs.length - 5} more` : "";
    out += `, when ${jobs.length === 1 ? "job" : "jobs"} ${jobs.slice(0, 5).map((j) => known(a, j)).join(", ")}${more} should end`;
  }
  return `${out}.`;
}

function known(a: Why, job: number): string {
  return a.ids?.[job] ?? String(job);
}

function procs(n: number): string {
  return n === 1 ? "1 processor" : `${count(n)} processors`;
}
