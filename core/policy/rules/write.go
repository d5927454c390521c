package rules

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

// Format is the format field of a rule base's file.
const Format = "backfill rule base 1"

// Write writes b as JSON, with a membership function or a rigid rule on a line and every
// number in full, so that Read returns the same Base.
func Write(w io.Writer, b *Base) error {
	if err := b.Check(); err != nil {
		return err
	}
	var t bytes.Buffer
	fmt.Fprintf(&t, "{\n  \"format\": %s,\n  \"name\": %s,\n  \"about\": %s,\n", text(Format), text(b.Name), text(b.About))
	fmt.Fprintf(&t, "  \"groups_above_percent\": %s,\n  \"greedy_advantage_s\": %s,\n", text(b.Bounds), text(b.Advantage))
	switch c := b.Controller.(type) {
	case *Rigid:
		writeRigid(&t, c)
	case *Fuzzy:
		writeFuzzy(&t, "fuzzy", c)
	case *Pair:
		writeFuzzy(&t, "orders", c.orders)
		t.WriteString(",\n")
		writeFuzzy(&t, "algorithms", c.algorithms)
	}
	t.WriteString("\n}\n")
	_, err := w.Write(t.Bytes())
	return err
}

// text returns a value as JSON, with a blank after commas in a list.
func text(v any) string {
	var t bytes.Buffer
	e := json.NewEncoder(&t)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic("rules: " + err.Error())
	}
	s := strings.TrimSpace(t.String())
	if strings.HasPrefix(s, "[") {
		s = strings.ReplaceAll(s, ",", ", ") // numbers and names only
	}
	return s
}

func writeRigid(t *bytes.Buffer, r *Rigid) {
	t.WriteString("  \"rigid\": {\n    \"partitions\": [")
	for i, p := range r.partitions {
		comma(t, i, 6)
		bounds := p.Bounds
		if bounds == nil {
			bounds = []float64{}
		}
		fmt.Fprintf(t, `{"feature": %s, "bounds": %s}`, text(Features[p.Feature].Name), text(bounds))
	}
	t.WriteString("\n    ],\n    \"rules\": [")
	for i, s := range r.choice {
		comma(t, i, 6)
		fmt.Fprintf(t, `{"when": %s, "then": %s}`, text(r.When(i)), text(s.String()))
	}
	t.WriteString("\n    ]\n  }")
}

// comma begins the i-th element of a list on a new line.
func comma(t *bytes.Buffer, i, indent int) {
	if i > 0 {
		t.WriteByte(',')
	}
	t.WriteString("\n" + strings.Repeat(" ", indent))
}

// sides names the weights other than 0 in files.
var sides = []struct {
	name   string
	weight int8
}{{"strongly_for", 5}, {"for", 1}, {"against", -1}, {"strongly_against", -5}}

func writeFuzzy(t *bytes.Buffer, name string, f *Fuzzy) {
	fmt.Fprintf(t, "  %s: {\n    \"rules\": [", text(name))
	for i, r := range f.rules {
		comma(t, i, 6)
		t.WriteString("{\n        \"when\": [")
		for k, g := range r.When {
			comma(t, k, 10)
			fmt.Fprintf(t, `{"feature": %s, "mean": %s, "sigma": %s}`, text(Features[f.features[k]].Name), text(g.Mean), text(g.Sigma))
		}
		t.WriteString("\n        ]")
		for _, side := range sides {
			names := []string{}
			for h, w := range r.Weights {
				if w == side.weight {
					names = append(names, f.outputs[h])
				}
			}
			fmt.Fprintf(t, ",\n        %s: %s", text(side.name), text(names))
		}
		t.WriteString("\n      }")
	}
	t.WriteString("\n    ]\n  }")
}
