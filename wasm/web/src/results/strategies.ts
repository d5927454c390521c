// The look of the 13 strategies: the colour is the order's, the pattern the
// algorithm's. A table is their legend.
import { make } from "../dom";
import { orderWords } from "../simulator/rulebase";
import type { RulesForm } from "../simulator/protocol";
import { bandColour, theme } from "../charts/theme";
import { rules as texts } from "texts/rules";

const GREEDY = 7; // among the colours of bands: grey

/** CSS pixels after which a pattern repeats. */
const TILE = 8;

/** Colour and pattern of a strategy, by the places of its order and its algorithm. */
function look(form: RulesForm, name: string): { colour: string; algorithm: number } {
  const [order, algorithm] = name.split("-");
  const k = form.orders.indexOf(order);
  return k < 0 || !algorithm ? { colour: bandColour(GREEDY), algorithm: 0 } : { colour: bandColour(k), algorithm: form.algorithms.indexOf(algorithm) };
}

/** A background of the same look. */
export function strategySwatch(form: RulesForm, name: string): HTMLElement {
  const { colour, algorithm } = look(form, name);
  const swatch = make("span", { className: "swatch strategy" });
  swatch.setAttribute("aria-hidden", "true");
  const { ink } = theme();
  swatch.style.background = [`none`, `repeating-linear-gradient(135deg, transparent 0 4px, ${ink} 4px 5.6px)`, `repeating-linear-gradient(0deg, transparent 0 3px, ${ink} 3px 4.4px)`][algorithm];
  swatch.style.backgroundColor = colour;
  return swatch;
}

/** What fills the boxes of strategies on a canvas: FCFS plain, EASY in slanted lines, CONS in level ones. */
export function strategyFills(form: RulesForm): (g: CanvasRenderingContext2D, name: string) => string | CanvasPattern {
  const kept = new Map<string, string | CanvasPattern>();
  return (g, name) => {
    const { colour, algorithm } = look(form, name);
    const { ink } = theme();
    const key = `${colour} ${algorithm} ${ink}`;
    let fill = kept.get(key);
    if (!fill) kept.set(key, (fill = algorithm === 0 ? colour : (pattern(g, colour, ink, algorithm === 1) ?? colour)));
    return fill;
  };
}

function pattern(g: CanvasRenderingContext2D, colour: string, ink: string, slanted: boolean): CanvasPattern | null {
  const tile = make("canvas", { width: 2 * TILE, height: 2 * TILE });
  const t = tile.getContext("2d");
  if (!t) return null;
  t.scale(2, 2);
  t.fillStyle = colour;
  t.fillRect(0, 0, TILE, TILE);
  t.strokeStyle = ink;
  t.lineWidth = 1.1;
  t.globalAlpha = 0.75;
  t.beginPath();
  for (const at of slanted ? [-TILE, 0, TILE] : [2, 6]) {
    t.moveTo(slanted ? at - 1 : -1, slanted ? TILE + 1 : at);
    t.lineTo(slanted ? at + TILE + 1 : TILE + 1, slanted ? -1 : at);
  }
  t.stroke();
  const made = g.createPattern(tile, "repeat");
  made?.setTransform(new DOMMatrix().scale(0.5));
  return made;
}

/** The legend: a row for each order, a column for each algorithm, Greedy in a row of its own. */
export function strategyLegend(form: RulesForm): HTMLElement[] {
  const algorithms = form.algorithms.filter((a) => form.strategies.some((s) => s.endsWith(`-${a}`)));
  const cell = (name: string, text: string) => make("td", {}, strategySwatch(form, name), text);
  const rows = form.orders
    .filter((o) => form.strategies.some((s) => s.startsWith(`${o}-`)))
    .map((o) => make("tr", {}, make("th", { scope: "row" }, orderWords(o).replace(/^./, (c) => c.toUpperCase())), ...algorithms.map((a) => cell(`${o}-${a}`, a.toUpperCase()))));
  return [make("caption", { className: "unseen" }, texts.coloursAre), make("tbody", {}, ...rows, make("tr", {}, make("th", { scope: "row" }, texts.ownOrder), cell("greedy", texts.greedy)))];
}
