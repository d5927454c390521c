// Package drawn draws output of sacct at random, for tests of what reads it.
package drawn

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// An Accounting says which output of sacct is drawn.
type Accounting struct {
	Jobs   int
	JSON   bool // else rows
	NoRaw  bool // rows without JobIDRaw: the tasks of an array have one number
	Tidy   bool // rows by job number, each job once; else some stand far from their place, or repeat earlier ones
	Sparse bool // job numbers far from each other
}

// A run is a job from a submission to its end: a row of sacct.
type run struct {
	id                           string // as users know it
	job, array, task, het        int64  // numbers; task is -1 without one
	part                         int
	waiting                      string // tasks, as in [5-9]
	submit, eligible, start, end int64  // 0 if there is none
	state                        string
	cpus, req, nodes             int64
	limit, priority              int64 // limit in minutes, 0 if there is none
	name, user, account, queue   string
	qos, where                   string
	gpus, steps                  int
	late                         bool // its row stands where it started
}

// Draw draws the output: arrays whose tasks start one by one, heterogeneous jobs, jobs that were requeued or resized, that
// never started or still run, steps with and without their job, and rows that cannot be read.
func (a Accounting) Draw(r *rand.Rand) string {
	var all, waiting []run
	now, number := int64(1_700_000_000), int64(1000)
	for len(all) < a.Jobs {
		now += int64(r.IntN(50))
		number += 1 + int64(r.IntN(8)/7*r.IntN(20))
		if a.Sparse {
			number += int64(r.IntN(1 << 20))
		}
		runs := drawRuns(r, number, now)
		number += int64(len(runs))
		for _, one := range runs {
			if one.late && !a.Tidy {
				waiting = append(waiting, one)
			} else {
				all = append(all, one)
			}
		}
		if len(waiting) > 0 && r.IntN(3) == 0 {
			k := r.IntN(len(waiting))
			all = append(all, waiting[k])
			last := len(waiting) - 1
			waiting[k], waiting = waiting[last], waiting[:last]
		}
	}
	all = append(all, waiting...)
	if !a.Tidy {
		k := r.IntN(len(all))
		again := all[k:min(len(all), k+a.Jobs/10)] // as in the output of the next month
		for i := range again {
			if one := again[i]; r.IntN(4) > 0 {
				one.steps = r.IntN(3)
				all = append(all, one)
			}
		}
	}
	if a.JSON {
		return jsonOf(all)
	}
	return a.rows(r, all)
}

// drawRuns draws the runs of one job, array or heterogeneous job, the first with that number.
func drawRuns(r *rand.Rand, number, now int64) (all []run) {
	one := run{
		id: fmt.Sprint(number), job: number, task: -1, submit: now, eligible: now + int64(r.IntN(5)/4*r.IntN(900)), nodes: 1 + int64(r.IntN(4)),
		limit: int64(r.IntN(200)), priority: int64(r.IntN(5000)), name: fmt.Sprint("name", r.IntN(9)), user: fmt.Sprint("u", r.IntN(12)),
		account: fmt.Sprint("a", r.IntN(3)), queue: []string{"batch", "long"}[r.IntN(2)], qos: []string{"normal", "high"}[r.IntN(2)],
		gpus: r.IntN(6) / 5 * r.IntN(4), steps: r.IntN(3),
	}
	one.cpus = one.nodes * int64(1+r.IntN(8))
	one.req = one.cpus - int64(r.IntN(4)/3)
	begin := func(one *run, wait int64) {
		one.start = one.eligible + wait
		one.end, one.where = one.start+int64(r.IntN(5000)), fmt.Sprintf("n[%d-%d]", 1+r.IntN(9), 10+r.IntN(9))
		one.state = []string{"COMPLETED", "COMPLETED", "FAILED", "TIMEOUT", "CANCELLED by 7", "NODE_FAIL", "ODD"}[r.IntN(7)]
		switch r.IntN(30) {
		case 0: // never started
			one.start, one.end, one.state, one.where, one.steps = 0, one.eligible, "CANCELLED", "None assigned", 0
		case 1: // Slurm writes the moment of cancelling as its start
			one.end, one.state, one.where, one.steps = one.start, "CANCELLED by 9", "None assigned", 0
		case 2:
			one.start, one.end, one.state, one.where, one.steps = 0, 0, "PENDING", "None assigned", 0
		case 3:
			one.end, one.state = 0, "RUNNING"
		case 4:
			one.start = one.submit - 5
		}
	}
	switch r.IntN(12) {
	case 0: // an array
		one.array = number
		for task := range 1 + r.IntN(12) {
			t := one
			t.task, t.job, t.id, t.late = int64(task), number+int64(task), fmt.Sprintf("%d_%d", number, task), task > 2
			begin(&t, int64(r.IntN(1000)+task*500))
			all = append(all, t)
		}
		if r.IntN(3) == 0 {
			t := one
			t.waiting, t.state, t.where, t.steps = "[20-29%2]", "PENDING", "None assigned", 0
			t.id = fmt.Sprintf("%d_%s", number, t.waiting)
			all = append(all, t)
		}
	case 1: // a heterogeneous job
		begin(&one, int64(r.IntN(1000)))
		for part := range 1 + r.IntN(3) {
			p := one
			p.het, p.part, p.job, p.id, p.cpus = number, part, number+int64(part), fmt.Sprintf("%d+%d", number, part), int64(1+r.IntN(4))
			all = append(all, p)
		}
	case 2, 3: // requeued, or resized, and again
		resized := r.IntN(2) == 0
		for range 1 + r.IntN(3) {
			t := one
			begin(&t, int64(r.IntN(1000)))
			if t.state = []string{"REQUEUED", "PREEMPTED", "NODE_FAIL"}[r.IntN(3)]; resized {
				t.state = "RESIZING"
			}
			t.late = len(all) > 0
			all = append(all, t)
			one.submit, one.eligible = t.end+1, t.end+1
			if resized && t.start > 0 {
				one.start = t.start
			}
		}
		if start := one.start; resized && start > 0 {
			begin(&one, 0)
			one.start = start
		} else {
			begin(&one, int64(r.IntN(1000)))
		}
		one.late = true
		all = append(all, one)
	default:
		begin(&one, int64(r.IntN(4000)))
		all = append(all, one)
	}
	return all
}

