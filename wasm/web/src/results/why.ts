// Why a job of a run did not start earlier, as the simulator tells it: a sentence,
// then the longest spans of its wait, then all of them on demand. The words are those of
// the command, with dates.
import { RequestError, type Client } from "../simulator/client";
import { byID, english, make } from "../dom";
import { count, duration, englishMoment, moment } from "../format";
import type { Span, Spec, Why } from "../simulator/protocol";
import { results as texts } from "texts/results";

/** Seconds that a span's text may name: on one machine its own, elsewhere those of another part of it. */
type Moments = Partial<Record<"shadow_s" | "planned_s" | "begin_s" | "next_s", number>>;

export async function explainWait(client: Client, spec: Spec, policy: string, title: string, job: string, unix: number): Promise<void> {
  const dialog = byID<HTMLDialogElement>("why");
  byID("why-title").textContent = texts.whyTitle(job, title);
  const text = byID("why-text");
  text.replaceChildren(make("p", {}, texts.playing));
  if (!dialog.open) dialog.showModal();
  try {
    const { answer: a } = await client.ask("why", { spec, policy, job });
    text.replaceChildren(...story(a, unix));
  } catch (e) {
    text.replaceChildren(make("p", { className: "error", lang: e instanceof RequestError ? e.lang : "" }, (e as Error).message));
  }
}

function story(a: Why, unix: number): HTMLElement[] {
  const out: HTMLElement[] = [make("p", {}, english(a.summary))];
  const waited = a.start_s > a.submit_s ? texts.submittedStarted(moment(a.submit_s, unix), moment(a.start_s, unix)) : texts.submittedAndStarted(moment(a.start_s, unix));
  out.push(make("p", { className: "note" }, english(a.needs), `; ${waited}.`));
  if (a.spans?.length) out.push(...listed(a.spans, false, unix));
  if (a.after?.length) out.push(make("p", {}, texts.then), ...listed(a.after, true, unix));
  return out;
}

/** Spans that are shown at first. */
const FIRST = 5;

/** The spans, or the longest of them and a button that shows all. */
function listed(spans: Span[], after: boolean, unix: number): HTMLElement[] {
  const list = (some: Span[]) => make("ol", { tabIndex: 0 }, ...some.map((s) => line(s, unix)));
  if (spans.length <= FIRST + 1) return [list(spans)];
  const first = list(longest(spans, FIRST));
  const more = make("button", { type: "button" }, texts.showAll(count(spans.length)));
  more.addEventListener("click", () => {
    const all = list(spans);
    first.replaceWith(all);
    head.remove();
    all.focus();
  });
  const head = make("p", { className: "more" }, after ? texts.longestAfter(FIRST, count(spans.length)) : texts.longestOfWait(FIRST, count(spans.length)), " ", more);
  return [head, first];
}

/** The n longest spans, in order of time. */
export function longest<T extends Pick<Span, "from_s" | "to_s">>(spans: T[], n: number): T[] {
  const length = (s: T) => s.to_s - s.from_s;
  const some = new Set([...spans].sort((a, b) => length(b) - length(a)).slice(0, n));
  return spans.filter((s) => some.has(s));
}

function line(s: Span, unix: number): HTMLElement {
  const cause = s.cause + (s.code ? ` (${s.code})` : "");
  return make("li", {}, make("strong", {}, texts.spanFor(moment(s.from_s, unix), duration(s.to_s - s.from_s)), " ", english(cause)), english(`${dated(s, unix).slice(cause.length)}.`));
}

/** The text of a span, with dates in the place of the seconds that it rests on. */
export function dated(s: Span, unix: number): string {
  const seconds = [s, s.grid, s.shared, s.cluster].flatMap((m: Moments | undefined) => [m?.shadow_s, m?.planned_s, m?.begin_s, m?.next_s]).filter((t) => t !== undefined && t > 0);
  return s.text.replace(/\b(at|from|planned for) ([\d,]*\d)/g, (all, word: string, second: string) => {
    const t = seconds.find((t) => t === Number(second.replaceAll(",", "")));
    return t === undefined ? all : `${word} ${englishMoment(t, unix)}`;
  });
}
