package sacct

import "bytes"

// split puts the fields of a line into r.fields.
func (r *Reader) split(line []byte) error {
	l := r.layout
	if l.bar && len(line) > 0 && line[len(line)-1] == '|' {
		line = line[:len(line)-1]
	}
	surplus := bytes.Count(line, []byte{'|'}) + 1 - len(l.columns)
	if surplus == 0 {
		rest := line
		last := len(l.columns) - 1
		for _, c := range l.columns[:last] {
			end := bytes.IndexByte(rest, '|')
			r.fields[c] = rest[:end]
			rest = rest[end+1:]
		}
		r.fields[l.columns[last]] = rest
		return nil
	}
	if surplus < 0 || !r.place(line, surplus) {
		return r.errLine(ErrFields)
	}
	r.counts[ruleBar]++
	return nil
}

// place assigns surplus bars to the columns of free text. If there are several such
// columns, it tries each alone, then every two, until the other columns look right.
func (r *Reader) place(line []byte, surplus int) bool {
	const most = 100 // tries
	texts := r.layout.texts
	if len(texts) == 1 {
		r.assign(line, texts[0], surplus, 0, 0)
		return true
	}
	for _, t := range texts {
		if r.assign(line, t, surplus, 0, 0); r.plausible() {
			return true
		}
	}
	tries := 0
	for i, t := range texts {
		for _, u := range texts[:i] {
			for n := 1; n < surplus; n++ {
				if tries++; tries > most {
					return false
				}
				if r.assign(line, t, n, u, surplus-n); r.plausible() {
					return true
				}
			}
		}
	}
	return false
}

// assign splits a line in which column t holds n bars and column u holds m.
func (r *Reader) assign(line []byte, t, n, u, m int) {
	for i, c := range r.layout.columns {
		bars := 1
		if i == t {
			bars += n
		}
		if i == u {
			bars += m
		}
		end := -1
		for ; bars > 0 && end < len(line); bars-- {
			next := bytes.IndexByte(line[end+1:], '|')
			if next < 0 {
				end = len(line)
			} else {
				end += 1 + next
			}
		}
		r.fields[c] = line[:end]
		line = line[min(end+1, len(line)):]
	}
}

// plausible reports whether the fields look like a row: if they are shifted by a
// column, there is a name instead of a time or a number.
func (r *Reader) plausible() bool {
	f := &r.fields
	for _, c := range [...]column{colSubmit, colEligible, colStart, colEnd} {
		if t, err := parseTime(f[c], nil); err != nil || t == None && r.layout.has[c] && len(f[c]) == 0 {
			return false
		}
	}
	for _, c := range [...]column{
		colNCPUS, colAllocCPUS, colReqCPUS, colAllocNodes, colElapsedRaw, colNTasks, colPriority, colElapsed, colTimelimit, colTimelimitRaw,
	} {
		if _, err := r.value(c); err != nil {
			return false
		}
	}
	for _, c := range [...]column{colJobID, colJobIDRaw} {
		if _, err := parseID(f[c]); err != nil && r.layout.has[c] {
			return false
		}
	}
	_, ok := parseState(f[colState])
	return ok && (len(f[colState]) > 0 || !r.layout.has[colState])
}