// rows prints runs as sacct --parsable2 does.
func (a Accounting) rows(r *rand.Rand, all []run) string {
	var b strings.Builder
	const head = "JobID|JobIDRaw|JobName|User|Account|Partition|QOS|Submit|Eligible|Start|End|ElapsedRaw|TimelimitRaw|State|" +
		"AllocCPUS|ReqCPUS|AllocNodes|ReqMem|MaxRSS|NTasks|Priority|AllocTRES|NodeList|SubmitLine\n"
	line := func(id, raw string, fields ...any) {
		if a.NoRaw {
			raw = ""
		}
		b.WriteString(id + "|" + raw)
		for _, f := range fields {
			if f == int64(0) {
				f = "Unknown"
			}
			fmt.Fprintf(&b, "|%v", f)
		}
		b.WriteByte('\n')
	}
	b.WriteString(head)
	for i := range all {
		one := &all[i]
		limit := fmt.Sprint(one.limit)
		if one.limit == 0 {
			limit = "UNLIMITED"
		}
		tres := fmt.Sprintf("cpu=%d,mem=4G,node=%d", one.cpus, one.nodes)
		if one.gpus > 0 {
			tres += fmt.Sprintf(",gres/gpu:a100=%d", one.gpus)
		}
		elapsed := fmt.Sprint(max(0, one.end-one.start))
		if one.start == 0 {
			elapsed = "0"
		}
		line(one.id, fmt.Sprint(one.job), one.name, one.user, one.account, one.queue, one.qos, one.submit, one.eligible, one.start, one.end,
			elapsed, limit, one.state, one.cpus, one.req, one.nodes, "4000M", "", "", one.priority, tres, one.where,
			[]string{"sbatch a.sh", "sbatch --wrap=a|b", "sbatch --wrap=if\nfi", ""}[r.IntN(20)/17])
		for step := range one.steps {
			id, raw := fmt.Sprintf("%s.%d", one.id, step), fmt.Sprintf("%d.%d", one.job, step)
			line(id, raw, "step", "", one.account, "", "", one.start, one.start, one.start, one.end,
				elapsed, "", "COMPLETED", one.cpus, one.req, one.nodes, "",
				fmt.Sprintf("%dK", r.IntN(90_000)), 1+r.IntN(3), "", "", one.where, "")
		}
		switch r.IntN(90) {
		case 0:
			b.WriteString("x|y|a row that is none\n")
		case 1:
			line("9.batch", "9.batch", "lost", "", "", "", "", 1, 1, 1, 1, 0, "", "COMPLETED", 1, 1, 1, "", "", "", "", "", "", "")
		case 2:
			b.WriteString(head)
		}
	}
	return b.String()
}

// jsonOf prints runs as sacct --json does.
func jsonOf(all []run) string {
	var b strings.Builder
	b.WriteString("{\"meta\":{},\"jobs\":[\n")
	for i := range all {
		one := &all[i]
		if i > 0 {
			b.WriteString(",\n")
		}
		elapsed := max(0, one.end-one.start)
		if one.start == 0 {
			elapsed = 0
		}
		task := fmt.Sprintf(`{"set":%t,"number":%d}`, one.task >= 0, max(0, one.task))
		fmt.Fprintf(&b, `{"job_id":%d,"array":{"job_id":%d,"task_id":%s,"task":%q},"het":{"job_id":%d,"job_offset":%d},`+
			`"name":%q,"user":%q,"account":%q,"partition":%q,"qos":%q,"priority":%d,"nodes":%q,`,
			one.job, one.array, task, strings.Trim(one.waiting, "[]"), one.het, one.part, one.name, one.user, one.account, one.queue, one.qos,
			one.priority, one.where)
		fmt.Fprintf(&b, `"time":{"submission":%d,"eligible":%d,"start":%d,"end":%d,"elapsed":%d,"limit":{"set":%t,"number":%d}},`+
			`"state":{"current":[%q]},"required":{"CPUs":%d,"memory_per_cpu":{"set":true,"number":500}},`+
			`"tres":{"allocated":[{"type":"cpu","count":%d},{"type":"node","count":%d},{"type":"gres","name":"gpu:a100","count":%d}]},"steps":[`,
			one.submit, one.eligible, one.start, one.end, elapsed, one.limit > 0, one.limit, strings.Fields(one.state)[0], one.req, one.cpus,
			one.nodes, one.gpus)
		for step := range one.steps {
			if step > 0 {
				b.WriteByte(',')
			}
			fmt.Fprintf(&b, `{"step":{"name":"%d"},"tasks":{"count":2},"tres":{"requested":{"max":[{"type":"mem","count":%d}]}}}`, step, 1<<20+step)
		}
		b.WriteString("]}")
	}
	b.WriteString("\n]}\n")
	return b.String()
}
