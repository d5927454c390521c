// One machine, a grid of sites, nodes that jobs share or a Slurm cluster: the page's address says which.
import { byID } from "../dom";

export type Mode = "machine" | "grid" | "nodes" | "slurm";

/**
 * The mode that the address asks for, or else the one of this entry of the browser's history: an
 * address without a mode, such as #results, leaves the mode as it is, and Back leads to what was.
 */
function asked(): Mode | undefined {
  const name = location.hash.slice(1);
  if (name === "grid" || name === "machine" || name === "nodes" || name === "slurm") return name;
  return (history.state as { mode?: Mode } | null)?.mode;
}

/** Calls onChange with the mode when the page opens and when another is chosen. */
export function followMode(onChange: (mode: Mode) => void): Mode {
  let mode: Mode = asked() ?? "machine";
  const set = () => {
    byID("form").dataset.mode = mode;
    history.replaceState({ mode }, "");
    for (const a of document.querySelectorAll<HTMLAnchorElement>("#modes a")) {
      if (a.hash === `#${mode}`) a.setAttribute("aria-current", "page");
      else a.removeAttribute("aria-current");
    }
  };
  set();
  addEventListener("hashchange", () => {
    const before = mode;
    mode = asked() ?? mode;
    set();
    if (mode !== before) onChange(mode);
  });
  return mode;
}
