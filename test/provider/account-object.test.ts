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
import { configOf, configOfSchema, lastEvent } from '../support/provider/values';

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
  const accounts = ['own', 'other'].map((name) => ({ name, apiKeys: [`${name}-key`] }));
  emulator = createEmulator({ accounts });
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
const apply = async (provider: Provider, prior: JsonObject | null, next: JsonObject | null) => {
  const [before, planned] = [prior && state(prior), next && state(next)];
  const request = { type, prior: before, planned, config: planned, plannedPrivate: NO_BYTES };
  return (await provider.applyResource(request)).diagnostics;
};

const action = 'netingress_verify_access';
const actionConfig = ({ schema }: Provider) =>
  configOfSchema(schema.actions[action], { ip_policy_ids: [id], must_deny: ['203.0.113.1'] });
const OPERATIONS: Readonly<Record<string, (provider: Provider) => Promise<readonly ProviderDiagnostic[] | undefined>>> =
  {
    read: async (provider) => (await read(provider)).diagnostics,
    create: (provider) => apply(provider, null, { description: 'new' }),
    update: (provider) => apply(provider, { id }, { id, description: 'new' }),
    delete: (provider) => apply(provider, { id }, null),
    import: async (provider) => (await provider.importResource({ type, id })).diagnostics,
    'data source': async (provider) => {
      const config = configOfSchema(provider.schema.dataSources[type], { id });
      return (await provider.readDataSource({ type, config, deferralAllowed: false })).diagnostics;
    },
    list: async (provider) => {
      const config = configOfSchema(provider.schema.listResources[type], {});
      const { signal } = new AbortController();
      return (await lastEvent(provider.listResources({ type, config, includeObject: false, limit: 9, signal })))
        .diagnostics;
    },
    'ephemeral resource': async (provider) => {
      const config = configOf(getKind('api_key'), { description: 'run' });
      const request = { type: 'netingress_api_key', config, deferralAllowed: false };
      return (await provider.openEphemeral(request)).diagnostics;
    },
    action: async (provider) => {
      const event = await lastEvent(provider.invokeAction({ type: action, config: actionConfig(provider) }));
      return 'diagnostics' in event ? event.diagnostics : undefined;
    },
  };

