import { createClient } from '../../src/client';
import { getKind } from '../../src/model/kinds';
import type { CompleteSettings } from '../../src/model/provider-settings';
import { createProvider } from '../../src/provider/create-provider';
import type {
  DiagnosticsResponse,
  Provider,
  ReadDataResponse,
  ReadResponse,
} from '../../src/provider/protocol/provider';
import { type CtyValue, type ObjectValue, objectValue, UNKNOWN } from '../../src/values/cty-value';
import { createFakeService, type FakeService, serviceError } from '../support/provider/fake-service';
import { configOf, configOfSchema, lastEvent } from '../support/provider/values';

const policy = getKind('ip_policy');
const type = 'netingress_ip_policy';
const boundEndpoints = 'netingress_kubernetes_operator_bound_endpoints';
const settings = { base_url: 'https://service.test', api_key: 'key' };
const privateState = new Uint8Array([1, 2, 3]);

let service: FakeService;
let provider: Provider;
let connected: CompleteSettings[];

beforeEach(() => {
  service = createFakeService();
  connected = [];
  provider = createProvider({
    environment: {},
    connect(given) {
      connected.push(given);
      return service.client;
    },
  });
});

async function configure(config: Record<string, CtyValue> = settings) {
  return (await provider.configure({ config: configOfSchema(provider.schema.provider, config) })).diagnostics;
}

const policyState = (id: string): ObjectValue => configOf(policy, { id, description: 'as stored' });

function read(id = 'ipp_1'): Promise<ReadResponse> {
  return provider.readResource({ type, current: policyState(id), private: privateState });
}

function readData(id: CtyValue, deferralAllowed = false): Promise<ReadDataResponse> {
  const config = configOfSchema(provider.schema.dataSources[boundEndpoints], { kubernetes_operator_id: id });
  return provider.readDataSource({ type: boundEndpoints, config, deferralAllowed });
}

const apply = (prior: ObjectValue | null, planned: ObjectValue | null) =>
  provider.applyResource({ type, prior, planned, config: planned, plannedPrivate: privateState });

test('a complete configuration connects once, and a read uses that client', async () => {
  expect(await configure()).toEqual([]);
  expect(connected.map(({ baseUrl }) => baseUrl)).toEqual(['https://service.test']);
  service.add('ip_policy', { description: 'by hand' });
  const { state, private: handedOn, diagnostics } = await read();
  expect([state?.['description'], handedOn, diagnostics]).toEqual(['by hand', privateState, []]);
});

describe('a configuration that is known after apply', () => {
  beforeEach(async () => {
    expect(await configure({ ...settings, base_url: UNKNOWN })).toEqual([]);
    expect(connected).toEqual([]);
  });

  test('keeps the prior state on read, with one warning that names the attribute', async () => {
    const detail = expect.stringContaining("The provider's base_url");
    expect(await read()).toEqual({
      ...{ state: policyState('ipp_1'), private: privateState },
      diagnostics: [{ severity: 'warning', summary: 'Objects were not refreshed', detail }],
    });
    expect(service.asked).toEqual([]);
  });

  const unknown = (detail: string) => [
    { severity: 'error', summary: 'Provider configuration is not known yet', detail: expect.stringContaining(detail) },
  ];

  const apiKey = { type: 'netingress_api_key', config: configOf(getKind('api_key'), {}) };
  const action = 'netingress_verify_access';
  const planAction = (deferralAllowed: boolean) => {
    const config = configOfSchema(provider.schema.actions[action], { ip_policy_ids: UNKNOWN });
    return provider.planAction({ type: action, config, deferralAllowed });
  };
  type Deferrable = (deferralAllowed: boolean) => Promise<DiagnosticsResponse & { readonly deferred?: string }>;
  test.each<[string, object, Deferrable]>([
    ['a data source', { state: null }, (deferralAllowed) => readData('k8sop_1', deferralAllowed)],
    [
      'an ephemeral resource',
      { result: null },
      (deferralAllowed) => provider.openEphemeral({ ...apiKey, deferralAllowed }),
    ],
    ['the plan of an action', {}, planAction],
  ])('defers %s if Terraform allows it, else is an error', async (_, nothing, operate) => {
    const deferred = { ...nothing, diagnostics: [], deferred: 'provider_config_unknown' };
    expect(await operate(true)).toMatchObject(deferred);
    const refused = await operate(false);
    expect(refused).toMatchObject({ ...nothing, diagnostics: unknown('-target') });
    expect(refused.deferred).toBeUndefined();
  });

  test('is an error of an import', async () => {
    const imported = await provider.importResource({ type, id: 'ipp_1' });
    expect(imported).toEqual({ imported: [], diagnostics: unknown('base_url') });
  });

  test('does not prevent a plan', async () => {
    const config = configOf(policy, { description: 'new' });
    const request = { type, prior: null, proposed: config, config, priorPrivate: privateState };
    const { planned, diagnostics } = await provider.planResource(request);
    expect([planned?.['id'], planned?.['description'], diagnostics]).toEqual([UNKNOWN, 'new', []]);
  });
});

