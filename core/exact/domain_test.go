package exact

// whole returns the domains of all greedy schedules.
func whole(p *problem) []domain {
	dom := make([]domain, p.n)
	for i := range dom {
		dom[i] = domain{{p.early[i], p.end - p.d[i]}}
	}
	return dom
}
