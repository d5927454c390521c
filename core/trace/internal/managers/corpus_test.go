package managers

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/internal/text"
)

// corpusStart is second +0 of the readings in testdata, 2024-04-01 10:00:00 UTC.
const corpusStart = 1711965600

// corpusHeader names the columns of a reading.
const corpusHeader = "job submit start end limit procs nodes gpus memory state user queue traits"

// corpus returns the files in testdata by name, each as its reading, decided by hand, and what it reads: see README.md there.
func corpus(t testing.TB) map[string][2]string {
	t.Helper()
	files, err := filepath.Glob("testdata/*.case")
	if err != nil || len(files) < 60 {
		t.Fatal(len(files), err)
	}
	all := map[string][2]string{}
	for _, name := range files {
		whole, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		about, file, found := strings.Cut(string(whole), "\n----\n")
		_, want, described := strings.Cut(about, "\n\n")
		if !found || !described {
			t.Fatalf("%s: not a sentence, a blank line, a reading, ---- and a file", name)
		}
		all[strings.TrimSuffix(filepath.Base(name), ".case")] = [2]string{want, file}
	}
	return all
}

// reading returns what is read of a file, as a case of the corpus says it.
func reading(file string) string {
	f := Recognise([]byte(file[:min(len(file), 4<<10)]))
	if f == nil {
		return "left to other packages"
	}
	if err := f.Refusal(); err != nil {
		return "refused: " + err.Error()
	}
	r := NewReader(f, "log", strings.NewReader(file))
	out := []string{corpusHeader}
	for {
		var row Row
		err := r.Next(&row)
		var bad *text.ParseError
		switch {
		case err == io.EOF && r.Others > 0:
			out = append(out, fmt.Sprint("others ", r.Others))
			fallthrough
		case err == io.EOF:
			return strings.Join(out, "\n")
		case errors.As(err, &bad):
			out = append(out, "error: "+err.Error())
		case err != nil:
			return strings.Join(append(out, "final: "+err.Error()), "\n")
		default:
			out = append(out, r.cells(&row))
		}
	}
}

// cells returns a row as a reading has it.
func (r *Reader) cells(row *Row) string {
	number := func(n int64) string {
		if n == None {
			return "-"
		}
		return strconv.FormatInt(n, 10)
	}
	at := func(t int64) string {
		if t > corpusStart/2 { // a Unix time
			return fmt.Sprintf("%+d", t-corpusStart)
		}
		return number(t)
	}
	name := func(names *Names, n int64) string {
		if n == None {
			return "-"
		}
		return names.Texts[n]
	}
	job, procs, end := row.Label, row.Procs, at(row.End)
	if job == "" {
		job = number(row.Job)
	}
	if procs <= 0 {
		procs = row.ReqProcs
	}
	if row.End == None && row.Run != None {
		end = "run=" + number(row.Run)
	}
	state := map[int64]string{None: "-", Failed: "failed", Completed: "completed", Cancelled: "cancelled"}[row.Status]
	if row.Running {
		state = "running"
	}
	var traits []string
	for _, trait := range []struct {
		name string
		is   bool
	}{{"rounded", row.Rounded}, {"dependent", row.Dependent}, {"interrupted", row.Interrupted}, {"reserved", row.Reserved},
		{"exclusive", row.Exclusive}} {
		if trait.is {
			traits = append(traits, trait.name)
		}
	}
	if row.Odd != nil {
		traits = append(traits, "odd: "+row.Odd.Error())
	}
	if len(traits) == 0 {
		traits = []string{"-"}
	}
	return strings.Join([]string{
		job, at(row.Submit), at(row.Start), end, number(row.Estimate), number(procs), number(row.Nodes), number(row.GPUs),
		number(row.ReqMemoryKiB), state, name(&r.Users, row.User), name(&r.Queues, row.Queue), strings.Join(traits, ","),
	}, " ")
}

// single returns lines with a single space for several.
func single(lines string) string {
	var out []string
	for line := range strings.Lines(lines) {
		out = append(out, strings.Join(strings.Fields(line), " "))
	}
	return strings.Join(out, "\n")
}

func TestCorpusIsReadAsDecidedByHand(t *testing.T) {
	for name, c := range corpus(t) {
		if got, want := single(reading(c[1])), single(c[0]); got != want {
			t.Errorf("%s\n got %s\nwant %s", name, strings.ReplaceAll(got, "\n", "\n     "), strings.ReplaceAll(want, "\n", "\n     "))
		}
	}
}

// What a log of lines or blocks says of a job does not depend on what follows, nor, unless the job was requeued, on what came before:
// its two parts, wherever it is cut between records, have its jobs.
func TestPartsOfALogHaveItsJobs(t *testing.T) {
	tried := 0
	for name, c := range corpus(t) {
		file := c[1]
		f := Recognise([]byte(file))
		if f == nil || f.Give != "" || file[0] == '{' || file[0] == '[' {
			continue
		}
		whole := rows(reading(file))
		for _, at := range cuts(file) {
			if Recognise([]byte(file[:at])) != f || Recognise([]byte(file[at:])) != f {
				continue
			}
			tried++
			first, second := rows(reading(file[:at])), rows(reading(file[at:]))
			if strings.Contains(c[0], "interrupted") {
				second = whole[min(len(first), len(whole)):]
			}
			if got := append(first, second...); !slices.Equal(got, whole) {
				t.Errorf("%s in two parts at %d: %q\nwhole: %q", name, at, got, whole)
			}
		}
	}
	if tried < 50 {
		t.Errorf("only %d logs in two parts", tried)
	}
}

// cuts returns the places between records.
func cuts(file string) (all []int) {
	blocks := strings.HasPrefix(file, "=====") || strings.Contains(file, "\nClusterId = ")
	for at := range len(file) {
		if at == 0 || file[at-1] != '\n' {
			continue
		}
		if !blocks || strings.HasPrefix(file[at:], "=====") || strings.HasPrefix(file[at:], "MyType") {
			all = append(all, at)
		}
	}
	return all
}

var lineOfLog = regexp.MustCompile(`log:[0-9]+`)

// rows returns the lines of a reading that are about rows, without the numbers of lines.
func rows(reading string) (all []string) {
	for line := range strings.SplitSeq(lineOfLog.ReplaceAllString(reading, "log"), "\n") {
		if line != corpusHeader && !strings.HasPrefix(line, "others ") {
			all = append(all, line)
		}
	}
	return all
}
