// Ten questions to begin with, for the policies and tables of a run.
import { literal } from "./statements";
import type { Chosen } from "./suits";
import { sql as texts } from "texts/sql";

export interface Example {
  title: string;
  /** The idea, and what to look at. */
  doc: string;
  sql: string;
  chart: Chosen;
}

/** What examples need to know of a run. */
export interface Asked {
  /** Names of its policies, in their order. */
  policies: string[];
  /** A policy's name as it is said. */
  title: (policy: string) => string;
  /** Jobs share nodes, so that processors are not held one by one. */
  shared: boolean;
  /** The workload tells who submitted. */
  users: boolean;
}

export function examples({ policies, title, shared, users }: Asked): Example[] {
  const [late, early] = pair(policies);
  const all: (Example | false)[] = [
    {
      title: texts.meanWait,
      doc: texts.meanWaitIs,
      sql: `select policy,
  avg(wait_s) / 3600 as mean_wait_h,
  median(wait_s) / 3600 as median_wait_h,
  max(wait_s) / 3600 as longest_wait_h
from jobs
group by policy
order by mean_wait_h`,
      chart: { mark: "bars", x: "policy", y: "mean_wait_h", by: "policy" },
    },
    {
      title: texts.byWidth,
      doc: texts.byWidthIs,
      sql: `select cast(pow(2, floor(log2(procs))) as integer) as width_from,
  policy,
  avg(wait_s) / 3600 as mean_wait_h,
  count(*) as jobs
from jobs
where procs > 0
group by width_from, policy
order by width_from, policy`,
      chart: { mark: "bars", x: "width_from", y: "mean_wait_h", by: "policy" },
    },
    {
      title: texts.longest,
      doc: texts.longestIs,
      sql: `select policy, job, "user", procs,
  run_s / 3600 as run_h,
  wait_s / 3600 as wait_h
from jobs
order by wait_s desc, policy, job
limit 10`,
      chart: { mark: "points", x: "run_h", y: "wait_h", by: "policy" },
    },
    early !== undefined && {
      title: texts.earlier(title(early)),
      doc: texts.earlierIs(title(early), title(late)),
      sql: `select a.job, a.procs,
  a.run_s / 3600 as run_h,
  (b.start_s - a.start_s) / 3600 as earlier_by_h
from jobs a join jobs b using (job)
where a.policy = ${literal(early)} and b.policy = ${literal(late)}
  and a.start_s < b.start_s
order by earlier_by_h desc, a.job
limit 1000`,
      chart: { mark: "points", x: "run_h", y: "earlier_by_h" },
    },
    !shared && {
      title: texts.usePerDay,
      doc: texts.usePerDayIs,
      sql: `with days as (
  select unnest(range(cast(ceil(max(end_s) / 86400) as bigint))) as day from jobs)
select day, j.policy,
  sum(j.procs * (least(end_s, 86400 * (day + 1)) - greatest(start_s, 86400 * day)))
    / (86400 * any_value(r.procs)) as used
from days
join jobs j on start_s < 86400 * (day + 1) and end_s > 86400 * day
join runs r using (run)
group by day, j.policy
order by day, j.policy`,
      chart: { mark: "line", x: "day", y: "used", by: "policy" },
    },
    {
      title: texts.quantiles,
      doc: texts.quantilesAre,
      sql: `with slowdowns as (
  select policy,
    greatest(1, (end_s - submit_s) / greatest(coalesce(alone_s, run_s), 10)) as slowdown
  from jobs)
select policy,
  quantile_cont(slowdown, 0.5) as p50,
  quantile_cont(slowdown, 0.9) as p90,
  quantile_cont(slowdown, 0.99) as p99
from slowdowns
group by policy
order by p90`,
      chart: { mark: "bars", x: "policy", y: "p90", by: "policy" },
    },
    !shared && {
      title: texts.idle,
      doc: texts.idleIs,
      sql: `with events as (
  select run, submit_s as t, 1 as waits, 0 as held from jobs
  union all select run, start_s, -1, procs from jobs
  union all select run, end_s, 0, -procs from jobs),
spans as (
  select run,
    sum(sum(waits)) over w as waiting,
    sum(sum(held)) over w as busy,
    lead(t) over w - t as length
  from events
  group by run, t
  window w as (partition by run order by t))
select r.policy,
  sum(length * (r.procs - busy)) / 3600 as idle_proc_h,
  sum(length) / 3600 as hours
from spans join runs r using (run)
where waiting > 0 and busy < r.procs
group by r.policy
order by idle_proc_h`,
      chart: { mark: "bars", x: "policy", y: "idle_proc_h", by: "policy" },
    },
    users && {
      title: texts.fair,
      doc: texts.fairIs,
      sql: `with heavy as (
  select "user", sum(procs * run_s) / 3600 as proc_h
  from jobs
  where "user" is not null and policy = ${literal(policies[0])}
  group by "user"
  order by proc_h desc, "user"
  limit 20)
select "user", policy,
  avg(wait_s) / 3600 as mean_wait_h,
  count(*) as jobs,
  any_value(proc_h) as proc_h
from jobs join heavy using ("user")
group by "user", policy
order by proc_h desc, "user", policy`,
      chart: { mark: "bars", x: "user", y: "mean_wait_h", by: "policy" },
    },
    {
      title: texts.overtake,
      doc: texts.overtakeIs,
      sql: `with queue as (
  select policy, procs, run_s, start_s < max(start_s) over (
    partition by run order by submit_s, job
    rows between unbounded preceding and 1 preceding) as overtakes
  from jobs)
select policy,
  count(*) filter (where overtakes) as overtaking,
  100 * avg(cast(coalesce(overtakes, false) as integer)) as percent,
  avg(procs) filter (where overtakes) as mean_width,
  avg(run_s) filter (where overtakes) / 3600 as mean_run_h
from queue
group by policy
order by overtaking desc, policy`,
      chart: { mark: "bars", x: "policy", y: "overtaking", by: "policy" },
    },
    {
      title: texts.heaviest,
      doc: texts.heaviestAre,
      sql: `select cast(floor(submit_s / 3600) as integer) as hour,
  sum(procs * run_s) / 3600 as submitted_proc_h,
  count(*) as jobs
from jobs
where policy = ${literal(policies[0])}
group by hour
order by submitted_proc_h desc, hour
limit 24`,
      chart: { mark: "bars", x: "hour", y: "submitted_proc_h" },
    },
  ];
  return all.filter((e) => e !== false);
}

/** Two policies of which the second is expected to start jobs earlier. */
function pair(policies: string[]): string[] {
  if (policies.includes("fcfs") && policies.includes("easy")) return ["fcfs", "easy"];
  return policies.slice(0, 2);
}
