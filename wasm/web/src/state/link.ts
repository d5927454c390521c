// A link holds all that is chosen: #MODE?NAME=VALUE&..., with what is as at first left out. A long one is
// compressed, as #MODE?z=... . What a link says is checked as any input is.
import type { RuleBase, Site } from "../simulator/protocol";
import { MODES, NOTHING_TRIED, UNCHOSEN, type Changes, type Choices, type FileRef, type GridChoice, type Mode, type PolicyChoice } from "./state";
import { state as texts } from "texts/state";

/** Links longer than this, in characters, are compressed. */
const LONG = 1000;

/** What a compressed link may unpack to, in bytes. */
const MOST = 1 << 22;

/** A link is longer than browsers and mail programs carry; it then lacks one's own rule bases. */
const TOO_LONG = 30_000;

/** How a choice is written in a link, and read. Reading throws an Error for what cannot be. */
interface Coder<T> {
  write(v: T): string;
  read(text: string): T;
}

const text: Coder<string> = { write: (v) => v, read: (v) => v };
const flag: Coder<boolean> = { write: (v) => (v ? "yes" : "no"), read: (v) => v === "yes" };

/** A number as it is typed, or nothing. */
const typed: Coder<string> = {
  write: (v) => v,
  read: (v) => {
    if (v !== "" && !Number.isFinite(Number(v))) throw new Error(texts.noNumber(v));
    return v;
  },
};

const file: Coder<FileRef | null> = {
  write: (f) => (f ? `${f.name}~${f.sha256}` : ""),
  read: (v) => {
    const m = /^(.{1,255})~([0-9a-f]{64})$/s.exec(v);
    if (!m) throw new Error(texts.noFile(v));
    return { name: m[1], sha256: m[2] };
  },
};

const zoom: Coder<[number, number] | null> = {
  write: (z) => (z ? z.join("..") : ""),
  read: (v) => {
    const [from, to] = v.split("..").map(Number);
    if (!Number.isFinite(from) || !Number.isFinite(to) || to <= from) throw new Error(texts.noTime(v));
    return [from, to];
  },
};

function json<T>(ok: (v: unknown) => T): Coder<T> {
  return { write: (v) => JSON.stringify(v), read: (v) => ok(JSON.parse(v)) };
}

function isRecord(v: unknown): v is Record<string, unknown> {
  return typeof v === "object" && v !== null && !Array.isArray(v);
}

function strings(v: unknown): Record<string, string> {
  if (!isRecord(v) || Object.values(v).some((x) => typeof x !== "string")) throw new Error(texts.noPolicies);
  return v as Record<string, string>;
}

function site(v: unknown): Site {
  const ok = isRecord(v) && typeof v.name === "string" && typeof v.procs === "number" && [v.speed, v.load].every((x) => x === undefined || typeof x === "number");
  if (!ok || (v.from !== undefined && !(Array.isArray(v.from) && v.from.every((n) => typeof n === "string")))) throw new Error(texts.noSite);
  return v as unknown as Site;
}

const grid = json<GridChoice | null>((v) => {
  if (!isRecord(v) || typeof v.home !== "string" || !Array.isArray(v.sites) || v.sites.length > 64) throw new Error(texts.noGrid);
  return { home: v.home, sites: v.sites.map(site), options: strings(v.options ?? {}) };
});

const changes = json<Changes>((v) => {
  if (!isRecord(v)) throw new Error(texts.noChanges);
  const { values, ...rest } = { ...NOTHING_TRIED, ...v } as Changes;
  return { values: strings(values), add: "", like: "", other: "", ...strings(rest) };
});

const rules = json<RuleBase[]>((v) => {
  if (!Array.isArray(v) || v.some((b) => !isRecord(b) || typeof b.name !== "string")) throw new Error(texts.noRules);
  return v as RuleBase[];
});

/** Names parted by blanks, - before those that are listed and not ticked. */
const policies: Coder<PolicyChoice> = {
  write: ({ shown, ticked }) => [...ticked.map(encodeURIComponent), ...shown.filter((p) => !ticked.includes(p)).map((p) => `-${encodeURIComponent(p)}`)].join(" "),
  read: (v) => {
    const all = v.split(" ").filter((p) => p !== "").map(decodeURIComponent);
    return { shown: all.map((p) => p.replace(/^-/, "")), ticked: all.filter((p) => !p.startsWith("-")) };
  },
};

