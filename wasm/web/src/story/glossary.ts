// Terms of the field in texts, each with its entry behind it, and the list of all.
import { glossary as texts } from "texts/glossary";
import { make } from "../dom";
import { pieces, TERMS, type Term } from "../terms";

/** A text whose terms lead to their entries; those in `seen` are left as they are, and the others are added to it. */
export function withTerms(text: string, seen?: Set<string>): Node[] {
  return pieces(text, seen).map((p) => (p.term ? linked(p.term, p.text) : document.createTextNode(p.text)));
}

/** A link to a term's entry; a click shows it where one reads. */
export function linked(term: Term, text: string): HTMLAnchorElement {
  const a = make("a", { className: "term", href: `#glossary/${term.key}` }, text);
  a.addEventListener("click", (e) => {
    if (e.ctrlKey || e.metaKey || e.shiftKey) return; // a tab of its own
    e.preventDefault();
    show(term, a);
  });
  return a;
}

/** Marks the terms in headings and notes that stand in the page, each once in its section. */
export function markTerms(root: ParentNode): void {
  const known = new Map<Element | null, Set<string>>();
  for (const e of root.querySelectorAll("h2, p.note:not([id])")) {
    const section = e.closest("section");
    const seen = known.get(section) ?? new Set();
    known.set(section, seen);
    for (const n of [...e.childNodes]) if (n instanceof Text) n.replaceWith(...withTerms(n.data, seen));
  }
}

let dialog: HTMLDialogElement | undefined;

function show(term: Term, from: HTMLElement): void {
  if (!dialog) {
    dialog = make("dialog", { id: "term" });
    dialog.setAttribute("aria-labelledby", "term-title");
    document.body.append(dialog);
    dialog.addEventListener("click", (e) => {
      if (e.target === dialog || (e.target as Element).closest("a")) dialog?.close();
    });
  }
  const all = make("a", { href: `#glossary/${term.key}` }, texts.allTerms);
  const close = make("form", { method: "dialog" }, all, " ", make("button", { autofocus: true }, texts.close));
  dialog.replaceChildren(make("h2", { id: "term-title" }, term.name), make("p", {}, term.text), ...sourced(term), close);
  dialog.onclose = () => from.focus();
  dialog.showModal();
}

function sourced(term: Term): HTMLElement[] {
  return term.source ? [make("p", { className: "note" }, texts.source(term.source))] : [];
}

/** All terms. */
export function glossary(): HTMLElement {
  const list = make("dl", {});
  for (const t of TERMS) {
    const name = make("dt", { id: `term-${t.key}` }, t.name);
    name.tabIndex = -1;
    list.append(name, make("dd", {}, make("p", {}, t.text), ...sourced(t)));
  }
  return make("section", { id: "glossary", className: "part" }, make("h2", { tabIndex: -1 }, texts.glossary), make("p", { className: "note" }, texts.terms(TERMS.length)), list);
}
