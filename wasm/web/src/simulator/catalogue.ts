// What the simulator calls its policies, options and metrics, in the page's language. Sentences that it composes
// are in English in every language.
import { catalogue } from "texts/catalogue";

/** The fields that are texts. */
const SPOKEN = ["title", "doc", "spoken", "source"];

/** The field that is a list of texts. */
const LISTED = "order_titles";

/** What goes back to the simulator as it came. */
const DATA = ["example", "base", "usual"];

/** A text of the simulator, or all texts in an answer, in the page's language where it has them. */
export function inLanguage<T>(of: T): T {
  if (typeof of === "string") return said(of) as T;
  if (Array.isArray(of)) return of.map((v) => (typeof v === "string" ? v : inLanguage(v))) as T;
  if (of === null || typeof of !== "object") return of;
  return Object.fromEntries(Object.entries(of).map(([k, v]) => [k, DATA.includes(k) ? v : k === LISTED ? (v as string[]).map(said) : typeof v === "string" ? (SPOKEN.includes(k) ? said(v) : v) : inLanguage(v)])) as T;
}

/** A text as a whole, by its sentences, or by what commas part; in English where a part of it is in no other language. */
function said(text: string): string {
  const { phrases } = catalogue;
  if (text in phrases) return phrases[text];
  for (const [parted, joint] of [[/(?<=\.) (?=[A-Z])/, " "], [/, /, ", "]] as const) {
    const parts = text.split(parted);
    if (parts.length > 1 && parts.every((p) => p in phrases)) return parts.map((p) => phrases[p]).join(joint);
  }
  return text;
}
