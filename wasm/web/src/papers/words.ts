// How numbers and verdicts of papers are worded.
import { number } from "../format";
import type { ClaimResult, NumberClass, Verdict } from "../simulator/protocol";
import { papers as texts } from "texts/papers";

/** What a verdict means. */
export const VERDICTS: Record<Verdict, string> = {
  same: texts.same,
  close: texts.close,
  differs: texts.differs,
  none: texts.noNumber,
  inside: texts.inside,
  near: texts.near,
  outside: texts.outside,
  holds: texts.holds,
  fails: texts.fails,
  "by construction": texts.couldNotFail,
  "not testable": texts.noDecision,
  undecided: texts.undecided,
};

/** What a printed number of a class can show. */
export const CLASSES: Record<NumberClass, string> = {
  measured: texts.measured,
  input: texts.input,
  construction: texts.construction,
  fitted: texts.fitted,
  ours: texts.notPrinted,
  repeat: texts.repeat,
  derived: texts.derived,
};

/** A number, or the ends of the interval that it is in. */
export function between(value: number | null | undefined, most: number | null | undefined): string {
  if (value === null || value === undefined) return "–";
  const text = number(value);
  return most === null || most === undefined || most === value ? text : texts.to(text, number(most));
}

/** 3 hold, 1 fails */
export function counted(claims: ClaimResult[]): string {
  const n = (v: Verdict) => claims.filter((c) => c.verdict === v).length;
  const [held, failed] = [n("holds"), n("fails")];
  const other = claims.length - held - failed;
  const parts = [...(held > 0 ? [texts.hold(held)] : []), ...(failed > 0 ? [texts.fail(failed)] : []), ...(other > 0 ? [texts.notDecided(other)] : [])];
  return parts.join(", ") || "–";
}
