package table

import (
	"errors"
	"math"
	"strconv"
	"strings"
	"time"
)

// essential fields make a row useless if they cannot be read.
var essential = [NumFields]bool{Submit: true, Start: true, End: true, Run: true, Procs: true, Nodes: true, PerNode: true,
	Tasks: true, NodeTasks: true, PerTask: true, Work: true}

// fill makes Row of row i of the batch. It returns false for a row that Only leaves out.
func (r *Reader) fill(i int) bool {
	row := &r.row
	*row = Row{Number: row.Number + 1, User: -1, Group: -1, Queue: -1, Partition: -1, Name: -1}
	row.Line = row.Number
	if r.batch.Line != nil {
		row.Line = r.batch.Line(i)
	}
	if r.batch.Bad != nil && r.batch.Bad[i] != nil {
		bad := r.batch.Bad[i]
		row.Err = r.bad(bad.Field, bad.Text, bad.Err)
		return true
	}
	if c := &r.cells[Only]; c.given && c.at >= 0 {
		is, _ := c.name(&r.batch.Cols[c.at], i)
		if !r.begun {
			r.only, r.begun = strings.Clone(is), true
		}
		if is != r.only {
			r.Others++
			return false
		}
	}
	if r.steps && r.ofStep(i) {
		row.Phase = Step
		return true
	}
	if !r.fillNumbers(i) {
		return true
	}
	for _, n := range [...]struct {
		Field
		to *int64
	}{{User, &row.User}, {Group, &row.Group}, {Queue, &row.Queue}, {Partition, &row.Partition}, {Name, &row.Name}} {
		c := &r.cells[n.Field]
		if !c.given {
			continue
		}
		if s, ok := c.name(&r.batch.Cols[c.at], i); ok {
			*n.to = r.names[n.Field].of(s)
		}
	}
	row.Repeated = r.repeats(i)
	if c := &r.cells[Label]; c.given {
		if v := &r.batch.Cols[c.at]; !v.null(i) && (v.Float == nil || v.Float[i] == v.Float[i]) {
			row.JobText = shown(v, i)
		}
	}
	return true
}

// fillNumbers reads the numbers of row i. It returns false for a row that cannot be used.
func (r *Reader) fillNumbers(i int) bool {
	row := &r.row
	for f, to := range [...]*int64{
		&row.Job, &row.Submit, &row.Start, &row.End, &row.Run, &row.Wait, &row.Estimate, &row.Procs, &row.ReqProcs,
		&row.Nodes, &row.PerNode,
		&row.Tasks, &row.NodeTasks, &row.PerTask, &row.GPUs, &row.Memory, &row.Status, &row.Work, &row.Speed,
	} {
		c := &r.cells[f]
		*to = None
		if !c.given {
			continue
		}
		n, err := r.value(c, Field(f), i)
		if err == nil && (Field(f) == Procs || Field(f) == ReqProcs && !r.cells[Procs].given) {
			n = r.partly(c, i, n)
		}
		switch {
		case err == nil && Field(f) == Status:
			row.setStatus(n)
		case err == nil:
			*to = n
		case Field(f) == Job:
			row.JobText = shown(&r.batch.Cols[c.at], i)
		case essential[f]:
			row.Err = r.bad(c.column.Name, shown(&r.batch.Cols[c.at], i), err)
			return false
		case row.Odd == nil:
			row.Odd = r.bad(c.column.Name, shown(&r.batch.Cols[c.at], i), err)
		}
	}
	row.multiply()
	if r.instead && row.Start != None && row.End > row.Start && row.End < Year2100 {
		row.Run = None
	}
	if (row.Phase == Running || row.Phase == Waiting) && row.Start != None && row.End != None && row.End > row.Start && row.End < Year2100 {
		r.ended++
	}
	if err := row.backwards(); err != nil {
		row.Err = r.bad(r.cells[End].column.Name, "", err)
		return false
	}
	r.widths.add(row)
	if row.Work > 0 {
		if err := row.addWork(); err != nil {
			row.Err = r.bad("", "", err)
			return false
		}
	}
	return true
}

// multiply makes the row's processors of its tasks, or of the processors or tasks of each node, if it has no others.
func (row *Row) multiply() {
	if row.Procs != None {
		return
	}
	by := func(n, each int64) int64 {
		if n <= 0 || each <= 0 {
			return None
		}
		n, _ = scale{num: each, den: 1}.times(n)
		return n
	}
	each := row.PerTask
	if each == None {
		each = 1
	}
	for _, n := range [...]int64{by(row.Nodes, row.PerNode), by(row.Tasks, each), by(by(row.Nodes, row.NodeTasks), each)} {
		if n != None {
			row.Procs = n
			return
		}
	}
}

var errBackwards = errors.New("the job ends before it starts")

// backwards reports a row whose end is before its start, both set.
func (row *Row) backwards() error {
	const day = 86400
	if row.Run != None || row.Phase != Ended || row.Start == None || row.End == None || row.End >= row.Start || row.End <= day {
		return nil
	}
	return errBackwards
}

var errSpeed = errors.New("its run time depends on the processors' speed: give it with --map, such as batsim,speed=1e9")

