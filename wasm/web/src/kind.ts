// What a file is that was dropped or chosen, by how it begins.

export type Kind = "log" | "rules" | "instance";

/**
 * A log, a rule base or an instance. Only what sacct --json prints is a log that begins with a
 * brace, and rule bases have a format.
 */
export async function kindOf(file: Blob): Promise<Kind> {
  const text = (await file.slice(0, 4096).text()).trimStart();
  if (!text.startsWith("{") || /^\{\s*"(meta|metadata|errors|warnings)"\s*:/.test(text) || /"job_id"\s*:/.test(text)) return "log";
  return !/"format"\s*:/.test(text) && /"(procs|now|free|jobs)"\s*:/.test(text) ? "instance" : "rules";
}
