import { createClient } from '../../src/client';
import { getKind } from '../../src/model/kinds';
import type { CompleteSettings } from '../../src/model/provider-settings';
import { createProvider } from '../../src/provider/create-provider';
import type { Provider, ReadDataResponse, ReadResponse } from '../../src/provider/protocol/provider';
import { type CtyValue, type ObjectValue, objectValue, UNKNOWN } from '../../src/values/cty-value';
import { createFakeService, type FakeService, serviceError } from '../support/provider/fake-service';
import { configOf, configOfSchema } from '../support/provider/values';

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
  const { diagnostics } = await provider.configure({
    config: configOfSchema(provider.schema.provider, config),
  });
  return diagnostics;
}

const policyState = (id: string): ObjectValue => configOf(policy, { id, description: 'as stored' });

function read(id = 'ipp_1'): Promise<ReadResponse> {
  return provider.readResource({ type, current: policyState(id), private: privateState });
}

function readData(id: CtyValue, deferralAllowed = false): Promise<ReadDataResponse> {
  const config = objectValue([
    ['kubernetes_operator_id', id],
    ['endpoints', null],
  ]);
  return provider.readDataSource({ type: boundEndpoints, config, deferralAllowed });
}

/** The diagnostics of the last event of a list. */
async function lastListed(listed: string): Promise<Pick<ReadResponse, 'diagnostics'>> {
  const request = { type: listed, config: objectValue(), includeObject: false, limit: 1 };
  let diagnostics: ReadResponse['diagnostics'] = [];
  for await (const each of provider.listResources({ ...request, signal: new AbortController().signal }))
    ({ diagnostics } = each);
  return { diagnostics };
}

/** The diagnostics with which an action ends. */
async function lastInvoked(action: string): Promise<Pick<ReadResponse, 'diagnostics'>> {
  let diagnostics: ReadResponse['diagnostics'] = [];
  for await (const event of provider.invokeAction({ type: action, config: objectValue() }))
    if ('diagnostics' in event) ({ diagnostics } = event);
  return { diagnostics };
}

const apply = (prior: ObjectValue | null, planned: ObjectValue | null) =>
  provider.applyResource({ type, prior, planned, config: planned, plannedPrivate: privateState });

describe('a complete configuration', () => {
  test('connects once, and a read uses that client', async () => {
    expect(await configure()).toEqual([]);
    expect(connected.map(({ baseUrl }) => baseUrl)).toEqual(['https://service.test']);
    service.add('ip_policy', { description: 'by hand' });
    const { state, private: handedOn, diagnostics } = await read();
    expect([state?.['description'], handedOn, diagnostics]).toEqual(['by hand', privateState, []]);
  });
});

