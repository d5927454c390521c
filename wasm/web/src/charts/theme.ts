// Colours that canvases need; all other colours are in style.css. The policies'
// colours are those of Okabe and Ito, which colour-blind readers tell apart.

const LIGHT = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#8a6d00", "#3f9fd6", "#7a3fb0", "#595959"];
const DARK = ["#56b4e9", "#e69f00", "#2fc79a", "#e08fc0", "#f0e442", "#7aa7ff", "#c39bff", "#bbbbbb"];

const DARK_SCHEME = "(prefers-color-scheme: dark)";
const FORCED_COLOURS = "(forced-colors: active)";

// Chromium drops the event of a list whose matches is read between a change and the next frame, as a chart
// does that is drawn just then. So nobody reads the lists on which onThemeChange listens.
const dark = matchMedia(DARK_SCHEME);
const forced = matchMedia(FORCED_COLOURS);

/** Whether the page is being printed, which is in the colours of paper. */
export function onPaper(): boolean {
  return document.documentElement.hasAttribute("data-paper");
}

/** What f makes in the colours of paper; it is given the values of custom properties of the style. */
export function paperColours<T>(f: (css: (name: string) => string) => T): T {
  const root = document.documentElement;
  const before = onPaper();
  root.toggleAttribute("data-paper", true);
  try {
    const style = getComputedStyle(root);
    return f((name) => style.getPropertyValue(name).trim());
  } finally {
    root.toggleAttribute("data-paper", before);
  }
}

function isDark(): boolean {
  return dark.matches && !onPaper();
}

/** Calls f when colours have changed, and for printing, which waits for no frame. */
export function onThemeChange(f: () => void): void {
  const paper = (is: boolean) => {
    document.documentElement.toggleAttribute("data-paper", is);
    f();
  };
  for (const query of [DARK_SCHEME, FORCED_COLOURS]) matchMedia(query).addEventListener("change", f);
  matchMedia("print").addEventListener("change", (e) => paper(e.matches));
  addEventListener("beforeprint", () => paper(true));
  addEventListener("afterprint", () => paper(false));
}

/** How the lines of policies are dashed, in CSS pixels, where a run has several of one colour. */
const DASHES = [[], [7, 3], [2, 2], [9, 3, 2, 3]];

/** The colours of listed policies. */
const homes = new Map<string, number>();

/** The places of the policies among colours and dashes, as long as the page is open. */
const places = new Map<string, number>();

/** Gives the policies of a list colours that differ as far as there are enough, in its order: the same at every visit. */
export function listColours(policies: string[]): void {
  for (const p of policies) {
    if (homes.has(p)) continue;
    const uses = LIGHT.map((_, c) => policies.filter((q) => homes.get(q) === c).length);
    homes.set(p, uses.indexOf(Math.min(...uses)));
  }
}

/** The colour of a policy, by its place in a list or else by its name: the same for ever. */
function home(policy: string): number {
  let hash = 0;
  for (const c of policy) hash = (Math.imul(hash, 31) + c.codePointAt(0)!) >>> 0;
  return homes.get(policy) ?? hash % LIGHT.length;
}

/**
 * Gives each policy of a run a look: its colour, with a dash where another has that colour, too. It keeps the
 * dash as long as the page is open and no other look of the run is the same. Where all dashes of its colour
 * are taken, it has a look that is free.
 */
export function colourPolicies(policies: string[]): void {
  const used = new Set<number>();
  const take = (p: string, place: number) => {
    places.set(p, place);
    used.add(place);
  };
  const fresh = policies.filter((p) => {
    const place = places.get(p);
    if (place === undefined || used.has(place)) return true;
    take(p, place);
    return false;
  });
  for (const p of fresh) {
    const own = DASHES.map((_, dash) => dash * LIGHT.length + home(p));
    const any = Array.from({ length: LIGHT.length * DASHES.length }, (_, k) => k);
    take(p, [...own, ...any].find((k) => !used.has(k)) ?? home(p));
  }
}

/** The colour of a policy that colourPolicies knows. */
export function policyColour(policy: string): string {
  return (isDark() ? DARK : LIGHT)[(places.get(policy) ?? 0) % LIGHT.length];
}

/** How its lines are dashed. */
export function policyDash(policy: string): number[] {
  return DASHES[Math.floor((places.get(policy) ?? 0) / LIGHT.length)];
}

/** The background of a swatch of its look. */
export function policySwatch(policy: string): string {
  const colour = policyColour(policy);
  const [on, off] = policyDash(policy);
  return on ? `repeating-linear-gradient(90deg, ${colour} 0 ${on / 2}px, transparent ${on / 2}px ${(on + off) / 2}px)` : colour;
}

// The bands of queue orders are paler than the policies' lines, so that nobody
// takes one for the other.
const LIGHT_BANDS = ["#7f9fd1", "#f3b562", "#5fb8a0", "#d49ac4", "#c9c05a", "#8ecbe8", "#a98fd0", "#a8a8a8"];
const DARK_BANDS = ["#5b7fc0", "#c98a2e", "#2f9c82", "#b06a9c", "#a39a2c", "#4a9cc4", "#8467b8", "#808080"];

/** The colour of the i-th queue order. */
export function bandColour(i: number): string {
  const colours = isDark() ? DARK_BANDS : LIGHT_BANDS;
  return colours[i % colours.length];
}

export interface Theme {
  ink: string;
  faint: string;
  grid: string;
  surface: string;
  inOrder: number;
  overtook: number;
  /** Of jobs that are not among those to look at. */
  pale: number;
  /** From short to long, narrow to wide. */
  ramp: number[];
}

const themes = new Map<string, Theme>();

export function theme(): Theme {
  const which = JSON.stringify([dark.matches, forced.matches, onPaper()]);
  let known = themes.get(which);
  if (!known) themes.set(which, (known = readTheme()));
  return known;
}

/** From the style, which takes too long for every frame. */
function readTheme(): Theme {
  const style = getComputedStyle(document.documentElement);
  const css = (name: string) => style.getPropertyValue(name).trim();
  return {
    ink: css("--ink"),
    faint: css("--faint"),
    grid: css("--grid"),
    surface: css("--surface"),
    inOrder: isDark() ? 0x4c86b8 : 0x6fa3cc,
    overtook: isDark() ? 0xf2a33c : 0xe07b18,
    pale: isDark() ? 0x28313b : 0xe4e8ec,
    ramp: isDark() ? [0x2c5a8c, 0x3f8fb5, 0x6cc0a8, 0xc9dd7a, 0xfff3a0] : [0xbfd7ea, 0x7fb3d5, 0x4a86b8, 0x2f5d99, 0x1b2f66],
  };
}

export function hex(colour: number): string {
  return `#${colour.toString(16).padStart(6, "0")}`;
}

/** The ink that can be read on a colour: dark or light. */
export function inkOn(colour: number): string {
  const level = 0.2126 * ((colour >> 16) & 255) + 0.7152 * ((colour >> 8) & 255) + 0.0722 * (colour & 255);
  return level > 110 ? "#10161d" : "#ffffff";
}

/** A colour of the ramp, x in 0..1. */
export function ramp(colours: number[], x: number): number {
  const at = Math.min(Math.max(x, 0), 1) * (colours.length - 1);
  const i = Math.min(Math.floor(at), colours.length - 2);
  const part = at - i;
  let out = 0;
  for (const shift of [16, 8, 0]) {
    const a = (colours[i] >> shift) & 255;
    const b = (colours[i + 1] >> shift) & 255;
    out |= Math.round(a + (b - a) * part) << shift;
  }
  return out;
}
