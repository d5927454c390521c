// A headless Chromium that talks to nobody but the page's server.
import { chromium } from "playwright-core";

/** Pages of one host share a process, unless shared is false, and with it the compiled simulator. */
export function launch({ shared = true } = {}) {
  return chromium.launch({
    executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
    args: [
      "--no-sandbox",
      "--disable-gpu",
      ...(shared ? ["--process-per-site"] : []),
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--no-first-run",
      "--host-resolver-rules=MAP plain.example 127.0.0.1", // a host without HTTPS
    ],
  });
}
