package papers

// All is every paper, in the order of a report.
var All = []*Paper{dynpPaper, gridPaper, dfrsPaper, rulesPaper, exactPaper}
