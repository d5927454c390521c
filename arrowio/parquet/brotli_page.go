//go:build page

package parquet

func unbrotli(_, _ []byte) error { return errDamaged }

const readsBrotli = false
