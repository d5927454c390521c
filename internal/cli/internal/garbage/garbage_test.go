package garbage

import (
	"os"
	"runtime"
	"runtime/debug"
	"testing"
)

// At first nothing is collected, unless the environment says when.
func TestTheFirstCollectionIsLate(t *testing.T) {
	Delay()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	said := os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != ""
	if late := percent.Load() != 0; late == said {
		t.Errorf("late %t although the environment says so: %t", late, said)
	}
	if !said && m.NumGC == 0 && m.NextGC < first*9/10 {
		t.Errorf("collected at %d bytes", m.NextGC)
	}
}

// What is collected sooner for a while is collected as usual afterwards.
func TestCollectAtIsUndone(t *testing.T) {
	usually := percent.Load()
	if usually == 0 {
		usually = int64(debug.SetGCPercent(25))
		debug.SetGCPercent(int(usually))
	}
	usual := CollectAt(25)
	if p := debug.SetGCPercent(25); p != 25 {
		t.Errorf("%d %% while 25 %% are asked for", p)
	}
	usual()
	if p := debug.SetGCPercent(int(usually)); p != int(usually) {
		t.Errorf("%d %% afterwards, want %d %%", p, usually)
	}
}
