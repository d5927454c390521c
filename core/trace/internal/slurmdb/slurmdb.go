// Package slurmdb tells tests what the database of a real Slurm holds about the run that
// core/trace/sacct/testdata/slurm keeps. It reads the tables themselves, as Slurm's source explains
// their numbers, and shares no code with package sacct.
package slurmdb

import (
	"math/bits"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// Largest 32-bit numbers of Slurm: no value (NO_VAL), and infinite (INFINITE).
const (
	noValue  = 1<<32 - 2
	infinite = 1<<32 - 1
)

// states are the names of job states by number (enum job_states). A run that went back to
// the queue, or whose job was resized, has the number of a flag instead.
var states = map[int64]string{
	0: "PENDING", 1: "RUNNING", 2: "SUSPENDED", 3: "COMPLETED", 4: "CANCELLED", 5: "FAILED", 6: "TIMEOUT", 7: "NODE_FAIL",
	8: "PREEMPTED", 9: "BOOT_FAIL", 10: "DEADLINE", 11: "OUT_OF_MEMORY", 1 << 10: "REQUEUED", 1 << 13: "RESIZING",
}

// A Run is a row of the job table: a job, a task of an array or a part of a heterogeneous
// job, from a submission to its end. A job that was requeued has several.
type Run struct {
	Job     int64 // number of its own
	Array   int64 // number of the array, else 0
	Task    int64 // of the array, else -1
	Waiting int64 // tasks of an array that the row stands for, else 0
	Het     int64 // number of the heterogeneous job, else 0
	Parts   int   // that Jobs joined, else 1

	State                        string
	Submit, Eligible, Start, End int64 // Unix times, 0 if there is none
	Minutes                      int64 // time limit, -1 if there is none

	Placed               bool  // it was given nodes
	CPUs, Nodes, ReqCPUs int64 // CPUs and Nodes are 0 unless it was
	ReqMiB               int64 // of memory, in all

	Name, User, Account, Partition, QOS string
	Reservation                         string // of a run that started after it

	Steps int

	pauses [][2]int64 // when it was suspended and resumed, 0 if it never was
}

// Elapsed returns the seconds that a run held its processors until a moment.
func (r *Run) Elapsed(now int64) int64 {
	until := func(end int64) int64 {
		if end == 0 {
			return now
		}
		return end
	}
	if r.Start == 0 {
		return 0
	}
	elapsed := until(r.End) - r.Start
	for _, pause := range r.pauses {
		elapsed -= until(pause[1]) - pause[0]
	}
	return elapsed
}

// Phase returns how far a run came, in the words of sacct.Phase.
func (r *Run) Phase() string {
	switch {
	case r.State == "PENDING":
		return "pending"
	case r.State == "REQUEUED":
		return "requeued"
	case r.End == 0:
		return "running"
	case r.Placed:
		return "ended"
	}
	return "dropped"
}

// Runs returns all runs of the tables in a folder.
func Runs(t testing.TB, dir string) []Run {
	t.Helper()
	users, qos, reservations, index := map[string]string{}, map[string]string{}, map[string]row{}, map[string]int{}
	for _, row := range table(t, dir, "assoc") {
		users[row["id_assoc"]] = row["user"]
	}
	for _, row := range table(t, dir, "qos") {
		qos[row["id"]] = row["name"]
	}
	for _, row := range table(t, dir, "resv") {
		reservations[row["id_resv"]] = row
	}
	var runs []Run
	for _, row := range table(t, dir, "job") {
		index[row["job_db_inx"]] = len(runs)
		run := row.run(t)
		run.User, run.QOS = users[row["id_assoc"]], qos[row["id_qos"]]
		if resv := reservations[row["id_resv"]]; resv != nil && resv.number(t, "time_start") < run.Start {
			run.Reservation = resv["resv_name"]
		}
		runs = append(runs, run)
	}
	for _, row := range table(t, dir, "step") {
		runs[index[row["job_db_inx"]]].Steps++
	}
	for _, row := range table(t, dir, "suspend") {
		run := &runs[index[row["job_db_inx"]]]
		run.pauses = append(run.pauses, [2]int64{row.number(t, "time_start"), row.number(t, "time_end")})
	}
	return runs
}

// Shown returns the runs that sacct shows at a moment if it is not asked for jobs by number. It
// leaves out those that are or were not eligible yet: held, with --begin or a dependency.
func Shown(runs []Run, now int64) []Run {
	return slices.DeleteFunc(slices.Clone(runs), func(r Run) bool { return r.Eligible == 0 || r.Eligible > now })
}

// Jobs returns the last of the runs of each job, in the order of the table. The parts of a
// heterogeneous job, which are submitted, start and end together, are one job.
func Jobs(runs []Run) []Run {
	var jobs []Run
	first := map[int64]int{} // of the parts
	last, _ := split(runs)
	for _, run := range last {
		if run.Het > 0 {
			at, seen := first[run.Het]
			if seen {
				jobs[at].join(&run)
				continue
			}
			first[run.Het] = len(jobs)
		}
		jobs = append(jobs, run)
	}
	return jobs
}

// Earlier returns the runs but the last of each job.
func Earlier(runs []Run) []Run {
	_, earlier := split(runs)
	return earlier
}

// Resized returns when a job was submitted whose size changed while it ran, else 0.
func Resized(runs []Run, job int64) int64 {
	for _, r := range Earlier(runs) {
		if r.Job == job && r.State == "RESIZING" {
			return r.Submit
		}
	}
	return 0
}

func split(runs []Run) (last, earlier []Run) {
	at := map[int64]int{}
	for i := range runs {
		if j, seen := at[runs[i].Job]; !seen || runs[j].Submit <= runs[i].Submit {
			at[runs[i].Job] = i
		}
	}
	for i := range runs {
		if at[runs[i].Job] == i {
			last = append(last, runs[i])
		} else {
			earlier = append(earlier, runs[i])
		}
	}
	return last, earlier
}

// join adds a further part of a heterogeneous job.
func (r *Run) join(part *Run) {
	r.Parts++
	r.Steps += part.Steps
	r.Minutes = max(r.Minutes, part.Minutes)
	r.CPUs, r.Nodes, r.ReqCPUs, r.ReqMiB = r.CPUs+part.CPUs, r.Nodes+part.Nodes, r.ReqCPUs+part.ReqCPUs, r.ReqMiB+part.ReqMiB
}

// Clock returns the moments before and after sacct was asked.
func Clock(t testing.TB, dir string) (before, after int64) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, "clock.txt"))
	if err != nil {
		t.Fatal(err)
	}
	clock := strings.Fields(string(text))
	row := row{"before": clock[0], "after": clock[1]}
	return row.number(t, "before"), row.number(t, "after")
}

