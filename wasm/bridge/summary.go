package bridge

import (
	"slices"

	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/core/trace/table"
)

// A Summary describes a workload before or after it is simulated.
type Summary struct {
	Name    string        `json:"name"`
	Source  string        `json:"source"`
	Procs   int           `json:"procs"`
	Jobs    int           `json:"jobs"`
	Span    int64         `json:"span"` // seconds from the first submission to the last
	Load    float64       `json:"load"` // trace.OfferedLoad
	Users   int           `json:"users"`
	From    string        `json:"procs_from"`       // where the size of the machine comes from, as in trace.SizeFrom
	Sized   bool          `json:"sized"`            // the log's header names that size
	Waits   int           `json:"waits"`            // jobs whose wait the log records
	Replay  bool          `json:"replay"`           // the recorded schedule can be compared with policies: see trace.Recorded
	Unix    int64         `json:"unix_start"`       // Unix time of second 0, or 0
	Local   bool          `json:"local_times"`      // that is the log's own time, read as if it were UTC: no time zone is known
	LeftOut int           `json:"left_out"`         // rows that became no job
	Homes   []homeKey     `json:"homes"`            // keys by which jobs can be given home sites of a grid
	Memory  int64         `json:"memory_kib"`       // the most that a job needs per processor; 0 if unknown
	Counts  []oddRows     `json:"counts"`           // odd rows by rule
	Causes  []trace.Cause `json:"causes,omitempty"` // what was wrong with them
	Widths  []width       `json:"widths"`           // rising; each job is of one
	SHA256  string        `json:"sha256"`           // of what is simulated
	File    string        `json:"file_sha256"`      // of the bytes of the log; "" for what is built in

	Reading *table.Reading `json:"reading,omitempty"` // of a table: which column was taken for what
	Doubts  []trace.Doubt  `json:"doubts,omitempty"`  // see trace.Doubts
}

// A width tells what jobs of one width are, so that a page knows what a smaller machine has to do.
type width struct {
	Procs int     `json:"procs"`
	Jobs  int     `json:"jobs"`
	Area  float64 `json:"area"`  // processor seconds
	First int64   `json:"first"` // second of the first submission
	Last  int64   `json:"last"`
}

func widthsOf(w *trace.Workload) []width {
	of := map[int32]int{} // looked up only
	list := []width{}
	for i := range w.Jobs.Held() {
		j := &w.Jobs.Held()[i]
		k, ok := of[j.Procs]
		if !ok {
			k, of[j.Procs] = len(list), len(list)
			list = append(list, width{Procs: int(j.Procs), First: j.Submit})
		}
		list[k].Jobs++
		list[k].Area += j.Area(false)
		list[k].Last = j.Submit
	}
	slices.SortFunc(list, func(a, b width) int { return a.Procs - b.Procs })
	return list
}

// oddRows is the number of rows that one rule left out, changed or noted.
type oddRows struct {
	trace.Rule
	Rows int `json:"rows"`
}

func summarise(w *trace.Workload) Summary { return summaryOf(w, w.Name, w.Source) }

func summaryOf(w *trace.Workload, name, source string) Summary {
	first, last := w.Span()
	s := Summary{
		Name: name, Source: source, Procs: w.Procs, Jobs: w.Len(), Span: last - first,
		Load: w.OfferedLoad(), Users: len(w.Users), Unix: w.UnixStart, Local: w.LocalTimes, LeftOut: w.LeftOut(),
		From: w.SizeFrom(), Sized: w.ProcsFrom == "MaxProcs" || w.ProcsFrom == "MaxNodes", Replay: w.Recorded() == nil,
		Homes: homeKeys(w), Widths: widthsOf(w), Counts: []oddRows{}, SHA256: w.SHA256(),
		Causes: w.Causes, Reading: w.Reading, Doubts: w.Doubts(),
	}
	for i := range w.Jobs.Held() {
		if w.Jobs.Held()[i].Wait >= 0 {
			s.Waits++
		}
		s.Memory = max(s.Memory, w.Jobs.Held()[i].MemoryKiB, w.Jobs.Held()[i].RequestedMemoryKiB)
	}
	for _, r := range trace.Rules {
		if n := w.Count(r.Key); n > 0 {
			s.Counts = append(s.Counts, oddRows{r, n})
		}
	}
	return s
}
