package cluster

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

// Each setting that nothing uses is named by its key in JSON, wherever it stands, and no other is.
func TestUnusedSettingsAreNamed(t *testing.T) {
	none := Description{Scheduling: Scheduling{BfContinue: true}, QOS: []QOS{{}}, Accounts: []Account{{Users: []User{{}}}}}
	if list := none.Unused(); len(list) > 0 {
		t.Error(list)
	}
	for _, text := range []string{
		`{"scheduling":{"least_loaded":true}}`, `{"scheduling":{"pack_nodes":true}}`, `{"scheduling":{"over_time_limit_s":60}}`,
		`{"scheduling":{"partition_job_depth":5}}`, `{"scheduling":{"defer":true}}`, `{"scheduling":{"bf_busy_nodes":true}}`,
		`{"scheduling":{"bf_one_resv_per_job":true}}`, `{"scheduling":{"bf_max_time_s":9}}`, `{"scheduling":{"bf_max_job_user_part":2}}`,
		`{"qos":[{"min_priority":5}]}`, `{"accounts":[{"max_tres_per_node":{"cpu":4}}]}`, `{"accounts":[{"users":[{"min_priority":0}]}]}`,
		`{"priority":{"accrue_always":true}}`, `{"priority":{"calculate_running":true}}`,
	} {
		var d Description
		if err := json.Unmarshal([]byte(text), &d); err != nil {
			t.Fatal(err)
		}
		list := d.Unused()
		if len(list) != 1 {
			t.Fatalf("%s: %q", text, list)
		}
		if key, _, _ := strings.Cut(list[0], " "); !strings.Contains(text, `"`+key+`"`) || reflect.DeepEqual(d, Description{}) {
			t.Errorf("%s: %q", text, list)
		}
	}
}