describe('an invalid configuration', () => {
  test('is reported, and there is no session', async () => {
    expect(await configure({ ...settings, request_timeout: 'soon' })).toHaveLength(1);
    expect((await read()).diagnostics.map(({ summary }) => summary)).toEqual(['Provider is not configured']);
    expect((await apply(null, policyState('ipp_1'))).diagnostics).toHaveLength(1);
    expect((await provider.importResource({ type, id: 'ipp_1' })).diagnostics).toHaveLength(1);
    expect((await readData('k8sop_1')).diagnostics).toHaveLength(1);
  });

  test('replaces an earlier valid one', async () => {
    await configure();
    await configure({ ...settings, base_url: 'nowhere' });
    expect((await read()).diagnostics.map(({ summary }) => summary)).toEqual(['Provider is not configured']);
  });

  test.each<[string, Record<string, CtyValue>, string]>([
    ['api_key', { api_key: 'secret\n' }, 'api_key ends with a blank or line break'],
    ['headers', { headers: objectValue([['Authorization', 'secret']]) }, "headers contains 'Authorization'"],
  ])('rejected by the client is reported at the attribute: %s %j', async (attribute, config, says) => {
    provider = createProvider({
      environment: {},
      connect: ({ baseUrl, apiKey, headers }) => createClient({ baseUrl, apiKey, headers }),
    });
    const diagnostics = await configure({ ...settings, ...config });
    const error = { severity: 'error', summary: 'Invalid provider configuration', cause: { kind: 'setting' } };
    expect(diagnostics).toEqual([{ ...error, detail: expect.stringContaining(says), path: [attribute] }]);
    expect(JSON.stringify(diagnostics)).not.toContain('secret');
  });

  test('may lack settings in a validation', async () => {
    const validate = (config: Record<string, CtyValue>) =>
      provider.validateProviderConfig(configOfSchema(provider.schema.provider, config));
    expect((await validate({})).diagnostics).toEqual([]);
    expect((await validate({ request_timeout: 'soon' })).diagnostics).toHaveLength(1);
  });
});

describe('an outage', () => {
  const message = 'Cannot get IP policy: the service refuses the API key: 403.';
  const refused = serviceError(message, { category: 'credentials', status: 403 });

  test('is reported once for 20 reads, and each state is kept', async () => {
    await configure();
    service.broken = refused;
    const responses = await Promise.all(Array.from({ length: 20 }, (_, n) => read(`ipp_${n}`)));
    const cause = { kind: 'request', failure: {} };
    const error = { severity: 'error', summary: 'Cannot read IP policy', detail: message, cause };
    expect(responses.flatMap(({ diagnostics }) => diagnostics)).toEqual([error]);
    expect(responses.map(({ state }) => state?.['id'])).toEqual(responses.map((_, n) => `ipp_${n}`));
  });

  test('is reported again after another configure', async () => {
    service.broken = refused;
    for (let n = 0; n < 2; n++) {
      await configure();
      expect((await read()).diagnostics).toHaveLength(1);
    }
  });

  test('is different from an error of one object, which is reported for each', async () => {
    await configure();
    service.broken = serviceError('Cannot get it: the service returned 500.', { status: 500 });
    const responses = await Promise.all([read('ipp_1'), read('ipp_2')]);
    expect(responses.map(({ diagnostics }) => diagnostics.length)).toEqual([1, 1]);
  });
});

