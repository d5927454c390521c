package sacct

import "bytes"

// A State is the state of a job in the accounting.
type State uint8

const (
	StateUnknown State = iota
	StateBootFail
	StateCancelled
	StateCompleted
	StateDeadline
	StateFailed
	StateNodeFail
	StateOutOfMemory
	StatePending
	StatePreempted
	StateRequeued
	StateResizing
	StateRevoked
	StateRunning
	StateSuspended
	StateTimeout
)

// states are the names and short forms, by State.
var states = [...][2]string{
	{"UNKNOWN", ""}, {"BOOT_FAIL", "BF"}, {"CANCELLED", "CA"}, {"COMPLETED", "CD"}, {"DEADLINE", "DL"}, {"FAILED", "F"},
	{"NODE_FAIL", "NF"}, {"OUT_OF_MEMORY", "OOM"}, {"PENDING", "PD"}, {"PREEMPTED", "PR"}, {"REQUEUED", "RQ"},
	{"RESIZING", "RS"}, {"REVOKED", "RV"}, {"RUNNING", "R"}, {"SUSPENDED", "S"}, {"TIMEOUT", "TO"},
}

// States are the names of all states, by State.
func States() []string {
	names := make([]string, len(states))
	for i := range states {
		names[i] = states[i][0]
	}
	return names
}

func (s State) String() string { return states[s][0] }

// parseState reads a state up to the first space (CANCELLED by 1001), or cut short (CANCELLED+), in any case.
func parseState(b []byte) (s State, ok bool) {
	if i := bytes.IndexByte(b, ' '); i >= 0 {
		b = b[:i]
	}
	if n := len(b); n > 1 && b[n-1] == '+' {
		for s := range states {
			if name := states[s][0]; len(name) >= n-1 && name[:n-1] == string(b[:n-1]) {
				return State(s), true
			}
		}
	}
	for s := range states {
		if states[s][0] == string(b) || states[s][1] == string(b) && len(b) > 0 {
			return State(s), true
		}
	}
	switch string(b) {
	case "COMPLETING", "CG", "CONFIGURING", "CF", "STAGE_OUT", "SO", "STOPPED", "ST", "SIGNALING", "SI":
		return StateRunning, true // on its processors
	case "REQUEUE_FED", "RF", "REQUEUE_HOLD", "RH", "SPECIAL_EXIT", "SE":
		return StateRequeued, true
	case "":
		return StateUnknown, true
	}
	if upper := bytes.ToUpper(b); !bytes.Equal(upper, b) {
		return parseState(upper)
	}
	return StateUnknown, false
}
