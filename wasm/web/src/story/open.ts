// The story and the glossary take the laboratory's place while the address begins with #learn or #glossary.
import { byID, make, showError } from "../dom";
import type { Client } from "../simulator/client";
import type { Description } from "../simulator/protocol";
import type { StoryPage } from "./page";
import { placeOf } from "./place";

/** Opens and closes the story as the address says. Its code is loaded when it is opened first. */
export function followStory(simulator: Client, about: Promise<Description>): void {
  const box = byID("story");
  let showing: Promise<StoryPage> | undefined;
  const load = async () => {
    box.replaceChildren(make("p", { className: "note" }, "Starting the simulator…"));
    const [{ StoryPage }, described] = await Promise.all([import("./page"), about]);
    return new StoryPage(box, simulator, described);
  };
  const follow = () => {
    const at = placeOf(location.hash);
    if (at) document.body.dataset.page = at.page;
    else delete document.body.dataset.page;
    for (const a of document.querySelectorAll<HTMLAnchorElement>("#pages a")) {
      if (at) a.setAttribute("aria-current", "page");
      else a.removeAttribute("aria-current");
    }
    if (!at) return void showing?.then((page) => page.close(), () => {});
    showing ??= load();
    showing.then((page) => {
      const now = placeOf(location.hash);
      if (now) page.show(now);
    }, (e: Error) => {
      showing = undefined;
      const error = make("p", { className: "error" });
      showError(error, `The story could not be loaded: ${e.message}. Reload the page to try again.`);
      box.replaceChildren(error);
    });
  };
  addEventListener("hashchange", follow);
  addEventListener("popstate", follow); // an address of the laboratory that comes back without a new hash
  // A click on a mode, whose handler changes no address while the mode stays the same, leads back to the laboratory.
  byID("modes").addEventListener("click", (e) => {
    const a = (e.target as Element).closest("a");
    if (!a || !placeOf(location.hash) || e.ctrlKey || e.metaKey || e.shiftKey) return;
    e.preventDefault();
    e.stopImmediatePropagation();
    location.hash = a.hash;
  }, true);
  follow();
}
