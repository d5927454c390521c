package managers

// pbsCray is what a job on a Cray asked for. Its script alone runs on the processors that the record says, those of a login node;
// aprun starts its processing elements on others.
type pbsCray struct {
	elements, depth, perNode int64 // mppwidth, mppdepth: the processors of each, and mppnppn
	size                     int64 // processors, as Torque has it
}

// field returns where an attribute belongs, nil for those of other machines.
func (c *pbsCray) field(name string) *int64 {
	switch name {
	case "Resource_List.mppwidth":
		return &c.elements
	case "Resource_List.mppdepth":
		return &c.depth
	case "Resource_List.mppnppn":
		return &c.perNode
	case "Resource_List.size":
		return &c.size
	}
	return nil
}

// widen gives a row what the job asked for unless it was given more. How many nodes these are is known by the elements of each alone;
// the memory in use was that of the script.
func (c *pbsCray) widen(row *Row) {
	depth := max(c.depth, 1)
	width := min(max(min(c.elements, mostProcs/depth)*depth, c.size), mostProcs)
	given := row.Procs
	if given <= 0 {
		given = row.ReqProcs
	}
	if width <= 0 || width < given {
		return
	}
	if row.MemoryKiB = None; width == given {
		return
	}
	row.Procs, row.ReqProcs, row.Nodes = None, width, None
	if c.elements > 0 && c.perNode > 0 {
		row.Nodes = (c.elements-1)/c.perNode + 1
	}
}
