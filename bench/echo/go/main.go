// A provider on terraform-plugin-go, the library that every Go provider is built on, which returns the values it receives.
// bench/plan.ts compares ours with it. The schema is in the JSON file ECHO_PROVIDER_SCHEMA_JSON.
package main

import (
	"context"
	"encoding/json"
	"log"
	"os"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6/tf6server"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

type attribute struct {
	Name, Type                                         string
	NestedType                                         *object
	Required, Optional, Computed, Sensitive, WriteOnly bool
}

type object struct {
	Attributes []attribute
	Nesting    int32
}

type schema struct {
	Version int64
	Block   struct{ Attributes []attribute }
}

type schemas struct {
	Provider        schema
	ResourceSchemas map[string]schema
}

func attributes(from []attribute) []*tfprotov6.SchemaAttribute {
	result := []*tfprotov6.SchemaAttribute{}
	for _, each := range from {
		to := &tfprotov6.SchemaAttribute{
			Name: each.Name, Required: each.Required, Optional: each.Optional, Computed: each.Computed,
			Sensitive: each.Sensitive, WriteOnly: each.WriteOnly,
		}
		if each.NestedType != nil {
			nesting := tfprotov6.SchemaObjectNestingMode(each.NestedType.Nesting)
			to.NestedType = &tfprotov6.SchemaObject{Attributes: attributes(each.NestedType.Attributes), Nesting: nesting}
		} else {
			parsed, err := tftypes.ParseJSONType([]byte(each.Type)) //nolint:staticcheck
			if err != nil {
				log.Fatal(err)
			}
			to.Type = parsed
		}
		result = append(result, to)
	}
	return result
}

func (from schema) convert() *tfprotov6.Schema {
	block := &tfprotov6.SchemaBlock{Attributes: attributes(from.Block.Attributes)}
	return &tfprotov6.Schema{Version: from.Version, Block: block}
}

// Calls of methods that are not defined here panic: the benchmark only creates objects and plans them unchanged.
type server struct{ tfprotov6.ProviderServer }

func (server) GetProviderSchema(context.Context, *tfprotov6.GetProviderSchemaRequest) (*tfprotov6.GetProviderSchemaResponse, error) {
	bytes, err := os.ReadFile(os.Getenv("ECHO_PROVIDER_SCHEMA_JSON"))
	if err != nil {
		return nil, err
	}
	var from schemas
	if err := json.Unmarshal(bytes, &from); err != nil {
		return nil, err
	}
	resources := map[string]*tfprotov6.Schema{}
	for name, each := range from.ResourceSchemas {
		resources[name] = each.convert()
	}
	return &tfprotov6.GetProviderSchemaResponse{
		ServerCapabilities: &tfprotov6.ServerCapabilities{GetProviderSchemaOptional: true},
		Provider:           from.Provider.convert(),
		ResourceSchemas:    resources,
	}, nil
}

func (server) ValidateProviderConfig(_ context.Context, request *tfprotov6.ValidateProviderConfigRequest) (*tfprotov6.ValidateProviderConfigResponse, error) {
	return &tfprotov6.ValidateProviderConfigResponse{PreparedConfig: request.Config}, nil
}

func (server) ConfigureProvider(context.Context, *tfprotov6.ConfigureProviderRequest) (*tfprotov6.ConfigureProviderResponse, error) {
	return &tfprotov6.ConfigureProviderResponse{}, nil
}

func (server) StopProvider(context.Context, *tfprotov6.StopProviderRequest) (*tfprotov6.StopProviderResponse, error) {
	return &tfprotov6.StopProviderResponse{}, nil
}

func (server) ValidateResourceConfig(context.Context, *tfprotov6.ValidateResourceConfigRequest) (*tfprotov6.ValidateResourceConfigResponse, error) {
	return &tfprotov6.ValidateResourceConfigResponse{}, nil
}

func (server) UpgradeResourceState(_ context.Context, request *tfprotov6.UpgradeResourceStateRequest) (*tfprotov6.UpgradeResourceStateResponse, error) {
	return &tfprotov6.UpgradeResourceStateResponse{UpgradedState: &tfprotov6.DynamicValue{JSON: request.RawState.JSON}}, nil
}

func (server) ReadResource(_ context.Context, request *tfprotov6.ReadResourceRequest) (*tfprotov6.ReadResourceResponse, error) {
	return &tfprotov6.ReadResourceResponse{
		NewState: request.CurrentState, Private: request.Private, NewIdentity: request.CurrentIdentity,
	}, nil
}

func (server) PlanResourceChange(_ context.Context, request *tfprotov6.PlanResourceChangeRequest) (*tfprotov6.PlanResourceChangeResponse, error) {
	return &tfprotov6.PlanResourceChangeResponse{
		PlannedState: request.ProposedNewState, PlannedPrivate: request.PriorPrivate, PlannedIdentity: request.PriorIdentity,
	}, nil
}

func (server) ApplyResourceChange(_ context.Context, request *tfprotov6.ApplyResourceChangeRequest) (*tfprotov6.ApplyResourceChangeResponse, error) {
	return &tfprotov6.ApplyResourceChangeResponse{
		NewState: request.PlannedState, Private: request.PlannedPrivate, NewIdentity: request.PlannedIdentity,
	}, nil
}

func main() {
	create := func() tfprotov6.ProviderServer { return server{} }
	if err := tf6server.Serve("terraform.local/netingress/netingress", create); err != nil {
		log.Fatal(err)
	}
}
