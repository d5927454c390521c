package sweep

import (
	"net/url"
	"strings"
	"testing"
)

// A folder's name is a value as Hive writes it, and never longer than file systems allow; different values have different names.
func TestFoldersHaveNamesThatFit(t *testing.T) {
	var names FolderNames
	for value, want := range map[string]string{
		"0.7": "x=0.7", "a b/c=d+e%": "x=a%20b%2Fc%3Dd%2Be%25", "ü": "x=%C3%BC", "__HIVE_DEFAULT_PARTITION__": "x=__HIVE_DEFAULT_PARTITION__",
		strings.Repeat("y", longestName-2): "x=" + strings.Repeat("y", longestName-2),
	} {
		if got := names.Folder("x", value); got != want {
			t.Errorf("%s is in %s", value, got)
		}
	}
	if len(names.Shortened) != 0 {
		t.Errorf("%v do not fit", names.Shortened)
	}
	seen := map[string]string{}
	for _, value := range []string{
		"/a/" + strings.Repeat("ü/", 200) + "log.swf", "/b/" + strings.Repeat("ü/", 200) + "log.swf", strings.Repeat("z", longestName-1),
	} {
		for range 2 {
			name := names.Folder("file", value)
			if len(name) > longestName || seen[name] != "" && seen[name] != value {
				t.Errorf("%s is in %s, of %d bytes, as is %s", value, name, len(name), seen[name])
			}
			seen[name] = value
			read, err := url.QueryUnescape(strings.TrimPrefix(name, "file="))
			if err != nil || !strings.HasPrefix(read, "#") || !strings.HasSuffix(value, read[len(read)-5:]) {
				t.Errorf("%s reads as %s, %v", name, read, err)
			}
		}
	}
	if len(names.Shortened) != 3 || names.Shortened[0].Is == names.Shortened[1].Is {
		t.Errorf("%v", names.Shortened)
	}
}
