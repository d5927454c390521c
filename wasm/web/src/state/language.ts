// The way to the page in another language.

/** Makes a link to it lead to the same place, which is in the address. */
export function keepPlace(link: HTMLAnchorElement): void {
  const page = link.href;
  const point = () => (link.href = page + location.hash);
  for (const before of ["pointerover", "focus", "click"]) link.addEventListener(before, point);
}
