// Encodes header blocks with golang.org/x/net/http2/hpack, for the tests of our decoder, and decodes ours.
//
// Reads one JSON object a line and writes one for each, on one connection's tables:
//
//	{"fields": [["name", "value"]], "maxTableSize": 4096}  ->  {"block": "82"}   in base 16
//	{"block": "82"}  ->  {"fields": [["name", "value"]]}
package main

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"encoding/json"
	"log"
	"os"

	"golang.org/x/net/http2/hpack"
)

type line struct {
	Fields       [][2]string `json:"fields,omitempty"`
	Block        string      `json:"block,omitempty"`
	MaxTableSize *uint32     `json:"maxTableSize,omitempty"`
}

func main() {
	var buffer bytes.Buffer
	encoder := hpack.NewEncoder(&buffer)
	var decoded [][2]string
	decoder := hpack.NewDecoder(4096, func(field hpack.HeaderField) {
		decoded = append(decoded, [2]string{field.Name, field.Value})
	})
	output := json.NewEncoder(os.Stdout)
	input := bufio.NewScanner(os.Stdin)
	input.Buffer(nil, 1<<24)
	for input.Scan() {
		var request, response line
		check(json.Unmarshal(input.Bytes(), &request))
		if request.Block != "" {
			block, err := hex.DecodeString(request.Block)
			check(err)
			decoded = nil
			_, err = decoder.Write(block)
			check(err)
			check(decoder.Close())
			response.Fields = decoded
		} else {
			if request.MaxTableSize != nil {
				encoder.SetMaxDynamicTableSize(*request.MaxTableSize)
			}
			buffer.Reset()
			for index, each := range request.Fields {
				// Every seventh field is never indexed.
				check(encoder.WriteField(hpack.HeaderField{Name: each[0], Value: each[1], Sensitive: index%7 == 6}))
			}
			response.Block = hex.EncodeToString(buffer.Bytes())
		}
		check(output.Encode(response))
	}
	check(input.Err())
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
