package accounting

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/slurm/internal/sbatch"
	"github.com/backfill-lab/backfill/internal/doubt"
	"github.com/backfill-lab/backfill/internal/jsonerror"
)

// An Event is what a user or an operator did to a job, which no accounting has.
type Event struct {
	Line   int    `json:"line,omitempty" range:"0..2147483647"`
	UnixUs int64  `json:"unix_us" range:"-1e17..1e17"` // microseconds since 1970
	What   string `json:"what"`                        // as in eventKinds, in letters of either case
	Job    string `json:"job"`                         // as users know it: 123, 123_4 of an array, 123+1 of a heterogeneous job
	Value  string `json:"value,omitempty"`
}

// Errors of an events file.
var (
	ErrEventHead  = errors.New("an events file begins with the line time,what,job,value, or has an object with these names on each line")
	ErrEventTime  = errors.New("not a time: write Unix seconds, or 2026-11-27T19:45:00 in the zone of the log")
	ErrEventWhat  = errors.New("unknown event: write " + strings.Join(eventNames(), ", "))
	ErrEventValue = errors.New("not a value of that event")
)

// eventKinds are the events by their names in an events file.
var eventKinds = []struct {
	name string
	kind cluster.ChangeKind
}{
	{"TimeLimit", cluster.SetLimit}, {"Priority", cluster.SetPriority}, {"Nice", cluster.SetNice}, {"NumNodes", cluster.SetNodes},
	{"Partition", cluster.SetPartitions}, {"Top", cluster.Top}, {"Hold", cluster.Hold}, {"Release", cluster.Release},
	{"Suspend", cluster.Suspend}, {"Resume", cluster.Continue}, {"Cancel", cluster.Cancel}, {"Requeue", cluster.Requeue},
}

func eventNames() (all []string) {
	for _, k := range eventKinds {
		all = append(all, k.name)
	}
	return all
}

// ReadEvents reads an events file: what scontrol update, top, hold, release, suspend, resume and requeue, and scancel, did when. It is
// CSV with the columns time, what, job and value, or has JSON with these names on each line:
//
//	time,what,job,value
//	1795808721.675,TimeLimit,183,1
//	2026-11-27T19:45:23,Top,189,
//
// A time is in Unix seconds or in a zone. Values are those of scontrol: minutes or 1-02:03:04 for TimeLimit, numbers for Priority, Nice
// and NumNodes, names for Partition, and all for a Top that an
// operator did, which goes before all jobs and not those of its user only; other events have none. Events may be in any order.
func ReadEvents(name string, src io.Reader, zone *time.Location) ([]Event, error) {
	b := bufio.NewReader(src)
	var all []Event
	fail := func(line int, text string, err error) error {
		return fmt.Errorf("%s:%d: %q: %w", name, line, text, err)
	}
	take := func(line int, row [4]string) error {
		e := Event{Line: line, What: row[1], Job: strings.TrimSpace(row[2]), Value: strings.TrimSpace(row[3])}
		at, err := eventTime(row[0], zone)
		if err != nil {
			return fail(line, row[0], err)
		}
		e.UnixUs = at
		if e.kind() == nil {
			return fail(line, row[1], ErrEventWhat)
		}
		all = append(all, e)
		return nil
	}
	if head, _ := b.Peek(1); string(head) == "{" {
		d := json.NewDecoder(b)
		for line := 1; ; line++ {
			var e struct{ Time, What, Job, Value any }
			if err := d.Decode(&e); err == io.EOF {
				return all, nil
			} else if err != nil {
				return nil, fmt.Errorf("%s:%d: %w", name, line, jsonerror.Words(err))
			}
			if err := take(line, [4]string{plainJSON(e.Time), plainJSON(e.What), plainJSON(e.Job), plainJSON(e.Value)}); err != nil {
				return nil, err
			}
		}
	}
	r := csv.NewReader(b)
	r.FieldsPerRecord = 4
	for first := true; ; first = false {
		row, err := r.Read()
		switch {
		case first && (err != nil || strings.ToLower(strings.Join(row, ",")) != "time,what,job,value"):
			return nil, fmt.Errorf("%s: %w", name, ErrEventHead)
		case err == io.EOF:
			return all, nil
		case err != nil:
			return nil, fmt.Errorf("%s: %w", name, err)
		case first:
			continue
		}
		line, _ := r.FieldPos(0)
		if err := take(line, [4]string(row)); err != nil {
			return nil, err
		}
	}
}

// plainJSON prints a value as CSV has it.
func plainJSON(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	return fmt.Sprint(v)
}

func eventTime(s string, zone *time.Location) (us int64, err error) {
	s = strings.TrimSpace(s)
	if n, err := strconv.ParseFloat(s, 64); err == nil && n >= 0 && n < 1e12 {
		return int64(math.Round(float64(n * 1e6))), nil
	}
	if zone == nil {
		zone = time.UTC
	}
	for _, form := range []string{"2006-01-02T15:04:05", "2006-01-02 15:04:05", time.RFC3339} {
		if t, err := time.ParseInLocation(form, s, zone); err == nil {
			return t.UnixMicro(), nil
		}
	}
	return 0, ErrEventTime
}

// kind returns what is done, or nil if it is not known.
func (e *Event) kind() *cluster.ChangeKind {
	for i := range eventKinds {
		if strings.EqualFold(eventKinds[i].name, e.What) {
			return &eventKinds[i].kind
		}
	}
	return nil
}

