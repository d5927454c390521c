package sweep

import (
	"encoding/json"
	"path/filepath"
	"runtime"

	"github.com/spf13/pflag"

	"github.com/backfill-lab/backfill/internal/atomicfile"
)

// kubernetesFlags are what an Indexed Job needs.
type kubernetesFlags struct {
	image, claim, cpu, memory string
}

func (f *kubernetesFlags) add(fl *pflag.FlagSet) {
	fl.StringVar(&f.image, "image", "", "kubernetes: a container image; it needs no program of its own")
	fl.StringVar(&f.claim, "claim", "", "kubernetes: the PersistentVolumeClaim that is the sweep's folder")
	fl.StringVar(&f.cpu, "cpu", "1", "kubernetes: CPU of a task")
	fl.StringVar(&f.memory, "memory", "1Gi", "kubernetes: memory of a task")
}

// mounted is where a container sees the sweep's folder.
const mounted = "/sweep"

// writeManifest writes an Indexed Job whose k-th completion does the k-th chunk.
func (s *submission) writeManifest(f *submitFlags) error {
	type object = map[string]any
	inside := func(path string) string {
		from, _ := filepath.Rel(s.folder, path) // both are absolute
		return mounted + "/" + filepath.ToSlash(from)
	}
	parallel := f.parallel
	if parallel == 0 {
		parallel = runtime.GOMAXPROCS(0)
	}
	resources := object{"cpu": f.cluster.cpu, "memory": f.cluster.memory}
	job := object{
		"apiVersion": "batch/v1",
		"kind":       "Job",
		"metadata":   object{"generateName": "backfill-sweep-", "labels": object{"app": "backfill-sweep"}},
		"spec": object{
			"completionMode":       "Indexed",
			"completions":          len(s.chunks),
			"parallelism":          min(parallel, len(s.chunks)),
			"backoffLimitPerIndex": f.attempts - 1,
			"maxFailedIndexes":     len(s.chunks),
			"template": object{
				"metadata": object{"labels": object{"app": "backfill-sweep"}},
				"spec": object{
					"restartPolicy": "Never",
					"containers": []object{{
						"name":  "backfill",
						"image": f.cluster.image,
						"command": []string{inside(s.program), "sweep", "run", mounted, "--chunks", inside(s.chunkFile()),
							"--chunk", "$(JOB_COMPLETION_INDEX)", "--parallel", "1"},
						"resources":    object{"requests": resources, "limits": object{"memory": f.cluster.memory}},
						"volumeMounts": []object{{"name": "sweep", "mountPath": mounted}},
					}},
					"volumes": []object{{"name": "sweep", "persistentVolumeClaim": object{"claimName": f.cluster.claim}}},
				},
			},
		},
	}
	text, err := json.MarshalIndent(job, "", "  ")
	if err != nil {
		return err
	}
	s.Script = filepath.Join(s.Dir, "job.json")
	s.by = "kubectl create -f"
	return atomicfile.WriteBytes(s.Script, append(text, '\n'))
}
