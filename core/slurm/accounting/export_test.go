package accounting

import "fmt"

// Measured is what Given says of real runs: how many there are, by how much their mean waits are off, and the least correlation.
var Measured = fmt.Sprintf("%d %d %+d %+d %.2f %d %d", measuredRuns, leastOff, mostOff, middleOff, leastMeasured,
	middleUserOff, mostUserOff)
