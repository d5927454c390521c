// What a visitor does, as changes of the state.
import type { Description } from "../simulator/protocol";
import { policiesOf, RULES } from "./spec";
import { NOTHING_TRIED, workloadKey, type Choices, type Log, type Mode, type OwnCluster, type State } from "./state";

/** What belongs to one workload and is chosen anew for another. */
const OF_WORKLOAD: Partial<Choices> = { procs: "", grid: null, shared: {}, zoom: null };

/** Chooses a workload of the list: log:NAME, builtin:NAME or example:MODE. */
export function chooseWorkload(s: State, about: Description, key: string): Partial<State> {
  if (key === workloadKey(s, about)) return {};
  const name = key.slice(key.indexOf(":") + 1);
  if (!key.startsWith("log:")) return { ...OF_WORKLOAD, log: null, workloads: { ...s.workloads, [s.mode]: key } };
  const { sha256 } = s.logs[name];
  return { ...OF_WORKLOAD, log: { name, sha256 }, awaitsLog: false };
}

/** Asks the model for other jobs: "" is as usual. */
export function askModel(s: State, name: string, value: string): Partial<State> {
  const { [name]: _, ...others } = s.model;
  return { model: value === "" ? others : { ...others, [name]: value }, zoom: null };
}

/** A log was read. One that a link is of has what is chosen already. */
export function takeLog(s: State, log: Log): Partial<State> {
  const asked = s.log?.sha256 === log.sha256;
  return { ...(asked ? {} : OF_WORKLOAD), logs: { ...s.logs, [log.name]: log }, log: { name: log.name, sha256: log.sha256 }, awaitsLog: false };
}

/** A description of a cluster was read. */
export function takeCluster(s: State, own: OwnCluster): Partial<State> {
  const asked = s.cluster?.sha256 === own.sha256;
  const changes = asked ? s.changes : NOTHING_TRIED;
  return { ownCluster: own, cluster: { name: own.name, sha256: own.sha256 }, changes, ...setMode(s, "cluster"), awaitsLog: s.log === null };
}

/** Another mode: a time in sight is of one schedule, and what colours tell of one mode. */
export function setMode(s: State, mode: Mode): Partial<State> {
  return s.mode === mode ? {} : { mode, zoom: null, colouring: "" };
}

export function tick(s: State, about: Description, policy: string, on: boolean): Partial<State> {
  const ticked = policiesOf(s, about).ticked.filter((p) => p !== policy);
  return list(s, added(s), on ? [...ticked, policy] : ticked);
}

/** Lists a policy and ticks it. */
export function addPolicy(s: State, about: Description, policy: string): Partial<State> {
  return list(s, [...new Set([...added(s), policy])], [...new Set([...policiesOf(s, about).ticked, policy])]);
}

/** Takes a policy off the list, with the rule base that is its own. */
export function removePolicy(s: State, about: Description, policy: string): Partial<State> {
  const rules = s.rules.filter((b) => RULES + b.name !== policy);
  return { ...list(s, added(s).filter((p) => p !== policy), policiesOf(s, about).ticked.filter((p) => p !== policy)), ...(rules.length < s.rules.length ? { rules } : {}) };
}

function added(s: State): string[] {
  return s.policies[s.mode]?.shown ?? [];
}

function list(s: State, shown: string[], ticked: string[]): Partial<State> {
  return { policies: { ...s.policies, [s.mode]: { shown, ticked } } };
}
