// Package fetch downloads logs of the Parallel Workloads Archive. It resumes broken
// downloads, tries again after errors that may pass, checks the gzip checksum and, if
// known, size and SHA-256, and puts only whole files in place.
package fetch

import (
	_ "embed"
	"encoding/json"
	"slices"
	"strings"
	"sync"
)

// Archive is the address of the Parallel Workloads Archive's logs.
const Archive = "https://www.cs.huji.ac.il/labs/parallel/workload/"

// A Log is one file of the archive, or of a published data set: a table or JSON, see `backfill help tables`.
type Log struct {
	Name    string `json:"name"` // short, as a user types it: kth-sp2
	File    string `json:"file"` // its name in the archive
	URL     string `json:"url"`  // of a data set, "" if it can only be had by hand
	Machine string `json:"machine"`
	Procs   int    `json:"procs,omitempty"` // processors of the machine, or 0 if unknown
	Jobs    int    `json:"jobs,omitempty"`  // rows in the file, or 0 if unknown

	// Size and SHA256 describe the uncompressed log: a server or a mirror may compress
	// it again, which changes the file but not the log.
	Size   int64  `json:"size,omitempty"`   // bytes, or 0 if unknown
	SHA256 string `json:"sha256,omitempty"` // hex, or "" if unknown

	// Of a data set.
	Licence string `json:"licence,omitempty"` // as the publisher or Sums says
	Cite    string `json:"cite,omitempty"`
	ByHand  string `json:"by_hand,omitempty"`   // what to do where the address cannot be used: a sentence without its end
	Map     string `json:"map,omitempty"`       // name of the data set in package table
	Sums    string `json:"sums_from,omitempty"` // who tells size, SHA-256 and address

	Folder string `json:"folder,omitempty"` // in the archive; "" of a data set
}

// Address returns where the log is in the archive, or in a mirror of it; "" if it can only be had by hand. A mirror has data
// sets by their files' names.
func (l *Log) Address(archive string) string {
	switch {
	case l.Folder != "":
		return strings.TrimSuffix(archive, "/") + "/" + l.Folder + "/" + l.File
	case archive == Archive:
		return l.URL
	}
	return strings.TrimSuffix(archive, "/") + "/" + l.File
}

// logs has the archive's logs in its order, the version that it recommends (the cleaned one if there is one) and another
// version that papers use; then the data sets. Most sums of data sets are from github.com/NatLabRockies/hpc-oda-commons.
//
//go:embed logs.json
var logs []byte

// All lists the archive's logs, then the data sets.
var All = sync.OnceValue(func() (all []Log) {
	if err := json.Unmarshal(logs, &all); err != nil {
		panic(err)
	}
	return all
})

// Find returns the log or data set with a short name or a file name, whatever its case, with or
// without endings.
func Find(name string) (*Log, bool) {
	stem := func(s string) string {
		s = strings.ToLower(s)
		return strings.TrimSuffix(strings.TrimSuffix(s, ".gz"), ".swf")
	}
	i := slices.IndexFunc(All(), func(l Log) bool { return stem(name) == l.Name || stem(name) == stem(l.File) })
	if i < 0 {
		return nil, false
	}
	return &All()[i], true
}
