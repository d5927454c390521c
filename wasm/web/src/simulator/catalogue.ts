// What the simulator calls its policies, options and metrics, in the page's language. Sentences that it composes
// are in English in every language.
import { catalogue } from "texts/catalogue";
import type { Choice } from "./protocol";

/** What is said of a policy. */
export type Said = Choice & { spoken?: string };

/** The fields that are texts. */
const SPOKEN = ["title", "doc", "spoken", "source", "on"];

/** The field that is a list of texts. */
const LISTED = "order_titles";

/** What stays as it came: what goes back to the simulator, and by which rules rows of a log were changed, which is English everywhere. */
const DATA = ["example", "base", "usual", "counts"];

/** A text of the simulator, or all texts in an answer, in the page's language where it has them. */
export function inLanguage<T>(of: T): T {
  if (typeof of === "string") return said(of) as T;
  if (Array.isArray(of)) return of.map((v) => (typeof v === "string" ? v : inLanguage(v))) as T;
  if (of === null || typeof of !== "object") return of;
  return Object.fromEntries(Object.entries(of).map(([k, v]) => [k, DATA.includes(k) ? v : k === LISTED ? (v as string[]).map(said) : typeof v === "string" ? (SPOKEN.includes(k) ? said(v) : v) : inLanguage(v)])) as T;
}

/** What parts texts that the simulator puts together: sentences, then smaller parts. */
const PARTED = [/(?<=\.)( )(?=[A-Z0-9])/, /(; )/, /(: )/, /(, )/];

/** A text as a whole or by its parts; in English where one of them is in no other language. */
function said(text: string): string {
  return whole(text.replace(/ Options? after a colon[\s\S]*$/, "")) ?? text;
}

function whole(text: string): string | undefined {
  const phrase = phraseOf(text.replace(/(?<!\.)\.$/, ""));
  if (phrase !== undefined) return text.endsWith(".") ? `${phrase}.` : phrase;
  for (const parted of PARTED) {
    const parts = text.split(parted); // with what stands between them
    if (parts.length === 1) continue;
    const all = parts.map((p, i) => (i % 2 === 1 ? p : whole(p)));
    if (all.every((p) => p !== undefined)) return all.join("");
  }
  return undefined;
}

/** The phrase, which may stand at the beginning of a sentence. */
function phraseOf(text: string): string | undefined {
  const { phrases } = catalogue;
  if (Object.hasOwn(phrases, text)) return phrases[text];
  const small = text.charAt(0).toLowerCase() + text.slice(1);
  return Object.hasOwn(phrases, small) ? phrases[small].charAt(0).toUpperCase() + phrases[small].slice(1) : undefined;
}
