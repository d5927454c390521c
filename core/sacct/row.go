package sacct

import "math"

// The tables of names, in the order of Names.
const (
	tableNames = iota
	tableUsers
	tableGroups
	tableAccounts
	tablePartitions
	tableQOS
	tableReservations
	numTables
)

// A table gives names indexes in the order of their appearance.
type table struct {
	names []string
	index map[string]int32
	last  int32 // of the name asked for last: often asked for again
}

func (t *table) of(name []byte) int32 {
	if len(name) == 0 {
		return None
	}
	if int(t.last) < len(t.names) && t.names[t.last] == string(name) {
		return t.last
	}
	i, ok := t.index[string(name)]
	if !ok {
		i = int32(len(t.names))
		s := string(name)
		t.names = append(t.names, s)
		t.index[s] = i
	}
	t.last = i
	return i
}

// parse fills a record from the fields of the row at hand.
func (r *Reader) parse(rec *Record, d id) error {
	f := &r.fields
	*rec = Record{Line: r.line, Job: d.base, Base: d.base, Task: d.task, Waiting: d.waiting, Parts: 1}
	if raw := f[colJobIDRaw]; len(raw) > 0 && r.layout.has[colJobID] {
		n, rest := digits(raw)
		if n < 0 || len(rest) > 0 && rest[0] != '_' && rest[0] != '+' {
			return r.errField(colJobIDRaw, ErrID)
		}
		rec.Job = n
	}
	for _, c := range [...]struct {
		column column
		to     *int64
	}{{colSubmit, &rec.Submit}, {colEligible, &rec.Eligible}, {colStart, &rec.Start}, {colEnd, &rec.End}} {
		t, err := parseTime(f[c.column], r.Zone)
		if err != nil {
			return r.errField(c.column, err)
		}
		*c.to = t
	}
	if rec.Submit == None {
		return r.errField(colSubmit, ErrTime)
	}
	if err := r.durations(rec); err != nil {
		return err
	}
	if err := r.processors(rec); err != nil {
		return err
	}
	rec.Nodes = r.optional(f[colAllocNodes], f[colNNodes], tres(f[colAllocTRES], "node"))
	rec.ReqNodes = r.optional(f[colReqNodes], tres(f[colReqTRES], "node"))
	if rec.Procs == 0 {
		if rec.ReqNodes == None && rec.Nodes > 0 {
			rec.ReqNodes = rec.Nodes
		}
		rec.Nodes = min(rec.Nodes, 0)
	}
	rec.Priority = r.optional(f[colPriority])

	s, ok := parseState(f[colState])
	if !ok {
		r.counts[ruleState]++
	}
	rec.State = s

	t := &r.tables
	rec.Name, rec.User, rec.Group = t[tableNames].of(f[colJobName]), t[tableUsers].of(f[colUser]), t[tableGroups].of(f[colGroup])
	rec.Account, rec.Partition = t[tableAccounts].of(f[colAccount]), t[tablePartitions].of(f[colPartition])
	rec.QOS, rec.Reservation = t[tableQOS].of(f[colQOS]), t[tableReservations].of(f[colReservation])
	return nil
}

// durations reads the elapsed time and the time limit.
func (r *Reader) durations(rec *Record) (err error) {
	f := &r.fields
	if rec.Elapsed, err = parseCount(f[colElapsedRaw]); err != nil {
		return r.errField(colElapsedRaw, err)
	}
	if rec.Elapsed == None {
		if rec.Elapsed, err = parseDuration(f[colElapsed]); err != nil {
			return r.errField(colElapsed, err)
		}
	}
	if rec.Elapsed == None && rec.Start != None && rec.End >= rec.Start {
		rec.Elapsed = rec.End - rec.Start
	}
	if rec.Limit, err = parseLimit(f[colTimelimitRaw], true); err != nil {
		return r.errField(colTimelimitRaw, err)
	}
	if rec.Limit == None {
		if rec.Limit, err = parseLimit(f[colTimelimit], false); err != nil {
			return r.errField(colTimelimit, err)
		}
	}
	return nil
}

// processors reads the processors allocated and requested.
func (r *Reader) processors(rec *Record) error {
	f := &r.fields
	var err error
	first := func(columns ...column) (n int64) {
		n = None
		for _, c := range columns {
			text := f[c]
			if c == colAllocTRES || c == colReqTRES {
				text = tres(text, "cpu")
			}
			if n, err = parseCount(text); err != nil {
				err = r.errField(c, err)
			}
			if err != nil || n != None {
				return n
			}
		}
		return None
	}
	if rec.Procs = first(colAllocCPUS, colNCPUS, colAllocTRES); err != nil {
		return err
	}
	if rec.ReqProcs = first(colReqCPUS, colReqTRES); err != nil {
		return err
	}
	// Newer Slurm prints what was requested as allocated as long as a job has
	// nothing. AllocNodes and AllocTRES tell, or a job that never started.
	nodes, allocated := f[colAllocNodes], f[colAllocTRES]
	got := rec.Elapsed > 0 || rec.Start != None && string(nodes) != "0" && (len(nodes) > 0 || len(allocated) > 0 || !r.layout.has[colAllocTRES])
	if !got {
		if rec.ReqProcs == None && rec.Procs > 0 {
			rec.ReqProcs = rec.Procs
		}
		rec.Procs = min(rec.Procs, 0)
	}
	return nil
}

