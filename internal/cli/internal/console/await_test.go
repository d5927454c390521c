package console

import (
	"testing"
	"time"
)

func TestBlockedIsAnInputThatNobodyWrites(t *testing.T) {
	if Blocked(50 * time.Millisecond) {
		t.Error("blocked without an input")
	}
	writer, began, over := make(chan bool), make(chan bool), make(chan bool)
	go func() {
		Await(func() { began <- true; <-writer })
		over <- true
	}()
	<-began
	if !Blocked(50 * time.Millisecond) {
		t.Error("not blocked by an input that does not come")
	}
	writer <- true
	<-over
	if Blocked(50 * time.Millisecond) {
		t.Error("blocked after the input came")
	}
}