test('an object is removed from the state only if the service reports that it does not exist', async () => {
  await configure();
  expect(await read('ipp_404')).toEqual({ state: null, private: privateState, diagnostics: [] });
  const message = 'Cannot get it: the base URL does not lead to the API: 404.';
  service.broken = serviceError(message, { category: 'routing', status: 404 });
  expect((await read('ipp_404')).state).not.toBeNull();
});

describe('an unexpected exception', () => {
  const broken = async (failing: Partial<FakeService['client']>): Promise<void> => {
    provider = createProvider({ environment: {}, connect: () => ({ ...service.client, ...failing }) });
    await configure();
  };
  const throwDefect = (): never => {
    throw new TypeError('a defect');
  };
  const defect = async (): Promise<never> => throwDefect();
  const reported = [{ severity: 'error', summary: 'The provider failed', detail: expect.stringContaining('a defect') }];

  test('in a read, an update and a delete keeps the state, and in a create leaves none', async () => {
    await broken({ get: defect, create: defect, update: defect, delete: defect });
    const prior = policyState('ipp_1');
    const kept = { state: prior, private: privateState, diagnostics: reported };
    expect(await read()).toEqual(kept);
    expect(await apply(prior, configOf(policy, { id: 'ipp_1', description: 'new' }))).toEqual(kept);
    expect(await apply(prior, null)).toEqual(kept);
    expect(await apply(null, configOf(policy, { description: 'new' }))).toEqual({ ...kept, state: null });
  });

  test('after the create keeps the id and the planned values', async () => {
    const create = async () => Object.defineProperty({ ...service.add('ip_policy', {}) }, 'uri', { get: throwDefect });
    await broken({ create });
    const planned = configOf(policy, { id: UNKNOWN, created_at: UNKNOWN, description: 'new' });
    const { state, diagnostics } = await apply(null, planned);
    expect([state, diagnostics]).toEqual([configOf(policy, { id: 'ipp_1', description: 'new' }), reported]);
  });

  test('in a function is the error of the function', async () => {
    const error = expect.stringContaining("no type 'stranger'");
    expect(await provider.callFunction({ name: 'stranger', arguments: [] })).toEqual({ error });
  });

  test('is reported without secrets', async () => {
    const connect = () => ({ ...service.client, get: defect });
    provider = createProvider({ environment: {}, connect, redact: (text) => text.replace('a defect', '[redacted]') });
    await configure();
    expect((await read()).diagnostics[0]?.detail).toMatch(/TypeError: \[redacted\]$/);
  });

  test('about an unknown type is a diagnostic of validations, of lists and actions, of operations of resources and data sources, and of the opening of an ephemeral resource', async () => {
    await configure();
    const stranger = 'netingress_stranger';
    const empty = objectValue();
    const request = {
      ...{ type: stranger, targetType: stranger, config: empty, proposed: empty, planned: empty, current: empty },
      ...{ prior: null, state: {}, version: 0, id: 'x', sourceProvider: 'x/y/z', sourceType: 'x' },
      ...{ private: privateState, priorPrivate: privateState, plannedPrivate: privateState },
      ...{ writeOnlyAllowed: true, deferralAllowed: false },
    };
    const modes = ['resource', 'dataSource', 'ephemeral', 'list', 'action'] as const;
    const { signal } = new AbortController();
    const responses = await Promise.all([
      ...modes.map((mode) => provider.validate({ ...request, mode })),
      provider.upgradeState(request),
      provider.moveState(request),
      provider.readResource(request),
      provider.planResource(request),
      provider.applyResource(request),
      provider.importResource(request),
      provider.readDataSource(request),
      lastEvent(provider.listResources({ ...request, includeObject: false, limit: 1, signal })),
      provider.openEphemeral(request),
      provider.planAction(request),
      lastEvent(provider.invokeAction(request)) as Promise<DiagnosticsResponse>,
    ]);
    const error = ['error', expect.stringContaining(`no type '${stranger}'`)];
    for (const { diagnostics } of responses)
      expect(diagnostics.map(({ severity, detail }) => [severity, detail])).toEqual([error]);
  });
});

