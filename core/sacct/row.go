package sacct

// parse fills a record from the fields of the row at hand.
func (r *Reader) parse(rec *Record, d id) error {
	f := &r.fields
	*rec = Record{Line: r.lines.Number(), Job: d.base, Base: d.base, Task: d.task, Waiting: d.waiting, Parts: 1}
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
	r.used(p, false)
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
	r.used(p, d.oneTask)
}

// used takes note of the memory that the row at hand says was used. Without
// NTasks it is that of one task if oneTask is true.
func (r *Reader) used(p *part, oneTask bool) {
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
	if n <= 0 && oneTask {
		n = 1
	}
	if n > 0 {
		p.tasks = max(p.tasks, float64(kib)*float64(n))
	} else {
		p.perProc = max(p.perProc, kib)
	}
}
