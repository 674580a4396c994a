/** `account_object` binds a provider configuration to an account: its object is read before anything else is sent. */
import { createClient } from '../../src/client';
import { createEmulator, type Emulator } from '../../src/emulator';
import type { FaultInput } from '../../src/emulator/http/fault';
import { listIdPrefixes } from '../../src/model/kind';
import { getKind, KINDS, READ_ONLY_KINDS } from '../../src/model/kinds';
import { withArticle } from '../../src/model/text';
import { createProvider } from '../../src/provider/create-provider';
import type { ProviderDiagnostic } from '../../src/provider/protocol/diagnostic';
import type { Provider } from '../../src/provider/protocol/provider';
import { type CtyValue, type ObjectValue, UNKNOWN } from '../../src/values/cty-value';
import type { JsonObject } from '../../src/values/json';
import { createObject } from '../support/emulator/create-object';
import { requestsAfter } from '../support/emulator/requests-of';
import { NGROK_KINDS } from '../support/kinds';
import { configOf, configOfSchema } from '../support/provider/values';

const policy = getKind('ip_policy');
const type = 'netingress_ip_policy';
const NO_BYTES = new Uint8Array();
const OTHER_ACCOUNT = 'Another account, or the object of account_object was deleted';

let emulator: Emulator;
let id: string;
let sent: number;

beforeEach(start);
afterEach(() => emulator.close());

async function start(): Promise<void> {
  emulator = createEmulator({
    accounts: [
      { name: 'own', apiKeys: ['own-key'] },
      { name: 'other', apiKeys: ['other-key'] },
    ],
  });
  ({ id } = await createObject(emulator, '/ip_policies', { description: 'bound' }, { key: 'own-key' }));
  sent = emulator.requests().length;
}

const requests = (): string[] => requestsAfter(emulator, sent);

async function configured(key: string, accountObject: CtyValue = id, profile = 'spec'): Promise<Provider> {
  const provider = createProvider({
    environment: { NETINGRESS_BASE_URL: 'http://127.0.0.1', NETINGRESS_API_KEY: key, NETINGRESS_PROFILE: profile },
    connect: ({ baseUrl, apiKey }) =>
      createClient({ baseUrl, apiKey, fetch: (request) => emulator.fetch(request), maxRequestsPerMinute: 0 }),
  });
  const config = configOfSchema(provider.schema.provider, { account_object: accountObject });
  expect((await provider.configure({ config })).diagnostics).toEqual([]);
  return provider;
}

const state = (values: JsonObject): ObjectValue => configOf(policy, values);
const read = (provider: Provider, object = id) =>
  provider.readResource({ type, current: state({ id: object }), private: NO_BYTES });
const apply = (provider: Provider, prior: ObjectValue | null, planned: ObjectValue | null) =>
  provider.applyResource({ type, prior, planned, config: planned, plannedPrivate: NO_BYTES });

async function last<Event>(events: AsyncIterable<Event>): Promise<Event> {
  let found: Event | undefined;
  for await (const event of events) found = event;
  if (found === undefined) throw new Error('There was no event');
  return found;
}

const apiKey = getKind('api_key');
const OPERATIONS: Readonly<Record<string, (provider: Provider) => Promise<readonly ProviderDiagnostic[] | undefined>>> =
  {
    read: async (provider) => (await read(provider)).diagnostics,
    create: async (provider) => (await apply(provider, null, state({ description: 'new' }))).diagnostics,
    update: async (provider) => (await apply(provider, state({ id }), state({ id, description: 'new' }))).diagnostics,
    delete: async (provider) => (await apply(provider, state({ id }), null)).diagnostics,
    import: async (provider) => (await provider.importResource({ type, id })).diagnostics,
    'data source': async (provider) => {
      const config = configOfSchema(provider.schema.dataSources[type] as never, { id });
      return (await provider.readDataSource({ type, config, deferralAllowed: false })).diagnostics;
    },
    list: async (provider) => {
      const config = configOfSchema(provider.schema.listResources[type] as never, {});
      const signal = new AbortController().signal;
      return (await last(provider.listResources({ type, config, includeObject: false, limit: 9, signal }))).diagnostics;
    },
    'ephemeral resource': async (provider) => {
      const config = configOf(apiKey, { description: 'run' });
      const opened = await provider.openEphemeral({ type: 'netingress_api_key', config, deferralAllowed: false });
      return opened.diagnostics;
    },
    action: async (provider) => {
      const action = 'netingress_verify_access';
      const config = configOfSchema(provider.schema.actions[action] as never, {
        ip_policy_ids: [id],
        must_deny: ['203.0.113.1'],
      });
      const event = await last(provider.invokeAction({ type: action, config }));
      return 'diagnostics' in event ? event.diagnostics : undefined;
    },
  };

