package printable

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

func TestHiddenCharactersBecomeVisible(t *testing.T) {
	for in, want := range map[string]string{
		"":                       "",
		"Zoë 中文 a\u200db":        "Zoë 中文 a\u200db",
		"\x1b[31mred\x07":        `\u001b[31mred\u0007`,
		"a\nb\tc\r\x00\x7f":      `a\nb\tc\r\u0000\u007f`,
		"\u009b2J\u202egnp.exe":  `\u009b2J\u202egnp.exe`,
		"\x9b2J\xef\xe2\x80":     `\x9b2J\xef\xe2\x80`,
		"\ufffd\u2028\U000e0041": "\ufffd" + `\u2028\udb40\udc41`,
	} {
		if got := Line(in); got != want {
			t.Errorf("Line(%q) = %s, want %s", in, got, want)
		}
	}
	if got, want := Text("a\n\tb\r\n"), "a\n\tb"+`\r`+"\n"; got != want {
		t.Errorf("Text gives %q, want %q", got, want)
	}
}

func TestCutsSayThatSomethingIsMissing(t *testing.T) {
	long := strings.Repeat("é", 100)
	for _, c := range []struct{ got, want string }{
		{Cut("12345678", 8), "12345678"},
		{Cut("123456789", 8), "12345..."},
		{Cut(long, 10), strings.Repeat("é", 7) + "..."},
		{Name(long), strings.Repeat("é", NameWidth-3) + "..."},
		{Cut("\x1b\x1b\x1b", 8), `\u001...`},
		{CutMiddle("1234567890", 10), "1234567890"},
		{CutMiddle("where: "+long+": what", 25), "where: ééééééé ... : what"},
	} {
		if c.got != c.want {
			t.Errorf("got %s, want %s", c.got, c.want)
		}
	}
}

// checkShown says whether text that was written as Text has only what may be shown.
func checkShown(t *testing.T, shown string) {
	t.Helper()
	if !utf8.ValidString(shown) {
		t.Fatalf("%q is not UTF-8", shown)
	}
	for _, r := range shown {
		if unicode.IsControl(r) && r != '\n' && r != '\t' || r >= '\u202a' && r <= '\u202e' || r >= '\u2066' && r <= '\u2069' {
			t.Fatalf("%q has %U", shown, r)
		}
	}
}

// However text is split between calls, a Writer writes the Text of it all; JSON stays JSON of the same value.
func TestAWriterWritesTextHoweverItIsSplit(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	parts := []string{"a", "\n", "\t", "é", "界", "\U0001f600", "\x1b[2J", "\u009b", "\u202e", "\x9b", "\xf0\x9f", "\xe7", "\r", "\x00",
		"\u2028"}
	for range 500 {
		var all strings.Builder
		for range r.IntN(12) {
			all.WriteString(parts[r.IntN(len(parts))])
		}
		text := all.String()
		var out strings.Builder
		w := Writer{To: &out}
		for rest := text; rest != ""; {
			n := 1 + r.IntN(min(len(rest), 4))
			if m, err := w.Write([]byte(rest[:n])); m != n || err != nil {
				t.Fatal(m, err)
			}
			rest = rest[n:]
		}
		w.Flush()
		if out.String() != Text(text) {
			t.Fatalf("%q is written as %q, want %q", text, out.String(), Text(text))
		}
		checkShown(t, out.String())
		valid := strings.ToValidUTF8(text, "")
		value, _ := json.Marshal(valid)
		var back string
		if err := json.Unmarshal([]byte(Text(string(value))), &back); err != nil || back != valid {
			t.Fatalf("JSON of %q became that of %q, %v", valid, back, err)
		}
	}
}
