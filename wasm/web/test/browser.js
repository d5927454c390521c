// A headless Chromium that talks to nobody but the page's server.
import { chromium } from "playwright-core";

export function launch() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--process-per-site", // pages share the compiled simulator
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--no-first-run",
      "--host-resolver-rules=MAP plain.example 127.0.0.1", // a host without HTTPS
    ],
  });
}
