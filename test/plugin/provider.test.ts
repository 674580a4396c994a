/** The provider itself over gRPC, with what Terraform 1.11 cannot ask for: identities, lists, generated configuration. */
import { Client, credentials } from '@grpc/grpc-js';
import { createClient } from '../../src/client';
import { createEmulator, type Emulator } from '../../src/emulator';
import { KINDS } from '../../src/model/kinds';
import { createSchemaTypes } from '../../src/plugin/codec/schema-types';
import { type DynamicValue, ProviderMethods } from '../../src/plugin/generated/tfplugin6';
import type { RpcMethod } from '../../src/plugin/protobuf';
import { createProvider } from '../../src/provider/create-provider';
import { impliedType } from '../../src/provider/protocol/schema';
import type { ObjectType } from '../../src/values/cty-type';
import type { ObjectValue } from '../../src/values/cty-value';
import { decodeValue } from '../../src/values/decode';
import { encodeValue } from '../../src/values/encode';
import { fromJson } from '../../src/values/from-json';
import type { Json } from '../../src/values/json';
import { createObject } from '../support/emulator/create-object';
import { callMethod, listAll } from '../support/plugin/grpc-calls';
import { type ServedPlugin, servePlugin } from '../support/plugin/served-plugin';

const emulator: Emulator = createEmulator();
const provider = createProvider({
  environment: { NETINGRESS_BASE_URL: 'http://127.0.0.1', NETINGRESS_API_KEY: emulator.apiKey },
  connect: ({ baseUrl, apiKey }) => createClient({ baseUrl, apiKey, fetch: emulator.fetch }),
});
const context = { provider, types: createSchemaTypes(() => provider.schema), redact: String, log: () => undefined };
let plugin: ServedPlugin;
let client: Client;

beforeAll(async () => {
  plugin = await servePlugin(context);
  client = new Client(plugin.target, credentials.createInsecure());
  const config = value(impliedType(provider.schema.provider.attributes), {});
  await call(ProviderMethods.ConfigureProvider, { terraformVersion: '1.14.0', config });
});
afterAll(async () => {
  client.close();
  await plugin.close();
});

const identityType: ObjectType = ['object', { id: 'string' }];

const call = <Request, Response>(method: RpcMethod<Request, Response>, request: Request): Promise<Response> =>
  callMethod(client, method, request);

function value(type: ObjectType, json: Json): DynamicValue {
  return { msgpack: encodeValue(type, fromJson(type, json)) };
}

function read(type: ObjectType, message: DynamicValue | undefined): ObjectValue {
  return decodeValue(type, message?.msgpack ?? Buffer.alloc(0)) as ObjectValue;
}

const typeOf = (name: string): ObjectType => impliedType(provider.schema.resources[name]?.attributes ?? []);

test('every kind has an identity and a list', async () => {
  const types = KINDS.map(({ name }) => `netingress_${name}`);
  const { identitySchemas = {} } = await call(ProviderMethods.GetResourceIdentitySchemas, {});
  expect(Object.keys(identitySchemas)).toEqual(expect.arrayContaining(types));
  const { listResourceSchemas = {} } = await call(ProviderMethods.GetProviderSchema, {});
  expect(Object.keys(listResourceSchemas)).toEqual(types);
});

test('an object is found by a list, imported by its identity, read, and declared by its generated configuration', async () => {
  const typeName = 'netingress_ip_policy';
  const type = typeOf(typeName);
  for (const description of ['other', 'edge']) await createObject(emulator, '/ip_policies', { description });
  const config = value(['object', { filter: 'string' }], { filter: 'obj.description == "edge"' });
  const validated = await call(ProviderMethods.ValidateListResourceConfig, { typeName, config });
  expect(validated.diagnostics ?? []).toEqual([]);

  const empty = value(['object', { filter: 'string' }], { filter: '' });
  const refused = await call(ProviderMethods.ValidateListResourceConfig, { typeName, config: empty });
  expect(refused.diagnostics?.map(({ attribute }) => attribute)).toEqual([
    { steps: [{ attributeName: 'config' }, { attributeName: 'filter' }] },
  ]);

  const [listed, ...more] = await listAll(client, { typeName, config, includeResourceObject: true, limit: 10 });
  expect(more).toEqual([]);
  expect(listed?.displayName).toBe('edge');
  expect(read(type, listed?.resourceObject)['description']).toBe('edge');

  const identity = listed?.identity ?? {};
  const { importedResources = [] } = await call(ProviderMethods.ImportResourceState, { typeName, identity });
  expect(importedResources[0]?.identity).toEqual(identity);
  const current = importedResources[0]?.state;
  const refreshed = await call(ProviderMethods.ReadResource, { typeName, ...(current && { currentState: current }) });
  expect(refreshed.newIdentity).toEqual(identity);
  expect(read(type, refreshed.newState)).toEqual(read(type, listed?.resourceObject));
  expect(read(identityType, refreshed.newIdentity?.identityData)['id']).toBe(read(type, refreshed.newState)['id']);

  const state = refreshed.newState ?? {};
  const generated = await call(ProviderMethods.GenerateResourceConfig, { typeName, state });
  const given = Object.entries(read(type, generated.config)).filter(([, member]) => member !== null);
  expect(given).toEqual([['description', 'edge']]);
});

test('computed blocks and the planned private data of protocol 6.11 do not change a plan', async () => {
  const typeName = 'netingress_ip_policy';
  const type = typeOf(typeName);
  const config = value(type, { description: 'edge' });
  const request = { typeName, config, proposedNewState: config, priorState: { msgpack: Buffer.from('c0', 'hex') } };
  const clientCapabilities = { writeOnlyAttributesAllowed: true };
  const expected = await call(ProviderMethods.PlanResourceChange, { ...request, clientCapabilities });
  expect(expected.diagnostics ?? []).toEqual([]);
  const planned = await call(ProviderMethods.PlanResourceChange, {
    ...request,
    clientCapabilities: { ...clientCapabilities, storePlannedPrivate: true, computedBlocksAllowed: true },
    plannedPrivate: Buffer.from('{"of":"the first plan"}'),
  });
  expect(planned).toEqual(expected);
});