// run reads a row of the job table.
func (r row) run(t testing.TB) Run {
	run := Run{
		Job: r.number(t, "id_job"), Array: r.number(t, "id_array_job"), Task: -1, Het: r.number(t, "het_job_id"), Parts: 1,
		State:  states[r.number(t, "state")],
		Submit: r.number(t, "time_submit"), Eligible: r.number(t, "time_eligible"),
		Start: r.number(t, "time_start"), End: r.number(t, "time_end"), Minutes: -1,
		Placed: r["nodelist"] != "None assigned", ReqCPUs: r.number(t, "cpus_req"), ReqMiB: r.resource(t, "tres_req", "2"),
		Name: r["job_name"], Account: r["account"], Partition: r["partition"],
	}
	if run.State == "" {
		t.Fatalf("a job with the state %s", r["state"])
	}
	if run.Placed { // else a run that waits may repeat what the run before it had
		run.CPUs, run.Nodes = r.resource(t, "tres_alloc", "1"), r.resource(t, "tres_alloc", "4")
	}
	if run.Eligible == infinite {
		run.Eligible = 0
	}
	if n := r.number(t, "timelimit"); n < noValue {
		run.Minutes = n
	}
	if n := r.number(t, "id_array_task"); n < noValue {
		run.Task = n
	}
	if tasks, isSet := strings.CutPrefix(r["array_task_str"], "0x"); isSet && run.Task < 0 {
		n, err := strconv.ParseUint(tasks, 16, 64)
		if err != nil {
			t.Fatal(err)
		}
		run.Waiting = int64(bits.OnesCount64(n))
	}
	return run
}

// A row is a row of a table, by the names of its columns.
type row map[string]string

// table reads a table as mariadb --batch prints it.
func table(t testing.TB, dir, name string) []row {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, "db-"+name+".tsv"))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	names := strings.Split(lines[0], "\t")
	unescape := strings.NewReplacer(`\\`, `\`, `\n`, "\n", `\t`, "\t", `\0`, "\x00")
	var rows []row
	for _, line := range lines[1:] {
		row := row{}
		for i, field := range strings.Split(line, "\t") {
			row[names[i]] = unescape.Replace(field)
		}
		rows = append(rows, row)
	}
	return rows
}

func (r row) number(t testing.TB, column string) int64 {
	t.Helper()
	n, err := strconv.ParseInt(r[column], 10, 64)
	if err != nil {
		t.Fatalf("%s: %v", column, err)
	}
	return n
}

// resource returns the amount of a resource in a list such as 1=4,2=800,4=1 (processors, MiB
// of memory, nodes), 0 if it is not in it.
func (r row) resource(t testing.TB, column, id string) int64 {
	t.Helper()
	for item := range strings.SplitSeq(r[column], ",") {
		if key, _, _ := strings.Cut(item, "="); key == id {
			return row{column: item[len(key)+1:]}.number(t, column)
		}
	}
	return 0
}
