// What the language is, for numbers and dates.
import type { language as english } from "../en/language";

export const language: typeof english = {
  code: "de",
  numbers: "de-DE",
  dates: "de-DE",
};
