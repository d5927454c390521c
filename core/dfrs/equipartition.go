package dfrs

// everywhere appends one task on every node.
func everywhere(places []Place, nodes int) []Place {
	for node := range nodes {
		places = append(places, Place{Node: int32(node), Count: 1})
	}
	return places
}

// equalShares gives each of m jobs the m-th part of every node (theorem 4), or
// all that it needs if that is less.
func equalShares(e *Engine) {
	for k, i := range e.running {
		share := Whole * Whole / int64(len(e.running))
		e.grant[k] = int32(min(share/int64(e.cfg.Jobs[i].CPU), Whole))
	}
}