describe.each(Object.entries(OPERATIONS))('%s', (_, operate) => {
  test('sends nothing to another account but the read of the object', async () => {
    const diagnostics = await operate(await configured('other-key'));
    expect(diagnostics).toEqual([
      {
        severity: 'error',
        summary: OTHER_ACCOUNT,
        detail: expect.stringContaining(`'${id}'`),
        cause: expect.objectContaining({ kind: 'other_account' }),
      },
    ]);
    expect(requests()).toEqual([`GET /ip_policies/${id}`]);
  });

  test('in the account of the object sends the same requests as without account_object, after that one read', async () => {
    const collect = async (accountObject: CtyValue): Promise<string[]> => {
      const diagnostics = await operate(await configured('own-key', accountObject));
      expect(diagnostics?.filter(({ severity }) => severity === 'error')).toEqual([]);
      return requests().map((request) => request.replace(id, 'ID'));
    };
    const bound = await collect(id);
    await start();
    expect(bound).toEqual(['GET /ip_policies/ID', ...(await collect(null))]);
  });
});

test('many operations at once wait for one read', async () => {
  const others = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      createObject(emulator, '/ip_policies', { description: `policy ${n}` }, { key: 'own-key' }),
    ),
  );
  sent = emulator.requests().length;
  const provider = await configured('own-key');
  const responses = await Promise.all(others.map((each) => read(provider, each.id)));
  expect(responses.flatMap(({ diagnostics }) => diagnostics)).toEqual([]);
  expect(requests().filter((request) => request === `GET /ip_policies/${id}`)).toHaveLength(1);
  expect(requests()[0]).toBe(`GET /ip_policies/${id}`);
});

test('many refreshes of another account are one error, and each state is kept', async () => {
  const provider = await configured('other-key');
  const responses = await Promise.all(Array.from({ length: 20 }, (_, n) => read(provider, `ipp_${n}`)));
  expect(responses.flatMap(({ diagnostics }) => diagnostics.map(({ summary }) => summary))).toEqual([OTHER_ACCOUNT]);
  expect(responses.map((response) => response.state?.['id'])).toEqual(responses.map((_, n) => `ipp_${n}`));
  expect(requests()).toHaveLength(1);
});

test('a plan, a validation and a planned action send nothing', async () => {
  const provider = await configured('other-key');
  const config = state({ description: 'new' });
  await provider.planResource({ type, prior: null, proposed: config, config, priorPrivate: NO_BYTES });
  await provider.validate({ mode: 'resource', type, config, writeOnlyAllowed: true });
  const action = 'netingress_verify_access';
  const checked = configOfSchema(provider.schema.actions[action] as never, {
    ip_policy_ids: [id],
    must_deny: ['203.0.113.1'],
  });
  expect((await provider.planAction({ type: action, config: checked, deferralAllowed: false })).diagnostics).toEqual(
    [],
  );
  expect(requests()).toEqual([]);
});

describe('a read of the object that fails', () => {
  const cases: readonly [string, FaultInput['do'], summary: string, detail: RegExp][] = [
    [
      '404 of the service',
      { status: 404, code: 1402, msg: 'not found' },
      OTHER_ACCOUNT,
      /Use an API key of the account/,
    ],
    [
      '404 of another server',
      { status: 404, body: '<html>', content_type: 'text/html' },
      'Cannot read account_object',
      /the base URL does not lead to the service's API/,
    ],
    ['401', { status: 401, msg: 'no' }, 'Cannot read account_object', /the service rejected the API key: 401/],
    ['403', { status: 403, msg: 'no' }, 'Cannot read account_object', /the service rejected the API key: 403/],
    ['500', { status: 500, msg: 'broken' }, 'Cannot read account_object', /responded 500.*The service has a problem/],
    ['a 200 about another object', { another_object: true }, 'Cannot read account_object', /about another object/],
    ['a 200 without JSON', { body: 'x' }, 'Cannot read account_object', /but the response/],
  ];

  test.each(cases)('%s is its own error, and nothing else is sent', async (_, effect, summary, detail) => {
    emulator.faults.add({ match: { operation: 'ip_policy.get' }, do: effect });
    const provider = await configured('own-key');
    for (let n = 0; n < 2; n++) {
      expect((await apply(provider, null, state({ description: 'new' }))).diagnostics).toEqual([
        { severity: 'error', summary, detail: expect.stringMatching(detail), cause: expect.anything() },
      ]);
    }
    expect(requests()).toEqual([`GET /ip_policies/${id}`]);
  });

  test('because Terraform was interrupted is repeated for a later operation', async () => {
    emulator.faults.add({ match: { operation: 'ip_policy.get' }, do: { delay_ms: 60_000 }, times: 1 });
    const provider = await configured('own-key');
    const first = apply(provider, null, state({ description: 'new' }));
    await new Promise(setImmediate);
    provider.stop();
    expect((await first).diagnostics).toMatchObject([{ summary: 'Cannot read account_object' }]);
    expect((await apply(provider, null, state({ description: 'new' }))).diagnostics).toEqual([]);
  });
});

