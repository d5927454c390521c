package swf

// A Record is one row of a log: the 18 fields of the format, in its order. A
// field that the log does not give is -1.
type Record struct {
	Job          int64   // 1 job number
	Submit       int64   // 2 submit time, seconds
	Wait         int64   // 3 wait time, seconds
	Run          int64   // 4 run time, seconds
	Procs        int64   // 5 processors allocated
	CPU          float64 // 6 average CPU time used per processor, seconds
	MemoryKiB    int64   // 7 used memory per processor, KiB
	ReqProcs     int64   // 8 processors requested
	ReqTime      int64   // 9 run time requested (the estimate), seconds
	ReqMemoryKiB int64   // 10 memory requested per processor, KiB
	Status       int64   // 11 status: 1 completed, 0 failed, 5 cancelled, ...
	User         int64   // 12 user
	Group        int64   // 13 group
	App          int64   // 14 executable (application)
	Queue        int64   // 15 queue
	Partition    int64   // 16 partition
	Preceding    int64   // 17 preceding job number
	ThinkTime    int64   // 18 think time from the preceding job, seconds
}

// A Header is the comment lines at the top of a log, kept in order and as they
// are, so that writing them back changes nothing.
type Header struct {
	Lines []string // each without its line ending, with its leading ";"
}
