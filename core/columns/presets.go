package columns

// A Preset is the map of a published data set.
type Preset struct {
	Name    string   `json:"name"`
	Doc     string   `json:"doc"`    // one line: what it is
	Source  string   `json:"source"` // where its columns are documented
	Columns []string `json:"-"`      // a table with all of these is one
	Map     Map      `json:"-"`
	meta    string   // a key that the file's metadata has, too; "" for none
}

// FindPreset returns the preset of that name.
func FindPreset(name string) (*Preset, bool) {
	for i := range Presets {
		if Presets[i].Name == name {
			return &Presets[i], true
		}
	}
	return nil, false
}

// Presets are the data sets whose columns are documented, in the order in which Detect tries them.
var Presets = []Preset{
	{
		Name: "backfill", Doc: "the jobs of a result of this program: jobs.parquet, jobs.arrow or jobs.csv, the first run in it",
		Source:  "core/result, Jobs",
		Columns: []string{"run", "policy", "submit_s", "start_s", "run_s", "estimate_s", "procs", "killed"},
		Map: of(map[Field]From{
			Job: {Column: "job"}, Submit: {"submit_s", "s"}, Start: {"start_s", "s"}, Run: {"run_s", "s"}, Estimate: {"estimate_s", "s"},
			Procs: {Column: "procs"}, User: {Column: "user"}, Group: {Column: "group"}, Queue: {Column: "queue"},
			Partition: {Column: "partition"}, Name: {Column: "job_name"}, Only: {Column: "run"},
		}),
	},
}

func of(from map[Field]From) (m Map) {
	for f, x := range from {
		m.From[f] = x
	}
	return m
}