// CheckEvents returns the first reason why events cannot be applied to any log.
func CheckEvents(events []Event) error {
	for i := range events {
		if e := &events[i]; e.kind() == nil {
			return fmt.Errorf("events line %d: %q: %w", e.Line, e.What, ErrEventWhat)
		}
	}
	return nil
}

// Apply adds events to the changes of the log. Rows have what jobs asked for at last, so that a job whose limit, partition or number of
// nodes somebody changed has what its command line says before the first such event. Events of jobs that are not in the log are counted.
func (l *Log) Apply(events []Event, s *cluster.System) error {
	jobs := map[string][]int32{}
	for i := range l.Recorded {
		j := &l.Recorded[i]
		for _, name := range [...]string{j.Label(), strconv.FormatInt(j.Base, 10), strconv.FormatInt(j.ID, 10)} {
			if list := jobs[name]; len(list) == 0 || list[len(list)-1] != int32(i) {
				jobs[name] = append(list, int32(i))
			}
		}
	}
	sorted := slices.Clone(events)
	slices.SortStableFunc(sorted, func(a, b Event) int { return int(min(max(a.UnixUs-b.UnixUs, -1), 1)) })
	unknown, changed := 0, map[changedJob]bool{}
	for i := range sorted {
		e := &sorted[i]
		of, part, _ := strings.Cut(e.Job, "+")
		list := jobs[of]
		if n, err := strconv.Atoi(part); err == nil && n < len(list) {
			list = list[n : n+1]
		}
		if len(list) == 0 {
			unknown++
		}
		for _, job := range list {
			if l.Recorded[job].done(e, l.UnixStart) {
				continue
			}
			c, err := l.changeOf(e, job, s)
			if err != nil {
				return fmt.Errorf("events line %d: %s=%q of job %s: %w", e.Line, e.What, e.Value, e.Job, err)
			}
			if first := (changedJob{job, c.Kind}); !changed[first] {
				changed[first] = true
				l.before(job, c.Kind, changed[changedJob{job, cluster.Hold}], s)
			}
			l.Changes = append(l.Changes, c)
		}
	}
	if unknown > 0 {
		l.Doubts = append(l.Doubts, doubt.Doubt{Key: "events", Jobs: unknown, Of: len(events),
			What: agree(unknown, "event is", "events are") + " of jobs that are not simulated"})
	}
	return nil
}

type changedJob struct {
	job  int32
	kind cluster.ChangeKind
}

// done tells whether the accounting has what an event says: how jobs were cancelled and requeued.
func (j *Job) done(e *Event, start int64) bool {
	kind := *e.kind()
	return (kind == cluster.Cancel || kind == cluster.Requeue) && len(j.Starts) != 1
}

// changeOf returns an event as a Change of a job.
func (l *Log) changeOf(e *Event, job int32, s *cluster.System) (c cluster.Change, err error) {
	at := e.UnixUs - l.UnixStart*cluster.Second
	c = cluster.Change{At: at / cluster.Second, AtUs: at % cluster.Second, Kind: *e.kind(), Job: job}
	if at < 0 {
		c.At, c.AtUs = 0, 0
	}
	switch c.Kind {
	case cluster.SetLimit:
		var asked sbatch.Request
		asked, err = sbatch.Parse([]string{"--time=" + e.Value})
		c.Value = limit(asked.TimeS, &s.Partitions[l.Jobs[job].Partitions[0]])
	case cluster.Top:
		if strings.EqualFold(e.Value, "all") {
			c.Value = 1
		}
	case cluster.SetPriority, cluster.SetNice, cluster.SetNodes:
		first, _, _ := strings.Cut(e.Value, "-")
		if c.Kind != cluster.SetNodes {
			first = e.Value
		}
		if c.Value, err = strconv.ParseInt(first, 10, 64); c.Kind != cluster.SetNice && c.Value < 1 || c.Value > math.MaxUint32 {
			err = ErrEventValue
		}
	case cluster.SetPartitions:
		var why string
		if c.Parts, why = partitions(strings.Split(e.Value, ","), s); why != "" {
			err = errors.New(why)
		}
	}
	if err != nil {
		err = fmt.Errorf("%w: %w", ErrEventValue, err)
	}
	return c, err
}

// before gives a job what its command line asks for in the place of what was changed; a job that is released without having been held
// before came held.
func (l *Log) before(job int32, kind cluster.ChangeKind, held bool, s *cluster.System) {
	j, req := &l.Jobs[job], l.Recorded[job].req
	if req == nil {
		return
	}
	switch kind {
	case cluster.Hold, cluster.Release: // which is why it was not eligible
		j.Begin = cluster.None
		if req.BeginS > 0 {
			j.Begin = j.Submit + req.BeginS
		}
		j.Held = j.Held || kind == cluster.Release && !held
	case cluster.SetLimit:
		if req.TimeS != 0 {
			j.Limit = limit(req.TimeS, &s.Partitions[j.Partitions[0]])
		}
	case cluster.SetPartitions:
		names := req.Partitions
		if len(names) == 0 {
			names = []string{""}
		}
		if parts, why := partitions(names, s); why == "" {
			j.Partitions = parts
		}
	case cluster.SetNodes:
		layout(j, req)
	}
}