test.each<['resource' | 'dataSource', string, Record<string, CtyValue>, string]>([
  ['resource', 'netingress_ip_policy', { id: 'x' }, 'id'],
  ['resource', 'netingress_api_key', { token: 'mine' }, 'token'],
  ['resource', 'netingress_api_key', { token: UNKNOWN }, 'token'],
  ['dataSource', 'netingress_ip_policy', { description: 'p', metadata: 'team-a' }, 'metadata'],
  ['dataSource', 'netingress_ip_policies', { ip_policies: [] }, 'ip_policies'],
])(
  'of the %s %s, %j has a value for a read-only attribute, which is an error there',
  async (mode, of, values, name) => {
    const { resources, dataSources } = provider.schema;
    const config = configOfSchema((mode === 'resource' ? resources : dataSources)[of], values);
    const { diagnostics } = await provider.validate({ mode, type: of, config, writeOnlyAllowed: true });
    const summary = 'Value for read-only attribute';
    const detail = `${name} is set, but it is read-only. Remove it from the configuration.`;
    expect(diagnostics).toEqual([{ severity: 'error', summary, detail, path: [name] }]);
  },
);

describe('a stored state', () => {
  test.each([
    ['without an id', {}, "it has no 'id'"],
    ['with an empty id', { id: '' }, "it has no 'id'"],
    ['with a value of another type', { id: 'ipp_1', description: {} }, 'description: '],
  ])('%s is an error with advice', async (_, state, problem) => {
    const { state: upgraded, diagnostics } = await provider.upgradeState({ type, version: 0, state });
    const detail = expect.stringMatching(new RegExp(`${problem}.*terraform state rm`, 's'));
    expect([upgraded, diagnostics]).toMatchObject([null, [{ summary: 'Invalid state', detail }]]);
  });

  test('gets nulls for new attributes, and loses unknown ones', async () => {
    const upgraded = await provider.upgradeState({ type, version: 0, state: { id: 'ipp_1', old: 1 } });
    expect(upgraded).toEqual({ state: configOf(policy, { id: 'ipp_1' }), diagnostics: [] });
  });
});

test('a destroy is planned as null, with the prior private state', async () => {
  const request = { type, prior: policyState('ipp_1'), proposed: null, config: null, priorPrivate: privateState };
  const planned = { planned: null, requiresReplace: [], plannedPrivate: privateState, diagnostics: [] };
  expect(await provider.planResource(request)).toEqual(planned);
});

test('stop aborts the signal of operations in flight, not that of later ones', async () => {
  const stops: (AbortSignal | undefined)[] = [];
  const remove: FakeService['client']['delete'] = async (_kind, _id, { stop } = {}) => {
    if (stops.push(stop) === 1) provider.stop();
  };
  provider = createProvider({ environment: {}, connect: () => ({ ...service.client, delete: remove }) });
  await configure();
  await apply(policyState('ipp_1'), null);
  await apply(policyState('ipp_1'), null);
  expect(stops.map((stop) => stop?.aborted)).toEqual([true, false]);
});
