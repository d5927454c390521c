// A headless Chromium that talks to nobody but the page's server.
import { chromium } from "playwright-core";

/**
 * How long anything is waited for, in ms. Only what hangs takes as long: all waits are for states, which come sooner, also on a
 * machine that does much else.
 */
export const PATIENCE = Number(process.env.PATIENCE ?? 300_000);

/** Pages of one host share a process, unless shared is false, and with it the compiled simulator. */
export async function launch({ shared = true } = {}) {
  const browser = await chromium.launch({
    timeout: PATIENCE,
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
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    context.setDefaultTimeout(PATIENCE);
    return context;
  };
  return browser;
}