describe('a plan', () => {
  const domainId = `rd_${'2'.repeat(27)}`;
  const warnings = async (
    resource: string,
    { prior, next }: { readonly prior: JsonObject; readonly next: JsonObject | null },
  ): Promise<string[]> => {
    const provider = await configured('own-key', prior['id'] as string);
    const schema = provider.schema.resources[resource];
    if (!schema) throw new Error(`There is no ${resource}`);
    const config = next && configOfSchema(schema, next);
    const { diagnostics = [] } = await provider.planResource({
      type: resource,
      prior: configOfSchema(schema, prior),
      proposed: next && configOfSchema(schema, { ...prior, ...next }),
      config,
      priorPrivate: NO_BYTES,
    });
    return diagnostics.map(({ severity, summary, detail }) => `${severity}: ${summary}: ${detail.slice(0, 40)}`);
  };
  const domain = { id: domainId, domain: 'a.example.com' };

  test.each([
    ['deletes', null],
    ['replaces', { domain: 'b.example.com' }],
  ])('that %s the object warns', async (_, next) => {
    expect(await warnings('netingress_domain', { prior: domain, next })).toEqual([
      expect.stringMatching(/^warning: The object of account_object is deleted: This plan deletes /),
    ]);
  });

  test('that changes it, or deletes the rule set with its id, does not', async () => {
    const next = { domain: 'a.example.com', description: 'new' };
    expect(await warnings('netingress_domain', { prior: domain, next })).toEqual([]);
    const rules = { id, ip_policy_id: id };
    expect(await warnings('netingress_ip_policy_rules', { prior: rules, next: null })).toEqual([]);
  });
});

describe('while account_object is unknown', () => {
  test.each(Object.entries(OPERATIONS))('%s sends nothing and says that it was not done', async (_, operate) => {
    expect(await operate(await configured('own-key', UNKNOWN))).toHaveLength(1);
    expect(requests()).toEqual([]);
  });

  test('a read is a warning, because the plan can use the stored state', async () => {
    expect((await read(await configured('own-key', UNKNOWN))).diagnostics).toMatchObject([
      { severity: 'warning', detail: expect.stringContaining("The provider's account_object") },
    ]);
  });
});

describe('offline', () => {
  const validate = async (accountObject: string) => {
    const provider = createProvider({
      environment: {},
      connect: () => {
        throw new Error('A validation does not connect');
      },
    });
    const config = configOfSchema(provider.schema.provider, { account_object: accountObject });
    return (await provider.validateProviderConfig(config)).diagnostics;
  };

  const KSUID = '2Xr7ZBPCMGkuWuUKLwXnCPrhmGF';
  const sessions = READ_ONLY_KINDS.filter(({ idPrefix }) => KINDS.every((kind) => kind.idPrefix !== idPrefix));

  test.each(KINDS.flatMap((kind) => listIdPrefixes(kind)))('an id %s_… is accepted', async (prefix) => {
    expect(await validate(`${prefix}_${KSUID}`)).toEqual([]);
  });

  const expected = 'expected the id of an object of the account';
  test.each([
    ...sessions.map(({ idPrefix, title }) => [
      `${idPrefix}_${KSUID}`,
      `, the id of ${withArticle(title)}, which no configuration can contain; ${expected}`,
    ]),
    ...['', 'office', 'ipp', 'ipp_', 'ipp_a b', `op_${KSUID}`, 'https://example.com/ip_policies/ipp_1'].map((text) => [
      text,
      `; ${expected}`,
    ]),
  ])("'%s' is refused%s", async (text, reason) => {
    expect(await validate(text)).toEqual([
      {
        severity: 'error',
        summary: 'Invalid provider configuration',
        path: ['account_object'],
        detail: expect.stringContaining(`account_object is '${text}'${reason}`),
        cause: { kind: 'setting' },
      },
    ]);
  });

  test.each(NGROK_KINDS.map(({ idPrefix, title }) => [idPrefix, title]))(
    'an id %s_… is refused on configure if the profile has no such objects, and not by a validation without the environment',
    async (prefix, title) => {
      const accountObject = `${prefix}_${KSUID}`;
      expect(await validate(accountObject)).toEqual([]);
      const provider = createProvider({
        environment: { NETINGRESS_BASE_URL: 'http://127.0.0.1', NETINGRESS_API_KEY: 'k' },
        connect: () => {
          throw new Error('An invalid configuration does not connect');
        },
      });
      const config = configOfSchema(provider.schema.provider, { account_object: accountObject });
      expect((await provider.configure({ config })).diagnostics).toMatchObject([
        {
          path: ['account_object'],
          detail: expect.stringContaining(`the id of ${withArticle(title)}, and the profile 'spec' has none`),
        },
      ]);
    },
  );
});
