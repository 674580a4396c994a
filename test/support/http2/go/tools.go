//go:build tools

// Pins h2spec.
package tools

import _ "github.com/summerwind/h2spec/cmd/h2spec"
