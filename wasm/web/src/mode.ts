// One machine, a grid of sites, nodes that jobs share or a Slurm cluster: the page's address says which.
import { byID } from "./dom";

export type Mode = "machine" | "grid" | "nodes" | "slurm";

/** The mode that the address asks for, or undefined where it says nothing of it. */
function asked(): Mode | undefined {
  const name = location.hash.slice(1);
  return name === "grid" || name === "machine" || name === "nodes" || name === "slurm" ? name : undefined;
}

/** Calls onChange with the mode when the page opens and when another is chosen. */
export function followMode(onChange: (mode: Mode) => void): Mode {
  let mode: Mode = asked() ?? "machine";
  const set = () => {
    byID("form").dataset.mode = mode;
    for (const a of document.querySelectorAll<HTMLAnchorElement>("#modes a")) {
      if (a.hash === `#${mode}`) a.setAttribute("aria-current", "page");
      else a.removeAttribute("aria-current");
    }
  };
  set();
  addEventListener("hashchange", () => {
    const wanted = asked();
    if (!wanted || wanted === mode) return;
    mode = wanted;
    set();
    onChange(mode);
  });
  return mode;
}
