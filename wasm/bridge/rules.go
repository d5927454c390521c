package bridge

import (
	"bytes"
	"embed"
	"fmt"
	"strings"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/policy/rules"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/wasm/service"
)

// rulesForm has what a page needs to offer rule bases and to show what they did.
type rulesForm struct {
	Features    []rules.Feature `json:"features"`
	Orders      []string        `json:"orders"`       // a strategy is one of these with
	Algorithms  []string        `json:"algorithms"`   // one of these, but the last, which has no order
	OrderTitles []string        `json:"order_titles"` // what the orders put first
	Strategies  []string        `json:"strategies"`
	Examples    []ruleBaseInfo  `json:"examples"` // ready to run
}

// ruleBaseInfo is a rule base and its kind in words.
type ruleBaseInfo struct {
	Base *rules.Base `json:"base"` // as a Spec has it
	Kind string      `json:"kind"`
}

// The examples are trained by go test ./wasm/build -run Trained -update.
//
//go:embed bases/*.json
var bases embed.FS

func newRulesForm() (f rulesForm, err error) {
	f.Features, f.Orders, f.OrderTitles = rules.Features[:], rules.OrderNames, rules.OrderTitles
	f.Algorithms, f.Strategies = rules.AlgorithmNames, rules.StrategyNames
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

// maxRuleBase bounds the file of a rule base, in bytes. The largest one allowed is less
// than half as long.
const maxRuleBase = 1 << 22

// rules reads a rule base (blob 0) for a Spec.
func (s *simulator) rules(c *service.Call, _ *service.Envelope) (ruleBaseInfo, error) {
	return readRules(c.Blobs[0])
}

func readRules(data []byte) (ruleBaseInfo, error) {
	if len(data) > maxRuleBase {
		return ruleBaseInfo{}, fmt.Errorf("it is %d bytes long, more than a rule base can be (%d)", len(data), maxRuleBase)
	}
	b, err := rules.Read(bytes.NewReader(data))
	if err == nil {
		err = experiment.CheckRuleBase(b)
	}
	if err != nil {
		return ruleBaseInfo{}, err
	}
	return ruleBaseInfo{Base: b, Kind: rules.Kind(b.Controller)}, nil
}

// maxDecisions bounds the decisions table that run sends, in rows of some 130 bytes,
// which the page holds twice. A rule base decides at most once in each second in which
// a job comes or ends.
const maxDecisions = 1 << 19

// tooManyDecisions reports whether the Spec's rule bases may decide more than
// maxDecisions times.
func tooManyDecisions(spec experiment.Spec, w *trace.Workload) bool {
	return 2*w.Len()*begin(spec.Policies, rules.Prefix) > maxDecisions
}

// begin counts the policies whose names begin with prefix.
func begin(policies []string, prefix string) (n int) {
	for _, name := range policies {
		if strings.HasPrefix(name, prefix) {
			n++
		}
	}
	return n
}
