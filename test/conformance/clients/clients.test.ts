/**
 * The vendor's own API clients against the emulator. They were written independently of it, so their agreement is
 * evidence.
 */
import { createEmulator, type Emulator } from '../../../src/emulator';
import { describeWith, type Requirement } from '../../support/requirements';
import { type Api, createApi, type Members, type Target } from '../api';
import { policyId } from '../collections';
import { CLIENTS, type ClientFacts, findDefect, isLacking, METHODS, type Operation } from './clients';
import { judgeService } from './judge-service';
import { SERVICES } from './services';
import { CONNECT, type VendorClient } from './vendor-client';

jest.setTimeout(300_000);

/** What the test of each client needs. */
const REQUIREMENTS: Readonly<Record<ClientFacts['name'], readonly Requirement[]>> = {
  JavaScript: [],
  Python: ['CAMPAIGN=full', 'python3 -m venv'],
  Go: ['CAMPAIGN=full', 'go'],
};

/** A refusal of each operation, with what makes the arguments of the call. */
const REFUSALS: [operation: string, code: number, status: number, args: (api: Api) => Promise<Members>][] = [
  ['get', 1402, 404, async () => ({ id: `ipp_${'0'.repeat(27)}` })],
  ['list', 233, 400, async () => ({ limit: '101' })],
  ['create', 100, 400, async () => ({ metadata: 'a'.repeat(5000) })],
  ['update', 1400, 400, async (api) => ({ id: await policyId(api) })],
  [
    'delete',
    1420,
    409,
    async (api) => {
      const id = await policyId(api);
      await api.create('/ip_restrictions', { type: 'api', ip_policy_ids: [id] });
      return { id };
    },
  ],
];

describe.each(Object.values(CLIENTS))('$package', (facts: ClientFacts) => {
  describeWith(REQUIREMENTS[facts.name], `the client for ${facts.name}`, () => {
    let emulator: Emulator;
    let client: VendorClient;
    let api: Api;

    beforeAll(async () => {
      emulator = createEmulator({ profile: 'ngrok' });
      const target: Target = { baseUrl: (await emulator.listen()).url, apiKey: emulator.apiKey, profile: 'ngrok' };
      api = createApi(target);
      client = CONNECT[facts.name](target.baseUrl, target.apiKey);
    });
    afterAll(async () => {
      client?.close();
      await emulator.close();
    });
    afterEach(() => emulator.reset());

    test.each(SERVICES.map((service) => [service.name, service] as const))(
      'creates, reads, updates, lists and deletes %s with its own defaults, except for what clients.ts lists',
      async (_name, service) => {
        for (const [operation, outcome] of Object.entries(await judgeService(client, api, service))) {
          const defect = findDefect(facts, service.name, operation as Operation);
          const expected = isLacking(facts, service.name, METHODS[operation as Operation])
            ? '"missing"'
            : (defect?.outcome ?? '"works"');
          expect(`${operation}: ${JSON.stringify(outcome)}`).toMatch(expected);
        }
      },
    );

    test.each(REFUSALS)('understands the refusal of %s (%i)', async (operation, code, status, args) => {
      const outcome = await client.perform({ service: 'ip_policies', operation, args: await args(api) });
      expect(outcome).toEqual({ refusal: { status, code: `ERR_NGROK_${code}` } });
    });

    test('adds, reads, lists, changes and removes a source of an event subscription', async () => {
      const id = { subscription_id: (await api.create('/event_subscriptions', {})).id };
      const source = { ...id, type: 'ip_policy_created.v0' };
      const perform = (operation: string, args: Members) =>
        client.perform({ service: 'event_sources', operation, args });
      const added = { value: expect.objectContaining({ type: source.type }) };
      expect(await perform('create', source)).toEqual(added);
      expect(await perform('get', source)).toEqual(added);
      const { outcome } = findDefect(facts, 'event_sources', 'update') ?? { outcome: /"value"/ };
      expect(JSON.stringify(await perform('update', source))).toMatch(outcome);
      expect(await perform('list', id)).toEqual({ value: expect.objectContaining({ sources: [added.value] }) });
      await perform('delete', source);
      expect(await perform('get', source)).toMatchObject({ refusal: { status: 404 } });
    });
  });
});
