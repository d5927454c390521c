// A scene as a file of its own: its schedules below each other, in the colours of paper.
import { paperColours } from "../charts/theme";
import { save } from "../dom";

/** What of an element's style is in a file, which has no style sheet. */
const KEPT = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray", "stroke-opacity", "opacity", "font-size", "font-weight", "text-anchor", "paint-order", "visibility"];

/** How much finer a PNG is than the screen. */
const FINE = 2;

export async function saveScene(kind: "svg" | "png", charts: { svg: SVGSVGElement; title: string }[]): Promise<void> {
  const { text, width, height } = paperColours(() => whole(charts));
  if (kind === "svg") return save(text, "scene.svg", "image/svg+xml");
  const address = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  const image = new Image();
  image.src = address;
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: FINE * width, height: FINE * height });
  canvas.getContext("2d")!.drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(address);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
  if (!blob) return;
  save(blob, "scene.png", "image/png");
}

function whole(charts: { svg: SVGSVGElement; title: string }[]): { text: string; width: number; height: number } {
  const escaped = (text: string) => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
  let height = 8;
  const parts = charts.map(({ svg, title }) => {
    const box = svg.viewBox.baseVal;
    const drawn = styled(svg);
    for (const [name, value] of [["x", 0], ["y", height + 24], ["width", box.width], ["height", box.height]] as const) drawn.setAttribute(name, String(value));
    const part = `<text x="12" y="${height + 16}" font-size="14" font-weight="600" fill="#16202b">${escaped(title)}</text>${new XMLSerializer().serializeToString(drawn)}`;
    height += box.height + 36;
    return part;
  });
  const { width } = charts[0].svg.viewBox.baseVal;
  const text = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="Helvetica, Arial, sans-serif"><rect width="100%" height="100%" fill="#ffffff"/>${parts.join("")}</svg>\n`;
  return { text, width, height };
}

/** A copy of a chart that has its style in itself, and nothing to take hold of. */
function styled(svg: SVGSVGElement): SVGSVGElement {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const [from, to] = [svg, copy].map((e) => [...e.querySelectorAll<SVGElement>("*")]);
  from.forEach((e, i) => {
    const style = getComputedStyle(e);
    for (const name of KEPT) to[i].setAttribute(name, style.getPropertyValue(name));
    for (const name of ["class", "tabindex", "role", "aria-pressed", "data-job"]) to[i].removeAttribute(name);
  });
  from.forEach((e, i) => (e.classList.contains("handle") ? to[i].remove() : undefined));
  return copy;
}
