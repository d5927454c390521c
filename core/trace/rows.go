package trace

import (
	"strconv"
	"strings"

	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/trace/sacct"
	"github.com/backfill-lab/backfill/core/trace/swf"
)

// Rows is what a log says of its jobs beside them. The Row of a job is its number in the order of the log, from 0, and its index
// in each of the slices that are not nil; it is job.None if nothing is kept of the job.
type Rows struct {
	Records  []swf.Record    // source rows, with Options.KeepRecords
	Labels   []string        // of a table: what its users call the jobs where that is not their number; may be shorter
	Slurm    []job.Slurm     // of sacct output whose jobs are held
	Accounts []*sacct.Record // of sacct output, with Options.Accounting
}

// add keeps what opt wants of the i-th row.
func (r *Rows) add(row *Row, i int32, opt *Options) {
	if opt.KeepRecords {
		r.Records = append(r.Records, row.swf())
	}
	if row.Label != "" {
		r.Labels = append(r.Labels, make([]string, int(i)+1-len(r.Labels))...)
		r.Labels[i] = strings.Clone(row.Label) // not all of a line
	}
	if opt.Accounting && row.Account != nil {
		r.Accounts = append(r.Accounts, row.Account)
	}
}

// slurm returns what Slurm's accounting says of a job of w, which is of sacct output.
func (w *Workload) slurm(j *job.Job) *job.Slurm { return &w.Slurm[j.Row] }

// Label returns the number of a job as the users of its log know it.
func (w *Workload) Label(j *job.Job) string {
	if w.Slurm != nil && j.Row >= 0 {
		return w.slurm(j).Label()
	}
	if j.Row >= 0 && int(j.Row) < len(w.Labels) && w.Labels[j.Row] != "" {
		return w.Labels[j.Row]
	}
	return strconv.FormatInt(j.ID, 10)
}
