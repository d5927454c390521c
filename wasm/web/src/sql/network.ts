// The database asks nobody but the page's own server, whatever a query names. The policy of the
// page does not hold in its worker where a server sends no headers.
const OTHER = "this page reads nothing from other hosts: save the file, then choose it here";

function check(url: string | URL): void {
  if (new URL(url, location.href).origin !== location.origin) throw new Error(OTHER);
}

const open = XMLHttpRequest.prototype.open;
XMLHttpRequest.prototype.open = function (this: XMLHttpRequest, method: string, url: string | URL, ...rest: unknown[]) {
  check(url);
  (open as (...args: unknown[]) => void).call(this, method, url, ...rest);
} as typeof open;

const ask = globalThis.fetch;
globalThis.fetch = async (what, options) => {
  check(what instanceof Request ? what.url : what);
  return ask(what, options);
};

export {};
