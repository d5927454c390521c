package cluster

// own tells whether a job shares its nodes in a partition with jobs of its user only.
func (s *System) own(j *Job, part int32) bool {
	return j.OwnNodes || part != None && s.Partitions[part].ExclusiveUser
}

// labels returns what gives the security label of a job, whose nodes have jobs of the same label only; 0 is that of all jobs without one.
// The System knows the users of the jobs.
func (s *System) labels() func(j *Job) int32 {
	d := &s.Description.Scheduling
	var persons []int32
	if d.MCS != "" && d.MCS != "account" {
		persons = s.Persons()
	}
	return func(j *Job) int32 {
		switch {
		case d.MCS == "" || d.MCSJobs == "none" || d.MCSJobs != "all" && !j.Apart:
			return 0
		case d.MCS == "account":
			return s.Users[j.User].Parent + 2 // None is the root
		}
		return persons[j.User] + 1
	}
}

// Share takes the nodes of Keepers out of a set.
func (e *Engine) Share(j *Job, part int32, set Bits) {
	for _, i := range e.Keepers(j, part) {
		for _, n := range e.Placed[i].Held.Nodes {
			set.Remove(int(n))
		}
	}
}

// Keepers returns the running jobs that keep their nodes from a job: any of another user if the job's nodes are to be its user's own,
// and else those of other users that share with nobody; and those with another security label.
func (e *Engine) Keepers(j *Job, part int32) (all []int32) {
	own, label := e.System.own(j, part), int32(0)
	if e.labels != nil {
		label = e.label(j)
	}
	if !own && label == 0 && e.owned == 0 {
		return nil
	}
	for _, i := range e.Running {
		r := &e.Jobs[i]
		if r.User != j.User && (own || e.System.own(r, e.Placed[i].Partition)) || !e.sharesLabel(i, label) {
			all = append(all, i)
		}
	}
	return all
}

// sharesLabel tells whether a job has a security label.
func (e *Engine) sharesLabel(i, label int32) bool { return e.labels == nil || e.labels[i] == label }

// own counts the running jobs that do not share with everybody.
func (e *Engine) own(i, part, more int32) {
	if e.System.own(&e.Jobs[i], part) || !e.sharesLabel(i, 0) {
		e.owned += more
	}
}
