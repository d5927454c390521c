// A chart with what belongs to it: its title and controls, its colours, its numbers as a table, and both as files.
import { compare as texts } from "texts/compare";
import type { Column } from "./columns";
import { paperColours } from "../charts/theme";
import { make, save, swatch } from "../dom";
import { csvOf } from "../format";

/** What a colour stands for. */
export interface Key {
  text: string;
  colour: string;
  /** The swatch of a line that is dashed. */
  background?: string;
}

/** The numbers of a chart: raw values, and how a reader sees those of each column. */
export interface Table {
  columns: Column[];
  rows: () => (string | number | null)[][];
  /** The rows for a file, where the table has only some. */
  all?: () => (string | number | null)[][];
  /** Said above it. */
  note?: string;
  /** For rows that can be shown in the charts: what happens, and what is said of a row. */
  pick?: { label: (row: number) => string; picked: (row: number) => void };
}

export interface Content {
  /** Draws the chart in the colours of the moment; keep tells that it is the one on the page. */
  draw: (width: number, keep: boolean) => SVGElement | HTMLElement;
  keys: () => Key[];
  note: string;
  table: Table;
}

/** The width of a saved chart. */
const SAVED = 720;

/** In less width there is no room between the margins. */
const LEAST = 180;

export class Picture {
  readonly element: HTMLElement;
  readonly place = make("div", { className: "compare-place" });
  /** Of curves, the values at the pointer. */
  readonly readout = make("p", { className: "readout", hidden: true });
  private readonly legend = make("p", { className: "legend" });
  private readonly note = make("p", { className: "note" });
  private readonly numbers = make("details", {}, make("summary", {}, texts.numbers), make("div"));
  private drawnWidth = 0;
  private content: Content | undefined;
  /** Called after each drawing. */
  onDrawn: (drawn: SVGElement | HTMLElement) => void = () => {};

  constructor(
    private readonly name: string,
    readonly title: string,
    ...controls: HTMLElement[]
  ) {
    const button = (text: string, what: string, f: () => void) => {
      const b = make("button", { type: "button" }, text);
      b.setAttribute("aria-label", texts.saveAs(title, what));
      b.dataset.save = `${name}.${what}`;
      b.addEventListener("click", f);
      return b;
    };
    const tools = make("div", { className: "tools" }, button("SVG", "svg", () => this.saveSVG()), button("CSV", "csv", () => this.saveCSV()));
    this.element = make("div", { className: "compare-picture", id: `compare-${name}` }, make("div", { className: "head" }, make("h3", {}, title), make("div", { className: "compare-controls" }, ...controls, tools)), this.legend, this.readout, this.place, this.note, this.numbers);
    new ResizeObserver(() => {
      if (Math.floor(this.place.clientWidth) !== this.drawnWidth) this.draw();
    }).observe(this.place);
    this.numbers.addEventListener("toggle", () => this.fill());
  }

  show(content: Content): void {
    this.content = content;
    this.note.textContent = content.note;
    this.fill();
    this.draw();
  }

  /** Says something else below the chart. */
  say(note: string): void {
    this.note.textContent = note;
  }

  draw(): void {
    const width = Math.floor(this.place.clientWidth);
    if (!this.content || width < LEAST) return;
    this.drawnWidth = width;
    const drawn = this.content.draw(width, true);
    this.legend.replaceChildren(...this.content.keys().map(({ text, colour, background }) => make("span", {}, swatch(background ?? colour), text)));
    this.place.replaceChildren(drawn);
    this.onDrawn(drawn);
  }

  /** The table is made when it is opened. */
  private fill(): void {
    if (!this.content || !this.numbers.open) return;
    const { columns, rows, note, pick } = this.content.table;
    const text = (v: string | number | null, k: number) => (v === null ? "–" : typeof v === "string" ? v : (columns[k].show ?? String)(v));
    const body = rows().map((row, i) => {
      const first = text(row[0], 0);
      const button = make("button", { type: "button", className: "metric" }, first);
      if (pick) {
        button.setAttribute("aria-label", pick.label(i));
        button.addEventListener("click", () => pick.picked(i));
      }
      return make("tr", {}, make("th", { scope: "row" }, pick ? button : first), ...row.slice(1).map((v, k) => make("td", {}, text(v, k + 1))));
    });
    const table = make("table", { className: "compare-numbers" }, make("thead", {}, make("tr", {}, ...columns.map((c) => make("th", { scope: "col" }, c.name)))), make("tbody", {}, ...body));
    const scroll = make("div", { className: "scroll", tabIndex: 0 }, table);
    scroll.setAttribute("role", "region");
    scroll.setAttribute("aria-label", texts.numbersOf(this.title));
    this.numbers.lastElementChild!.replaceChildren(...(note ? [make("p", { className: "note" }, note)] : []), scroll);
  }

  private saveCSV(): void {
    if (!this.content) return;
    const { columns, rows, all } = this.content.table;
    this.save(csvOf([columns.map((c) => c.file), ...(all ?? rows)()]), "csv", "text/csv");
  }

  /** Saves the chart as it is shown, in the colours of paper. */
  private saveSVG(): void {
    const { content } = this;
    if (content) this.save(paperColours((css) => svgFile(content.draw(SAVED, false), this.title, content.keys(), css)), "svg", "image/svg+xml");
  }

  private save(text: string, ending: string, type: string): void {
    save(text, `compare-${this.name}.${ending}`, type);
  }
}

/** A chart as a file of its own, with its title and colours; css gives the value of a custom property. */
function svgFile(drawn: SVGElement | HTMLElement, title: string, keys: Key[], css: (name: string) => string): string {
  const escaped = (text: string) => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
  const [width, height] = ["width", "height"].map((k) => Number(drawn.getAttribute(k)));
  let [x, y] = [12, 44];
  const legend = keys.map(({ text, colour }) => {
    const wide = text.length * 6.6 + 34;
    if (x + wide > width && x > 12) [x, y] = [12, y + 18];
    const part = `<rect x="${x}" y="${y - 9}" width="10" height="10" fill="${colour}"/><text x="${x + 15}" y="${y}">${escaped(text)}</text>`;
    x += wide;
    return part;
  });
  const top = keys.length > 0 ? y + 10 : 32;
  drawn.setAttribute("y", String(top));
  const inner = new XMLSerializer().serializeToString(drawn);
  const whole = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height + top}" viewBox="0 0 ${width} ${height + top}" font-family="Helvetica, Arial, sans-serif" font-size="12" color="${css("--faint")}" fill="${css("--ink")}">
<title>${escaped(title)}</title><rect width="100%" height="100%" fill="#ffffff"/>
<text x="12" y="22" font-size="14" font-weight="600">${escaped(title)}</text>
${legend.join("")}
${inner}
</svg>
`;
  return whole.replace(/var\((--[\w-]+)\)/g, (_, name: string) => css(name));
}
