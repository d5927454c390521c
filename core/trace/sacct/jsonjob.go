package sacct

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"
)

// A jsonJob is a job in the JSON of sacct, as Slurm 21.08 to 24 print it (slurmdbd's
// OpenAPI v0.0.36 and later). Times are Unix times in seconds, 0 if there is none; limit
// is in minutes; amounts of memory are in MiB, except the bytes that a step used.
type jsonJob struct {
	JobID number `json:"job_id"`
	Array struct {
		JobID  number   `json:"job_id"`
		TaskID number   `json:"task_id"`
		Task   jsonText `json:"task"` // the tasks of a row that stands for several
		Limits struct {
			Max struct {
				Running struct {
					Tasks number `json:"tasks"`
				} `json:"running"`
			} `json:"max"`
		} `json:"limits"`
	} `json:"array"`
	Het struct {
		JobID  number `json:"job_id"`
		Offset number `json:"job_offset"`
	} `json:"het"`

	Name        jsonText `json:"name"`
	User        jsonText `json:"user"`
	Group       jsonText `json:"group"`
	Account     jsonText `json:"account"`
	Partition   jsonText `json:"partition"`
	QOS         jsonText `json:"qos"`
	Cluster     jsonText `json:"cluster"`
	Association struct {
		Cluster jsonText `json:"cluster"`
		Account jsonText `json:"account"`
		User    jsonText `json:"user"`
	} `json:"association"`
	Reservation struct {
		Name jsonText `json:"name"`
	} `json:"reservation"`
	Constraints jsonText `json:"constraints"`
	Licenses    jsonText `json:"licenses"`
	SubmitLine  jsonText `json:"submit_line"`

	Time struct {
		Submission number `json:"submission"`
		Eligible   number `json:"eligible"`
		Start      number `json:"start"`
		End        number `json:"end"`
		Elapsed    number `json:"elapsed"`
		Limit      number `json:"limit"`
		Suspended  number `json:"suspended"`
	} `json:"time"`
	State struct {
		Current jsonStates `json:"current"`
	} `json:"state"`
	Priority number `json:"priority"`

	Required struct {
		CPUs          number `json:"CPUs"`
		MemoryPerCPU  number `json:"memory_per_cpu"`
		MemoryPerNode number `json:"memory_per_node"`
	} `json:"required"`
	TRES struct {
		Allocated tresList `json:"allocated"`
		Requested tresList `json:"requested"`
	} `json:"tres"`
	AllocationNodes number     `json:"allocation_nodes"`
	Nodes           jsonText   `json:"nodes"`
	Steps           []jsonStep `json:"steps"`
}

// A jsonStep is a step of a job. What Slurm calls requested is what went into it: used.
type jsonStep struct {
	Step struct {
		Name jsonText `json:"name"`
	} `json:"step"`
	Tasks struct {
		Count number `json:"count"`
	} `json:"tasks"`
	TRES struct {
		Used struct {
			Max tresList `json:"max"` // of any task
		} `json:"requested"`
	} `json:"tres"`
}

// A tresList is a list of trackable resources.
type tresList []struct {
	Type  jsonText `json:"type"`
	Name  jsonText `json:"name"` // of a generic resource: gpu or gpu:a100
	Count number   `json:"count"`
}

// gpus returns the GPUs in the list.
func (l tresList) gpus() gpuAmount { return parseGPUs(l.gres()) }

// gres returns the generic resources as lists of TRES have them.
func (l tresList) gres() (list []byte) {
	for i := range l {
		if l[i].Type == "gres" {
			list = fmt.Appendf(list, "gres/%s=%d,", l[i].Name, l[i].Count.or(0))
		}
	}
	return list
}

// of returns the count of a resource, or None.
func (l tresList) of(kind jsonText) int64 {
	for i := range l {
		if l[i].Type == kind {
			return l[i].Count.or(None)
		}
	}
	return None
}

// A number is a whole number in JSON: plain, or {"set":true,"infinite":false,"number":5}.
// The zero number is not set, as are null, Slurm's largest 32-bit and 64-bit numbers
// (NO_VAL and INFINITE) and what is infinite.
type number struct {
	n        int64
	set, bad bool // bad: none of these
	infinite bool
}

