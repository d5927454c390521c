// Small steps on SVG.

const SVG = "http://www.w3.org/2000/svg";

/** An SVG element with attributes and children. */
export function shape(tag: string, attributes: Record<string, string | number>, ...children: (Node | string)[]): SVGElement {
  const e = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) e.setAttribute(name, typeof value === "number" ? String(Number(value.toFixed(2))) : value);
  e.append(...children);
  return e;
}
