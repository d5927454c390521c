package cluster

// Ready tells whether a waiting job may start now as far as its user and the administrators want:
// it is not held, its begin has come, what it depends on has happened, its array has room, and its
// reservation has begun.
func (e *Engine) Ready(i int32) bool {
	j := &e.Jobs[i]
	return e.Phase[i] == Waiting && !e.Held[i] && e.Begin[i] <= e.Now && e.Depends(i) == Met &&
		(j.ArrayLimit == 0 || e.array[j.Array] < j.ArrayLimit) && (j.Reservation == 0 || e.Reserved[j.Reservation-1].at(e.Now))
}

// Depends returns whether what a job depends on has happened.
func (e *Engine) Depends(i int32) Outlook {
	j := &e.Jobs[i]
	if len(j.After) == 0 {
		return Met
	}
	unmet, never := 0, 0
	for _, d := range j.After {
		switch e.depends(d) {
		case Unmet:
			unmet++
		case Never:
			never++
		}
	}
	met := len(j.After) - unmet - never
	switch {
	case j.AnyOf && met > 0, unmet+never == 0:
		return Met
	case j.AnyOf && unmet > 0, never == 0:
		return Unmet
	}
	return Never
}

// An Outlook is whether something has happened.
type Outlook uint8

const (
	Met   Outlook = iota // it has
	Unmet                // it may
	Never                // it cannot any more
)

func (e *Engine) depends(d Dependency) Outlook {
	p, phase := &e.Placed[d.Job], e.Phase[d.Job]
	if d.Kind == AfterStart {
		if first := e.first[d.Job]; phase == Done || first != None && e.Now >= first+d.Wait {
			return Met
		}
		return Unmet
	}
	switch ok := p.How == Completed; {
	case phase != Done:
		return Unmet
	case d.Kind == AfterAny || ok == (d.Kind == AfterOK):
		return Met
	}
	return Never
}

// Due returns the next second at which a waiting job may become ready though nothing happens then:
// its begin, or some time after the start of a job that it waits for. None if there is none.
func (e *Engine) Due(i int32) int64 {
	next := e.Begin[i]
	if next <= e.Now {
		next = None
	}
	for _, d := range e.Jobs[i].After {
		if first := e.first[d.Job]; d.Kind == AfterStart && first != None && first+d.Wait > e.Now && (next == None || first+d.Wait < next) {
			next = first + d.Wait
		}
	}
	return next
}
