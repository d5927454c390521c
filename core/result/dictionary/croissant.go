package dictionary

import (
	"bytes"
	"crypto/sha256"
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

// context is the one that the specification gives in its appendix 1.
const context = `{
"@language": "en",
"@vocab": "https://schema.org/",
"citeAs": "cr:citeAs",
"column": "cr:column",
"conformsTo": "dct:conformsTo",
"cr": "http://mlcommons.org/croissant/",
"rai": "http://mlcommons.org/croissant/RAI/",
"data": {"@id": "cr:data", "@type": "@json"},
"dataType": {"@id": "cr:dataType", "@type": "@vocab"},
"dct": "http://purl.org/dc/terms/",
"equivalentProperty": "cr:equivalentProperty",
"examples": {"@id": "cr:examples", "@type": "@json"},
"extract": "cr:extract",
"field": "cr:field",
"fileProperty": "cr:fileProperty",
"fileObject": "cr:fileObject",
"fileSet": "cr:fileSet",
"format": "cr:format",
"includes": "cr:includes",
"isLiveDataset": "cr:isLiveDataset",
"jsonPath": "cr:jsonPath",
"key": "cr:key",
"md5": "cr:md5",
"parentField": "cr:parentField",
"path": "cr:path",
"recordSet": "cr:recordSet",
"references": "cr:references",
"regex": "cr:regex",
"repeated": "cr:repeated",
"replace": "cr:replace",
"samplingRate": "cr:samplingRate",
"sc": "https://schema.org/",
"separator": "cr:separator",
"source": "cr:source",
"subField": "cr:subField",
"transform": "cr:transform"
}`

// CroissantText returns croissant.json. The specification also asks for license, url, creator and
// datePublished, which only whoever publishes the data can tell: they are left out.
func (f *Folder) CroissantText() []byte {
	d := dataset{
		Context: json.RawMessage(context), Type: "sc:Dataset", ConformsTo: "http://mlcommons.org/croissant/1.0",
		Name: namePrefix + f.id(), Description: f.description(),
	}
	for i := range f.Files {
		d.Distribution = append(d.Distribution, f.Files[i].distribution())
	}
	f.tables(func(s *result.Schema, file *File) { d.RecordSets = append(d.RecordSets, records(s, file)) })
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(d); err != nil {
		panic("dictionary: " + err.Error()) // texts and numbers always marshal
	}
	return b.Bytes()
}

// id tells data sets apart by what made them.
func (f *Folder) id() string {
	if digest := f.Meta.Get(result.MetaDigest); len(digest) >= 12 {
		return digest[:12]
	}
	sum := sha256.Sum256(fmt.Append(nil, f.Meta)) // a sweep's is its study
	return hex.EncodeToString(sum[:6])
}

func (f *Folder) description() string {
	parts := []string{f.Title + "."}
	for _, row := range f.facts() {
		parts = append(parts, strings.ToUpper(row[0][:1])+row[0][1:]+": "+row[1]+".")
	}
	for _, line := range f.ignored() {
		parts = append(parts, "Not taken into account: "+line)
	}
	return strings.Join(parts, " ")
}

func (file *File) distribution() distribution {
	d := distribution{Type: "cr:FileObject", ID: file.Name, Name: file.Name, Description: file.doc(), EncodingFormat: file.mediaType()}
	if file.Many {
		d.Type, d.Includes = "cr:FileSet", file.Name
		return d
	}
	d.ContentURL, d.ContentSize, d.SHA256 = file.Name, strconv.FormatInt(file.Size, 10)+" B", file.SHA256
	return d
}

// records describes a table by the schema of its file.
func records(s *result.Schema, file *File) recordSet {
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
