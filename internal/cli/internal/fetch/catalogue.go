// Package fetch downloads logs of the Parallel Workloads Archive. It resumes broken
// downloads, tries again after errors that may pass, checks the gzip checksum and, if
// known, size and SHA-256, and puts only whole files in place.
package fetch

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync"

	"github.com/backfill-lab/backfill/internal/cli/internal/console"
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

	// Of a log of the archive.
	Folder     string `json:"folder,omitempty"`
	ProvidedBy string `json:"provided_by,omitempty"` // whom its header thanks, or "" if unknown
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

// Content describes a downloaded log.
type Content struct {
	Size   int64  // bytes, uncompressed
	SHA256 string // hex, of the uncompressed bytes
}

// Inspect reads the log at path to its end, unpacking gzip, and describes it. The
// checksum of gzip finds a cut or damaged file. A web page served instead of a log is
// an error.
func Inspect(ctx context.Context, path string) (Content, error) {
	f, err := os.Open(path)
	if err != nil {
		return Content{}, err
	}
	defer f.Close()
	in := bufio.NewReaderSize(f, 1<<18)
	head, _ := in.Peek(512)
	html := bytes.ToLower(bytes.TrimSpace(head))
	switch {
	case bytes.HasPrefix(html, []byte("<!doctype")) || bytes.HasPrefix(html, []byte("<html")):
		return Content{}, fmt.Errorf("the server sent a web page, not a log")
	case len(head) == 0:
		return Content{}, fmt.Errorf("the server sent an empty file")
	}
	r := io.Reader(in)
	if bytes.HasPrefix(head, []byte{0x1f, 0x8b}) {
		if r, err = gzip.NewReader(in); err != nil {
			return Content{}, fmt.Errorf("damaged gzip file: %w", err)
		}
	}
	hash := sha256.New()
	n, err := io.Copy(hash, console.Reader(ctx, r))
	if err != nil {
		if ctx.Err() != nil {
			return Content{}, ctx.Err()
		}
		return Content{}, fmt.Errorf("damaged gzip file: %w", err)
	}
	return Content{Size: n, SHA256: hex.EncodeToString(hash.Sum(nil))}, nil
}

// Matches returns an error if c differs from the known size or SHA-256 of the log.
func (l *Log) Matches(c Content) error {
	switch {
	case l.Size > 0 && c.Size != l.Size:
		return fmt.Errorf("the log is %d bytes long, not the expected %d", c.Size, l.Size)
	case l.SHA256 != "" && c.SHA256 != l.SHA256:
		return fmt.Errorf("the log's SHA-256 is %s, not the expected %s", c.SHA256, l.SHA256)
	}
	return nil
}
