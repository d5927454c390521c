// The papers take the laboratory's place while the address begins with #papers.
import { byID, make, showError } from "../dom";
import type { Client } from "../simulator/client";
import type { Paper } from "../simulator/protocol";
import type { PapersPage } from "./page";
import { placeOf } from "./place";

/** Opens and closes the papers as the address says. Code and record are loaded when they are opened first. */
export function followPapers(computer: Client, catalogue: string): void {
  const box = byID("papers");
  const link = byID("modes").parentElement!.querySelector<HTMLAnchorElement>('a[href="#papers"]')!;
  let showing: Promise<PapersPage> | undefined;
  const load = async () => {
    box.replaceChildren(make("p", { className: "note" }, "Fetching the record…"));
    const [{ PapersPage }, papers] = await Promise.all([import("./page"), fetchPapers(catalogue)]);
    return new PapersPage(box, computer, papers);
  };
  const follow = () => {
    const at = placeOf(location.hash);
    if (at) {
      document.body.dataset.page = "papers";
      link.setAttribute("aria-current", "page");
    } else link.removeAttribute("aria-current");
    if (!at) return void showing?.then((page) => page.close(), () => {});
    for (const a of document.querySelectorAll("#pages a")) if (a !== link) a.removeAttribute("aria-current");
    showing ??= load();
    showing.then((page) => {
      const now = placeOf(location.hash);
      if (now) page.show(now);
    }, (e: Error) => {
      showing = undefined;
      const error = make("p", { className: "error" });
      showError(error, `The papers could not be loaded: ${e.message}. Reload the page to try again.`);
      box.replaceChildren(error);
    });
  };
  addEventListener("hashchange", follow);
  addEventListener("popstate", follow);
  // A click on the mode that is chosen already changes no address by itself.
  byID("modes").addEventListener("click", (e) => {
    const a = (e.target as Element).closest("a");
    if (!a || !placeOf(location.hash) || e.ctrlKey || e.metaKey || e.shiftKey) return;
    e.preventDefault();
    e.stopImmediatePropagation();
    location.hash = a.hash;
  }, true);
  follow();
}

async function fetchPapers(address: string): Promise<Paper[]> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`the server answered ${response.status} for ${address}`);
  return (await response.json()) as Paper[];
}