// addWork adds the time that the row's work takes to its run time.
func (row *Row) addWork() error {
	if row.Speed <= 0 {
		return errSpeed
	}
	seconds, rounded := scale{num: 1, den: row.Speed}.times(row.Work)
	row.Run, row.Rounded = max(row.Run, 0)+seconds, row.Rounded || rounded
	return nil
}

// partly returns the processors of row i, n if they are whole: parts are rounded up and counted.
func (r *Reader) partly(c *cell, i int, n int64) int64 {
	if n < 0 || n >= beyond || c.at < 0 || c.scale.num != 1 || c.scale.den != 1 {
		return n
	}
	v := &r.batch.Cols[c.at]
	if v.Int != nil {
		return n
	}
	s, err := r.pointed(strings.TrimSpace(shown(v, i)))
	x, ok := thousandths(s)
	if !ok {
		x, err = strconv.ParseFloat(s, 64)
	}
	if err != nil || math.Abs(x-float64(n)) < 1e-6 {
		return n
	}
	if r.widths.parts++; r.widths.parts == 1 {
		r.widths.part = strings.Clone(s)
	}
	return int64(math.Ceil(x))
}

// shown returns a cell as text.
func shown(v *Vector, i int) string {
	switch {
	case v.Text != nil:
		return v.Text[i]
	case v.Float != nil:
		return strconv.FormatFloat(v.Float[i], 'g', -1, 64)
	}
	return strconv.FormatInt(v.Int[i], 10)
}

// value returns the number in row i of a field, or None.
func (r *Reader) value(c *cell, f Field, i int) (int64, error) {
	if c.at < 0 {
		return c.fixed, nil
	}
	v := &r.batch.Cols[c.at]
	if v.null(i) {
		return None, nil
	}
	if c.unit == excel {
		x, given, err := r.day(v, i)
		if err != nil || !given {
			return None, err
		}
		return r.local(int64(math.Round((x - 25569) * 86400))), nil
	}
	k := Fields[f].kind
	n, rounded := int64(0), false
	switch {
	case v.Text != nil:
		s, err := strings.TrimSpace(v.Text[i]), error(nil)
		if f == Job && !isWhole(s) {
			return None, errNumber
		}
		if f != Job {
			if s, err = r.pointed(s); err != nil {
				return None, err
			}
		}
		return r.parse(c, k, s)
	case v.Float != nil:
		x := v.Float[i]
		if x != x {
			return None, nil
		}
		if math.IsInf(x, 0) {
			return None, errNumber
		}
		if k == duration && x < 0 { // -1 for none, in whatever unit
			return None, nil
		}
		if f == Job && x != math.Trunc(x) {
			return None, errNumber
		}
		c.guess(x)
		n, rounded = c.scale.float(x)
	default:
		n = v.Int[i]
		if k == duration && n < 0 {
			return None, nil
		}
		c.guess(float64(n))
		n, rounded = c.scale.times(n)
		if c.column.Local {
			n = r.local(n)
		}
	}
	if c.compact {
		return None, errCompact
	}
	return r.whole(c, k, n, rounded), nil
}

// isWhole tells whether a text is no number, or a whole one that has its digits: 101, 101.0 and -1, but not 101.1 or 5e123456.
func isWhole(s string) bool {
	x, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return !errors.Is(err, strconv.ErrRange)
	}
	_, wrong := strconv.ParseInt(s, 10, 64)
	return wrong == nil && math.Abs(x) < beyond || x == math.Trunc(x) && math.Abs(x) <= 1<<53
}

// day returns the number in a cell that may be a day of spreadsheets; given is false if there is none.
func (r *Reader) day(v *Vector, i int) (x float64, given bool, err error) {
	s := strings.TrimSpace(shown(v, i))
	if isNull(s) {
		return 0, false, nil
	}
	if v.Text != nil {
		if s, err = r.pointed(s); err != nil {
			return 0, true, err
		}
	}
	if x, err = strconv.ParseFloat(s, 64); err != nil || !(math.Abs(x) < 1e7) {
		return 0, true, errNumber
	}
	return x, true, nil
}

// local returns the Unix time of a clock of the zone that shows what a clock in UTC shows at n.
func (r *Reader) local(n int64) int64 {
	r.Local = true
	const year10000 = 253402300800
	if r.zone == time.UTC || n < -year10000 || n > year10000 {
		return n
	}
	at := time.Unix(n, 0).UTC()
	return time.Date(at.Year(), at.Month(), at.Day(), at.Hour(), at.Minute(), at.Second(), 0, r.zone).Unix()
}

// whole returns a number that may have been rounded: parts of processors, nodes and GPUs count as whole.
func (r *Reader) whole(c *cell, k kind, n int64, rounded bool) int64 {
	switch s := c.scale; {
	case k == status && c.unit == "":
		return r.code(c, n)
	case k == status && c.unit == "exit":
		return exit(n)
	case k == status && c.unit == "slurm":
		return slurm(n)
	case k == status && c.unit == "condor":
		return condor(n)
	case k == duration && (n >= noLimit/s.den*s.num && n <= (noLimit+1)/s.den*s.num || n == noLimitLSF/s.den*s.num):
		return None
	case k == instant || k == duration:
		r.row.Rounded = r.row.Rounded || rounded
	}
	return n
}
