// The service worker, sw.js: once it is installed, the page opens and simulates without a network.
// It keeps the files of one build, checked by their hashes, so that it never mixes two. A newer
// build waits beside it until the visitor asks for it.
import { sha256 } from "../sha256";

/** A file of the build. */
interface PageFile {
  /** Its address, relative to the page's. */
  url: string;
  /** How its SHA-256 begins, in hex. */
  hash: string;
}

// Set by the build.
declare const BUILD: string; // the hash of all files
declare const FIRST: PageFile[]; // what the page opens with in every language
declare const PAGES: Record<string, PageFile[]>; // the page in each language, by its address, with what only it opens with
declare const LATER: PageFile[]; // kept when they are first wanted

interface Waiting extends Event {
  waitUntil(done: Promise<unknown>): void;
}

interface Fetching extends Event {
  request: Request;
  respondWith(response: Promise<Response>): void;
}

const scope = globalThis as unknown as {
  registration: { scope: string };
  clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: "install" | "activate", f: (e: Waiting) => void): void;
  addEventListener(type: "fetch", f: (e: Fetching) => void): void;
  addEventListener(type: "message", f: (e: MessageEvent & Waiting) => void): void;
};

/** Other copies of the page may be on the same host, under other paths. */
const OURS = `backfill ${scope.registration.scope} `;
const CACHE = OURS + BUILD;

const absolute = (url: string) => new URL(url, scope.registration.scope).href;
const address = (file: PageFile) => absolute(file.url);
const page = absolute("./");
const later = new Map([...LATER, ...Object.values(PAGES).flat()].map((f) => [address(f), f]));
const known = new Set([...FIRST.map(address), ...later.keys()]);

scope.addEventListener("install", (e) => e.waitUntil(install()));
scope.addEventListener("activate", (e) => e.waitUntil(activate()));
scope.addEventListener("message", (e) => {
  if (e.data === "take over") void scope.skipWaiting();
  else if (Array.isArray(e.data)) e.waitUntil(keepLoaded(e.data as unknown[]));
});
scope.addEventListener("fetch", (e) => {
  if (e.request.method !== "GET") return;
  const url = new URL(e.request.url);
  url.hash = "";
  const asked = (e.request.mode === "navigate" && pageAt(url.href)) || url.href;
  // What is kept has the headers of the page that no frame may hold: a scene alone comes from the server while there is one.
  if (e.request.mode === "navigate" && url.searchParams.has("bare")) e.respondWith(fetch(e.request).catch(() => answer(asked, e.request)));
  else if (known.has(asked)) e.respondWith(answer(asked, e.request));
});

/** The page that an address leads to, if it is one. */
function pageAt(href: string): string | undefined {
  const { origin, pathname } = new URL(href);
  const plain = origin + pathname;
  return plain === `${page}index.html` ? page : Object.keys(PAGES).map(absolute).find((p) => p === plain);
}

/** Keeps what the page opens with, in every language: the texts of one more are small beside the simulator. */
async function install(): Promise<void> {
  const cache = await caches.open(CACHE);
  const wanted = [...FIRST, ...Object.values(PAGES).flat()];
  await Promise.all(wanted.map(async (f) => keep(cache, f, await fetch(address(f), f.url in PAGES ? { cache: "no-cache" } : {}))));
}

/** Removes the files of builds before this one. */
async function activate(): Promise<void> {
  for (const name of await caches.keys()) if (name.startsWith(OURS) && name !== CACHE) await caches.delete(name);
  await scope.clients.claim(); // the page that installed it, so that it keeps what that loads from now on
}

/** Keeps what a page loaded before there was somebody to keep it. */
async function keepLoaded(urls: unknown[]): Promise<void> {
  const cache = await caches.open(CACHE);
  await Promise.all(urls.map(async (url) => {
    const file = later.get(String(url));
    if (file && !(await cache.match(address(file)))) await keep(cache, file, await fetch(address(file))).catch(() => {});
  }));
}

async function answer(url: string, request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(url);
  if (kept) return kept;
  const response = await fetch(request);
  const file = later.get(url);
  // One that cannot be kept, for want of room or because it is of another build, is still an answer.
  if (file && response.ok) await keep(cache, file, response.clone()).catch(() => {});
  return response;
}

async function keep(cache: Cache, file: PageFile, response: Response): Promise<void> {
  if (!response.ok) throw new Error(`${file.url}: the server answered ${response.status}`);
  const data = await response.clone().arrayBuffer();
  const hash = await sha256(data);
  if (!hash.startsWith(file.hash)) throw new Error(`${file.url} is of another build`);
  await cache.put(address(file), response);
}
