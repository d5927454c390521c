package trace

import (
	"strings"
	"testing"
)

func TestJobsAreFoundByTheNumbersThatUsersKnow(t *testing.T) {
	array := strings.Replace(rich, "11_4|12|", "11_5|11|", 1)
	array = rich + array[strings.Index(array, "11_5"):strings.Index(array, "13|13|")]
	w := mustRead(t, array, Options{})
	for id, want := range map[string]string{
		"11_4": "11_4", "11_5": "11_5", "12": "11_4", " 13 ": "13", "13#1": "13#1", "15": "15+0", "15+0": "15+0", "15+1": "15+0", "17": "17",
		"11":   "is an array of 2 jobs here: name one of them, such as 11_5",
		"11_9": "the log has no job 11_9", "13#2": "the log has no job 13#2", "15+2": "the log has no job 15+2", "99": "the log has no job 99",
		"-5": "the log has no job -5", "": "is not the number of a job", "x": "is not the number of a job", "11_": "is not the number of a job",
		"11_4.batch": "is not the number of a job", "11_4+x": "is not the number of a job", "99999999999999999999": "is not the number of a job",
	} {
		j, err := w.Find(id)
		switch {
		case err == nil && w.Label(j) != want:
			t.Errorf("%q finds %s, want %s", id, w.Label(j), want)
		case err != nil && !strings.Contains(err.Error(), want):
			t.Errorf("%q: %v, want %q", id, err, want)
		}
	}
	for i := range w.Jobs.Held() {
		if j, err := w.Find(w.Label(&w.Jobs.Held()[i])); j != &w.Jobs.Held()[i] {
			t.Errorf("%s finds %v, %v", w.Label(&w.Jobs.Held()[i]), j, err)
		}
	}
	swf := mustRead(t, tidy, Options{})
	for id, want := range map[string]string{"1": "", "2": "", "7": "the log has no job 7", "1_2": "is not the number of a job"} {
		j, err := swf.Find(id)
		if want == "" && (err != nil || swf.Label(j) != id) || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%q: %v, %v", id, j, err)
		}
	}
}