describe('a configuration that is known after apply', () => {
  beforeEach(async () => {
    expect(await configure({ ...settings, base_url: UNKNOWN })).toEqual([]);
    expect(connected).toEqual([]);
  });

  test('keeps the prior state on read, with one warning that names the attribute', async () => {
    const response = await read();
    expect({ ...response.state }).toEqual({ ...policyState('ipp_1') });
    expect(response.private).toBe(privateState);
    expect(response.diagnostics).toEqual([
      {
        severity: 'warning',
        summary: 'Objects were not refreshed',
        detail: expect.stringContaining("The provider's base_url"),
      },
    ]);
    expect(service.asked).toEqual([]);
  });

  test('defers a data source if allowed, else is an error', async () => {
    expect(await readData('k8sop_1', true)).toEqual({
      state: null,
      diagnostics: [],
      deferred: 'provider_config_unknown',
    });
    const { state, deferred, diagnostics } = await readData('k8sop_1');
    expect([state, deferred]).toEqual([null, undefined]);
    expect(diagnostics).toEqual([
      {
        severity: 'error',
        summary: 'Provider configuration is not known yet',
        detail: expect.stringContaining('-target'),
      },
    ]);
  });

  test('is an error on import', async () => {
    const { imported, diagnostics } = await provider.importResource({ type, id: 'ipp_1' });
    expect(imported).toEqual([]);
    expect(diagnostics).toMatchObject([
      {
        severity: 'error',
        summary: 'Provider configuration is not known yet',
        detail: expect.stringContaining('base_url'),
      },
    ]);
  });

  test('does not prevent a plan', async () => {
    const config = configOf(policy, { description: 'new' });
    const response = await provider.planResource({
      type,
      prior: null,
      proposed: config,
      config,
      priorPrivate: privateState,
    });
    expect([response.planned?.['id'], response.planned?.['description'], response.diagnostics]).toEqual([
      UNKNOWN,
      'new',
      [],
    ]);
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
    expect(diagnostics).toEqual([
      {
        severity: 'error',
        summary: 'Invalid provider configuration',
        detail: expect.stringContaining(says),
        path: [attribute],
        cause: { kind: 'setting' },
      },
    ]);
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
  const refused = serviceError('Cannot get IP policy: the service refuses the API key: 403.', {
    category: 'credentials',
    status: 403,
  });

  test('is reported once for many reads, and every state is kept', async () => {
    await configure();
    service.broken = refused;
    const responses = await Promise.all(Array.from({ length: 20 }, (_, n) => read(`ipp_${n}`)));
    expect(responses.flatMap(({ diagnostics }) => diagnostics)).toEqual([
      {
        severity: 'error',
        summary: 'Cannot read IP policy',
        detail: refused.message,
        cause: { kind: 'request', failure: {} },
      },
    ]);
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
  service.broken = serviceError('Cannot get it: the base URL does not lead to the API: 404.', {
    category: 'routing',
    status: 404,
  });
  expect((await read('ipp_404')).state).not.toBeNull();
});

describe('an unexpected exception', () => {
  const broken = async (failing: Partial<FakeService['client']>): Promise<void> => {
    provider = createProvider({ environment: {}, connect: () => ({ ...service.client, ...failing }) });
    await configure();
  };
  const defect = async (): Promise<never> => {
    throw new TypeError('a defect');
  };
  const reported = [{ severity: 'error', summary: 'The provider failed', detail: expect.stringContaining('a defect') }];

  test('in a read keeps the state', async () => {
    await broken({ get: defect });
    expect(await read()).toEqual({ state: policyState('ipp_1'), private: privateState, diagnostics: reported });
  });

  test('in an update and a delete keeps the prior state', async () => {
    await broken({ update: defect, delete: defect });
    const prior = policyState('ipp_1');
    const planned = configOf(policy, { id: 'ipp_1', description: 'new' });
    expect(await apply(prior, planned)).toEqual({ state: prior, private: privateState, diagnostics: reported });
    expect(await apply(prior, null)).toEqual({ state: prior, private: privateState, diagnostics: reported });
  });

  test('in a create leaves no state', async () => {
    await broken({ create: defect });
    const response = await apply(null, configOf(policy, { description: 'new' }));
    expect(response).toEqual({ state: null, private: privateState, diagnostics: reported });
  });

  test('after the create keeps the id and the planned values', async () => {
    const create = async () =>
      Object.defineProperty({ ...service.add('ip_policy', { description: 'new' }) }, 'uri', {
        get() {
          throw new TypeError('a defect');
        },
      });
    await broken({ create });
    const planned = objectValue([
      ...Object.entries(configOf(policy, { description: 'new' })),
      ['id', UNKNOWN],
      ['created_at', UNKNOWN],
    ]);
    const response = await apply(null, planned);
    expect(response.diagnostics).toEqual(reported);
    expect({ ...response.state }).toEqual({ ...configOf(policy, { id: 'ipp_1', description: 'new' }) });
  });

  test('in a function is the error of the function', async () => {
    expect(await provider.callFunction({ name: 'stranger', arguments: [] })).toEqual({
      error: expect.stringContaining("no type 'stranger'"),
    });
  });

  test('is reported without secrets', async () => {
    const connect = () => ({ ...service.client, get: defect });
    provider = createProvider({ environment: {}, connect, redact: (text) => text.replace('a defect', '[redacted]') });
    await configure();
    expect((await read()).diagnostics[0]?.detail).toMatch(/TypeError: \[redacted\]$/);
  });

  test('about an unknown type is a diagnostic of validations and lists, and of operations of resources and data sources', async () => {
    await configure();
    const stranger = 'netingress_stranger';
    const empty = objectValue();
    const request = {
      ...{ type: stranger, targetType: stranger, config: empty, proposed: empty, planned: empty, current: empty },
      ...{ prior: null, state: {}, version: 0, id: 'x', sourceProvider: 'x/y/z', sourceType: 'x' },
      ...{ private: privateState, priorPrivate: privateState, plannedPrivate: privateState },
      ...{ writeOnlyAllowed: true, deferralAllowed: false },
    };
    const responses = await Promise.all([
      ...(['resource', 'dataSource', 'ephemeral', 'list', 'action'] as const).map((mode) =>
        provider.validate({ ...request, mode }),
      ),
      provider.upgradeState(request),
      provider.moveState(request),
      provider.readResource(request),
      provider.planResource(request),
      provider.applyResource(request),
      provider.importResource(request),
      provider.readDataSource(request),
      lastListed(stranger),
      provider.openEphemeral(request),
      provider.planAction(request),
      lastInvoked(stranger),
    ]);
    for (const { diagnostics } of responses) {
      expect(diagnostics.map(({ severity, detail }) => [severity, detail])).toEqual([
        ['error', expect.stringContaining(`no type '${stranger}'`)],
      ]);
    }
  });
});

describe('a value for a read-only attribute', () => {
  const config = (schema: Parameters<typeof configOfSchema>[0] | undefined, values: Record<string, CtyValue>) =>
    configOfSchema(schema as Parameters<typeof configOfSchema>[0], values);

  test.each<[string, Record<string, CtyValue>, string]>([
    ['netingress_ip_policy', { id: 'x' }, 'id'],
    ['netingress_api_key', { token: 'mine' }, 'token'],
    ['netingress_api_key', { token: UNKNOWN }, 'token'],
  ])('of %s %j is an error at the attribute', async (resource, values, name) => {
    const given = config(provider.schema.resources[resource], values);
    const { diagnostics } = await provider.validate({
      mode: 'resource',
      type: resource,
      config: given,
      writeOnlyAllowed: true,
    });
    expect(diagnostics).toEqual([
      {
        severity: 'error',
        summary: 'Value for read-only attribute',
        detail: `${name} is set, but it is read-only: the service sets its value. Remove it from the configuration.`,
        path: [name],
      },
    ]);
  });

  test.each<[string, Record<string, CtyValue>, string]>([
    ['netingress_ip_policy', { description: 'p', metadata: 'team-a' }, 'metadata'],
    ['netingress_ip_policies', { ip_policies: [] }, 'ip_policies'],
  ])('of the data source %s %j is an error at the attribute', async (source, values, name) => {
    const given = config(provider.schema.dataSources[source], values);
    const { diagnostics } = await provider.validate({
      mode: 'dataSource',
      type: source,
      config: given,
      writeOnlyAllowed: false,
    });
    expect(diagnostics.map(({ summary, path }) => [summary, path])).toEqual([
      ['Value for read-only attribute', [name]],
    ]);
  });
});

describe('a stored state', () => {
  test.each([
    ['without an id', {}, "it has no 'id'"],
    ['with an empty id', { id: '' }, "it has no 'id'"],
    ['with a value of another type', { id: 'ipp_1', description: {} }, 'description: '],
  ])('%s is an error with advice', async (_, state, problem) => {
    const { state: upgraded, diagnostics } = await provider.upgradeState({ type, version: 0, state });
    expect(upgraded).toBeNull();
    expect(diagnostics.map(({ summary }) => summary)).toEqual(['Invalid state']);
    expect(diagnostics[0]?.detail).toContain(problem);
    expect(diagnostics[0]?.detail).toContain('terraform state rm');
  });

  test('gets nulls for new attributes, and loses unknown ones', async () => {
    const { state, diagnostics } = await provider.upgradeState({ type, version: 0, state: { id: 'ipp_1', old: 1 } });
    expect(diagnostics).toEqual([]);
    expect({ ...state }).toEqual({ ...configOf(policy, { id: 'ipp_1' }) });
  });
});

test('a destroy is planned as null, with the prior private state', async () => {
  const response = await provider.planResource({
    type,
    prior: policyState('ipp_1'),
    proposed: null,
    config: null,
    priorPrivate: privateState,
  });
  expect(response).toEqual({ planned: null, requiresReplace: [], plannedPrivate: privateState, diagnostics: [] });
});

describe('stop', () => {
  test('ends operations in flight, not later ones', async () => {
    const stops: AbortSignal[] = [];
    provider = createProvider({
      environment: {},
      connect: () => ({
        ...service.client,
        delete: async (_kind, _id, { stop } = {}) => {
          if (stop) stops.push(stop);
        },
      }),
    });
    await configure();
    await apply(policyState('ipp_1'), null);
    provider.stop();
    await apply(policyState('ipp_1'), null);
    expect(stops.map(({ aborted }) => aborted)).toEqual([true, false]);
  });
});
