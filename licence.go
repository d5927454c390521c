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
