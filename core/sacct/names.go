package sacct

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
