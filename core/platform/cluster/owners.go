package cluster

// own tells whether a job shares its nodes in a partition with jobs of its user only.
func (s *System) own(j *Job, part int32) bool {
	return j.OwnNodes || part != None && s.Partitions[part].ExclusiveUser
}

// Share takes the nodes out of a set that other users keep from a job: those with any job of theirs if the job's nodes are to be its
// user's own, and else those of jobs of theirs that share with nobody.
func (e *Engine) Share(j *Job, part int32, set Bits) {
	own := e.System.own(j, part)
	if !own && e.owned == 0 {
		return
	}
	for _, i := range e.Running {
		if e.Jobs[i].User == j.User || !own && !e.System.own(&e.Jobs[i], e.Placed[i].Partition) {
			continue
		}
		for _, n := range e.Placed[i].Held.Nodes {
			set.Remove(int(n))
		}
	}
}

// own counts the running jobs that share with their user's only.
func (e *Engine) own(i, part, more int32) {
	if e.System.own(&e.Jobs[i], part) {
		e.owned += more
	}
}
