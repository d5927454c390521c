// The texts around terms of the field.
import type { glossary as english } from "../en/glossary";

export const glossary: typeof english = {
  glossary: "Glossar",
  terms: (n) => `Die ${n} Fachwörter, die diese Seite benutzt.`,
  source: (source) => `Quelle: ${source}.`,
  allTerms: "Alle Begriffe",
  close: "Schließen",
};
