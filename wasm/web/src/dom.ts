// Small steps on the document.

export function byID<T extends HTMLElement>(id: string): T {
  const e = document.getElementById(id);
  if (!e) throw new Error(`the page has no #${id}`);
  return e as T;
}

type Child = Node | string;

/** An element with properties and children. */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  props: Partial<HTMLElementTagNameMap[K]> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const e = Object.assign(document.createElement(tag), props);
  e.append(...children);
  return e;
}

/** Words of the simulator, which speaks English in every language. */
export function english(text: string): HTMLElement {
  return make("span", { lang: "en" }, text);
}

/** A list of names and values. */
export function pairs(list: [name: string, value: string][]): HTMLElement[] {
  return list.flatMap(([name, value]) => [make("dt", {}, name), make("dd", {}, value)]);
}

/** A long name that a line may break after its slashes. */
export function breakable(name: string): Child[] {
  return name.split(/(?<=\/)/).flatMap((part, i) => (i === 0 ? [part] : [make("wbr"), part]));
}

/** Gives a control a value; one that has it keeps its caret. */
export function setValue(control: HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement, value: string): void {
  if (control.value !== value) control.value = value;
}

/** Shows one line in an error element, or hides it. What an error is of tells whether the line is in English in every language. */
export function showError(e: HTMLElement, text: string, of?: unknown): void {
  e.textContent = text;
  e.hidden = text === "";
  e.lang = (of as { lang?: string } | undefined)?.lang ?? "";
  if (e.lang === "") e.removeAttribute("lang");
}

/** Tells whether an element or a margin around it is in sight: at first, and when it changes. Of changes that a busy page gets together, the last holds. */
export function followSight(e: Element, rootMargin: string, tell: (is: boolean) => void): void {
  new IntersectionObserver((changes) => tell(changes.at(-1)!.isIntersecting), { rootMargin }).observe(e);
}

/** A link that saves data as a file; release it when it is done with. */
export function download(data: Blob, name: string): HTMLAnchorElement {
  return make("a", { href: URL.createObjectURL(data), download: name });
}

/** Frees the bytes of a link, after a minute in which the browser may still be reading them. */
export function release(a: HTMLAnchorElement): void {
  setTimeout(() => URL.revokeObjectURL(a.href), 60_000);
}

/** Saves bytes or a text as a file, within the click that asked for it. */
export function save(data: Blob | Uint8Array | string, name: string, type: string): void {
  const a = download(new Blob([data as Blob | string | Uint8Array<ArrayBuffer>], { type }), name);
  a.click();
  release(a);
}

/** Gives an element a text, unless it has it: browsers lay a page out again for the same text, too. */
export function say(e: Element, text: string): void {
  if (e.textContent !== text) e.textContent = text;
}

/** Puts a text where others can be pasted from, unless the browser forbids it. */
export async function copied(text: string): Promise<boolean> {
  return navigator.clipboard?.writeText(text).then(() => true, () => false) ?? false;
}

/** The small square that says which colour is meant, as CSS writes backgrounds. */
export function swatch(background: string): HTMLElement {
  const e = make("span", { className: "swatch" });
  e.style.background = background;
  return e;
}

/** An SVG element with attributes and children; numbers are rounded to hundredths. */
export function shape(tag: string, attributes: Record<string, string | number>, ...children: Child[]): SVGElement {
  const e = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) e.setAttribute(name, typeof value === "number" ? String(Number(value.toFixed(2))) : value);
  e.append(...children);
  return e;
}
