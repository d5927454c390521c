package papers

import "testing"

// A reading names choices by their keys alone, so no two papers may share one.
func TestChoicesHaveKeysOfTheirOwn(t *testing.T) {
	of := map[string]string{}
	for _, p := range All {
		for _, c := range p.Choices {
			if other, ok := of[c.Key]; ok {
				t.Errorf("%s and %s both have a choice %s", other, p.Key, c.Key)
			}
			of[c.Key] = p.Key
		}
	}
	if len(of) < 20 {
		t.Errorf("there are only %d choices", len(of))
	}
}
