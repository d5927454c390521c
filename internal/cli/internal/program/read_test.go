package program

import (
	"errors"
	"io"
	"os"
	"testing"
	"testing/iotest"
)

// What is read is what was written, whether it is there before it is asked for, comes while read looks, or while it sleeps.
func TestReadIsThatOfTheFile(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	want := make([]byte, 300_000) // more than a pipe holds
	for i := range want {
		want[i] = byte(i % 251)
	}
	go func() {
		for i := 0; i < len(want); i += 1000 {
			w.Write(want[i : i+1000])
		}
		w.Close()
	}()
	if err := iotest.TestReader(readerOf{r}, want); err != nil {
		t.Error(err)
	}
}

func TestReadOfAClosedPipeEnds(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	ended := make(chan error)
	go func() {
		_, err := read(r, make([]byte, 1))
		ended <- err
	}()
	r.Close()
	if err := <-ended; !errors.Is(err, os.ErrClosed) {
		t.Errorf("the error is %v, not that of a closed file", err)
	}
}

type readerOf struct{ f *os.File }

func (r readerOf) Read(b []byte) (int, error) { return read(r.f, b) }

var _ io.Reader = readerOf{}
