// Colours that canvases need; all other colours are in style.css. The policies'
// colours are those of Okabe and Ito, which colour-blind readers tell apart.

const LIGHT = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#8a6d00", "#3f9fd6", "#7a3fb0", "#595959"];
const DARK = ["#56b4e9", "#e69f00", "#2fc79a", "#e08fc0", "#f0e442", "#7aa7ff", "#c39bff", "#bbbbbb"];

const dark = matchMedia("(prefers-color-scheme: dark)");

const forced = matchMedia("(forced-colors: active)");
const print = matchMedia("print");

/** Whether the page is being printed, which is in the colours of paper. */
export function onPaper(): boolean {
  return document.documentElement.hasAttribute("data-paper");
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
  for (const m of [dark, forced]) m.addEventListener("change", f);
  print.addEventListener("change", () => paper(print.matches));
  addEventListener("beforeprint", () => paper(true));
  addEventListener("afterprint", () => paper(false));
}

/** How the lines of policies are dashed, in CSS pixels, once all colours are given. */
const DASHES = [[], [7, 3], [2, 2], [9, 3, 2, 3]];

/** The places of the policies among colours and dashes, as long as the page is open. */
const places = new Map<string, number>();

/**
 * Gives each policy of a run a look: a colour, or if all have been given one with a dash. It
 * keeps it as long as the page is open, whichever others stand beside it. Only after some
 * thirty policies are looks given again, those that are free in this run.
 */
export function colourPolicies(policies: string[]): void {
  const looks = LIGHT.length * DASHES.length;
  const used = new Set<number>();
  const fresh = policies.filter((p) => {
    const place = places.get(p);
    if (place === undefined || used.has(place)) return true;
    used.add(place);
    return false;
  });
  fresh.forEach((p, i) => {
    const given = new Set(places.values());
    const all = Array.from({ length: looks }, (_, k) => k);
    const place = all.find((k) => !given.has(k)) ?? all.find((k) => !used.has(k)) ?? i % looks;
    places.set(p, place);
    used.add(place);
  });
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
  /** From short to long, narrow to wide. */
  ramp: number[];
}

export function theme(): Theme {
  const style = getComputedStyle(document.documentElement);
  const css = (name: string) => style.getPropertyValue(name).trim();
  return {
    ink: css("--ink"),
    faint: css("--faint"),
    grid: css("--grid"),
    surface: css("--surface"),
    inOrder: isDark() ? 0x4c86b8 : 0x6fa3cc,
    overtook: isDark() ? 0xf2a33c : 0xe07b18,
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
