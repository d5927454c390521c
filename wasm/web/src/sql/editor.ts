// The editor of queries: CodeMirror, with the tables and columns there are. It stands in a shadow
// root, into which CodeMirror's styles come without a style element, which the page's policy forbids.
import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap, completionStatus, type Completion, type CompletionContext, type CompletionResult } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { sql, SQLDialect } from "@codemirror/lang-sql";
import { bracketMatching, HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { Compartment, EditorState, Prec } from "@codemirror/state";
import { EditorView, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { sql as texts } from "texts/sql";
import { quoted } from "./statements";

/** A table as completion knows it. */
export interface Known {
  name: string;
  columns: { name: string; detail: string; doc: string }[];
}

/** The words of DuckDB that questions need; policy, a keyword elsewhere, is a column here. */
const DuckDB = SQLDialect.define({
  keywords: "select from where group by having order limit offset with recursive as on using join left right full outer inner cross natural asof lateral " +
    "union all except intersect distinct case when then else end and or not in is null like ilike between exists any some create table view replace temp " +
    "drop insert into values update set delete describe summarize show explain pragma copy to asc desc nulls first last over partition rows range preceding " +
    "following unbounded current row filter qualify window pivot unpivot exclude sample interval cast try_cast true false",
  types: "integer bigint hugeint double decimal varchar boolean date timestamp",
  builtin: "avg sum count min max median quantile_cont stddev any_value list arg_min arg_max abs ceil floor round pow sqrt log2 log10 ln exp greatest least " +
    "coalesce nullif lead lag rank row_number ntile unnest generate_series length lower upper strftime to_timestamp read_parquet read_csv_auto",
  doubleDollarQuotedStrings: true,
});

const look = EditorView.theme({
  "&": { color: "var(--ink)", backgroundColor: "var(--surface)", border: "1px solid var(--line)", borderRadius: "6px", fontSize: ".92rem" },
  "&.cm-focused": { outline: "2px solid var(--accent)", outlineOffset: "2px" },
  ".cm-scroller": { fontFamily: "ui-monospace, monospace", lineHeight: "1.5", minHeight: "8.5rem", maxHeight: "26rem" },
  ".cm-content": { caretColor: "var(--ink)", padding: ".5rem 0" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, ::selection": { backgroundColor: "color-mix(in srgb, var(--accent) 30%, transparent) !important" },
  ".cm-gutters": { backgroundColor: "var(--page)", color: "var(--faint)", border: "0", borderRadius: "6px 0 0 6px" },
  ".cm-matchingBracket": { backgroundColor: "var(--grid) !important", outline: "1px solid var(--faint)" },
  ".cm-tooltip": { backgroundColor: "var(--surface)", color: "var(--ink)", border: "1px solid var(--line)", borderRadius: "6px" },
  ".cm-tooltip-autocomplete > ul": { fontFamily: "ui-monospace, monospace", fontSize: ".86rem" },
  ".cm-tooltip-autocomplete > ul > li": { minHeight: "1.6rem", lineHeight: "1.6rem" },
  ".cm-tooltip-autocomplete > ul > li[aria-selected]": { backgroundColor: "var(--accent)", color: "var(--accent-ink)" },
  ".cm-completionDetail": { fontStyle: "normal", opacity: ".8" },
  ".cm-completionInfo": { maxWidth: "20rem", fontSize: ".84rem" },
});

const colours = HighlightStyle.define([
  { tag: tags.keyword, color: "var(--accent)", fontWeight: "600" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--sql-text)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--sql-number)" },
  { tag: tags.standard(tags.name), color: "var(--sql-name)" },
  { tag: tags.comment, color: "var(--faint)", fontStyle: "italic" },
]);

/**
 * Replaces what is selected by what is typed. Left to itself, Chromium keeps the look of what it replaces
 * in a style attribute, which the page's policy forbids.
 */
function typeOver(e: InputEvent, view: EditorView): boolean {
  const { main } = view.state.selection;
  if (e.inputType !== "insertText" || e.data === null || main.empty || view.composing) return false;
  const text = e.data;
  const insert = () => view.state.update(view.state.replaceSelection(text), { userEvent: "input.type", scrollIntoView: true });
  if (!view.state.facet(EditorView.inputHandler).some((h) => h(view, main.from, main.to, text, insert))) view.dispatch(insert());
  return true;
}

export class Editor {
  private readonly view: EditorView;
  private readonly language = new Compartment();
  private known: Known[] = [];

  constructor(
    host: HTMLElement,
    text: string,
    run: () => void,
    leave: () => void,
    changed: (text: string) => void,
  ) {
    const root = host.attachShadow({ mode: "open" });
    const keys = Prec.highest(keymap.of([
      { key: "Mod-Enter", run: () => (run(), true) },
      { key: "Escape", run: (v) => completionStatus(v.state) === null && (leave(), true) },
    ]));
    this.view = new EditorView({
      root,
      parent: root,
      state: EditorState.create({
        doc: text,
        extensions: [
          keys,
          lineNumbers(),
          history(),
          bracketMatching(),
          closeBrackets(),
          autocompletion({ icons: false }),
          keymap.of([...closeBracketsKeymap, ...completionKeymap, ...historyKeymap, ...defaultKeymap]),
          this.language.of(this.dialect()),
          syntaxHighlighting(colours),
          look,
          EditorView.lineWrapping,
          EditorView.domEventHandlers({ beforeinput: typeOver }),
          EditorView.contentAttributes.of({ "aria-label": texts.editor, spellcheck: "false", autocapitalize: "off" }),
          EditorView.updateListener.of((u) => u.docChanged && changed(this.text)),
        ],
      }),
    });
  }

  get text(): string {
    return this.view.state.doc.toString();
  }

  set text(text: string) {
    if (text !== this.text) this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text } });
  }

  focus(): void {
    this.view.focus();
  }

  /** Puts the cursor to a line and column, from 1. */
  goTo(line: number, column: number): void {
    const { doc } = this.view.state;
    if (line > doc.lines) return;
    const at = doc.line(line);
    this.view.dispatch({ selection: { anchor: Math.min(at.from + column - 1, at.to) }, scrollIntoView: true });
  }

  /** Offers these tables and columns from now on. */
  offer(known: Known[]): void {
    this.known = known;
    this.view.dispatch({ effects: this.language.reconfigure(this.dialect()) });
  }

  destroy(): void {
    this.view.destroy();
  }

  private dialect() {
    const schema = Object.fromEntries(this.known.map((t) => [t.name, t.columns.map(completion)]));
    return [sql({ dialect: DuckDB, schema }), DuckDB.language.data.of({ autocomplete: (c: CompletionContext) => this.columns(c) })];
  }

  /** Columns without their table's name: of the tables that the query names, or of all. */
  private columns(context: CompletionContext): CompletionResult | null {
    const word = context.matchBefore(/[\w"]+/);
    if (!word || context.state.sliceDoc(word.from - 1, word.from) === ".") return null;
    const named = this.known.filter((t) => new RegExp(`\\b${t.name}\\b`).test(this.text));
    const options = new Map((named.length > 0 ? named : this.known).flatMap((t) => t.columns).map((c) => [c.name, completion(c)]));
    const inQuotes = word.text.startsWith('"');
    if (inQuotes) for (const [name, option] of options) options.set(name, { ...option, apply: name });
    return { from: word.from + Number(inQuotes), options: [...options.values()], validFor: /^[\w"]*$/ };
  }
}

function completion(c: Known["columns"][number]): Completion {
  return { label: quoted(c.name), type: "property", detail: c.detail, info: c.doc || undefined, boost: 1 };
}
