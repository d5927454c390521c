// The service worker, sw.js: once it is installed, the page opens and simulates without a network.
// It keeps the files of one build, checked by their hashes, so that it never mixes two. A newer
// build waits beside it until the visitor asks for it.

/** A file of the build. */
interface PageFile {
  /** Its address, relative to the page's. */
  url: string;
  /** How its SHA-256 begins, in hex. */
  hash: string;
}

// Set by the build.
declare const BUILD: string; // the hash of all files
declare const FIRST: PageFile[]; // what the page opens with; "./" is the page itself
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
  addEventListener(type: "message", f: (e: MessageEvent) => void): void;
};

/** Other copies of the page may be on the same host, under other paths. */
const OURS = `backfill ${scope.registration.scope} `;
const CACHE = OURS + BUILD;

const address = (file: PageFile) => new URL(file.url, scope.registration.scope).href;
const page = new URL("./", scope.registration.scope).href;
const later = new Map(LATER.map((f) => [address(f), f]));
const known = new Set([...FIRST, ...LATER].map(address));

scope.addEventListener("install", (e) => e.waitUntil(install()));
scope.addEventListener("activate", (e) => e.waitUntil(activate()));
scope.addEventListener("message", ({ data }) => {
  if (data === "take over") void scope.skipWaiting();
});
scope.addEventListener("fetch", (e) => {
  if (e.request.method !== "GET") return;
  const url = new URL(e.request.url);
  url.hash = "";
  const asked = e.request.mode === "navigate" && (url.pathname === new URL(page).pathname || url.href === `${page}index.html`) ? page : url.href;
  if (known.has(asked)) e.respondWith(answer(asked, e.request));
});

async function install(): Promise<void> {
  const cache = await caches.open(CACHE);
  await Promise.all(FIRST.map(async (f) => keep(cache, f, await fetch(address(f), f.url === "./" ? { cache: "no-cache" } : {}))));
}

/** Removes the files of builds before this one. */
async function activate(): Promise<void> {
  for (const name of await caches.keys()) if (name.startsWith(OURS) && name !== CACHE) await caches.delete(name);
  await scope.clients.claim(); // the page that installed it, so that it keeps what that loads from now on
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
  const sum = new Uint8Array(await crypto.subtle.digest("SHA-256", data));
  const hash = Array.from(sum, (b) => b.toString(16).padStart(2, "0")).join("");
  if (!hash.startsWith(file.hash)) throw new Error(`${file.url} is of another build`);
  await cache.put(address(file), response);
}
