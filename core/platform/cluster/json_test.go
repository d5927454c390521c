package cluster

import (
	"bytes"
	"reflect"
	"strings"
	"testing"
)

func TestADescriptionIsTheSameAfterJSON(t *testing.T) {
	half, shares, yes := 0.5, int64(7), true
	d := &Description{
		Format: Format, Name: "c", Nodes: []NodeType{{Names: "n[1-2]", Cores: 4, GPUs: map[string]int{"v": 2}, Features: []string{"x"}}},
		Partitions: []Partition{{Name: "p", Nodes: "ALL", MaxTimeS: 60, BillingWeights: TRES{"cpu": 1}}},
		QOS:        []QOS{{Name: "q", UsageFactor: &half, Limits: Limits{GrpJobs: &shares}}},
		Accounts:   []Account{{Name: "a", Shares: &shares, Users: []User{{Name: "u"}}}},
		Scheduling: Scheduling{Memory: &yes, BfIntervalS: &shares}, Priority: Priority{NoNormal: []string{"qos"}},
		Ignored: []Ignored{{File: "f", Line: 3, Text: "x=y"}},
	}
	var b bytes.Buffer
	if err := Write(&b, d); err != nil {
		t.Fatal(err)
	}
	got, err := Read("d.json", &b)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, d) {
		t.Errorf("%+v", got)
	}
}

func TestMistakesInJSON(t *testing.T) {
	for text, want := range map[string]string{
		"":                              "d.json:1: this is not the JSON",
		"{\n\"nodse\": []}":             "d.json:2: ",
		"{\"backfill_cluster\": 1}\n{}": "more follows",
		"{\"nodes\": []}":               "backfill_cluster is 0, expected 1",
		"{\"backfill_cluster\": 1,\n\"name\": 3}": "d.json:2: ",
	} {
		_, err := Read("d.json", strings.NewReader(text))
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(`{"backfill_cluster": 1, "nodes": [{"names": "n[1-3]", "cores": 4, "memory_mib": 1}],
		"partitions": [{"name": "p", "nodes": "ALL"}]}`))
	f.Add([]byte(`{"backfill_cluster": 1, "nodes": [{"names": "n[1-999999999]", "cores": 4, "memory_mib": 1}], "partitions": []}`))
	f.Add([]byte(`{"backfill_cluster": 1, "nodes": [{"names": "n[1-3]", "cores": 4, "memory_mib": 1, "gpus": {"a": 2},
		"gres": [{"name": "shard", "type": "a", "per_gpu": [4, 0]}, {"name": "x", "count": 3, "no_consume": true}]}],
		"partitions": [{"name": "p", "nodes": "ALL", "whole_nodes": true}], "scheduling": {"several_gpus": true}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		d, err := Read("d.json", bytes.NewReader(data))
		if err != nil {
			return
		}
		s, err := New(d)
		if err != nil {
			return
		}
		j := Job{MinNodes: 1, Tasks: 1, CoresPerTask: 1, GPUType: None}
		for k := range s.Gres {
			j.Asks = &Asks{Gres: []GresNeed{{int32(k), 1}}}
		}
		st := NewState(s)
		for p := range s.Partitions {
			if a, ok := st.Place(&j, int32(p), s.Partitions[p].Bits); ok {
				st.Take(a)
				st.Give(a)
			}
		}
	})
}
