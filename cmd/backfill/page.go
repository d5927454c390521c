package main

import (
	"embed"
	"io/fs"
)

var pageFiles fs.FS = embed.FS{}
