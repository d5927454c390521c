package bridge

import (
	"bytes"
	"context"
	"embed"
	"fmt"
	"strings"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/rules"
	"github.com/backfill-lab/backfill/core/workload"
)

// rulesForm is what a page needs to offer rule bases and to tell what they did.
type rulesForm struct {
	Features   []feature      `json:"features"`
	Orders     []string       `json:"orders"`     // a strategy is one of these with
	Algorithms []string       `json:"algorithms"` // one of these, but the last, which has no order
	Strategies []string       `json:"strategies"`
	Examples   []ruleBaseInfo `json:"examples"` // ready to run
}

type feature struct {
	Name  string  `json:"name"`
	Title string  `json:"title"`
	Doc   string  `json:"doc"`
	Unit  string  `json:"unit"`
	Least float64 `json:"least"`
	Most  float64 `json:"most"`
}

// ruleBaseInfo is a rule base and what it is in words.
type ruleBaseInfo struct {
	Base *rules.Base `json:"base"` // as a Spec has it
	Kind string      `json:"kind"`
}

// The examples are made by wasm/build/bases.
//
//go:embed bases/*.json
var bases embed.FS

func newRulesForm() (f rulesForm, err error) {
	for _, x := range rules.Features {
		f.Features = append(f.Features, feature{x.Name, x.Title, x.Doc, x.Unit, x.Least, x.Most})
	}
	f.Orders, f.Algorithms, f.Strategies = rules.OrderNames, rules.AlgorithmNames, rules.StrategyNames
	files, err := bases.ReadDir("bases")
	if err != nil {
		return f, err
	}
	for _, file := range files {
		data, err := bases.ReadFile("bases/" + file.Name())
		if err != nil {
			return f, err
		}
		b, err := readRules(data)
		if err != nil {
			return f, fmt.Errorf("%s: %w", file.Name(), err)
		}
		f.Examples = append(f.Examples, b)
	}
	return f, nil
}

// maxRuleBase bounds the file of a rule base, in bytes. One with as many rules as
// there may be has less than half of it.
const maxRuleBase = 1 << 22

// rules reads a rule base (blob 0) for a Spec.
func (s *simulator) rules(_ context.Context, c *Call) (any, [][]byte, error) {
	var p struct{ Envelope }
	if err := c.Decode(&p, 1); err != nil {
		return nil, nil, err
	}
	b, err := readRules(c.Blobs[0])
	if err != nil {
		return nil, nil, err
	}
	return b, nil, nil
}

func readRules(data []byte) (ruleBaseInfo, error) {
	if len(data) > maxRuleBase {
		return ruleBaseInfo{}, fmt.Errorf("it is %d bytes long, more than a rule base can be (%d)", len(data), maxRuleBase)
	}
	b, err := rules.Read(bytes.NewReader(data))
	if err != nil {
		return ruleBaseInfo{}, err
	}
	if err := experiment.CheckRuleBase(b); err != nil {
		return ruleBaseInfo{}, err
	}
	return ruleBaseInfo{Base: b, Kind: rules.Kind(b.Controller)}, nil
}

// maxDecisions bounds the decisions table that run sends, in rows: some 130 bytes
// each, which the page holds twice. A rule base decides at most once for each
// second in which a job comes or ends.
const maxDecisions = 1 << 19

// tooManyDecisions tells whether the Spec's rule bases may decide more than
// maxDecisions times.
func tooManyDecisions(spec experiment.Spec, w *workload.Workload) bool {
	deciding := 0
	for _, name := range spec.Policies {
		if strings.HasPrefix(name, rules.Prefix) {
			deciding++
		}
	}
	return 2*len(w.Jobs)*deciding > maxDecisions
}
