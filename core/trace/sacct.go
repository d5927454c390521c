package trace

import (
	"cmp"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/trace/internal/managers"
	"github.com/backfill-lab/backfill/core/trace/sacct"
	"github.com/backfill-lab/backfill/core/trace/table"
)

// sacctRules returns the rules of package sacct. A row folded into another is not odd.
func sacctRules() []Rule {
	effects := map[string]Effect{"orphan-step": LeavesOut, "unusable": Changes, "state": Changes}
	var all []Rule
	for _, r := range sacct.Rules {
		all = append(all, Rule{"sacct-" + r.Key, cmp.Or(effects[r.Key], Notes), r.Doc})
	}
	return append(all, Rule{"sacct-repeated", LeavesOut,
		"Of several rows with the same job number and submission, as in concatenated outputs of several months, the last is taken."})
}

// AccountingReader returns a reader of sacct output in text, or in a table with its columns, such as a CSV or Parquet file. columns
// is for text without a header: see sacct.Reader. Errors call it by its name.
func AccountingReader(name string, r io.Reader, columns string) (*sacct.Reader, error) {
	t, err := tableOf(r)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	src, _ := textOf(r)
	if t == nil && columns == "" && jsonForm(src.Peek()) == table.RowsForm {
		if t, err = table.NewJSON(table.RowsForm, src); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	if t != nil && !isSacct(t) {
		return nil, fmt.Errorf("%s: the columns of this table are not those of sacct, such as JobID, Submit and AllocCPUS", name)
	}
	if t == nil {
		head := src.Peek()
		if severalMarks(head) {
			return nil, fmt.Errorf("%s:1: %w", name, sacct.ErrDelimiter)
		}
		if err := managers.RefuseForSacct(head); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if columns == "" && hasCells(head) {
			if t, err = table.NewCSV(name, src); err != nil {
				return nil, err
			}
		}
	}
	made := sacct.NewReader(src)
	if t != nil {
		made = newCellReader(name, t)
	}
	made.File, made.Columns = name, columns
	return made, nil
}

// newCellReader returns a reader of a table with sacct's columns.
func newCellReader(name string, t table.Table) *sacct.Reader {
	rows := table.NewTexts(name, t)
	return sacct.NewCellReader(rows.Names(), &listCells{rows, rows.Names()})
}

// listCells are the cells of a table with commas in lists where bars stand between the items, as programs put them there to keep
// commas for the columns.
type listCells struct {
	*table.Texts
	names []string
}

func (l *listCells) Next() (cells []string, line int, err error) {
	cells, line, err = l.Texts.Next()
	for i, cell := range cells {
		if strings.IndexByte(cell, '|') >= 0 && sacct.HasCommas(l.names[i]) {
			cells[i] = strings.ReplaceAll(cell, "|", ",")
		}
	}
	return cells, line, err
}

// readSacct reads sacct output, whatever holds its rows. The run time is the time on processors, the estimate the
// time limit; queue and partition are Slurm's partition, the group is the account if there
// are accounts, and the application is the job's name. Second 0 is the first submission.
func readSacct(name string, r *sacct.Reader, b *builder) (*Workload, error) {
	opt := &b.opt
	r.File, r.SubmitLines, r.NoNodeLists = name, opt.Accounting, opt.NoNodeLists && !opt.Accounting
	if opt.TimeZone != "" {
		r.Zone, _ = Zone(opt.TimeZone) // checked
	}
	b.begin(name, int64(opt.Procs))
	r.Malformed = func(err *sacct.ParseError) { b.causes.add(malformed, err) }
	var log *sacct.Summary
	var jobs iter.Seq2[*sacct.Record, error]
	w := &Workload{Name: shortName(name), Source: "The accounting of Slurm in " + BaseName(name) + "."}
	if b.jobs.spools() {
		all, err := r.Store(opt.Scratch.Create)
		if err != nil {
			return nil, err
		}
		defer all.Close()
		log, jobs = &all.Summary, all.All()
	} else {
		all, err := r.All()
		if err != nil {
			return nil, err
		}
		log, jobs = &all.Summary, all.All()
		if opt.Accounting {
			w.Accounting = all
		}
	}
	if log.First != nil {
		if err := b.left(log.First); err != nil {
			return nil, err
		}
	}
	names := &log.Names
	b.users.source, b.groups.source, b.apps.source = names.Users, names.Groups, names.Names
	b.queues.source, b.partitions.source = names.Partitions, names.Partitions
	if len(names.Accounts) > 0 {
		b.groups.source = names.Accounts
	}
	if err := b.addSacct(jobs, log); err != nil {
		return nil, err
	}
	w.UnixStart, w.LocalTimes = max(log.Start, 0), log.Local && opt.TimeZone == ""
	if opt.Procs > 0 {
		w.ProcsFrom = "option"
	}
	if err := b.finishUnsized(w); err != nil {
		if b.jobs.count == 0 && b.tally[noWidth] > 0 {
			err = fmt.Errorf("%s: no job has processors: add AllocCPUS to the --format of sacct, or say which column is the width, "+
				"such as --map auto,procs=NNodes for nodes", name)
		}
		return nil, err
	}
	w.Clusters, w.LogDoubts = names.Clusters, log.Doubts
	if w.SlurmNames = slurmNames(names); r.NoNodeLists {
		w.SlurmNames.NodeLists = nil
	}
	return w, w.countSacct(name, log.Counts, opt.Strict)
}

// addSacct adds the jobs of sacct output.
func (b *builder) addSacct(jobs iter.Seq2[*sacct.Record, error], log *sacct.Summary) error {
	var row Row
	for r, err := range jobs {
		if err != nil {
			return err
		}
		row.fromSacct(r, log.Start, len(log.Names.Accounts) > 0)
		if err := b.add(&row); err != nil {
			return err
		}
	}
	return nil
}

// doubtClusters doubts that several clusters are one machine.
func (w *Workload) doubtClusters() (all []Doubt) {
	if n := len(w.Clusters); n > 1 {
		all = append(all, w.about(DoubtClusters, fmt.Sprintf("the log is of %d clusters (%s), whose jobs are all on one machine here", n,
			strings.Join(w.Clusters[:min(n, 5)], ", ")), "to take one, sacct --clusters "+w.Clusters[0]))
	}
	return all
}

// countSacct adds how often rules of package sacct were applied.
func (w *Workload) countSacct(name string, counts []sacct.Count, strict bool) error {
	for _, c := range counts {
		i := int(malformed)
		if c.Rule != "malformed" {
			i = slices.IndexFunc(Rules, func(r Rule) bool { return r.Key == "sacct-"+c.Rule })
		}
		w.count(rule(i), c.Rows)
		if r := Rules[i]; r.Effect != Notes && strict {
			return fmt.Errorf("%s: %d rows: %s: %s", name, c.Rows, r.Key, r.Doc)
		}
	}
	return nil
}
