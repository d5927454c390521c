package table

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/backfill-lab/backfill/internal/printable"
)

// A batsimJob is a job as Batsim's docs/input-workload.rst has it.
type batsimJob struct {
	ID       label    `json:"id"`
	Submit   *float64 `json:"subtime"`
	Res      *float64 `json:"res"`
	Walltime *float64 `json:"walltime"`
	Profile  string   `json:"profile"`
}

// A batsimProfile is what a job does. Types have had two names.
type batsimProfile struct {
	Type     string          `json:"type"`
	Delay    float64         `json:"delay"`
	CPU      json.RawMessage `json:"cpu"`
	Strategy string          `json:"generation_strategy"`
	Repeat   *float64        `json:"repeat"`
	Seq      []string        `json:"seq"`
}

// A work is what a profile takes: seconds, and floating-point operations of each processor and of all
// together.
type work struct {
	delay, each, total float64
	err                error // why it cannot be told
	state              int8  // of a composed one: 0 not worked out, 1 under way, 2 done
	repeat             float64
	seq                []string
}

// A batsimRow is a job to be read later.
type batsimRow struct {
	id, profile           string
	submit, res, walltime float64 // NaN for none
	bad                   *ParseError
}

// openBatsim reads a whole workload: jobs may come before the profiles that they name.
func (t *JSON) openBatsim() error {
	t.columns = append(textColumns("id", "profile"), Column{Name: "subtime", Type: Float}, Column{Name: "res", Type: Float},
		Column{Name: "walltime", Type: Float}, Column{Name: "delay", Type: Float}, Column{Name: "cpu", Type: Float})
	if err := t.begin('{'); err != nil {
		return err
	}
	var rows []batsimRow
	profiles := map[string]*work{}
	for {
		more, err := t.next()
		if err != nil {
			return err
		}
		if !more {
			break
		}
		key, err := t.dec.Token()
		if err != nil {
			return err
		}
		switch key {
		case "jobs":
			rows, err = t.batsimJobs(rows)
		case "profiles":
			err = t.batsimProfiles(profiles)
		case "nb_res":
			var n float64
			var bad *ParseError
			if bad, err = t.element(&n); bad != nil {
				err = fmt.Errorf("nb_res: %w", bad.Err)
			}
			if err == nil && n >= 1 && n <= 1<<30 && n == math.Trunc(n) {
				t.procs = int64(n)
			}
		default:
			err = t.skip()
		}
		if err != nil {
			return err
		}
	}
	if err := t.end(); err != nil {
		return err
	}
	next := 0
	t.read = func(b *Batch, columns []int) error {
		if next == len(rows) {
			return io.EOF
		}
		r := &rows[next]
		next++
		delay, cpu, bad := math.NaN(), math.NaN(), r.bad
		if bad == nil {
			delay, cpu, bad = workOf(profiles, r)
		}
		b.add(columns, []any{r.id, r.profile, r.submit, r.res, r.walltime, delay, cpu}, bad)
		return nil
	}
	return nil
}

func (t *JSON) batsimJobs(rows []batsimRow) ([]batsimRow, error) {
	if err := t.begin('['); err != nil {
		return nil, err
	}
	for {
		more, err := t.next()
		if err != nil || !more {
			return rows, err
		}
		var j batsimJob
		bad, err := t.element(&j)
		if err != nil {
			return nil, err
		}
		or := func(x *float64) float64 {
			if x == nil {
				return math.NaN()
			}
			return *x
		}
		rows = append(rows, batsimRow{string(j.ID), j.Profile, or(j.Submit), or(j.Res), or(j.Walltime), bad})
	}
}

func (t *JSON) batsimProfiles(all map[string]*work) error {
	if err := t.begin('{'); err != nil {
		return err
	}
	for {
		more, err := t.next()
		if err != nil || !more {
			return err
		}
		name, err := t.dec.Token()
		if err != nil {
			return err
		}
		var p batsimProfile
		bad, err := t.element(&p)
		if err != nil {
			return err
		}
		w := p.work()
		if bad != nil {
			w = &work{err: fmt.Errorf("its %s: %w", printable.Name(bad.Field), bad.Err)}
		}
		all[name.(string)] = w
	}
}

// work returns what the profile takes on a machine whose network takes no time.
func (p *batsimProfile) work() *work {
	var cpu float64
	number := func() error {
		if p.CPU != nil && json.Unmarshal(p.CPU, &cpu) != nil || cpu < 0 {
			return errors.New("its cpu is not a number of operations")
		}
		return nil
	}
	switch p.Type {
	case "delay", "DelayProfile":
		return &work{delay: p.Delay}
	case "parallel_homogeneous", "ParallelTaskHomogeneousProfile":
		err := number()
		if p.Strategy == "DefinedAmountsSpreadUniformly" {
			return &work{total: cpu, err: err}
		}
		return &work{each: cpu, err: err}
	case "parallel_homogeneous_total":
		err := number()
		return &work{total: cpu, err: err}
	case "composed", "SequentialCompositionProfile":
		w := &work{repeat: 1, seq: p.Seq}
		if p.Repeat != nil {
			w.repeat = *p.Repeat
		}
		return w
	}
	return &work{err: fmt.Errorf("profiles of type %.40q are not read: their run time depends on the platform", p.Type)}
}

// maxNested bounds how deep profiles may be composed of others.
const maxNested = 64

// workOf returns the seconds that a job takes and the operations of each of its processors, NaN for none.
func workOf(all map[string]*work, r *batsimRow) (delay, cpu float64, bad *ParseError) {
	w, err := resolve(all, r.profile, 0)
	if err != nil {
		return math.NaN(), math.NaN(), &ParseError{Field: "profile", Text: r.profile, Err: err}
	}
	delay, cpu = w.delay, w.each
	if w.total > 0 {
		cpu += w.total / r.res
	}
	if cpu == 0 {
		cpu = math.NaN()
	}
	return delay, cpu, nil
}

var (
	errNoProfile = errors.New("there is none of that name")
	errNested    = fmt.Errorf("it is composed of itself, or more than %d deep", maxNested)
)

// resolve adds up what a profile is composed of.
func resolve(all map[string]*work, name string, depth int) (*work, error) {
	w := all[name]
	switch {
	case w == nil:
		return nil, errNoProfile
	case w.seq == nil || w.state == 2:
		return w, w.err
	case w.state == 1 || depth == maxNested:
		return nil, errNested
	}
	w.state = 1
	for _, part := range w.seq {
		p, err := resolve(all, part, depth+1)
		if err != nil {
			w.err = err
			break
		}
		w.delay, w.each, w.total = w.delay+p.delay*w.repeat, w.each+p.each*w.repeat, w.total+p.total*w.repeat
	}
	w.state = 2
	return w, w.err
}
