// The navigation between one machine, a grid, shared nodes and a cluster.
import { byID } from "../dom";
import { setMode } from "../state/actions";
import { modeIn } from "../state/link";
import type { State } from "../state/state";
import type { Store } from "../state/store";

/** Follows the mode, which a click chooses. */
export function followMode(store: Store<State>): void {
  const links = document.querySelectorAll<HTMLAnchorElement>("#modes a");
  for (const a of links) {
    const mode = modeIn(a.hash);
    if (!mode) continue;
    a.addEventListener("click", (e) => {
      if (e.ctrlKey || e.metaKey || e.shiftKey) return; // a tab of its own
      e.preventDefault();
      store.set(setMode(store.state, mode));
    });
  }
  store.follow(["mode"], ({ mode }) => {
    byID("form").dataset.mode = mode;
    for (const a of links) {
      if (modeIn(a.hash) === mode) a.setAttribute("aria-current", "page");
      else a.removeAttribute("aria-current");
    }
  });
}
