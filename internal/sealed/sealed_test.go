package sealed

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

var contents = []string{"null", "{}", "{\"a\":1}\n", "{\"a\":\n[1,2,\"text\"]}\n", "[0.1]\n"}

func TestWhatIsSealedIsOpened(t *testing.T) {
	for _, text := range contents {
		got, sealed, err := Open(Seal([]byte(text)))
		if err != nil || !sealed || string(got) != text && string(got) != text+"\n" {
			t.Errorf("%q is opened as %q, %t, %v", text, got, sealed, err)
		}
	}
}

// A flip of any bit and a cut at any byte is damage, unless all of the content is left.
func TestNoDamagePassesForContent(t *testing.T) {
	for _, text := range contents {
		whole := Seal([]byte(text))
		want, _, _ := Open(whole)
		look := func(what string, at int, data []byte) {
			if got, sealed, err := Open(data); err == nil && (sealed || string(bytes.TrimSpace(got)) != string(bytes.TrimSpace(want))) {
				t.Errorf("%q with %s %d: opened as %q, %t", text, what, at, got, sealed)
			}
		}
		for bit := range 8 * len(whole) {
			data := append([]byte(nil), whole...)
			data[bit/8] ^= 1 << (bit % 8)
			look("bit", bit, data)
		}
		for n := range whole {
			look("cut", n, append([]byte(nil), whole[:n]...))
		}
	}
}

func TestAFileOfBeforeCountsIfItIsJSON(t *testing.T) {
	for text, ok := range map[string]bool{"{\"a\":1}\n": true, "{\"a\":1": false, "": false, "{\"a\":1}{": false} {
		got, sealed, err := Open([]byte(text))
		if sealed || (err == nil) != ok || ok && string(got) != text {
			t.Errorf("%q: %q, %t, %v", text, got, sealed, err)
		}
	}
}

func TestADamagedFileGetsAnotherName(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a.json")
	if err := os.WriteFile(name, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if to := SetAside(name); to != name+".damaged" {
		t.Fatal(to)
	}
	if _, err := os.Stat(name); err == nil {
		t.Error("it is still there")
	}
	if to := SetAside(name); to != name {
		t.Errorf("what is not there becomes %s", to)
	}
}