const CODERS: { [K in Exclude<keyof Choices, "mode" | "policies" | "workloads">]: Coder<Choices[K]> } = {
  log: file, model: json(strings), procs: typed, shrink: typed, overrun: text, width: text, grid, shared: json(strings), cluster: file, awaitsLog: flag,
  changes, rules, zoom, colouring: text, waitsBy: text, allMetrics: flag, sql: text, compare: json(strings),
};

const NAMES = Object.keys(CODERS) as (keyof typeof CODERS)[];

/** The names and values of a link, in a fixed order. */
function write(c: Choices): string {
  const out = new URLSearchParams();
  const of = (name: string, mode: Mode) => (mode === c.mode ? name : `${name}.${mode}`);
  for (const mode of MODES) {
    const [workload, list] = [c.workloads[mode], c.policies[mode]];
    if (workload && !(c.log && mode === c.mode)) out.set(of("workload", mode), workload);
    if (list) out.set(of("policies", mode), policies.write(list));
  }
  for (const name of NAMES) {
    const [v, usual] = [c[name], UNCHOSEN[name]];
    if (JSON.stringify(v) !== JSON.stringify(usual)) out.set(name, (CODERS[name] as Coder<unknown>).write(v));
  }
  return out.toString();
}

/** The hash of a link, with #. */
export async function hashOf(c: Choices): Promise<string> {
  const words = write(c);
  if (words === "") return `#${c.mode}`;
  const packed = `#${c.mode}?${await squeezed(words)}`;
  return packed.length <= TOO_LONG || c.rules.length === 0 ? packed : hashOf({ ...c, rules: [] });
}

/** The mode that a hash names, if it names one. */
export function modeIn(hash: string): Mode | undefined {
  const name = /^#?([a-z]*)/.exec(hash)![1];
  return MODES.find((m) => m === name);
}

/** The choices in a hash, and a sentence for each that cannot be read; undefined if it is no link of this page, or names a mode only. */
export async function choicesIn(hash: string): Promise<{ choices: Choices; wrong: string[] } | undefined> {
  const mode = modeIn(hash);
  const at = hash.indexOf("?");
  if (!mode || at < 0) return undefined;
  const choices: Choices = { ...UNCHOSEN, mode };
  const wrong: string[] = [];
  let given: URLSearchParams;
  try {
    given = await unsqueezed(hash.slice(at + 1));
  } catch {
    return { choices, wrong: [texts.cutOff] };
  }
  for (const [name, value] of given) {
    try {
      const [list, of] = name.split(".") as [string, Mode | undefined];
      if ((list === "workload" || list === "policies") && (!of || MODES.includes(of))) {
        if (list === "workload") choices.workloads = { ...choices.workloads, [of ?? mode]: workload(value) };
        else choices.policies = { ...choices.policies, [of ?? mode]: policies.read(value) };
      } else if (name in CODERS) Object.assign(choices, { [name]: CODERS[name as keyof typeof CODERS].read(value) });
      else throw new Error(texts.unknown);
    } catch (e) {
      wrong.push(texts.partLeftOut(name.slice(0, 40), (e as Error).message.slice(0, 200)));
    }
  }
  return { choices, wrong };
}

function workload(v: string): string {
  if (!/^(builtin|example|model):[\w-]{1,40}$/.test(v)) throw new Error(texts.noWorkload(v));
  return v;
}

/** Names and values as links have them: long ones are compressed. */
export async function squeezed(words: string): Promise<string> {
  return words.length <= LONG ? words : `z=${await pack(words)}`;
}

/** What squeezed was given. It throws an Error for what is cut off. */
export async function unsqueezed(words: string): Promise<URLSearchParams> {
  const given = new URLSearchParams(words);
  return given.has("z") ? new URLSearchParams(await unpack(given.get("z")!)) : given;
}

async function pack(words: string): Promise<string> {
  const bytes = await through(new TextEncoder().encode(words), new CompressionStream("deflate-raw"), Infinity);
  return btoa(Array.from(bytes, (b) => String.fromCharCode(b)).join("")).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

async function unpack(packed: string): Promise<string> {
  const bytes = Uint8Array.from(atob(packed.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));
  return new TextDecoder("utf-8", { fatal: true }).decode(await through(bytes, new DecompressionStream("deflate-raw"), MOST));
}

async function through(bytes: Uint8Array<ArrayBuffer>, stream: CompressionStream | DecompressionStream, most: number): Promise<Uint8Array> {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts: Uint8Array[] = [];
  let n = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    if ((n += value.length) > most) throw new Error(texts.tooMuch);
  }
  const out = new Uint8Array(n);
  let at = 0;
  for (const p of parts) {
    out.set(p, at);
    at += p.length;
  }
  return out;
}
