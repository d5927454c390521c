// The one floating note: a job's details, a metric's formula.
import { byID } from "./dom";

const tip = byID<HTMLDivElement>("tip");

export function showTip(content: Node[], at: { x: number; y: number }): void {
  tip.replaceChildren(...content);
  tip.hidden = false;
  const box = tip.getBoundingClientRect();
  const left = at.x + 14 + box.width > innerWidth ? at.x - 14 - box.width : at.x + 14;
  const top = at.y + 14 + box.height > innerHeight ? at.y - 14 - box.height : at.y + 14;
  tip.style.left = `${Math.max(4, Math.min(left, innerWidth - box.width - 4))}px`;
  tip.style.top = `${Math.max(4, top)}px`;
}

export function hideTip(): void {
  tip.hidden = true;
}