describe.each(Object.entries(OPERATIONS))('%s', (_, operate) => {
  test('sends nothing to another account but the read of the object', async () => {
    const detail = expect.stringContaining(`'${id}'`);
    const cause = expect.objectContaining({ kind: 'other_account' });
    const error = { severity: 'error', summary: OTHER_ACCOUNT, detail, cause };
    expect(await operate(await configured('other-key'))).toEqual([error]);
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

  test('sends nothing while account_object is unknown, and has one diagnostic', async () => {
    expect(await operate(await configured('own-key', UNKNOWN))).toHaveLength(1);
    expect(requests()).toEqual([]);
  });
});

test('20 reads at once wait for one read of the object, and themselves need one list', async () => {
  const ids: string[] = [];
  for (let n = 0; n < 20; n++)
    ids.push((await createObject(emulator, '/ip_policies', { description: `${n}` }, { key: 'own-key' })).id);
  sent = emulator.requests().length;
  const provider = await configured('own-key');
  const responses = await Promise.all(ids.map((each) => read(provider, each)));
  expect(responses.flatMap(({ diagnostics }) => diagnostics)).toEqual([]);
  expect(requests()).toEqual([`GET /ip_policies/${id}`, 'GET /ip_policies']);
});

test('20 refreshes of another account are one error, and each state is kept', async () => {
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
  const planned = { type: action, config: actionConfig(provider), deferralAllowed: false };
  expect((await provider.planAction(planned)).diagnostics).toEqual([]);
  expect(requests()).toEqual([]);
});

describe('a read of the object that fails', () => {
  const UNREAD = 'Cannot read account_object';
  const html = { status: 404, body: '<html>', content_type: 'text/html' };
  test.each<[string, FaultInput['do'], summary: string, detail: RegExp]>([
    ['404 of the service', { status: 404, code: 1402 }, OTHER_ACCOUNT, /Use an API key of the account/],
    ['404 of another server', html, UNREAD, /the base URL does not lead to the service's API/],
    ['401', { status: 401, msg: 'no' }, UNREAD, /the service rejected the API key: 401/],
    ['403', { status: 403, msg: 'no' }, UNREAD, /the service rejected the API key: 403/],
    ['500', { status: 500, msg: 'broken' }, UNREAD, /responded 500.*The service has a problem/],
    ['a 200 about another object', { another_object: true }, UNREAD, /about another object/],
    ['a 200 without JSON', { body: 'x' }, UNREAD, /but the response/],
  ])('%s is its own error, and nothing else is sent', async (_, effect, summary, detail) => {
    emulator.faults.add({ match: { operation: 'ip_policy.get' }, do: effect });
    const provider = await configured('own-key');
    const error = { severity: 'error', summary, detail: expect.stringMatching(detail), cause: expect.anything() };
    for (let n = 0; n < 2; n++) expect(await apply(provider, null, { description: 'new' })).toEqual([error]);
    expect(requests()).toEqual([`GET /ip_policies/${id}`]);
  });

  test('because Terraform was interrupted is repeated for a later operation', async () => {
    emulator.faults.add({ match: { operation: 'ip_policy.get' }, do: { delay_ms: 60_000 }, times: 1 });
    const provider = await configured('own-key');
    const first = apply(provider, null, { description: 'new' });
    await new Promise(setImmediate);
    provider.stop();
    expect(await first).toMatchObject([{ summary: UNREAD }]);
    expect(await apply(provider, null, { description: 'new' })).toEqual([]);
  });
});

describe('a plan', () => {
  const warnings = async (resource: string, prior: JsonObject, next: JsonObject | null): Promise<string[]> => {
    const provider = await configured('own-key', prior['id'] as string);
    const toValue = (values: JsonObject) => configOfSchema(provider.schema.resources[resource], values);
    const [config, proposed] = [next && toValue(next), next && toValue({ ...prior, ...next })];
    const request = { type: resource, prior: toValue(prior), proposed, config, priorPrivate: NO_BYTES };
    const { diagnostics } = await provider.planResource(request);
    return diagnostics.map(({ severity, summary, detail }) => `${severity}: ${summary}: ${detail.slice(0, 40)}`);
  };
  const domain = { id: `rd_${'2'.repeat(27)}`, domain: 'a.example.com' };

  test.each([
    ['deletes', null],
    ['replaces', { domain: 'b.example.com' }],
  ])('that %s the object warns', async (_, next) => {
    expect(await warnings('netingress_domain', domain, next)).toEqual([
      expect.stringMatching(/^warning: The object of account_object is deleted: This plan deletes /),
    ]);
  });

  test('that changes it, or deletes the rule set with its id, does not', async () => {
    expect(await warnings('netingress_domain', domain, { domain: domain.domain, description: 'new' })).toEqual([]);
    expect(await warnings('netingress_ip_policy_rules', { id, ip_policy_id: id }, null)).toEqual([]);
  });
});

describe('offline', () => {
  const createOffline = (environment: Record<string, string> = {}) => {
    const connect = () => {
      throw new Error('Neither a validation nor an invalid configuration connects');
    };
    return createProvider({ environment, connect });
  };
  const validate = async (accountObject: string) => {
    const provider = createOffline();
    const config = configOfSchema(provider.schema.provider, { account_object: accountObject });
    return (await provider.validateProviderConfig(config)).diagnostics;
  };

  const KSUID = '2Xr7ZBPCMGkuWuUKLwXnCPrhmGF';
  const readOnly = READ_ONLY_KINDS.filter(({ idPrefix }) => KINDS.every((kind) => kind.idPrefix !== idPrefix));

  test('an id of each kind that a configuration can create is accepted', async () => {
    const prefixes = KINDS.flatMap((kind) => listIdPrefixes(kind));
    for (const prefix of prefixes) expect([prefix, await validate(`${prefix}_${KSUID}`)]).toEqual([prefix, []]);
  });

  const expected = 'expected the id of an object of the account';
  const noInput = `which no configuration can create; ${expected}`;
  const texts = ['', 'office', 'ipp', 'ipp_', 'ipp_a b', `op_${KSUID}`, 'https://example.com/ip_policies/ipp_1'];
  test.each([
    ...readOnly.map(({ idPrefix, title }) => [`${idPrefix}_${KSUID}`, `, the id of ${withArticle(title)}, ${noInput}`]),
    ...texts.map((text) => [text, `; ${expected}`]),
  ])("'%s' is refused%s", async (text, reason) => {
    const detail = expect.stringContaining(`account_object is '${text}'${reason}`);
    const error = { severity: 'error', summary: 'Invalid provider configuration', path: ['account_object'], detail };
    expect(await validate(text)).toEqual([{ ...error, cause: { kind: 'setting' } }]);
  });

  test.each(NGROK_KINDS)('an id of $name is valid, and configure refuses it for profile spec', async (kind) => {
    const accountObject = `${kind.idPrefix}_${KSUID}`;
    expect(await validate(accountObject)).toEqual([]);
    const provider = createOffline({ NETINGRESS_BASE_URL: 'http://127.0.0.1', NETINGRESS_API_KEY: 'k' });
    const config = configOfSchema(provider.schema.provider, { account_object: accountObject });
    const detail = expect.stringContaining(`the id of ${withArticle(kind.title)}, and the profile 'spec' has none`);
    expect((await provider.configure({ config })).diagnostics).toMatchObject([{ path: ['account_object'], detail }]);
  });
});
