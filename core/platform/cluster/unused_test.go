package cluster

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"reflect"
	"strings"
	"testing"
)

// passed are parts of a list that is shown as it is.
var passed = map[string]bool{"Why": true, "Line": true, "Text": true}

// selected returns the names of fields that the code below a folder of core uses, without that which reads files.
func selected(t *testing.T, folder string) map[string]bool {
	t.Helper()
	used := map[string]bool{}
	root := os.DirFS("../..")
	err := fs.WalkDir(root, folder, func(name string, d fs.DirEntry, err error) error {
		if err != nil || strings.HasPrefix(name, "slurm/conf") || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return err
		}
		text, err := fs.ReadFile(root, name)
		if err != nil {
			return err
		}
		f, err := parser.ParseFile(token.NewFileSet(), path.Base(name), text, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if s, ok := n.(*ast.SelectorExpr); ok {
				used[s.Sel.Name] = true
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return used
}

// A parameter of the scheduler that Unused names is not simulated: a change of it would be refused.
func TestNoParameterIsUsedAndNamed(t *testing.T) {
	var d Description
	all, names := reflect.ValueOf(&d.Scheduling).Elem(), map[string]string{}
	for i := range all.NumField() {
		switch f := all.Field(i); {
		case f.Kind() == reflect.Bool:
			f.SetBool(true)
		case f.Kind() == reflect.Pointer && f.Type().Elem().Kind() == reflect.Int64:
			one := int64(1)
			f.Set(reflect.ValueOf(&one))
		}
		key, _, _ := strings.Cut(all.Type().Field(i).Tag.Get("json"), ",")
		names[key] = all.Type().Field(i).Name
	}
	used := selected(t, "slurm/twin")
	for _, u := range d.Unused() {
		if key, _, _ := strings.Cut(u, " "); names[key] == "" || used[names[key]] {
			t.Errorf("%s: the twin uses it, or it is none of Scheduling's", u)
		}
	}
}

// No setting of a description is read by nothing: a simulation uses it, or Unused names it.
func TestEverySettingIsUsedOrNamed(t *testing.T) {
	used := selected(t, ".")
	seen := map[reflect.Type]bool{}
	fields := 0
	var walk func(reflect.Type)
	walk = func(of reflect.Type) {
		for of.Kind() == reflect.Slice || of.Kind() == reflect.Pointer {
			of = of.Elem()
		}
		if of.Kind() != reflect.Struct || seen[of] {
			return
		}
		seen[of] = true
		for f := range of.NumField() {
			f := of.Field(f)
			key, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			if fields++; !f.Anonymous && !used[f.Name] && !passed[f.Name] && Inert(key) == "" {
				t.Errorf("%s.%s is read by nothing: simulate it, or name it in Unused", of.Name(), f.Name)
			}
			walk(f.Type)
		}
	}
	walk(reflect.TypeFor[Description]())
	if fields < 100 {
		t.Errorf("%d fields", fields)
	}
}

// Each setting that nothing uses is named by its key in JSON, wherever it stands, and no other is.
func TestUnusedSettingsAreNamed(t *testing.T) {
	none := Description{Scheduling: Scheduling{BfContinue: true}, QOS: []QOS{{}}, Accounts: []Account{{Users: []User{{}}}}}
	if list := none.Unused(); len(list) > 0 {
		t.Error(list)
	}
	for _, text := range []string{
		`{"scheduling":{"pack_nodes":true}}`,
		`{"accounts":[{"users":[{"max_submit_jobs":5}]}]}`,
		`{"priority":{"calculate_running":true}}`,
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

// Limits and weights on resources that no job here holds are named, those on others are not.
func TestLimitsOnWhatNoJobHoldsAreNamed(t *testing.T) {
	d := Description{Format: Format, Nodes: []NodeType{{Names: "n", Cores: 4, GPUs: map[string]int{"a100": 1}}},
		Partitions: []Partition{{Name: "p", Nodes: "n", BillingWeights: TRES{"cpu": 1, "fs/disk": 2}}},
		Licenses:   []License{{Name: "ansys", Count: 1}},
		QOS:        []QOS{{Name: "q", Limits: Limits{GrpTRES: TRES{"bb/cray": 1, "energy": 5, "cpu": 1, "mem": 2, "node": 1, "billing": 3}}}},
		Accounts: []Account{{Name: "a", Limits: Limits{MaxTRESPerJob: TRES{"gres/gpu:a100": 1, "gres/gpu": 1, "license/ansys": 1}}},
			{Name: "b", Limits: Limits{GrpTRESMins: TRES{"gres/gpu:h100": 1, "license/matlab": 4}}}},
		Priority: Priority{WeightTRES: TRES{"cpu": 1, "gres/shard": 4}}}
	want := []string{"grp_tres on bb/cray, energy (no job here holds any)",
		"grp_tres_mins on gres/gpu:h100, license/matlab (no job here holds any)", "weight_tres on gres/shard (no job here holds any)",
		"billing_weights on fs/disk (no job here holds any)"}
	if got := d.Unused(); !reflect.DeepEqual(got, want) {
		t.Errorf("%q", got)
	}
}