// optional reads the first of some numbers that is given. One that cannot be
// read is None.
func (r *Reader) optional(texts ...[]byte) int64 {
	for _, text := range texts {
		n, err := parseCount(text)
		if err != nil {
			r.counts[ruleUnusable]++
		} else if n != None {
			return n
		}
	}
	return None
}

// memory reads the memory requested, for each processor, and the memory used,
// where the row of a job gives it.
func (r *Reader) memory(p *part) {
	const mib = 1 << 20
	f := &r.fields
	rec := &p.rec
	rec.MaxRSSKiB, rec.MemoryKiB, rec.ReqMemoryKiB = None, None, None

	text := f[colReqMem]
	if len(text) == 0 || string(text) == "?" {
		text = tres(f[colReqTRES], "mem")
	}
	procs := rec.Procs
	if procs <= 0 {
		procs = rec.ReqProcs
	}
	if len(text) > 0 {
		kib, per, ok := parseMemory(text, mib)
		if !ok {
			r.counts[ruleUnusable]++
		}
		nodes := rec.Nodes
		if nodes <= 0 {
			nodes = max(rec.ReqNodes, 1)
		}
		switch {
		case !ok || kib == 0: // 0 asks for all the memory of a node, however much that is
		case per == 'c':
			rec.ReqMemoryKiB = kib
		case procs <= 0:
		case per == 'n':
			rec.ReqMemoryKiB = int64(float64(kib) * float64(nodes) / float64(procs))
		default:
			rec.ReqMemoryKiB = kib / procs
		}
	}
	r.used(p, "")
}

// step folds the row of a step into its job.
func (r *Reader) step(d id) {
	if r.fold == None {
		r.counts[ruleOrphan]++
		return
	}
	p := &r.parts[r.fold]
	if p.id.base != d.base || p.id.task != d.task || p.id.part != d.part {
		found := false
		for i := range r.parts {
			if q := &r.parts[i]; q.id.base == d.base && q.id.task == d.task && q.id.part == d.part {
				p, found = q, true
			}
		}
		if !found {
			r.counts[ruleOrphan]++
			return
		}
	}
	r.counts[ruleStep]++
	p.rec.Steps++
	r.used(p, d.steps)
}

// used takes note of the memory that the row at hand says was used. tasks is
// not "" if it is known to be one task.
func (r *Reader) used(p *part, tasks string) {
	text := r.fields[colMaxRSS]
	if len(text) == 0 {
		return
	}
	kib, _, ok := parseMemory(text, 1)
	if !ok {
		r.counts[ruleUnusable]++
		return
	}
	p.rec.MaxRSSKiB = max(p.rec.MaxRSSKiB, kib)
	n := r.optional(r.fields[colNTasks])
	if n <= 0 && tasks != "" {
		n = 1
	}
	if n > 0 {
		p.tasks = max(p.tasks, float64(kib)*float64(n))
	} else {
		p.perProc = max(p.perProc, kib)
	}
}

// finish puts the job at hand into rec and forgets it.
func (r *Reader) finish(rec *Record) {
	for i := range r.parts {
		p := &r.parts[i]
		p.rec.MemoryKiB = p.perProc
		if p.rec.Procs > 0 && p.rec.MaxRSSKiB != None {
			p.rec.MemoryKiB = max(p.perProc, int64(min(p.tasks/float64(p.rec.Procs), math.MaxInt64/2)))
		}
	}
	*rec = r.parts[0].rec
	for i := 1; i < len(r.parts); i++ {
		join(rec, &r.parts[i].rec)
	}
	r.parts = r.parts[:0]
	r.fold = None
}

// join adds a further part of a heterogeneous job.
func join(rec, part *Record) {
	// Amounts per processor become means over all processors.
	mean := func(a, b int64) int64 {
		m, n := max(rec.Procs, 0), max(part.Procs, 0)
		if m+n == 0 || a == None || b == None {
			return max(a, b)
		}
		return int64((float64(float64(a)*float64(m)) + float64(float64(b)*float64(n))) / float64(m+n))
	}
	rec.MemoryKiB = mean(rec.MemoryKiB, part.MemoryKiB)
	rec.ReqMemoryKiB = mean(rec.ReqMemoryKiB, part.ReqMemoryKiB)
	rec.MaxRSSKiB = max(rec.MaxRSSKiB, part.MaxRSSKiB)

	rec.Parts += part.Parts
	rec.Steps += part.Steps
	rec.Submit = min(rec.Submit, part.Submit)
	if rec.Start == None || part.Start != None && part.Start < rec.Start {
		rec.Start = part.Start
	}
	if rec.End == None || part.End == None { // one part still runs
		rec.End = None
	} else {
		rec.End = max(rec.End, part.End)
	}
	rec.Eligible = max(rec.Eligible, part.Eligible)
	rec.Elapsed = max(rec.Elapsed, part.Elapsed)
	rec.Limit = max(rec.Limit, part.Limit)
	rec.Procs, rec.ReqProcs = add(rec.Procs, part.Procs), add(rec.ReqProcs, part.ReqProcs)
	rec.Nodes, rec.ReqNodes = add(rec.Nodes, part.Nodes), add(rec.ReqNodes, part.ReqNodes)
	if rec.State == StateCompleted {
		rec.State = part.State
	}
}

// add returns the sum of two numbers that may be None.
func add(a, b int64) int64 {
	if a == None || b == None {
		return max(a, b)
	}
	return a + b
}
