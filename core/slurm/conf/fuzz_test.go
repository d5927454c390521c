package conf

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"math/rand/v2"
	"testing"

	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/slurm/hostlist"
)

// bytesOf returns the files of a folder of testdata.
func bytesOf(t testing.TB, folder string) (out [5][]byte) {
	t.Helper()
	files := dir(t, "testdata/"+folder)
	for i, file := range []*File{files.SlurmConf, files.Gres, files.Topology, files.Sacctmgr, files.Reservations} {
		if file == nil {
			continue
		}
		var err error
		if out[i], err = io.ReadAll(file.Data); err != nil {
			t.Fatal(err)
		}
	}
	return out
}

// FuzzRead: no files make it panic, an error is one line with a place, and a description is
// sound: lists of nodes are nodes of the cluster, parents and QOS exist, JSON can hold it.
func FuzzRead(f *testing.F) {
	for _, folder := range []string{"university", "small"} {
		seed := bytesOf(f, folder)
		f.Add(seed[0], seed[1], seed[2], seed[3], seed[4])
	}
	f.Add([]byte(least), []byte("Name=gpu Type=a"), []byte("SwitchName=s Nodes=ALL"),
		[]byte("Account|User|Share\na|u|5\n b||6"), []byte("NodeName=n1 State=DOWN*"))
	f.Add([]byte("NodeName=n Gres=gpu:a:2,shard:9,mps:a:7,x:no_consume:4T\nPartitionName=p Nodes=n"), []byte("Name=gpu Type=a File=/d[0-1]\n"+
		"Name=shard Count=9 MultipleFiles=/d0,/e\nName=x Flags=all_sharing"), []byte{}, []byte{}, []byte{})
	f.Fuzz(func(t *testing.T, conf, gres, topology, sacctmgr, reservations []byte) {
		checkRead(t, [5][]byte{conf, gres, topology, sacctmgr, reservations})
		checkRead(t, [5][]byte{[]byte(least), gres, topology, sacctmgr, reservations})
	})
}

// checkRead is the law of FuzzRead.
func checkRead(t *testing.T, files [5][]byte) {
	t.Helper()
	open := func(i int) *File { return &File{string("sgtmr"[i]), bytes.NewReader(files[i])} }
	d, err := Read(Files{SlurmConf: open(0), Gres: open(1), Topology: open(2), Sacctmgr: open(3), Reservations: open(4)})
	if err == nil {
		checkSound(t, d)
		return
	}
	checkError(t, err)
	var at *ParseError
	if !errors.As(err, &at) || at.Line < 1 || at.File == "" || d != nil {
		t.Fatalf("error %q", err)
	}
}

// The same law on the clusters of testdata with words changed, cut or doubled.
func TestChangedFilesAreReadOrRefused(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	odd := []string{"", "-1", "=", "ALL", "n[1-3]", "\"", "99999999999999999999", "root", "|", "'", ":", "DEFAULT", "set", "where", "name="}
	for _, folder := range []string{"university", "small"} {
		good := bytesOf(t, folder)
		for range 500 {
			files := good
			i := r.IntN(len(files))
			words := bytes.SplitAfter(files[i], []byte(" "))
			for range 1 + r.IntN(3) {
				w := r.IntN(len(words))
				word := string(words[w])
				switch cut := r.IntN(len(word) + 1); r.IntN(4) {
				case 0:
					word = word[:cut]
				case 1:
					word = word[:cut] + odd[r.IntN(len(odd))] + word[cut:]
				case 2:
					word += word
				default:
					word = string(words[r.IntN(len(words))])
				}
				words[w] = []byte(word)
			}
			files[i] = bytes.Join(words, nil)
			checkRead(t, files)
		}
	}
}

func checkSound(t *testing.T, d *cluster.Description) {
	t.Helper()
	const limit = 1 << 20
	nodes := map[string]bool{}
	for _, n := range d.Nodes {
		names, err := hostlist.Expand(n.Names, limit)
		if err != nil || n.Cores < 1 || n.MemoryMiB < 0 || n.Weight < 0 {
			t.Fatalf("%+v: %v", n, err)
		}
		for _, name := range names {
			if nodes[name] {
				t.Fatalf("%s is there twice", name)
			}
			nodes[name] = true
		}
		for typ, n := range n.GPUs {
			if n < 1 {
				t.Fatalf("%d GPUs of type %s", n, typ)
			}
		}
	}
	inside := func(list string) {
		names, err := hostlist.Expand(list, limit)
		if err != nil {
			t.Fatalf("%q: %v", list, err)
		}
		for _, name := range names {
			if !nodes[name] && list != "ALL" {
				t.Fatalf("%q: no node %s", list, name)
			}
		}
	}
	qos := map[string]bool{"": true}
	for _, q := range d.QOS {
		if qos[q.Name] {
			t.Fatalf("QOS %q is there twice", q.Name)
		}
		qos[q.Name] = true
	}
	for _, p := range d.Partitions {
		inside(p.Nodes)
		if p.MaxTimeS < 0 || p.DefaultTimeS < 0 || p.MaxTimeS > 0 && p.DefaultTimeS > p.MaxTimeS || p.PriorityTier < 1 || !qos[p.QOS] {
			t.Fatalf("%+v", p)
		}
	}
	for _, s := range d.Switches {
		inside(s.Nodes)
	}
	for _, o := range d.Outages {
		inside(o.Nodes)
	}
	for _, r := range d.Reservations {
		inside(r.Nodes)
	}
	accounts := map[string]bool{"": true}
	for _, a := range d.Accounts {
		accounts[a.Name] = true
	}
	for _, a := range d.Accounts {
		if !accounts[a.Parent] {
			t.Fatalf("%s has no parent %s", a.Name, a.Parent)
		}
		for _, u := range a.Users {
			if !qos[u.DefaultQOS] {
				t.Fatalf("no QOS %q", u.DefaultQOS)
			}
		}
	}
	if len(d.Ignored) > maxNotes || len(d.Assumed) > maxNotes {
		t.Fatal("too many notes")
	}
	b, err := json.Marshal(d)
	if err != nil {
		t.Fatal(err)
	}
	var again cluster.Description
	if err := json.Unmarshal(b, &again); err != nil {
		t.Fatal(err)
	}
}
