// Package backfill is the module's licence and how to cite it, for folders that are handed on.
package backfill

import _ "embed"

// Licence is LICENSE.
//
//go:embed LICENSE
var Licence []byte

// Citation is CITATION.cff.
//
//go:embed CITATION.cff
var Citation []byte
