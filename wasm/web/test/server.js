// A static file server such as the page may find anywhere: it knows no headers
// but the types of files, unless it is told, and has the page under a path of its own.
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { extname, join, normalize } from "node:path";

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm", ".png": "image/png", ".svg": "image/svg+xml", ".webmanifest": "application/manifest+json" };

/** Serves dir under prefix ("/lab/page/"). Resolves to { url, asked, close }; asked are the paths requested. */
export async function serve(dir, prefix, types = TYPES, headers = {}) {
  const asked = [];
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, "http://host");
    asked.push(pathname);
    if (!pathname.startsWith(prefix)) return response.writeHead(404).end();
    const name = normalize(pathname.slice(prefix.length).replace(/(^|\/)$/, "$1index.html"));
    try {
      const data = await readFile(join(dir, name));
      response.writeHead(200, { ...headers, "Content-Type": types[extname(name)] ?? "application/octet-stream" }).end(data);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  server.unref(); // one that a failed test leaves open does not keep the program alive
  const url = `http://127.0.0.1:${server.address().port}${prefix}`;
  return { url, asked, close: () => new Promise((resolve) => (server.closeAllConnections(), server.close(resolve))) };
}
