// How numbers and verdicts of papers are worded.
import { number } from "../format";
import type { Claimed, NumberClass, Verdict } from "../simulator/protocol";

/** What a verdict means. */
export const VERDICTS: Record<Verdict, string> = {
  same: "within 1 % of the printed number",
  close: "within 10 % of the printed number",
  differs: "more than 10 % from the printed number",
  none: "we have no number",
  inside: "the printed number is within the range of the seeds",
  near: "the printed number is within 10 % of the range of the seeds",
  outside: "the printed number is outside the range of the seeds",
  holds: "our numbers agree with it",
  fails: "our numbers contradict it",
  "by construction": "it could not fail",
  "not testable": "nothing here can decide it",
  undecided: "our numbers do not decide it",
};

/** What a printed number of a class can show. */
export const CLASSES: Record<NumberClass, string> = {
  measured: "measured",
  input: "an input: the paper gives it, and we feed it in",
  construction: "follows from a definition",
  fitted: "we chose something by it",
  ours: "not printed",
  repeat: "compared in another experiment, too",
};

/** A number, or the ends of the interval that it is in. */
export function between(value: number | null | undefined, most: number | null | undefined): string {
  if (value === null || value === undefined) return "–";
  const text = number(value);
  return most === null || most === undefined || most === value ? text : `${text} to ${number(most)}`;
}

/** 3 hold, 1 fails */
export function counted(claims: Claimed[]): string {
  const n = (v: Verdict) => claims.filter((c) => c.verdict === v).length;
  const [held, failed] = [n("holds"), n("fails")];
  const other = claims.length - held - failed;
  const parts = [held > 0 ? `${held} ${held === 1 ? "holds" : "hold"}` : "", failed > 0 ? `${failed} ${failed === 1 ? "fails" : "fail"}` : "", other > 0 ? `${other} not decided` : ""];
  return parts.filter((p) => p !== "").join(", ") || "–";
}
