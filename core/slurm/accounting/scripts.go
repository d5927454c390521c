package accounting

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/backfill-lab/backfill/core/slurm/internal/sbatch"
	"github.com/backfill-lab/backfill/core/trace/sacct"
	"github.com/backfill-lab/backfill/internal/bounded"
)

// Scripts are the options that batch scripts have in lines of #SBATCH, by the numbers of their jobs as sacct writes them. Slurm keeps
// scripts with AccountingStoreFlags=job_script.
type Scripts map[string][]string

// ErrNoScript is returned for a file that has no script of a job.
var ErrNoScript = errors.New("this is neither what sacct --batch-script prints nor a script with its job's number in its name")

// maxScript bounds a batch script, in bytes: Slurm's own limit is 4 MiB.
const maxScript = 16 << 20

// ReadScripts adds the scripts of a file: what sacct --batch-script prints of one job or more, or a script as it is, whose job the
// file's name has, such as 123.sh, job.123 or slurm-123_4.sbatch.
func (s Scripts) ReadScripts(name string, src io.Reader) error {
	b := bufio.NewReader(src)
	head, err := b.Peek(len(scriptBegins))
	if err != nil && err != io.EOF {
		return err
	}
	if string(head) != scriptBegins {
		text, err := bounded.ReadAll(b, name, maxScript)
		if err != nil {
			return err
		}
		id := jobIn(name)
		if id == "" {
			return fmt.Errorf("%s: %w", name, ErrNoScript)
		}
		s.add(id, text)
		return nil
	}
	lines := bounded.Lines(b, maxScript)
	var text bytes.Buffer
	id, more := "", true
	for more {
		more = lines.Scan()
		next, begins := strings.CutPrefix(lines.Text(), scriptBegins)
		if more && !begins {
			if text.Len() < maxScript {
				fmt.Fprintln(&text, lines.Text())
			}
			continue
		}
		if id != "" {
			s.add(id, text.Bytes())
		}
		id = strings.TrimSpace(next)
		text.Reset()
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// scriptBegins begins the line before a script in the output of sacct; one of dashes follows.
const scriptBegins = "Batch Script for "

// jobIn returns the number of a job, and that of its task, at the end of a file's name, such as 123 or 123_4; "" if there is none.
func jobIn(name string) string {
	name = name[1+strings.LastIndexAny(name, `/\`):]
	if i := strings.LastIndexByte(name, '.'); i > 0 && strings.Trim(name[i:], "0123456789") != "." { // an ending
		name = name[:i]
	}
	rest := strings.TrimRight(name, "0123456789")
	if before := strings.TrimSuffix(rest, "_"); before != rest && len(rest) < len(name) {
		if base := strings.TrimRight(before, "0123456789"); base != before {
			rest = base
		}
	}
	return name[len(rest):]
}

// add adds the script of a job. Its options are in comments before its first command.
func (s Scripts) add(id string, script []byte) {
	words := []string{}
	for line := range bytes.Lines(script) {
		text := strings.TrimSpace(string(line))
		if text != "" && text[0] != '#' && !strings.HasPrefix(text, "-----") {
			break
		}
		options, is := strings.CutPrefix(text, "#SBATCH")
		if !is {
			continue
		}
		list, err := sbatch.Split(options)
		if err != nil { // Slurm took it
			list = strings.Fields(options)
		}
		words = append(words, list...)
	}
	s[id] = words
}

// AddTo puts the options of scripts before those of their jobs' command lines, which win, as with sbatch. Tasks of an array have the
// array's script, and parts of a heterogeneous job its own. It returns how many jobs have one.
func (s Scripts) AddTo(all *sacct.Records) (found int) {
	for i := range all.Jobs {
		r := &all.Jobs[i]
		label := (&Job{ID: r.Job, Base: r.Base, Task: r.Task}).Label()
		base, _, _ := strings.Cut(label, "_")
		words, is := s[label]
		if !is {
			if words, is = s[base]; !is {
				continue
			}
		}
		found++
		if len(words) == 0 {
			continue
		}
		command, rest := "sbatch", ""
		if line := named(all.Names.SubmitLines, r.SubmitLine); line != "" {
			command, rest, _ = strings.Cut(line, " ")
		}
		r.SubmitLine = int32(len(all.Names.SubmitLines))
		// A command line has no quotes, so that a value has to be one word.
		all.Names.SubmitLines = append(all.Names.SubmitLines, strings.TrimSpace(command+" "+tied(words)+" "+rest))
	}
	return found
}

// tied joins words without spaces of their own.
func tied(words []string) string {
	joined := make([]string, len(words))
	for i, w := range words {
		joined[i] = strings.Join(strings.Fields(w), "_")
	}
	return strings.Join(joined, " ")
}
