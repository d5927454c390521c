package trace

import (
	"fmt"
	"io"
	"strconv"
	"time"

	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/trace/table"
)

// A Tabular is a source of ReadFrom that holds rows and columns instead of text, such as a Parquet file.
type Tabular interface {
	// Table returns the table in the file, or nil if it holds text.
	Table() (table.Table, error)
}

// ours is the preset of results of this program, whose metadata tell more.
const ours = "backfill"

// readTable reads the jobs of a table: as sacct output if it has sacct's columns and Options no map, else as the map says, or as
// table.Detect chooses. Second 0 is the first submission, except in results of this program, which keep theirs.
//
// The group is the account or project, memory is divided by the processors, and where a row gives
// nodes but no processors, nodes are the width.
func readTable(name string, t table.Table, b *builder) (*Workload, error) {
	opt := &b.opt
	var m table.Map
	var err error
	if opt.Map != "" {
		if m, err = table.ParseMap(opt.Map); err != nil {
			return nil, err
		}
	}
	if opt.Columns != "" {
		return nil, fmt.Errorf("%s: this is a table with named columns: --map says what they are, --columns is for sacct output", name)
	}
	if opt.Map == "" && isSacct(t) {
		return readSacct(name, newCellReader(name, t), b)
	}
	zone := time.UTC
	if opt.TimeZone != "" {
		zone, _ = Zone(opt.TimeZone) // checked
	}
	r, err := table.NewReader(name, t, m, zone)
	if err != nil {
		return nil, err
	}
	own := r.Reading.Preset == ours
	key := table.MetaProcs
	if own {
		key = result.MetaProcs
	}
	w := &Workload{Name: shortName(name), Source: "The jobs in " + BaseName(name) + "."}
	if opt.Procs > 0 {
		w.Procs, w.ProcsFrom = opt.Procs, "option"
	} else if n, err := strconv.Atoi(t.Meta(key)); err == nil && n > 0 && n <= job.MaxProcs {
		w.Procs, w.ProcsFrom = n, "metadata"
	}
	b.begin(name, int64(w.Procs))
	if err := b.addTable(r); err != nil {
		return nil, err
	}
	b.tally[notChosen] += r.Others
	if err := b.finishUnsized(w); err != nil {
		return nil, err
	}
	if own {
		w.UnixStart, _ = strconv.ParseInt(t.Meta(result.MetaStart), 10, 64)
		w.TimeZone = t.Meta(result.MetaZone)
	} else {
		if w.UnixStart = w.beginAt0(); !r.Reading.Dated() {
			w.UnixStart = sinceEpoch(w.UnixStart)
		}
		w.LocalTimes = r.Local && opt.TimeZone == ""
	}
	w.Reading = &r.Reading
	return w, nil
}

// addTable adds the rows of a table.
func (b *builder) addTable(r *table.Reader) error {
	var row Row
	for {
		t, err := r.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		b.users.source, b.groups.source, b.apps.source = r.Users.Texts, r.Groups.Texts, r.Names.Texts
		b.queues.source, b.partitions.source = r.Queues.Texts, r.Partitions.Texts
		if t.Err != nil {
			err = b.misread(t.Err)
		} else {
			row.fromTable(t)
			err = b.add(&row)
		}
		if err != nil {
			return err
		}
	}
}

// calendar is the least number that counts as a date, in seconds since 1970: 1973 and later.
const calendar = 100_000_000

// begin begins with the rows of a file without a header.
func (b *builder) begin(file string, procs int64) {
	b.file, b.procs, b.newest = file, procs, -1
}

// beginAt0 moves all times so that the first submission is at second 0, and returns when that was.
func (w *Workload) beginAt0() (start int64) {
	first, _ := w.Span()
	w.Jobs.shift(-first)
	for i := range w.Unstarted {
		u := &w.Unstarted[i]
		u.Submit -= first
		if u.End != job.None {
			u.End -= first
		}
	}
	return first
}

// sinceEpoch returns a Unix time, 0 if it is that of another calendar.
func sinceEpoch(second int64) int64 {
	if second >= calendar {
		return second
	}
	return 0
}

// tableOf returns the table of a source of rows, nil if it is one of text.
func tableOf(r io.Reader) (table.Table, error) {
	if t, ok := r.(Tabular); ok {
		return t.Table()
	}
	return nil, nil
}
