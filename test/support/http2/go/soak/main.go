// A client of our server: grpc-go, the library with which Terraform calls providers. Echoes messages of random sizes:
//
//	soak ADDRESS SEED CALLS PARALLEL
//
// Every hundredth call is a stream that returns the message three times. Prints the number of calls, or the first error.
package main

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"log"
	"math"
	"math/rand"
	"os"
	"strconv"
	"sync"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
)

// Messages are bytes.
type codec struct{}

func (codec) Marshal(value any) ([]byte, error)      { return *value.(*[]byte), nil }
func (codec) Unmarshal(data []byte, value any) error { *value.(*[]byte) = data; return nil }
func (codec) Name() string                           { return "proto" }

const largest = 1 << 18

func main() {
	log.SetFlags(0)
	seed, calls, parallel := number(2), number(3), number(4)
	connection, err := grpc.Dial(os.Args[1],
		grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithDefaultCallOptions(grpc.ForceCodec(codec{}), grpc.MaxCallRecvMsgSize(1<<28), grpc.MaxCallSendMsgSize(1<<28)))
	check(err)
	var workers sync.WaitGroup
	for worker := 0; worker < parallel; worker++ {
		workers.Add(1)
		go func(worker int) {
			defer workers.Done()
			random := rand.New(rand.NewSource(int64(seed + worker)))
			for call := worker; call < calls; call += parallel {
				echo(connection, random, call)
			}
		}(worker)
	}
	workers.Wait()
	fmt.Println(calls)
}

func echo(connection *grpc.ClientConn, random *rand.Rand, call int) {
	// As many between 1 and 10 bytes as between 10,000 and 100,000; every 5,000th has 5 MB.
	message := make([]byte, int(math.Exp(random.Float64()*math.Log(largest))))
	if call%5_000 == 4_999 {
		message = make([]byte, 5_000_000)
	}
	random.Read(message)
	if len(message) >= 8 {
		binary.BigEndian.PutUint64(message, uint64(call))
	}
	if call%100 != 0 {
		var response []byte
		check(connection.Invoke(context.Background(), "/echo", &message, &response))
		same(call, message, response)
		return
	}
	stream, err := connection.NewStream(context.Background(), &grpc.StreamDesc{ServerStreams: true}, "/three")
	check(err)
	check(stream.SendMsg(&message))
	check(stream.CloseSend())
	for part := 0; part < 3; part++ {
		var response []byte
		check(stream.RecvMsg(&response))
		same(call, message, response)
	}
	var more []byte
	if err := stream.RecvMsg(&more); err != io.EOF {
		log.Fatalf("call %d: the stream ended with %v; expected EOF", call, err)
	}
}

func same(call int, message, response []byte) {
	if !bytes.Equal(message, response) {
		log.Fatalf("call %d: another response of %d bytes; expected %d", call, len(response), len(message))
	}
}

func number(index int) int {
	value, err := strconv.Atoi(os.Args[index])
	check(err)
	return value
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
