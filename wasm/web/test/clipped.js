// What cannot be read because it is cut, and what a finger cannot hit.

/** Texts that are cut, elements beyond the window's sides, and small targets for fingers. Runs in the page. */
export function clipped() {
  const out = [];
  const visible = (e) => e.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !e.closest(".unseen, .skip");
  const called = (e) => `${e.tagName.toLowerCase()}${e.id ? `#${e.id}` : ""}${e.className && typeof e.className === "string" ? `.${e.className.trim().replaceAll(" ", ".")}` : ""} "${(e.value || e.textContent || "").trim().slice(0, 40)}"`;
  const style = (e) => getComputedStyle(e);
  const scrolls = (e) => /auto|scroll/.test(style(e).overflowX);
  const inScroller = (e) => {
    for (let p = e.parentElement; p && p !== document.body; p = p.parentElement) if (scrolls(p)) return true;
    return false;
  };
  const pen = document.createElement("canvas").getContext("2d");
  const width = (text, e) => ((pen.font = style(e).font), pen.measureText(text).width);
  const page = document.documentElement;
  if (page.scrollWidth > page.clientWidth + 1) out.push(`the page is ${page.scrollWidth} px wide in a window of ${page.clientWidth}`);
  for (const e of document.body.querySelectorAll("*")) {
    if (!visible(e) || e.closest("svg, .cm-editor") || e.closest("details:not([open])") && !e.closest("summary")) continue;
    const box = e.getBoundingClientRect();
    if (box.width === 0 || box.height === 0) continue;
    const s = style(e);
    if ((box.right > page.clientWidth + 1 || box.left < -1) && !inScroller(e) && !scrolls(e)) out.push(`beyond the window: ${called(e)}`);
    const inner = e.clientWidth - parseFloat(s.paddingLeft) - parseFloat(s.paddingRight);
    if (e.tagName === "SELECT") {
      const text = e.selectedOptions[0]?.textContent.trim() ?? "";
      if (width(text, e) > inner - 12) out.push(`cut by its arrow: ${called(e)} "${text}"`); // the arrow takes about as much
    } else if (e.tagName === "INPUT" && /text|number|search/.test(e.type)) {
      if (width(e.value || e.placeholder, e) > inner + 1) out.push(`cut: ${called(e)}`);
    } else if (e.clientWidth > 0 && /hidden|clip/.test(s.overflowX) && e.scrollWidth > e.clientWidth + 1 && e.textContent.trim()) {
      out.push(`cut at the side: ${called(e)}`);
    } else if (e.clientHeight > 0 && /hidden|clip/.test(s.overflowY) && e.scrollHeight > e.clientHeight + 2 && e.textContent.trim()) {
      out.push(`cut below: ${called(e)}`);
    }
  }
  if (matchMedia("(pointer: coarse)").matches) {
    for (const e of document.querySelectorAll("button, select, input:not([type=file]), summary, a[href]")) {
      // A link within a sentence may be as high as its line; a label is part of its control.
      if (!visible(e) || e.closest("details:not([open])") && e.tagName !== "SUMMARY" || e.tagName === "A" && e.closest("p, small, li")) continue;
      const boxes = [e, ...(e.labels ?? [])].map((x) => x.getBoundingClientRect());
      const [w, h] = [Math.max(...boxes.map((b) => b.width)), Math.max(...boxes.map((b) => b.height))];
      if (w > 0 && (w < 23.5 || h < 23.5)) out.push(`a target of ${Math.round(w)} by ${Math.round(h)} px: ${called(e)}`);
    }
  }
  return [...new Set(out)];
}
