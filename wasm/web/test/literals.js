// The literals of a module's strings, without a parser of TypeScript: enough of its grammar to tell strings,
// templates, comments and regular expressions apart.

/**
 * All string and template literals of a source text, in order: where each stands, its text with "¤" for what
 * a template inserts, what it inserts, and the code before it on its line. Literals inside of templates are listed, too.
 */
export function literals(source) {
  const out = [];
  let at = 0;
  let before = ""; // the last token that was no space, to tell a division from a regular expression

  const word = /[\w$)\]]/;

  /** Reads code until the end, or until the brace that closes a template's insertion. */
  function code(inTemplate) {
    let depth = 0;
    while (at < source.length) {
      const c = source[at];
      if (inTemplate && depth === 0 && c === "}") return;
      if (source.startsWith("//", at)) at = ends(source.indexOf("\n", at));
      else if (source.startsWith("/*", at)) at = ends(source.indexOf("*/", at) + 2);
      else if (c === '"' || c === "'") string(c);
      else if (c === "`") template();
      else if (c === "/" && !(word.test(before.at(-1) ?? "") && !/\b(?:return|typeof|case|in|of)$/.test(before))) regex();
      else {
        if (c === "{") depth++;
        if (c === "}") depth--;
        if (!/\s/.test(c)) before = word.test(c) && word.test(source[at - 1] ?? "") ? before + c : c;
        at++;
      }
    }
  }

  const ends = (index) => (index < 0 ? source.length : index);

  function note(start, text, inserted) {
    const line = source.lastIndexOf("\n", start - 1) + 1;
    out.push({ start, end: at, line: source.slice(0, start).split("\n").length, text, inserted, before: source.slice(line, start), module: /\b(?:from|import)\s*\(?\s*$/.test(source.slice(line, start)) });
    before = '"';
  }

  function string(quote) {
    const start = at++;
    while (at < source.length && source[at] !== quote) at += source[at] === "\\" ? 2 : 1;
    at++;
    note(start, source.slice(start + 1, at - 1), []);
  }

  function template() {
    const start = at++;
    const inserted = [];
    let text = "";
    while (at < source.length && source[at] !== "`") {
      if (source.startsWith("${", at)) {
        const from = (at += 2);
        before = "{";
        code(true);
        inserted.push(source.slice(from, at++));
        text += "¤";
      } else {
        const length = source[at] === "\\" ? 2 : 1;
        text += source.slice(at, at + length);
        at += length;
      }
    }
    at++;
    note(start, text, inserted);
  }

  function regex() {
    let inClass = false;
    for (at++; at < source.length && (inClass || source[at] !== "/") && source[at] !== "\n"; at++) {
      if (source[at] === "\\") at++;
      else if (source[at] === "[") inClass = true;
      else if (source[at] === "]") inClass = false;
    }
    at++;
    before = ")";
  }

  code(false);
  return out.sort((a, b) => a.start - b.start);
}
