package main

import (
	"runtime/debug"
	"testing"
)

// What is collected sooner for a while is collected as before afterwards.
func TestCollectAtIsUndone(t *testing.T) {
	before := debug.SetGCPercent(150)
	defer debug.SetGCPercent(before)
	usual := collectAt(25)
	if p := debug.SetGCPercent(25); p != 25 {
		t.Errorf("%d %% while 25 %% are asked for", p)
	}
	usual()
	if p := debug.SetGCPercent(150); p != 150 {
		t.Errorf("%d %% afterwards, want 150 %%", p)
	}
}
