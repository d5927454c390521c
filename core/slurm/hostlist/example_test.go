package hostlist_test

import (
	"fmt"

	"github.com/backfill-lab/backfill/core/slurm/hostlist"
)

func Example() {
	names, err := hostlist.Expand("n[008-010],gn1,a[1-2]b[3,5]", 1000)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(names)
	fmt.Println(hostlist.Compress(names))
	// Output:
	// [n008 n009 n010 gn1 a1b3 a1b5 a2b3 a2b5]
	// n[008-010],gn1,a1b[3,5],a2b[3,5]
}