func (n number) or(other int64) int64 {
	if n.set {
		return n.n
	}
	return other
}

// time returns a time, None for 0.
func (n number) time() int64 {
	if n.n == 0 {
		return None
	}
	return n.or(None)
}

func (n *number) UnmarshalJSON(b []byte) error {
	*n = number{}
	if b[0] == '{' {
		var v struct {
			Set, Infinite bool
			Number        json.Number
		}
		n.bad = json.Unmarshal(b, &v) != nil
		n.infinite = v.Infinite && !n.bad
		if n.bad || !v.Set || v.Infinite {
			return nil
		}
		b = []byte(v.Number)
	}
	switch string(b) {
	case "null", "", "4294967294", "4294967295", "18446744073709551614", "18446744073709551615", "-1", "-2":
		n.infinite = bytes.HasSuffix(b, []byte("5"))
		return nil
	}
	v, rest := digits(b)
	whole := len(rest) == 0 || rest[0] == '.' && len(bytes.Trim(rest[1:], "0")) == 0 // 60.0 is 60
	*n = number{n: max(v, 0), set: v >= 0 && whole, bad: v < 0 || !whole}
	return nil
}

// A jsonText is a text, empty for null and for anything else.
type jsonText string

func (t *jsonText) UnmarshalJSON(b []byte) error {
	*t = ""
	if b[0] != '"' {
		return nil
	}
	if bytes.IndexByte(b, '\\') < 0 && utf8.Valid(b) {
		*t = jsonText(b[1 : len(b)-1])
		return nil
	}
	return json.Unmarshal(b, (*string)(t))
}

// jsonStates are a state, or a state and flags such as COMPLETING.
type jsonStates []string

func (s *jsonStates) UnmarshalJSON(b []byte) error {
	if b[0] == '[' {
		return json.Unmarshal(b, (*[]string)(s))
	}
	var one jsonText
	err := json.Unmarshal(b, &one)
	*s = jsonStates{string(one)}
	return err
}

// state returns the state; a job that is also REQUEUED was requeued.
func (s jsonStates) state() (state State, ok bool) {
	ok = true
	for i, name := range s {
		next, known := parseState([]byte(name))
		if i == 0 || next == StateRequeued {
			state = next
		}
		ok = ok && known
	}
	return state, ok
}

// check returns an error about the first field that is no number and is needed.
func (j *jsonJob) check(r *Reader) error {
	for _, f := range [...]struct {
		name string
		n    number
	}{
		{"job_id", j.JobID}, {"array.job_id", j.Array.JobID}, {"array.task_id", j.Array.TaskID},
		{"het.job_id", j.Het.JobID}, {"het.job_offset", j.Het.Offset},
		{"time.submission", j.Time.Submission}, {"time.eligible", j.Time.Eligible}, {"time.start", j.Time.Start},
		{"time.end", j.Time.End}, {"time.elapsed", j.Time.Elapsed}, {"time.limit", j.Time.Limit},
		{"required.CPUs", j.Required.CPUs},
	} {
		if f.n.bad {
			return r.errNamed(f.name, ErrNumber)
		}
	}
	switch {
	case j.JobID.or(0) == 0:
		return r.errNamed("job_id", ErrID)
	case j.Time.Submission.time() == None:
		return r.errNamed("time.submission", ErrTime)
	}
	return nil
}

