// embed the answer, link with the machine's files, and run a preprocessor: the directives of Go's compiler
package main

// #cgo LDFLAGS: -Wl,-T,@SECRET@
// #cgo CFLAGS: -include @SECRET@
// #include "@SECRET@"
import "C"

import _ "embed"

//go:generate cat @SECRET@
//go:embed @SECRET@
var answer string

//go:embed ../*
var above string

//go:cgo_ldflag "@SECRET@"

func main() { println(answer, above, C.answer) }
