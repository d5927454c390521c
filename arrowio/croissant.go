package arrowio

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/backfill-lab/backfill/core/result"
)

// namePrefix begins the name of a data set of ours; the digest of its experiment follows.
const namePrefix = "backfill-"

// The parts of a Croissant file, in the order in which the specification introduces them.
type (
	dataset struct {
		Context      json.RawMessage `json:"@context"`
		Type         string          `json:"@type"`
		ConformsTo   string          `json:"conformsTo"`
		Name         string          `json:"name"`
		Description  string          `json:"description"`
		Distribution []distribution  `json:"distribution"`
		RecordSets   []recordSet     `json:"recordSet,omitempty"`
	}
	distribution struct { // a cr:FileObject or a cr:FileSet
		Type           string `json:"@type"`
		ID             string `json:"@id"`
		Name           string `json:"name"`
		Description    string `json:"description"`
		ContentURL     string `json:"contentUrl,omitempty"`
		ContentSize    string `json:"contentSize,omitempty"`
		EncodingFormat string `json:"encodingFormat"`
		SHA256         string `json:"sha256,omitempty"`
		Includes       string `json:"includes,omitempty"`
	}
	recordSet struct {
		Type        string  `json:"@type"`
		ID          string  `json:"@id"`
		Name        string  `json:"name"`
		Description string  `json:"description"`
		Fields      []field `json:"field"`
	}
	field struct {
		Type        string `json:"@type"`
		ID          string `json:"@id"`
		Name        string `json:"name"`
		Description string `json:"description"`
		DataType    string `json:"dataType"`
		Source      source `json:"source"`
	}
	source struct {
		FileObject *ref    `json:"fileObject,omitempty"`
		FileSet    *ref    `json:"fileSet,omitempty"`
		Extract    extract `json:"extract"`
	}
	ref struct {
		ID string `json:"@id"`
	}
	extract struct {
		Column string `json:"column"`
	}
)

// croissantContext is the one that the specification gives in its appendix 1.
//
//go:embed croissant_context.json
var croissantContext []byte

// croissant returns croissant.json. The specification also asks for license, url, creator and
// datePublished, which only whoever publishes the data can tell: they are left out.
func (f *Description) croissant() []byte {
	d := dataset{
		Context: croissantContext, Type: "sc:Dataset", ConformsTo: "http://mlcommons.org/croissant/1.0",
		Name: namePrefix + f.id(), Description: f.description(),
	}
	for i := range f.Files {
		d.Distribution = append(d.Distribution, f.Files[i].distribution())
	}
	f.tables(func(s *result.Schema, file *DescribedFile) { d.RecordSets = append(d.RecordSets, records(s, file)) })
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(d); err != nil {
		panic("arrowio: " + err.Error()) // texts and numbers always marshal
	}
	return b.Bytes()
}

// id tells data sets apart by what made them.
func (f *Description) id() string {
	if digest := f.Meta.Get(result.MetaDigest); len(digest) >= 12 {
		return digest[:12]
	}
	sum := sha256.Sum256(fmt.Append(nil, f.Meta)) // a sweep's is its study
	return hex.EncodeToString(sum[:6])
}

func (f *Description) description() string {
	parts := []string{f.Title + "."}
	for _, row := range f.facts() {
		parts = append(parts, strings.ToUpper(row[0][:1])+row[0][1:]+": "+row[1]+".")
	}
	for _, line := range f.ignored() {
		parts = append(parts, "Not taken into account: "+line)
	}
	return strings.Join(parts, " ")
}

func (file *DescribedFile) distribution() distribution {
	d := distribution{Type: "cr:FileObject", ID: file.Name, Name: file.Name, Description: file.doc(), EncodingFormat: file.mediaType()}
	if file.Many {
		d.Type, d.Includes = "cr:FileSet", file.Name
		return d
	}
	d.ContentURL, d.ContentSize, d.SHA256 = file.Name, strconv.FormatInt(file.Size, 10)+" B", file.SHA256
	return d
}

// records describes a table by the schema of its file.
func records(s *result.Schema, file *DescribedFile) recordSet {
	r := recordSet{Type: "cr:RecordSet", ID: s.Name, Name: s.Name, Description: s.Doc}
	for _, c := range s.Columns {
		from := source{Extract: extract{c.Name}}
		if file.Many {
			from.FileSet = &ref{file.Name}
		} else {
			from.FileObject = &ref{file.Name}
		}
		r.Fields = append(r.Fields, field{
			Type: "cr:Field", ID: s.Name + "/" + c.Name, Name: c.Name, Description: meaning(&c), DataType: dataType(c.Type), Source: from,
		})
	}
	return r
}

// meaning is what a column is, with its formula and unit.
func meaning(c *result.Column) string {
	text := c.Doc
	if c.Formula != "" {
		text += " Formula: " + c.Formula + "."
	}
	if c.Unit != "" {
		text += " Unit: " + c.Unit + "."
	}
	return text
}

func dataType(t result.Type) string {
	switch t {
	case result.Float:
		return "sc:Float"
	case result.Int:
		return "sc:Integer"
	case result.Bool:
		return "sc:Boolean"
	}
	return "sc:Text"
}
