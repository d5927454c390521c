package text

import (
	"io"
	"strings"
	"testing"
)

// A record that goes on and on ends with an error; many short ones do not.
func TestBoundedEndsALongRecord(t *testing.T) {
	p := make([]byte, 10)
	long := Bounded{Src: strings.NewReader(strings.Repeat("x", 1000)), Most: 100, TooLong: errLong}
	var err error
	for err == nil {
		_, err = long.Read(p)
	}
	if err != errLong || long.Bytes() != 110 {
		t.Errorf("%v after %d bytes", err, long.Bytes())
	}
	short := Bounded{Src: strings.NewReader(strings.Repeat("x", 1000)), Most: 100, TooLong: errLong}
	for err = nil; err == nil; {
		short.Begin(short.Bytes())
		_, err = short.Read(p)
	}
	if err != io.EOF || short.Bytes() != 1000 {
		t.Errorf("%v after %d bytes", err, short.Bytes())
	}
}
