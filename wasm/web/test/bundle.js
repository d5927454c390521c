// The page's modules, for tests without a browser: bundled as they are and imported.
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { temporary } from "./temp.js";

/** Imports what contents exports, TypeScript whose imports are relative to src, with the texts of a language. */
export async function modulesOf(contents, language = "en") {
  const dir = await temporary();
  const outfile = join(dir, "page.mjs");
  const src = new URL("../src/", import.meta.url).pathname;
  // theme.ts and tip.ts ask the document for things when they are loaded.
  const banner = { js: "globalThis.matchMedia ??= () => ({ matches: false }); globalThis.document ??= { getElementById: () => ({}) }; globalThis.ImageData ??= class { constructor(w, h) { this.data = new Uint8ClampedArray(4 * w * h); } };" };
  await build({ stdin: { contents, resolveDir: src, loader: "ts" }, bundle: true, format: "esm", platform: "node", outfile, banner, alias: { texts: join(src, "texts", language) }, logLevel: "error" });
  const modules = await import(pathToFileURL(outfile));
  await rm(dir, { recursive: true });
  return modules;
}

/** Numbers in [0, 1), the same at every call. */
export function stream(seed) {
  return () => (seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff) / 0x80000000;
}
