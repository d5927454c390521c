package program

import (
	"fmt"
	"strconv"
	"strings"
)

// A matrix is a program read back from a file: what each variable costs and how
// much it has of each constraint, and the constraints' right sides.
type matrix struct {
	cost  map[string]int64
	row   map[string]map[string]int64 // by constraint and variable
	equal map[string]int64
	most  map[string]int64
}

func newMatrix() *matrix {
	return &matrix{map[string]int64{}, map[string]map[string]int64{}, map[string]int64{}, map[string]int64{}}
}

func (m *matrix) set(row, variable string, c int64) {
	if row == "cost" {
		m.cost[variable] = c
		return
	}
	if m.row[row] == nil {
		m.row[row] = map[string]int64{}
	}
	m.row[row][variable] = c
}

// readLP reads what WriteLP writes.
func readLP(text string) (*matrix, error) {
	m, row, c, binary := newMatrix(), "", int64(1), 0
	fields := strings.Fields(text[strings.IndexByte(text, '\n'):])
	section := ""
	for k := 0; k < len(fields); k++ {
		switch f := fields[k]; {
		case f == "Minimize" || f == "Binary" || f == "End":
			section = f
		case f == "Subject":
			k++
		case section == "Binary":
			if _, ok := m.cost[f]; !ok {
				return nil, fmt.Errorf("%s is binary but costs nothing", f)
			}
			binary++
		case strings.HasSuffix(f, ":"):
			row, c = strings.TrimSuffix(f, ":"), 1
		case f == "+":
			c = 1
		case f == "=" || f == "<=":
			v, err := strconv.ParseInt(fields[k+1], 10, 64)
			if err != nil {
				return nil, err
			}
			if k++; f == "=" {
				m.equal[row] = v
			} else {
				m.most[row] = v
			}
		case f[0] == 'x':
			m.set(row, f, c)
		default:
			v, err := strconv.ParseInt(f, 10, 64)
			if err != nil {
				return nil, err
			}
			c = v
		}
	}
	if section != "End" || binary != len(m.cost) {
		return nil, fmt.Errorf("section %s, %d of %d variables are binary", section, binary, len(m.cost))
	}
	return m, nil
}

// readMPS reads what WriteMPS writes.
func readMPS(text string) (*matrix, error) {
	m, kind, section, bounded := newMatrix(), map[string]string{}, "", 0
	for _, line := range strings.Split(text, "\n") {
		f := strings.Fields(line)
		switch {
		case len(f) == 0 || line[0] == '*' || f[0] == "MARKER":
		case line[0] != ' ':
			section = f[0]
		case section == "ROWS":
			kind[f[1]] = f[0]
		default:
			v, err := strconv.ParseInt(f[len(f)-1], 10, 64)
			if section == "COLUMNS" {
				v, err = strconv.ParseInt(f[2], 10, 64)
				m.set(f[1], f[0], v)
				if len(f) == 5 {
					v, _ = strconv.ParseInt(f[4], 10, 64)
					m.set(f[3], f[0], v)
				}
			} else if section == "RHS" && kind[f[1]] == "E" {
				m.equal[f[1]] = v
			} else if section == "RHS" {
				m.most[f[1]] = v
			} else {
				bounded++
			}
			if err != nil {
				return nil, err
			}
		}
	}
	if section != "ENDATA" || bounded != len(m.cost) {
		return nil, fmt.Errorf("section %s, %d of %d variables are bounded", section, bounded, len(m.cost))
	}
	return m, nil
}

// holds tells whether the variables that are 1 meet all constraints.
func (m *matrix) holds(ones []string) bool {
	sum := func(row string) (s int64) {
		for _, x := range ones {
			s += m.row[row][x]
		}
		return s
	}
	for row, v := range m.equal {
		if sum(row) != v {
			return false
		}
	}
	for row, v := range m.most {
		if sum(row) > v {
			return false
		}
	}
	return true
}
