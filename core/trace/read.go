package trace

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/backfill-lab/backfill/core/internal/text"
	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/trace/internal/managers"
	"github.com/backfill-lab/backfill/core/trace/sacct"
	"github.com/backfill-lab/backfill/core/trace/swf"
	"github.com/backfill-lab/backfill/core/trace/table"
)

// Options say how a log is read. The zero value is the default.
type Options struct {
	// Width says which processors are a job's width: "allocated" (also "") or
	// "requested". If a row gives only one of them, that is the width.
	Width string `json:"width,omitempty"`

	// Procs is the size of the machine, 1..job.MaxProcs; 0 takes it from the header
	// (MaxProcs, else MaxNodes), else from the widest job. sacct output has no header:
	// its machine is the widest job or, if more, the most processors in use at once.
	Procs int `json:"procs,omitempty"`

	Strict bool `json:"strict,omitempty"` // the first row that a rule leaves out or changes is an error
	Shift  bool `json:"shift,omitempty"`  // move all submissions so that the first is at second 0

	// KeepRecords keeps the source rows of the jobs, 152 bytes each, so that WriteSWF
	// loses nothing.
	KeepRecords bool `json:"keep_records,omitempty"`

	// Columns names the columns of sacct output without a header line: sacct.Reader.Columns.
	// It is an error for a log in another format.
	Columns string `json:"columns,omitempty"`

	// Map says which columns of a table are which fields of jobs, and in which units: see package
	// columns. "" lets table.Detect choose. It is an error for a log that is no table.
	Map string `json:"map,omitempty"`

	// TimeZone is the zone of the cluster, such as Europe/Berlin, for dates and for local times
	// in sacct output: "" is that of an SWF log's header, else UTC.
	TimeZone string `json:"time_zone,omitempty"`

	// Accounting keeps what sacct output says beside the jobs: see Workload.Accounting.
	Accounting bool `json:"accounting,omitempty"`

	// NoNodeLists leaves out the texts of NodeList of sacct output, which only rows of results have: on a large machine nearly
	// every job has its own. It does nothing with Accounting.
	NoNodeLists bool `json:"-"`

	Anonymize bool `json:"anonymize,omitempty"` // see Workload.Anonymize

	// Scratch, unless nil, spools the jobs; the caller closes them. Memory does then not grow
	// with the jobs, except for names of users, groups and so on, for the JSON of Batsim, and for jobs of sacct output with several
	// runs. The workload is the same, but has no Unstarted and no Slurm. An error is ErrWhole if the log's jobs must be held.
	Scratch *Scratch `json:"-"`
}

// A Scratch makes temporary files for jobs.
type Scratch struct {
	Create func() (ScratchFile, error)
}

// ErrWhole is the error for a log whose jobs cannot be spooled. What wraps it says why.
var ErrWhole = errors.New("the log must be read as a whole")

var (
	errScattered = fmt.Errorf("%w: the jobs' numbers do not rise and are spread too far to keep in mind", ErrWhole)
	errOptions   = fmt.Errorf("%w: an option of the reading needs all jobs at once", ErrWhole)
)

// Spools tells whether the jobs are to be spooled.
func (o *Options) Spools() bool { return spoolable && o.Scratch != nil }

func (o *Options) check() error {
	switch {
	case o.Spools() && (o.KeepRecords || o.Accounting || o.Anonymize || o.Shift):
		return errOptions
	case o.Width != "" && o.Width != "allocated" && o.Width != "requested":
		return fmt.Errorf("the width %q is unknown: give allocated or requested", o.Width)
	case o.Procs < 0 || o.Procs > job.MaxProcs:
		return fmt.Errorf("a machine of %d processors cannot be simulated: give it 1 to %d", o.Procs, job.MaxProcs)
	}
	if _, err := Zone(o.TimeZone); err != nil {
		return err
	}
	if o.Map != "" {
		if _, err := table.ParseMap(o.Map); err != nil {
			return err
		}
	}
	if o.Columns != "" {
		return sacct.CheckColumns(o.Columns)
	}
	return nil
}

// Read makes a workload of a log in the Standard Workload Format, of sacct output (rows or
// JSON), of a log that package managers reads, of a CSV table or of a form of JSON that package
// table knows, plain, compressed with gzip or the only file of a tar archive; it recognises them by their content. name is the file's
// name, for messages and Workload.Name. A log without a usable row is an error.
func Read(name string, data []byte, opt Options) (*Workload, error) {
	return ReadFrom(name, bytes.NewReader(data), opt)
}

// ReadFrom is Read from a stream. It needs a few hundred KiB of memory besides the jobs, for which
// it makes room in time if r has a method Size() int64, the bytes of the log as it is stored.
func ReadFrom(name string, r io.Reader, opt Options) (*Workload, error) {
	if err := opt.check(); err != nil {
		return nil, err
	}
	b := &builder{opt: opt, jobs: newJobWriter(&opt)}
	w, err := read(name, r, b)
	if err != nil {
		return nil, errors.Join(err, b.jobs.close())
	}
	w.TimeZone = cmp.Or(opt.TimeZone, w.Header.TimeZone(), w.TimeZone)
	if opt.Anonymize {
		w = w.Anonymize()
	}
	if opt.Shift {
		w = w.Shift(0)
	}
	return w, nil
}

