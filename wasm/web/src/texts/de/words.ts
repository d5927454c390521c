// How sentences of the story tell figures, in minutes.
import { plain } from "../../format";
import type { words as english } from "../en/words";

export const words: typeof english = {
  minutes: (n) => `${plain(n)} Minute${plain(n) === "1" ? "" : "n"}`,
  changes: (a, b) => (plain(a) === plain(b) ? `bleibt bei ${words.minutes(b)}` : `${b < a ? "sinkt" : "steigt"} von ${plain(a)} auf ${words.minutes(b)}`),
  instead: (a, b) => (plain(a) === plain(b) ? `${words.minutes(b)} in beiden Bildern` : `${words.minutes(b)} statt ${plain(a)}`),
  times: (n) => (n === 1 ? "einmal" : n === 2 ? "zweimal" : `${n}-mal`),
  listed: (ids) => `${ids.length === 1 ? "Job" : "Jobs"} ${words.joined(ids.map(String))}`,
  Listed: (ids) => words.listed(ids),
  joined: (all) => (all.length < 2 ? all.join("") : `${all.slice(0, -1).join(", ")} und ${all.at(-1)}`),
};
