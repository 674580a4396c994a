// Evaluates a Rego query over the JSON on standard input with the module in a file: `evaluate FILE QUERY`.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"

	"github.com/open-policy-agent/opa/rego"
)

func main() {
	if err := evaluate(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func evaluate(file, query string) error {
	var input interface{}
	decoder := json.NewDecoder(os.Stdin)
	decoder.UseNumber()
	if err := decoder.Decode(&input); err != nil {
		return err
	}
	results, err := rego.New(
		rego.Query("result := "+query),
		rego.Load([]string{file}, nil),
		rego.Input(input),
		rego.StrictBuiltinErrors(false),
	).Eval(context.Background())
	if err != nil {
		return err
	}
	if len(results) != 1 {
		return fmt.Errorf("the query has %d results; expected 1", len(results))
	}
	return json.NewEncoder(os.Stdout).Encode(results[0].Bindings["result"])
}
