package main

import (
	_ "embed"
	"encoding/json"
)

// What the checkout cannot know: whoever owns the repository writes names.json, and
// `go test ./scripts/release -run TestNames -update` writes the names everywhere else. The module's path is not
// among them: it is in every import, of notebooks and programs of others too, and changes by
// a major version only (docs/decisions/004-module-path-is-name-not-yet-place.md).
type names struct {
	Repository string // URL of the forge
	Site       string // URL of the documentation, with the page at app/; scripts/site reads it
	NPM        string // name of the npm package, in the owner's scope
	DOI        string // of all versions, "" until the first release is archived
	Maintainer string
	Mail       string
}

//go:embed names.json
var namesJSON []byte

// known are the names.
var known = func() (n names) {
	if err := json.Unmarshal(namesJSON, &n); err != nil {
		panic("names.json: " + err.Error())
	}
	return n
}()
