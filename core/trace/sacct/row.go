package sacct

import (
	"bytes"
	"slices"
	"time"
)

// parse fills a record from the current row.
func (r *Reader) parse(rec *Record, d id) error {
	f := &r.fields
	*rec = Record{Line: r.at, Job: d.base, Base: d.base, Task: d.task, Waiting: d.waiting, Parts: 1}
	rec.ArrayLimit, rec.TaskList = arrayLimit(f[r.layout.columns[r.layout.id]]), r.taskLists().of([]byte(d.tasks))
	if raw := f[colJobIDRaw]; len(raw) > 0 && r.layout.has[colJobID] {
		n, rest := digits(raw)
		if n < 0 || len(rest) > 0 && rest[0] != '_' && rest[0] != '+' {
			return r.errField(colJobIDRaw, ErrID)
		}
		rec.Job = n
	}
	var err error
	first := func(to *int64, columns ...column) { // sets the first value that is given
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
	if err == nil && local(f[colSubmit]) {
		r.clock(rec)
	}
	first(&rec.Elapsed, colElapsedRaw, colElapsed)
	unsure := r.numeric
	if r.numeric = false; (rec.Elapsed == None || unsure) && rec.Start != None && rec.End >= rec.Start {
		rec.Elapsed = rec.End - rec.Start
	}
	first(&rec.Limit, colTimelimitRaw, colTimelimit)
	rec.Unlimited = rec.Limit == None && (string(f[colTimelimitRaw]) == unlimited || string(f[colTimelimit]) == unlimited)
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
	r.nodes(rec)
	rec.Priority = r.optional(f[colPriority])
	if n, err := parseDuration(f[colSuspended]); err == nil {
		rec.Suspended = max(n, 0)
	}
	if !unsure {
		r.ran.add(r, rec)
	}
	rec.Licensed = !none(f[colLicenses])
	r.command(rec, f[colSubmitLine])

	s, ok := parseState(f[colState])
	if !ok {
		r.counts[ruleState]++
	}
	rec.State = s

	for i, index := range rec.names() {
		*index = r.name(i, f[int(colJobName)+i])
	}
	if none(f[colNodeList]) {
		rec.NodeList = None
	}
	r.gpus(rec)
	return nil
}

// mostNodes is more than any cluster has.
const mostNodes = 1 << 30

// nodes drops a number of nodes that a job cannot have: each that it got gave it a processor at least.
func (r *Reader) nodes(rec *Record) {
	drop := func(nodes *int64, most int64) {
		if *nodes > most {
			*nodes = None
			r.counts[ruleUnusable]++
		}
	}
	drop(&rec.ReqNodes, mostNodes)
	most := int64(mostNodes)
	if rec.Procs > 0 {
		most = min(rec.Procs, most)
	}
	drop(&rec.Nodes, most)
}

// command takes a job's command line.
func (r *Reader) command(rec *Record, line []byte) {
	rec.Dependent, rec.SubmitLine = dependent(line), None
	if r.SubmitLines && !none(line) {
		rec.SubmitLine = r.tables[len(r.tables)-1].of(line)
	}
}

// clock takes note of a row with local times.
func (r *Reader) clock(rec *Record) {
	r.local = true
	if r.Zone == nil {
		return
	}
	for c, at := range map[column]int64{colSubmit: rec.Submit, colEligible: rec.Eligible, colStart: rec.Start, colEnd: rec.End} {
		if at != None && local(r.fields[c]) && doubtful(r.fields[c], at, r.Zone) {
			r.counts[ruleClock]++
			return
		}
	}
}

// names returns the indexes of names that are columns, in the order of Names.
func (r *Record) names() [numColumns - colJobName]*int32 {
	return [...]*int32{
		&r.Name, &r.User, &r.Group, &r.Account, &r.Partition, &r.QOS, &r.Reservation, &r.Features, &r.NodeList, &r.Cluster,
	}
}

// someNodes stands for every list of nodes if they are not kept.
var someNodes = []byte("some nodes")

// name returns the index of a name in table i.
func (r *Reader) name(i int, name []byte) int32 {
	if r.NoNodeLists && i == int(colNodeList-colJobName) && len(name) > 0 {
		name = someNodes
	}
	return r.tables[i].of(name)
}

// A table gives names indexes in the order of their appearance.
type table struct {
	names []string
	index map[string]int32
	last  int32 // of the last name asked for, which is often asked for again
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

// value reads the number, time or duration in column c, which another program may have written.
func (r *Reader) value(c column) (n int64, err error) {
	if n, err = parseValue(c, r.fields[c], r.Zone); err == nil {
		return n, nil
	}
	plain := r.plain(c, string(bytes.TrimSpace(r.fields[c])))
	n, again := parseValue(c, plain, r.Zone)
	if again != nil {
		return n, r.errField(c, err)
	}
	r.fields[c] = plain
	return n, nil
}

// parseValue reads a field of column c that is a number, a time or a duration.
func parseValue(c column, field []byte, zone *time.Location) (int64, error) {
	switch c {
	case colSubmit, colEligible, colStart, colEnd:
		return parseTime(field, zone)
	case colElapsed:
		return parseDuration(field)
	case colTimelimit, colTimelimitRaw:
		return parseLimit(field, c == colTimelimitRaw)
	case colAllocTRES, colReqTRES:
		return parseCount(tres(field, "cpu"))
	}
	return parseCount(field)
}

// allocated counts the processors of a job that has none yet as requested: until
// then, newer versions of Slurm print the requested ones as allocated. AllocNodes or
// AllocTRES show whether a job has none, and NodeList; a job that never started has none.
func (r *Reader) allocated(rec *Record) {
	nodes, tres := r.fields[colAllocNodes], r.fields[colAllocTRES]
	unplaced := len(r.fields[colNodeList]) > 0 && none(r.fields[colNodeList])
	if rec.Elapsed > 0 || !unplaced &&
		rec.Start != None && string(nodes) != "0" && (len(nodes) > 0 || len(tres) > 0 || !r.layout.has[colAllocTRES]) {
		return
	}
	rec.unallocated()
}

// unallocated counts the processors as requested.
func (r *Record) unallocated() {
	if r.ReqProcs == None && r.Procs > 0 {
		r.ReqProcs = r.Procs
	}
	r.Procs = min(r.Procs, 0)
	if r.ReqNodes == None && r.Nodes > 0 {
		r.ReqNodes = r.Nodes
	}
	r.Nodes = min(r.Nodes, 0)
}

// optional returns the first number that is given and can be read, or None.
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

// memory reads the memory requested per processor and, if the job's row gives it, the memory used.
func (r *Reader) memory(p *part) {
	const mib = 1 << 20
	f := &r.fields
	rec := &p.rec
	rec.MaxRSSKiB, rec.MemoryKiB, rec.ReqMemoryKiB = None, None, None

	for i, text := range [...][]byte{f[colReqMem], tres(f[colAllocTRES], "mem"), tres(f[colReqTRES], "mem")} {
		if len(text) == 0 || string(text) == "?" || i == 1 && !rec.AllMemory {
			continue
		}
		kib, per, ok := parseMemory(text, mib)
		if !ok {
			r.counts[ruleUnusable]++
			break
		}
		if rec.AllMemory = rec.AllMemory || i == 0 && kib == 0 && per != 'c'; kib > 0 {
			rec.request(kib, per)
			break
		}
	}
	r.used(p, false)
}

// request sets the memory requested: kib per processor ('c'), per node ('n') or in all (0).
func (r *Record) request(kib int64, per byte) {
	procs, nodes := r.Procs, r.Nodes
	if procs <= 0 {
		procs = r.ReqProcs
	}
	if nodes <= 0 {
		nodes = max(r.ReqNodes, 1)
	}
	switch {
	case per == 'c':
		r.ReqMemoryKiB = kib
	case procs <= 0:
	case per == 'n':
		r.ReqMemoryKiB = int64(float64(kib) * float64(nodes) / float64(procs))
	default:
		r.ReqMemoryKiB = kib / procs
	}
}

// step folds the row of a step into its job.
func (r *Reader) step(d id) {
	k := slices.IndexFunc(r.parts, func(p part) bool { return p.id.base == d.base && p.id.task == d.task && p.id.part == d.part })
	if k < 0 {
		r.counts[ruleOrphan]++
		return
	}
	p := &r.parts[k]
	r.counts[ruleStep]++
	p.rec.Steps++
	r.used(p, d.oneTask)
}

// used reads the memory used from the current row. oneTask says that a step without
// NTasks is one task.
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
	p.use(kib, r.optional(r.fields[colNTasks]), oneTask)
}

// use adds the memory of the largest task of a step of n tasks, None if their number is not known.
func (p *part) use(kib, n int64, oneTask bool) {
	p.rec.MaxRSSKiB = max(p.rec.MaxRSSKiB, kib)
	if n <= 0 && oneTask {
		n = 1
	}
	if n > 0 {
		p.tasks = max(p.tasks, float64(kib)*float64(n))
	} else {
		p.perProc = max(p.perProc, kib)
	}
}
