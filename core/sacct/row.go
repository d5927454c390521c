package sacct

import "slices"

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
	var err error
	first := func(to *int64, columns ...column) { // the first that is given
		*to = None
		for _, c := range columns {
			if *to == None && err == nil {
				*to, err = r.value(c)
			}
		}
	}
	first(&rec.Submit, colSubmit)
	first(&rec.Eligible, colEligible)
	first(&rec.Start, colStart)
	first(&rec.End, colEnd)
	if err == nil && rec.Submit == None {
		err = r.errField(colSubmit, ErrTime)
	}
	first(&rec.Elapsed, colElapsedRaw, colElapsed)
	if rec.Elapsed == None && rec.Start != None && rec.End >= rec.Start {
		rec.Elapsed = rec.End - rec.Start
	}
	first(&rec.Limit, colTimelimitRaw, colTimelimit)
	first(&rec.Procs, colAllocCPUS, colNCPUS, colAllocTRES)
	first(&rec.ReqProcs, colReqCPUS, colReqTRES)
	if err != nil {
		return err
	}
	r.allocated(rec)
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

// value reads the number, time or duration in column c.
func (r *Reader) value(c column) (n int64, err error) {
	switch text := r.fields[c]; c {
	case colSubmit, colEligible, colStart, colEnd:
		n, err = parseTime(text, r.Zone)
	case colElapsed:
		n, err = parseDuration(text)
	case colTimelimit, colTimelimitRaw:
		n, err = parseLimit(text, c == colTimelimitRaw)
	case colAllocTRES, colReqTRES:
		n, err = parseCount(tres(text, "cpu"))
	default:
		n, err = parseCount(text)
	}
	if err != nil {
		err = r.errField(c, err)
	}
	return n, err
}

// allocated moves the processors of a job that has none yet to those requested: newer
// Slurm prints what was requested as allocated until then. AllocNodes and AllocTRES
// tell, or a job that never started.
func (r *Reader) allocated(rec *Record) {
	nodes, tres := r.fields[colAllocNodes], r.fields[colAllocTRES]
	if rec.Elapsed > 0 ||
		rec.Start != None && string(nodes) != "0" && (len(nodes) > 0 || len(tres) > 0 || !r.layout.has[colAllocTRES]) {
		return
	}
	if rec.ReqProcs == None && rec.Procs > 0 {
		rec.ReqProcs = rec.Procs
	}
	rec.Procs = min(rec.Procs, 0)
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
	k := -1
	if r.fold {
		k = slices.IndexFunc(r.parts, func(p part) bool { return p.id.base == d.base && p.id.task == d.task && p.id.part == d.part })
	}
	if k < 0 {
		r.counts[ruleOrphan]++
		return
	}
	p := &r.parts[k]
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