// part puts the job into p.
func (j *jsonJob) part(p *part, r *Reader) error {
	if err := j.check(r); err != nil {
		return err
	}
	d := id{base: j.JobID.n, task: None, part: None}
	if array := j.Array.JobID.or(0); array > 0 {
		if d.base, d.task = array, j.Array.TaskID.or(None); d.task == None && j.Array.Task != "" {
			d.tasks = strings.Trim(string(j.Array.Task), "[]")
			d.waiting = countTasks([]byte(d.tasks))
		}
	}
	if het := j.Het.JobID.or(0); het > 0 {
		d.base, d.part = het, j.Het.Offset.or(0)
	}
	*p = part{id: d, perProc: None, rec: Record{Line: r.at, Job: j.JobID.n, Base: d.base, Task: d.task, Waiting: d.waiting, Parts: 1,
		ArrayLimit: j.Array.Limits.Max.Running.Tasks.or(None), TaskList: r.taskLists().of([]byte(d.tasks))}}
	rec := &p.rec
	rec.Submit, rec.Eligible = j.Time.Submission.time(), j.Time.Eligible.time()
	rec.Start, rec.End = j.Time.Start.time(), j.Time.End.time()
	if rec.Elapsed = j.Time.Elapsed.or(None); rec.Elapsed == None && rec.Start != None && rec.End >= rec.Start {
		rec.Elapsed = rec.End - rec.Start
	}
	if rec.Limit = j.Time.Limit.or(None); rec.Limit != None {
		rec.Limit *= 60
	}
	rec.Unlimited = j.Time.Limit.infinite
	rec.Priority = j.Priority.or(None)
	var ok bool
	if rec.State, ok = j.State.Current.state(); !ok {
		r.counts[ruleState]++
	}
	j.resources(p, r)
	for i, name := range [...]jsonText{j.Name, cmp.Or(j.User, j.Association.User), j.Group,
		cmp.Or(j.Account, j.Association.Account), j.Partition, j.QOS, j.Reservation.Name, j.Constraints, j.Nodes,
		cmp.Or(j.Cluster, j.Association.Cluster)} {
		*rec.names()[i] = r.name(i, []byte(name))
	}
	if none([]byte(j.Nodes)) {
		rec.NodeList = None
	}
	rec.Suspended = j.Time.Suspended.or(0)
	rec.Licensed = j.Licenses != ""
	r.command(rec, []byte(j.SubmitLine))
	return nil
}

// resources reads processors, nodes and memory.
func (j *jsonJob) resources(p *part, r *Reader) {
	rec := &p.rec
	rec.Procs, rec.Nodes = j.TRES.Allocated.of("cpu"), j.TRES.Allocated.of("node")
	rec.ReqProcs, rec.ReqNodes = j.Required.CPUs.or(j.TRES.Requested.of("cpu")), j.TRES.Requested.of("node")
	rec.GPUType, rec.ReqGPUs, rec.ReqGPUType = None, None, None
	if len(j.TRES.Requested) > 0 {
		a := j.TRES.Requested.gpus()
		rec.ReqGPUs, rec.ReqGPUType = a.n, r.gpuTypes().of(a.kind)
	}
	gres := j.TRES.Requested
	if len(gres) == 0 {
		gres = j.TRES.Allocated
	}
	rec.Gres = r.gresLists().of(otherGres(gres.gres(), 1))
	for _, list := range [...]tresList{j.TRES.Requested, j.TRES.Allocated} {
		if a := list.gpus(); a.n > 0 {
			r.setGPUs(rec, a)
		}
	}
	if rec.Nodes == None {
		rec.Nodes = j.AllocationNodes.or(None)
	}
	if rec.Elapsed <= 0 && (rec.Procs == None || rec.Start == None || j.Nodes == "None assigned") {
		rec.unallocated()
		rec.Procs = 0
	}
	r.nodes(rec)
	rec.MaxRSSKiB, rec.MemoryKiB, rec.ReqMemoryKiB = None, None, None
	perNode, requested, allocated := j.Required.MemoryPerNode, j.TRES.Requested.of("mem"), j.TRES.Allocated.of("mem")
	perCPU := j.Required.MemoryPerCPU.or(0)
	rec.AllMemory = perNode.set && perNode.n == 0 && perCPU == 0
	switch {
	case perCPU > 0:
		rec.request(perCPU<<10, 'c')
	case perNode.or(0) > 0:
		rec.request(perNode.n<<10, 'n')
	case rec.AllMemory && allocated > 0:
		rec.request(allocated<<10, 0)
	case requested > 0:
		rec.request(requested<<10, 0)
	}
	rec.Steps = len(j.Steps)
	r.counts[ruleStep] += len(j.Steps)
	for i := range j.Steps {
		s := &j.Steps[i]
		if bytes := s.TRES.Used.Max.of("mem"); bytes != None {
			p.use(bytes>>10, s.Tasks.Count.or(None), oneTask(string(s.Step.Name)))
		}
	}
}
