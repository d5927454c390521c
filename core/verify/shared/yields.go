package shared

import "math/big"

// fair returns the yields of OPT=MIN (section 4.6) for jobs that hold these parts. It raises all
// yields together until a node is full, whose jobs keep that yield, rounded down, and goes on
// with the others. Of nodes that fill up at the same millionth the first settles its jobs first.
func (c *Problem) fair(held [][]Part) []int {
	yields, settled := make([]int, len(held)), make([]bool, len(held))
	rest, wanted := make([]int64, c.Nodes), make([]int64, c.Nodes) // what settled jobs leave, what the others need
	on := make([][]int, c.Nodes)
	for node := range rest {
		rest[node] = Whole * Whole
	}
	for i, parts := range held {
		for _, p := range parts {
			yields[i] = Whole
			wanted[p.Node] += c.Jobs[i].need(p.Tasks)
			on[p.Node] = append(on[p.Node], i)
		}
	}
	for {
		best, level := -1, int64(Whole)
		for node, wanted := range wanted {
			if wanted > 0 && rest[node]/wanted < level {
				best, level = node, rest[node]/wanted
			}
		}
		if best < 0 {
			return yields
		}
		for _, i := range on[best] {
			if settled[i] {
				continue
			}
			yields[i], settled[i] = int(level), true
			for _, p := range held[i] {
				need := c.Jobs[i].need(p.Tasks)
				rest[p.Node] -= need * level
				wanted[p.Node] -= need
			}
		}
	}
}

// shareOut gives every job that holds nodes its yield for OPT=MIN.
func (w *world) shareOut() []int {
	held := make([][]Part, len(w.jobs))
	for i := range held {
		held[i] = partsOf(w.jobs[i].tasks)
	}
	return w.c.fair(held)
}

// leastYield returns 1/max(1, largest load), rounded down.
func (w *world) leastYield() int {
	load := int64(Whole)
	for _, l := range w.load() {
		load = max(load, l)
	}
	return int(Whole * Whole / load)
}

// mostYield returns the largest sum of yields, in parts of Whole, with none below least: linear
// program (2) of section 4.6, by the simplex algorithm in rational numbers, with Bland's rule so
// that it ends.
func (w *world) mostYield(least int) *big.Rat {
	var jobs []int
	for i := range w.jobs {
		if w.jobs[i].tasks != nil {
			jobs = append(jobs, i)
		}
	}
	n := len(jobs)
	rat := func(x int64) *big.Rat { return big.NewRat(x, 1) }
	var rows [][]*big.Rat // inequalities: n yields above least, then the right side
	for node := range w.c.Nodes {
		row, rest := []*big.Rat{}, rat(Whole*Whole)
		for _, i := range jobs {
			need := w.c.Jobs[i].need(w.jobs[i].tasks[node])
			row = append(row, rat(need))
			rest.Sub(rest, rat(need*int64(least)))
		}
		rows = append(rows, append(row, rest))
	}
	for k := range jobs {
		row := make([]*big.Rat, n+1)
		for c := range row {
			row[c] = new(big.Rat)
		}
		row[k], row[n] = rat(1), rat(Whole-int64(least))
		rows = append(rows, row)
	}
	gain := make([]*big.Rat, n+1)
	for c := range n {
		gain[c] = rat(1)
	}
	gain[n] = rat(-int64(n) * int64(least))
	simplex(rows, gain)
	return gain[n].Neg(gain[n])
}

// simplex maximises the gain of non-negative variables under rows with non-negative right
// sides: the last of gain falls by the maximum. Columns are the variables outside the basis; in
// and out number the variables for Bland's rule.
func simplex(rows [][]*big.Rat, gain []*big.Rat) {
	n := len(gain) - 1
	out, in := make([]int, n), make([]int, len(rows))
	for c := range out {
		out[c] = c
	}
	for r := range in {
		in[r] = n + r
	}
	for {
		col := -1
		for c := range n {
			if gain[c].Sign() > 0 && (col < 0 || out[c] < out[col]) {
				col = c
			}
		}
		if col < 0 {
			return
		}
		row, ratio := -1, new(big.Rat)
		for r := range rows {
			if rows[r][col].Sign() <= 0 {
				continue
			}
			q := new(big.Rat).Quo(rows[r][n], rows[r][col])
			if d := q.Cmp(ratio); row < 0 || d < 0 || d == 0 && in[r] < in[row] {
				row, ratio = r, q
			}
		}
		if row < 0 {
			panic("verify/nodes: a yield has no bound")
		}
		pivot(rows, gain, row, col)
		in[row], out[col] = out[col], in[row]
	}
}

// pivot exchanges the basis variable of row for that of col.
func pivot(rows [][]*big.Rat, gain []*big.Rat, row, col int) {
	p := new(big.Rat).Inv(rows[row][col])
	for c := range rows[row] {
		if c != col {
			rows[row][c] = new(big.Rat).Mul(rows[row][c], p)
		}
	}
	rows[row][col] = p
	for _, line := range append(rows[:len(rows):len(rows)], gain) {
		if &line[0] == &rows[row][0] {
			continue
		}
		f := line[col]
		for c := range line {
			if c == col {
				line[c] = new(big.Rat).Neg(new(big.Rat).Mul(f, p))
			} else {
				line[c] = new(big.Rat).Sub(line[c], new(big.Rat).Mul(f, rows[row][c]))
			}
		}
	}
}
