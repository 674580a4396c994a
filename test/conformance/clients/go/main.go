// Performs calls of the vendor's client: one a line, {service, operation, args}; prints the outcome of each as a line.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"reflect"
	"strings"

	"github.com/ngrok/ngrok-api-go/v9"
	"github.com/ngrok/ngrok-api-go/v9/agent_ingresses"
	"github.com/ngrok/ngrok-api-go/v9/api_keys"
	"github.com/ngrok/ngrok-api-go/v9/bot_users"
	"github.com/ngrok/ngrok-api-go/v9/certificate_authorities"
	"github.com/ngrok/ngrok-api-go/v9/credentials"
	"github.com/ngrok/ngrok-api-go/v9/endpoints"
	"github.com/ngrok/ngrok-api-go/v9/event_destinations"
	"github.com/ngrok/ngrok-api-go/v9/event_sources"
	"github.com/ngrok/ngrok-api-go/v9/event_subscriptions"
	"github.com/ngrok/ngrok-api-go/v9/ip_policies"
	"github.com/ngrok/ngrok-api-go/v9/ip_policy_rules"
	"github.com/ngrok/ngrok-api-go/v9/ip_restrictions"
	"github.com/ngrok/ngrok-api-go/v9/kubernetes_operators"
	"github.com/ngrok/ngrok-api-go/v9/reserved_addrs"
	"github.com/ngrok/ngrok-api-go/v9/reserved_domains"
	"github.com/ngrok/ngrok-api-go/v9/secrets"
	"github.com/ngrok/ngrok-api-go/v9/service_users"
	"github.com/ngrok/ngrok-api-go/v9/ssh_certificate_authorities"
	"github.com/ngrok/ngrok-api-go/v9/ssh_credentials"
	"github.com/ngrok/ngrok-api-go/v9/ssh_host_certificates"
	"github.com/ngrok/ngrok-api-go/v9/ssh_user_certificates"
	"github.com/ngrok/ngrok-api-go/v9/tls_certificates"
	"github.com/ngrok/ngrok-api-go/v9/vaults"
)

type call struct {
	Service   string                     `json:"service"`
	Operation string                     `json:"operation"`
	Args      map[string]json.RawMessage `json:"args"`
}

type outcome map[string]any

func main() {
	cfg := ngrok.NewClientConfig(os.Args[2], ngrok.WithBaseURL(os.Args[1]))
	clients := map[string]any{
		"agent_ingresses":             agent_ingresses.NewClient(cfg),
		"api_keys":                    api_keys.NewClient(cfg),
		"bot_users":                   bot_users.NewClient(cfg),
		"certificate_authorities":     certificate_authorities.NewClient(cfg),
		"credentials":                 credentials.NewClient(cfg),
		"endpoints":                   endpoints.NewClient(cfg),
		"event_destinations":          event_destinations.NewClient(cfg),
		"event_sources":               event_sources.NewClient(cfg),
		"event_subscriptions":         event_subscriptions.NewClient(cfg),
		"ip_policies":                 ip_policies.NewClient(cfg),
		"ip_policy_rules":             ip_policy_rules.NewClient(cfg),
		"ip_restrictions":             ip_restrictions.NewClient(cfg),
		"kubernetes_operators":        kubernetes_operators.NewClient(cfg),
		"reserved_addrs":              reserved_addrs.NewClient(cfg),
		"reserved_domains":            reserved_domains.NewClient(cfg),
		"secrets":                     secrets.NewClient(cfg),
		"service_users":               service_users.NewClient(cfg),
		"ssh_certificate_authorities": ssh_certificate_authorities.NewClient(cfg),
		"ssh_credentials":             ssh_credentials.NewClient(cfg),
		"ssh_host_certificates":       ssh_host_certificates.NewClient(cfg),
		"ssh_user_certificates":       ssh_user_certificates.NewClient(cfg),
		"tls_certificates":            tls_certificates.NewClient(cfg),
		"vaults":                      vaults.NewClient(cfg),
	}
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var c call
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			panic(err)
		}
		line, err := json.Marshal(perform(clients[c.Service], c))
		if err != nil {
			panic(err)
		}
		fmt.Println(string(line))
	}
}

func perform(client any, c call) outcome {
	if client == nil {
		return outcome{"missing": true}
	}
	// The operation get is the method Get.
	method := reflect.ValueOf(client).MethodByName(strings.ToUpper(c.Operation[:1]) + c.Operation[1:])
	if !method.IsValid() {
		return outcome{"missing": true}
	}
	ctx := context.Background()
	var in []reflect.Value
	for i := 0; i < method.Type().NumIn(); i++ {
		switch t := method.Type().In(i); t.Kind() {
		case reflect.Interface:
			in = append(in, reflect.ValueOf(ctx))
		case reflect.String:
			in = append(in, reflect.ValueOf(onlyText(c.Args)))
		default:
			arg := reflect.New(t.Elem())
			body, _ := json.Marshal(c.Args)
			if err := json.Unmarshal(body, arg.Interface()); err != nil {
				return outcome{"failure": err.Error()}
			}
			in = append(in, arg)
		}
	}
	out := method.Call(in)
	last := out[len(out)-1].Interface()
	if err, ok := last.(error); ok {
		return failed(err)
	}
	if len(out) == 1 && out[0].Kind() == reflect.Interface && !out[0].IsNil() {
		return iterate(ctx, out[0])
	}
	if len(out) == 1 {
		return outcome{"value": nil}
	}
	return outcome{"value": out[0].Interface()}
}

// A method with a text has one argument: the id.
func onlyText(args map[string]json.RawMessage) (text string) {
	for _, raw := range args {
		_ = json.Unmarshal(raw, &text)
	}
	return text
}

func iterate(ctx context.Context, list reflect.Value) outcome {
	items := []any{}
	for list.MethodByName("Next").Call([]reflect.Value{reflect.ValueOf(ctx)})[0].Bool() {
		items = append(items, list.MethodByName("Item").Call(nil)[0].Interface())
	}
	if err, ok := list.MethodByName("Err").Call(nil)[0].Interface().(error); ok {
		return failed(err)
	}
	return outcome{"value": items}
}

func failed(err error) outcome {
	var refusal *ngrok.Error
	if errors.As(err, &refusal) {
		return outcome{"refusal": map[string]any{"status": refusal.StatusCode, "code": refusal.ErrorCode}}
	}
	return outcome{"failure": err.Error()}
}