func read(name string, r io.Reader, b *builder) (*Workload, error) {
	opt := &b.opt
	if t, err := tableOf(r); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	} else if t != nil {
		return readTable(name, t, b)
	}
	size := int64(0) // unknown
	if sized, ok := r.(interface{ Size() int64 }); ok {
		size = sized.Size()
	}
	src, passed := textOf(r)
	b.tally[otherRecord] += passed
	head := src.Peek()
	if severalMarks(head) {
		return nil, fmt.Errorf("%s:1: %w", name, sacct.ErrDelimiter)
	}
	if form := jsonForm(head); form != "" && opt.Columns == "" {
		t, err := table.NewJSON(form, src)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		return readTable(name, t, b)
	}
	if f := managers.Recognise(head); f != nil && (opt.Map == "" || !f.Table) {
		return readManagers(name, f, src, b)
	}
	switch is := kind(head); {
	case is == "web page":
		return nil, fmt.Errorf("%s: this is a web page, not a log: the server sent it instead of the file; download the log again", name)
	case bytes.HasPrefix(head, []byte("PAR1")), bytes.HasPrefix(head, []byte("ARROW1")):
		return nil, fmt.Errorf("%s: Parquet and Arrow files are not read from here: name the file itself, or make a CSV file of it", name)
	case opt.Map != "" && is != "swf", is == "rows" && opt.Columns == "" && (table.Separator(head) != 0 || table.Spaced(head)):
		t, err := table.NewCSV(name, src)
		if err != nil {
			return nil, err
		}
		return readTable(name, t, b)
	case is == "sacct", is == "rows" && opt.Columns != "":
		r := sacct.NewReader(src)
		r.Columns = opt.Columns
		return readSacct(name, r, b)
	case opt.Map != "":
		return nil, fmt.Errorf("%s: this is a log in the Standard Workload Format: leave out --map, which is for tables", name)
	case is == "swf" && opt.Columns != "":
		return nil, fmt.Errorf("%s: this is a log in the Standard Workload Format: leave out --columns, which name those of sacct output", name)
	}
	if marks := separated(head); marks != "" {
		return nil, fmt.Errorf("%s: rows of numbers with %s between them and without a header: put a line of names first, such as "+
			"job,submit,wait,run,procs; rows of the Standard Workload Format have spaces between their fields", name, marks)
	}
	return readSWF(name, src, size, b)
}

func readSWF(name string, src *text.Source, size int64, b *builder) (*Workload, error) {
	r := swf.NewReader(src)
	r.File, r.Strict = name, b.opt.Strict
	w := &Workload{Name: shortName(name)}
	b.file, b.newest = name, -1
	b.jobs.begin(size)
	var rec swf.Record
	var row Row
	var later []swf.Comment // Before counts kept rows
	for rows, last := 0, 0; ; {
		before := b.jobs.count
		err := r.ReadTo(&rec)
		line := r.Line()
		if rows > 0 && line != last+1 || err == io.EOF { // comments or blank lines came before
			h, _ := r.Header()
			for _, c := range h.Later[len(later):] {
				later = append(later, swf.Comment{Before: before, Text: c.Text})
			}
		}
		last = line
		switch {
		case err == io.EOF:
			w.Header.Later = later
			return w, b.finish(w)
		case err == nil:
			if rows++; rows == 1 {
				h, _ := r.Header()
				w.begin(name, swf.Header{Lines: h.Lines}, b.opt)
				b.procs = int64(w.Procs)
			}
			row.fromSWF(&rec, line, r.NumFields())
			err = b.add(&row)
			if b.jobs.count == sampleRows && before < sampleRows {
				b.jobs.reserve(size, r.Offset())
			}
		case isRow(err):
			err = b.misread(err)
		}
		if err != nil {
			return nil, err
		}
	}
}

func (w *Workload) begin(name string, h swf.Header, opt Options) {
	w.Source, w.Header = source(name, h), h
	if start, ok := h.Int("UnixStartTime"); ok && start >= -job.MaxSeconds && start <= job.MaxSeconds {
		w.UnixStart = start
	}
	w.Procs, w.ProcsFrom = machine(h, opt)
}

// isRow reports whether a reader's error is about a single line.
func isRow(err error) bool {
	return slices.ContainsFunc([]error{swf.ErrNumber, swf.ErrWhole, swf.ErrRange, swf.ErrFields, swf.ErrLine},
		func(row error) bool { return errors.Is(err, row) })
}

// machine returns the size of the machine and its origin, or 0 if it must be taken from the jobs.
func machine(h swf.Header, opt Options) (procs int, from string) {
	if opt.Procs > 0 {
		return opt.Procs, "option"
	}
	for _, key := range []string{"MaxProcs", "MaxNodes"} {
		if n, ok := h.Int(key); ok && n > 0 && n <= job.MaxProcs {
			return int(n), key
		}
	}
	return 0, ""
}

// shortName returns a file's name without its folder and endings.
func shortName(name string) string {
	name = BaseName(name)
	for _, ending := range [...]string{
		".tgz", ".gz", ".tar", ".swf", ".txt", ".sacct", ".csv", ".tsv", ".json", ".parquet", ".arrow", ".arrows", ".feather",
	} {
		if short := strings.TrimSuffix(name, ending); short != "" {
			name = short
		}
	}
	return name
}

// BaseName returns a file's name without its folder.
func BaseName(name string) string { return name[strings.LastIndexAny(name, `/\`)+1:] }

func source(name string, h swf.Header) string {
	var facts []string
	computer, _ := h.Get("Computer")
	installation, _ := h.Get("Installation")
	if computer != "" && installation != "" {
		facts = append(facts, computer+" at "+installation)
	} else if one := computer + installation; one != "" {
		facts = append(facts, one)
	}
	if n, ok := h.Int("MaxProcs"); ok {
		unit := " processors"
		if n == 1 {
			unit = " processor"
		}
		facts = append(facts, strconv.FormatInt(n, 10)+unit)
	}
	s := "The log " + BaseName(name)
	if len(facts) > 0 {
		s += ": " + strings.Join(facts, ", ")
	}
	return s + "."
}
