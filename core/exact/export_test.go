package exact

// Busy is for the tests outside the package.
var Busy = busy
