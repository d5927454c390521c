// Charts with Observable Plot, for a part of the page that is loaded on demand. Plot puts a style
// element into each chart, which the page's policy forbids: its few rules are in style.css.
import { plot, type PlotOptions } from "@observablehq/plot";

/** A chart that takes its colours from the page's. */
export function figure(options: PlotOptions, label: string): SVGElement | HTMLElement {
  const drawn = plot({ className: "plot", ...options });
  for (const style of drawn.querySelectorAll("style")) style.remove();
  for (const part of drawn.querySelectorAll("g[aria-label]")) part.setAttribute("role", "group"); // only a role may have a label
  drawn.setAttribute("role", "img");
  drawn.setAttribute("aria-label", label);
  return drawn;
}
