package managers

import (
	"bytes"
	"encoding/json"

	"github.com/backfill-lab/backfill/internal/printable"
)

// isQhistJSON knows the accounting that NCAR's qhist prints: attributes of PBS by the jobs' ids.
func isQhistJSON(h *head) bool { return h.json() && h.keys("Jobs", "ctime") }

func isKubernetes(h *head) bool {
	return h.json() && h.key("apiVersion") && (h.key("kind") || h.key("items"))
}

func isAWSBatch(h *head) bool {
	return h.json() && (h.key("jobArn") || h.keys("jobQueue", "createdAt"))
}

// isPython knows dictionaries by the quotes of their keys.
func isPython(h *head) bool {
	text := bytes.TrimLeft(h.first, "[ ")
	return bytes.HasPrefix(text, []byte("{'"))
}

// isYAML knows a list of mappings by its first two lines, and any document by its marks.
func isYAML(h *head) bool {
	first, rest, _ := bytes.Cut(h.all, []byte("\n"))
	if bytes.HasPrefix(first, []byte("%YAML")) || string(bytes.TrimSpace(first)) == "---" {
		return true
	}
	second, _, _ := bytes.Cut(rest, []byte("\n"))
	return bytes.HasPrefix(first, []byte("- ")) && bytes.Contains(first, []byte(": ")) && bytes.HasPrefix(second, []byte("  ")) &&
		bytes.Contains(second, []byte(": "))
}

func isJSONList(h *head) bool { return h.opens("[", "{") }

// isJSONLines knows objects one after another by the second.
func isJSONLines(h *head) bool {
	d := json.NewDecoder(bytes.NewReader(h.all))
	var object json.RawMessage
	if !h.opens("{") || d.Decode(&object) != nil {
		return false
	}
	_, another := after(h.all[d.InputOffset():], "{")
	return another
}

// isJobsJSON knows lists that are named as Slurm's, whose jobs have none of its members.
func isJobsJSON(h *head) bool {
	slurms := h.key("job_id") || h.key("association") || h.key("allocation_nodes") || h.key("time")
	return h.opens(`{`, `"jobs"`) && ListWithin(h.all) > 0 && !slurms
}

// isOtherJSON knows tables that pandas writes by columns, {"procs":{"0":4}} or {"columns":["procs"],"data":[[4]]}, and lists that web
// services wrap, {"data":[{"procs":4}]}.
func isOtherJSON(h *head) bool {
	compact := bytes.Join(bytes.Fields(h.all[:min(len(h.all), 512)]), nil)
	return h.json() && (h.keys("columns", "data") || h.keys("schema", "data") || bytes.Contains(compact, []byte(`":{"0":`)) ||
		ListWithin(h.all) > 0 && !h.opens(`{`, `"jobs"`))
}

// ListWithin returns where a list of objects begins in a file that is an object around it, such as {"jobs":[{"id":1}]}; 0 if the file
// is anything else.
func ListWithin(first []byte) int {
	for _, name := range [...]string{`"jobs"`, `"data"`, `"results"`} {
		if _, is := after(first, `{`, name, `:`, `[`, `{`); is {
			return bytes.IndexByte(first, '[')
		}
	}
	return 0
}

// after returns what follows texts at the beginning of one, with any spaces before each.
func after(rest []byte, texts ...string) (_ []byte, is bool) {
	for _, text := range texts {
		if rest, is = bytes.CutPrefix(bytes.TrimLeft(rest, " \t\r\n"), []byte(text)); !is {
			return nil, false
		}
	}
	return rest, true
}

// opens reports whether the file begins with these texts, with any spaces between them.
func (h *head) opens(texts ...string) bool {
	_, is := after(h.all, texts...)
	return is
}

// nested returns the names of the members of the first object of a list that hold lists or objects.
func (h *head) nested() (names []string) {
	object := h.all
	if h.opens("[") || h.opens("{", `"jobs"`, ":", "[") {
		_, object, _ = bytes.Cut(h.all, []byte("["))
	}
	d := json.NewDecoder(bytes.NewReader(object))
	_, err := d.Token() // the brace
	for err == nil && d.More() {
		var name json.Token
		if name, err = d.Token(); err != nil {
			break
		}
		begins := bytes.TrimLeft(object[d.InputOffset():], ": \t\r\n")
		if bytes.HasPrefix(begins, []byte("{")) || bytes.HasPrefix(begins, []byte("[")) {
			names = append(names, printable.Name(name.(string)))
		}
		var value json.RawMessage
		err = d.Decode(&value)
	}
	return names
}
