// The texts around terms of the field.

export const glossary = {
  glossary: "Glossary",
  terms: (n: number) => `The ${n} words of the field that this page uses.`,
  source: (source: string) => `Source: ${source}.`,
  allTerms: "All terms",
  close: "Close",
};
