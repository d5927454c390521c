// The cases of wasm/bridge/testdata/cases.json, asked of a worker in a page.

/** Runs in the page: asks a new simulator all requests of a case, one after the other. */
export async function askAll({ version, steps }) {
  const address = (name) => new URL(name, location.href).href;
  const worker = new Worker(address("worker.js"));
  const sent = [];
  let wake = () => {};
  worker.onmessage = ({ data }) => {
    sent.push(data);
    wake();
  };
  const next = async (wanted) => {
    for (;;) {
      const i = sent.findIndex(wanted);
      if (i >= 0) return sent.splice(0, i + 1).at(-1);
      await new Promise((resolve) => (wake = resolve));
    }
  };
  worker.postMessage({ kind: "start", wasm: address("backfill.wasm"), program: "test" });
  await next((m) => m.kind === "ready");
  const text = new TextEncoder();
  const out = [];
  for (const [i, step] of steps.entries()) {
    const blobs = (step.send ?? []).map((b) => (typeof b === "string" ? text.encode(b) : Uint8Array.from(atob(b.base64), (c) => c.charCodeAt(0))));
    const json = step.raw ?? JSON.stringify({ version, id: i + 1, ...step.request });
    worker.postMessage({ kind: "request", json, blobs });
    const m = await next((m) => m.kind === "dead" || (m.kind === "sent" && !("progress" in JSON.parse(m.json))));
    out.push(m.kind === "dead" ? { died: m.why } : { ...JSON.parse(m.json), blobs: m.blobs.length });
    if (m.kind === "dead") break;
  }
  worker.terminate();
  return out;
}

/** What is wrong with an answer, or "". */
export function mismatch(step, got) {
  if (!got || got.died) return `no answer: ${got?.died}`;
  if (step.error !== undefined) {
    return typeof got.error === "string" && got.error !== "" && got.error.includes(step.error) ? "" : `error ${JSON.stringify(got.error)}, want one with ${JSON.stringify(step.error)}`;
  }
  if (got.error !== undefined) return `error ${got.error}`;
  return contains(got.answer, step.answer, "answer") || (got.blobs === (step.blobs ?? 0) ? "" : `${got.blobs} blobs, want ${step.blobs ?? 0}`);
}

function contains(got, want, path) {
  if (want === null || typeof want !== "object") return got === want ? "" : `${path} is ${JSON.stringify(got)}, want ${JSON.stringify(want)}`;
  if (got === null || typeof got !== "object") return `${path} is ${got}`;
  if (Array.isArray(want) && want.length === 0 && got.length > 0) return `${path} is not empty`;
  for (const k of Object.keys(want)) {
    if (!(k in got)) return `${path} has no ${k}`;
    const wrong = contains(got[k], want[k], `${path}.${k}`);
    if (wrong) return wrong;
  }
  return "";
}
