// Why a job of a run did not start earlier, as the simulator tells it.
import type { Client } from "./client";
import { byID, make } from "./dom";
import { duration, moment } from "./format";
import type { Spec } from "./protocol";

interface Why {
  submit_s: number;
  start_s: number;
  spans: { from_s: number; to_s: number }[] | null;
  sentences: string[];
}

export async function explainWait(client: Client, spec: Spec, policy: string, title: string, job: number, unix: number): Promise<void> {
  const dialog = byID<HTMLDialogElement>("why");
  byID("why-title").textContent = `Why did job ${job} not start earlier under ${title}?`;
  const text = byID("why-text");
  text.replaceChildren(make("p", {}, "Playing the run again…"));
  if (!dialog.open) dialog.showModal();
  try {
    const { answer: a } = await client.ask<Why>("why", { spec, policy, job });
    if (!a.spans?.length) {
      text.replaceChildren(make("p", {}, "It started at once."));
      return;
    }
    text.replaceChildren(
      make("p", {}, `It waited ${duration(a.start_s - a.submit_s)}, from ${moment(a.submit_s, unix)} to ${moment(a.start_s, unix)}. Times in the text are seconds since the start.`),
      make("ol", {}, ...a.spans.map((s, i) => make("li", {}, make("strong", {}, `${moment(s.from_s, unix)}, for ${duration(s.to_s - s.from_s)}: `), a.sentences[i]))),
    );
  } catch (e) {
    text.replaceChildren(make("p", { className: "error" }, (e as Error).message));
  }
}
