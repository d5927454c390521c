// A small bar chart as SVG, for counts in classes that lie side by side.
import { make, shape } from "../dom";
import { charts as texts } from "texts/charts";

/** The drawing's size in its own units; it is scaled to the width there is. */
const [WIDTH, HEIGHT, FOOT] = [300, 62, 16];
/** About as wide as a letter of a label. */
const LETTER = 6;

export interface Bar {
  value: number;
  /** What the class is, in words. */
  label: string;
  /** Stands below the bar's left edge; "" for none. */
  tick: string;
}

/** The chart with its title. It tells the highest bar, and each when pointed at. */
export function barChart(title: string, bars: Bar[]): HTMLElement {
  const svg = shape("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT + FOOT}`, role: "img" });
  const most = Math.max(...bars.map((b) => b.value), 1);
  const top = bars.find((b) => b.value === most);
  svg.setAttribute("aria-label", top ? texts.mostIn(title, most, top.label) : texts.noneIn(title));
  const step = WIDTH / Math.max(bars.length, 1);
  let free = 0; // right of the last label
  bars.forEach((b, i) => {
    const height = b.value === 0 ? 0 : Math.max((b.value / most) * (HEIGHT - 4), 1); // few are more than none
    const column = shape("g", {});
    const bar = shape("rect", { class: "column", x: i * step + step * 0.06, y: HEIGHT - height, width: step * 0.88, height });
    const field = shape("rect", { class: "field", x: i * step, y: 0, width: step, height: HEIGHT }); // so that low bars can be pointed at
    const note = shape("title", {});
    note.textContent = texts.barOf(b.label, b.value);
    column.append(bar, field, note);
    svg.append(column);
    const wide = b.tick.length * LETTER;
    const left = i === 0 ? 0 : i * step - wide / 2;
    if (b.tick === "" || left < free) return;
    free = left + wide + LETTER;
    const text = shape("text", { x: i === 0 ? 0 : i * step, y: HEIGHT + 12, "text-anchor": i === 0 ? "start" : "middle" });
    text.textContent = b.tick;
    svg.append(text);
  });
  svg.append(shape("line", { x1: 0, y1: HEIGHT, x2: WIDTH, y2: HEIGHT }));
  return make("figure", {}, make("figcaption", {}, title), svg as unknown as Node);
}
