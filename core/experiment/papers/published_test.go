package papers

import "testing"

// checkPublished is the law that a paper has the experiments wanted and no other
// that prints numbers, each with so many printed numbers, and at least so many
// claims together.
func checkPublished(t *testing.T, p *Paper, want map[string]int, leastClaims int) {
	t.Helper()
	claims := 0
	for _, x := range p.Experiments(Full) {
		if len(x.Published) != want[x.ID] {
			t.Errorf("%s has %d printed numbers, want %d", x.ID, len(x.Published), want[x.ID])
		}
		delete(want, x.ID)
		claims += len(x.Claims)
	}
	for id := range want {
		t.Errorf("%s is missing", id)
	}
	if claims < leastClaims {
		t.Errorf("%d claims", claims)
	}
}
