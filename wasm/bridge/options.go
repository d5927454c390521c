package bridge

import "github.com/backfill-lab/backfill/core/policy"

// A scheduler is a policy and what a form can ask about it.
type scheduler struct {
	choice
	Family  string          `json:"family"` // as policy.Info has it
	Options []policy.Option `json:"options"`
}

func newScheduler(info policy.Info) scheduler {
	s := scheduler{choice: info.Choice(), Family: info.Family, Options: info.Options}
	if s.Options == nil {
		s.Options = []policy.Option{} // a list in JSON too
	}
	return s
}
