// What the simulator says, without the command's flags, which the page does not have.
import { forms as texts } from "texts/forms";

export function withoutFlags(message: string): string {
  return message
    .replace(/(no column is known to be the .*? of jobs): --map .*$/, "$1")
    .replace(/give --procs\b/, texts.giveProcs)
    .replace(/: give them with --columns .*?, or (run sacct)/, ": $1")
    .replace(/[:;,]? (or |to [\w ]+, )?(give|say it in|say which|its unit in|in) [^:;.]*--(map|columns)\b.*$/, "")
    .replace(/[:;,]? ?[^:;,.]*--(map|columns|procs)\b.*$/, "");
}
