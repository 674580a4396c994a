/** Calls of a provider process that create and read an object, as Terraform makes them. */

import { type ConfigureProviderResponse, ProviderMethods } from '../../../src/plugin/generated/tfplugin6';
import { createProvider } from '../../../src/provider/create-provider';
import { impliedType } from '../../../src/provider/protocol/schema';
import type { ObjectType } from '../../../src/values/cty-type';
import type { ObjectValue } from '../../../src/values/cty-value';
import { decodeValue } from '../../../src/values/decode';
import { encodeValue } from '../../../src/values/encode';
import { fromJson } from '../../../src/values/from-json';
import type { Json } from '../../../src/values/json';
import type { PluginClient } from './plugin-client';

/** The schema of the provider in `src/`. The provider process must be built from the same sources. */
export const { schema } = createProvider({
  environment: {},
  connect() {
    throw new Error('Only the schema of this provider is used');
  },
});

const typeName = 'netingress_ip_policy';
const type = impliedType(schema.resources[typeName]?.attributes ?? []);

function encode(of: ObjectType, json: Json): { readonly msgpack: Buffer } {
  return { msgpack: Buffer.from(encodeValue(of, fromJson(of, json))) };
}

type Answer = Pick<ConfigureProviderResponse, 'diagnostics'>;

function listErrors(answers: readonly Answer[]): string[] {
  return answers.flatMap(({ diagnostics = [] }) => diagnostics.map(({ summary, detail }) => `${summary}: ${detail}`));
}

/**
 * Configures the provider, creates a policy with the description and reads it. Returns the errors of these calls, or
 * that the policy that was read has another description.
 */
export async function createAndReadPolicy({ call }: PluginClient, description: string): Promise<string[]> {
  const configured = await call(ProviderMethods.ConfigureProvider, {
    config: encode(impliedType(schema.provider.attributes), {}),
  });
  const config = encode(type, { description });
  const priorState = { msgpack: Buffer.from(encodeValue(type, null)) };
  const planned = await call(ProviderMethods.PlanResourceChange, {
    typeName,
    priorState,
    proposedNewState: config,
    config,
  });
  const { plannedState, plannedPrivate, plannedIdentity } = planned;
  const applied = await call(ProviderMethods.ApplyResourceChange, {
    typeName,
    priorState,
    ...(plannedState && { plannedState }),
    config,
    ...(plannedPrivate && { plannedPrivate }),
    ...(plannedIdentity && { plannedIdentity }),
  });
  const errors = listErrors([configured, planned, applied]);
  if (errors.length > 0) return errors;
  const found = await call(ProviderMethods.ReadResource, {
    typeName,
    ...(applied.newState && { currentState: applied.newState }),
    ...(applied.private && { private: applied.private }),
  });
  const readErrors = listErrors([found]);
  if (readErrors.length > 0) return readErrors;
  const read = decodeValue(type, found.newState?.msgpack ?? Buffer.alloc(0)) as ObjectValue;
  return read['description'] === description ? [] : [`The provider read ${JSON.stringify(read)}`];
}
