// The texts of tables.
import type { tables as english } from "../en/tables";

export const tables: typeof english = {
  nothing: "nichts",
  and: "und",
  sentTo: "Geschickt nach",
  judged: (name) => `${name} bewertet`,
  splitOver: "Aufgeteilt auf",
  firstLeavesRoom: (name) => `${name} zuerst lässt Platz für`,
  moldedOn: "Verkleinert auf",
  freePower: (name) => `freie Leistung von ${name}`,
  decided: (kind) => `Entschieden (${kind})`,
};
