// Which modules of the page import which, types included.
import { readFile, readdir } from "node:fs/promises";
import { dirname, join, normalize } from "node:path";

/** The rooms of src in their order: a room's modules import those of their own and of earlier ones. */
export const ORDER = [["texts", "dom", "format", "sha256", "terms", "tip"], ["simulator"], ["state", "tables"], ["charts"], ["forms", "results"], ["scene"], [], ["main"]];

/** Rooms that are not named stand before main. */
export function rank(room) {
  const at = ORDER.findIndex((rooms) => rooms.includes(room));
  return at < 0 ? ORDER.length - 2 : at;
}

/** The room of a module: its folder, or its own name. */
export const roomOf = (module) => module.split("/")[0];

/** The modules of a folder and the modules that each imports: Map of names without ending. */
export async function modules(src) {
  const graph = new Map();
  for (const file of await readdir(src, { recursive: true })) {
    if (!file.endsWith(".ts") || file.endsWith(".d.ts")) continue;
    const name = file.slice(0, -".ts".length);
    const text = await readFile(join(src, file), "utf8");
    const imports = [...text.matchAll(/\b(?:from|import)\s*\(?\s*"((?:\.|texts\/)[^"]*)"/g)].map((m) => m[1]);
    // texts/X are those of the page's language; English ones are for the types.
    graph.set(name, imports.map((m) => (m.startsWith(".") ? normalize(join(dirname(name), m)) : m.replace("texts/", "texts/en/"))));
  }
  return graph;
}

/** A circle of imports, or undefined. */
export function circle(graph) {
  const done = new Set();
  const visit = (name, path) => {
    if (path.includes(name)) return [...path.slice(path.indexOf(name)), name];
    if (done.has(name)) return undefined;
    for (const next of graph.get(name) ?? []) {
      const found = visit(next, [...path, name]);
      if (found) return found;
    }
    done.add(name);
  };
  for (const name of graph.keys()) {
    const found = visit(name, []);
    if (found) return found;
  }
}

/** Imports against the order, as "a imports b". */
export function against(graph) {
  const out = [];
  for (const [name, imports] of graph) {
    const [room, at] = [roomOf(name), rank(roomOf(name))];
    for (const other of imports) {
      // The tools are single files, which may use each other; rooms that stand side by side may not.
      const tools = at === 0 && rank(roomOf(other)) === 0;
      if (roomOf(other) !== room && !tools && rank(roomOf(other)) >= at) out.push(`${name} imports ${other}`);
    }
  }
  return out.sort();
}
