import { createClient } from '../../../src/client';
import { createEmulator } from '../../../src/emulator';
import { getKind } from '../../../src/model/kinds';
import type { ApplyResponse } from '../../../src/provider/protocol/provider';
import { createWithRecovery } from '../../../src/provider/resources/object/recover-lost-create';
import { createObject } from '../../../src/provider/resources/object/write';
import { createSession, type Session } from '../../../src/provider/service/session';
import { planValues } from '../../../src/provider/state/plan-values';
import type { JsonObject } from '../../../src/values/json';
import { campaignSize, picker } from '../../fuzz';
import { createObject as createDirectly } from '../../support/emulator/create-object';
import { createFakeService, type FakeService, type Fate, serviceError } from '../../support/provider/fake-service';
import { configOf } from '../../support/provider/values';

function applyTo(session: Session, name: string, body: JsonObject): Promise<ApplyResponse> {
  const kind = getKind(name);
  const config = configOf(kind, body);
  const { planned } = planValues(kind.attributes, config, null);
  return createObject(kind, session, { planned, config, private: new Uint8Array() });
}

describe('a lost create', () => {
  const rule = { ip_policy_id: 'ipp_1', cidr: '10.0.0.0/8', action: 'allow' };
  const policy = { description: 'office', metadata: 'm' };
  const hour = 3_600_000;
  const unlisted = serviceError('Cannot list them: 503.', { status: 503 });

  let service: FakeService;
  let session: Session;
  let stop: AbortController;

  beforeEach(() => {
    service = createFakeService();
    stop = new AbortController();
    session = createSession(service.client, () => stop.signal);
  });

  /** The id of the object that a create with these fates returns. */
  async function create(kind: string, body: JsonObject, ...fates: Fate[]): Promise<unknown> {
    service.fates = fates;
    return (await createWithRecovery(getKind(kind), session, body)).object['id'];
  }
  const createRule = (...fates: Fate[]) => create('ip_policy_rule', rule, ...fates);
  const createPolicy = (...fates: Fate[]) => create('ip_policy', policy, ...fates);

  /** The id in the new state, null if there is none, and the details of the diagnostics. */
  async function apply(kind: string, body: JsonObject, ...fates: Fate[]): Promise<{ id: unknown; detail: string }> {
    service.fates = fates;
    const { state, diagnostics } = await applyTo(session, kind, body);
    return { id: state === null ? null : state['id'], detail: diagnostics.map(({ detail }) => detail).join('\n') };
  }
  const applyRule = (...fates: Fate[]) => apply('ip_policy_rule', rule, ...fates);

  const idsOf = (): string[] => service.objects.map(({ id }) => id);
  const creates = (): string[] => service.asked.filter((asked) => asked.startsWith('create'));

  describe('with a natural key', () => {
    test('a create with a response is sent once, without a look-up', async () => {
      expect([await createRule(), service.asked]).toEqual(['ipr_1', ['create ip_policy_rule']]);
    });

    test('after a lost response the object is found by any notation of its key, and nothing is sent again', async () => {
      service.beforeResponse = () => {
        service.objects[0] = { ...service.objects[0], id: 'ipr_1', cidr: '2001:db8::/32' };
      };
      expect(await create('ip_policy_rule', { ...rule, cidr: '2001:DB8:0::/32' }, 'done_and_lost')).toBe('ipr_1');
      expect(service.asked).toEqual(['create ip_policy_rule', 'list ip_policy_rule']);
    });

    test('a recovered object is in the write log, once, as one whose response arrived is', async () => {
      const version = session.writes.getVersion('ip_policy_rule');
      await createRule('done_and_lost');
      await create('ip_policy_rule', { ...rule, cidr: '11.0.0.0/8' });
      const written = session.writes.done.map(({ verb, kind, id }) => `${verb} ${kind} ${id}`);
      expect(written).toEqual(['created ip_policy_rule ipr_1', 'created ip_policy_rule ipr_2']);
      // Two for each create, and one for the recovery, as the object may be newer than the end of its create.
      expect(session.writes.getVersion('ip_policy_rule') - version).toBe(5);
    });

    test('an object with the same key and other values belongs to another client, and is named', async () => {
      service.beforeResponse = () => {
        if (service.objects.length === 0) service.add('ip_policy_rule', { ...rule, action: 'deny' });
      };
      const { id, detail } = await applyRule('lost');
      expect([id, session.claimed.size]).toEqual([null, 0]);
      expect(detail).toMatch(/ipr_1, created at \S+, has the ip_policy_id and cidr of the request but other values/);
      expect(detail).toContain('terraform import ADDRESS ipr_1');
    });

    test('a create that did not reach the service is sent again', async () => {
      expect([await createRule('lost', 'done'), creates().length, idsOf()]).toEqual(['ipr_1', 2, ['ipr_1']]);
    });

    test('a create that is lost each time is sent three times', async () => {
      const found = 'A look-up after 3 requests found no such IP policy rule, so it was not created. Apply again.';
      const message = new RegExp(`the connection broke\\. ${found.replaceAll('.', '\\.')}$`);
      await expect(createRule('lost', 'lost', 'lost', 'done')).rejects.toThrow(message);
      expect([creates().length, idsOf()]).toEqual([3, []]);
    });

    test('an object with another key is not a candidate', async () => {
      service.add('ip_policy_rule', { ...rule, cidr: '11.0.0.0/8' });
      service.add('ip_policy_rule', { ...rule, ip_policy_id: 'ipp_2' });
      expect(await createRule('lost')).toBe('ipr_3');
    });

    test('an object older than the create is not adopted after a lost response and a conflict', async () => {
      service.add('ip_policy_rule', rule, hour);
      const { id, detail } = await applyRule('lost', 'conflict');
      expect([id, detail]).toEqual([null, expect.stringContaining('terraform import ADDRESS ipr_1')]);
    });

    test('the age is computed by the clock of the service', async () => {
      service.now = Date.now() - 48 * hour;
      expect(await createRule('done_and_lost')).toBe('ipr_1');
    });

    test('a conflict after a lost response is with that object', async () => {
      // The first create was slow: it is done when the second one is refused.
      service.beforeResponse = () => {
        if (service.asked.length > 1 && service.objects.length === 0) service.add('ip_policy_rule', rule);
      };
      expect(await createRule('lost', 'conflict')).toBe('ipr_1');
    });

    test('a conflict on the first attempt adopts nothing: the error names the object and the import command', async () => {
      service.add('ip_policy_rule', rule);
      const { id, detail } = await applyRule('conflict');
      expect([id, session.claimed.size]).toEqual([null, 0]);
      const named = 'The service already has an IP policy rule with this ip_policy_id and cidr: ipr_1';
      for (const text of ['ERR_1408', named, 'terraform import ADDRESS ipr_1']) expect(detail).toContain(text);
    });

    test('a kind whose conflicts have status 400 is recovered, and gives the import command, only for the code of a duplicate', async () => {
      const vault = { name: 'edge' };
      expect((await apply('vault', vault, 'refused')).detail).not.toContain('already has');
      // The first create was slow: it is done when the second one is refused.
      service.beforeResponse = () => {
        if (creates().length % 2 === 1 && service.objects.length === 0) service.add('vault', vault);
      };
      expect((await apply('vault', vault, 'lost', 'refused')).id).toBeNull();
      service.objects.length = 0;
      expect((await apply('vault', vault, 'lost', 'conflict')).id).toBe('vault_2');
      session.claimed.clear();
      const { detail } = await apply('vault', vault, 'conflict');
      const named = 'already has a vault with this name: vault_2';
      for (const text of ['ERR_23004', named, 'terraform import ADDRESS vault_2']) expect(detail).toContain(text);
    });

    test('a conflict of a key that is not unique gives the import command of the object that has it, if one is found', async () => {
      const endpoint = { url: 'https://app.example.com', traffic_policy: '{}' };
      expect((await apply('cloud_endpoint', endpoint, 'conflict')).detail).not.toContain('import');
      service.add('cloud_endpoint', endpoint, hour);
      const { detail } = await apply('cloud_endpoint', endpoint, 'conflict');
      expect(detail).toContain('terraform import ADDRESS ep_1');
    });

    test('a limit without an error code is not called a duplicate that was not found', async () => {
      const { detail } = await apply('domain', { domain: 'app.example.com' }, 'limit');
      expect(detail).toContain('the limit is 1');
      expect(detail).not.toMatch(/already has|import/);
      service.add('certificate_authority', { ca_pem: 'a' });
      // Two authorities may have one certificate.
      const authority = await apply('certificate_authority', { ca_pem: 'a' }, 'limit');
      expect(authority.detail).not.toMatch(/already has|import/);
    });

    test('a conflict with an object of the same run names it, without advice to import it', async () => {
      const { id } = await applyRule();
      const { detail } = await applyRule('conflict');
      const another = 'Another netingress_ip_policy_rule of this run has the same ip_policy_id and cidr';
      expect(detail).toContain(`${another}: ${id}`);
      expect(detail).not.toContain('import');
    });

    test('the import command is given with a placeholder when the object in the way cannot be looked up', async () => {
      service.broken = unlisted;
      const { detail } = await applyRule('conflict');
      expect(detail).toContain('terraform import ADDRESS <id of the existing IP policy rule>');
      expect(detail).not.toContain('503');
    });

    test('a look-up that fails too says so, and what to do', async () => {
      service.broken = unlisted;
      const { id, detail } = await applyRule('done_and_lost');
      expect([id, detail]).toEqual([null, expect.stringContaining('the connection broke')]);
      expect(detail).toContain('may or may not exist. The look-up failed too: Cannot list them: 503.');
      expect(detail).toContain('import it with the block that `npx netingress moves --live` writes');
    });
  });

  describe('with a response about another object', () => {
    test.each<[string, () => unknown, () => Promise<unknown>, string]>([
      ['was there before', () => service.add('ip_policy', {}, hour), () => createPolicy('wrong_object'), 'ipp_2'],
      ['this process has made itself', () => createPolicy(), () => createPolicy('wrong_object'), 'ipp_2'],
      [
        'has another natural key',
        () => service.add('ip_policy_rule', { ...rule, cidr: '11.0.0.0/8' }),
        () => createRule('wrong_object'),
        'ipr_2',
      ],
    ])('that %s, the one that was made is looked up, and taken', async (_, prepare, createOne, id) => {
      await prepare();
      service.asked.length = 0;
      expect(await createOne()).toBe(id);
      expect(service.asked.map((asked) => asked.split(' ')[0])).toEqual(['create', 'list']);
      expect(session.claimed).toContain(id);
    });

    test('and with nothing to be found, nothing is made again: the error says what to do', async () => {
      service.add('ip_policy', { description: 'of another client' }, hour);
      service.beforeResponse = (object) => {
        if (object) service.objects.splice(service.objects.indexOf(object), 1);
      };
      await expect(createPolicy('wrong_object')).rejects.toThrow(
        /about another object\. .* No object created since then equals the request\. .* `npx netingress moves --live` writes/,
      );
      expect(service.asked).toEqual(['create ip_policy', 'list ip_policy']);
    });
  });

  describe('without a natural key', () => {
    test.each([
      ['description', { ...policy, description: 'another' }],
      ['metadata', { ...policy, metadata: 'another' }],
      ['the absence of metadata', { description: 'office' }],
    ])('an object that differs in %s is not a candidate', async (_, other) => {
      service.add('ip_policy', other);
      expect([await createPolicy('lost'), service.objects.length]).toEqual(['ipp_2', 2]);
    });

    test('an object with more values than were sent is not a candidate, and no key of another client is deleted', async () => {
      service.add('ip_policy', policy);
      expect(await create('ip_policy', { description: 'office' }, 'lost')).toBe('ipp_2');
      service.add('api_key', { description: 'of another pipeline' });
      await create('api_key', {}, 'lost');
      expect(idsOf()).toEqual(['ak_4', 'ak_3', 'ipp_2', 'ipp_1']);
    });

    test('sets are compared as sets, also those within elements of sets', async () => {
      const fields = ['conn.client_ip', 'conn.bytes_in'];
      const sources = [{ type: 'ip_policy_created.v0' }, { type: 'tcp_connection_closed.v0', fields }];
      service.beforeResponse = () => {
        const [object] = service.objects;
        const other = { type: 'tcp_connection_closed.v0', fields: [...fields].reverse(), uri: 'x' };
        const destinations = ['ed_2', 'ed_1'].map((id) => ({ id, uri: '' }));
        const reordered = { sources: [other, { type: 'ip_policy_created.v0', uri: 'y' }], destinations };
        service.objects[0] = { ...object, id: 'esb_1', ...reordered };
      };
      const body = { sources, destination_ids: ['ed_1', 'ed_2'] };
      expect(await create('event_subscription', body, 'done_and_lost')).toBe('esb_1');
    });

    test('values that are not returned do not distinguish objects', async () => {
      const [enabled_features, endpoint_selectors] = [['bindings'], ['true']];
      service.beforeResponse = () => {
        const binding = { endpoint_selectors, cert: { cert: 'x', not_before: '', not_after: '' } };
        const created_at = new Date(service.now).toISOString();
        service.objects[0] = { id: 'k8sop_1', created_at, enabled_features, region: 'global', binding };
      };
      const body = { enabled_features, binding: { csr: 'a request', endpoint_selectors } };
      expect(await create('kubernetes_operator', body, 'done_and_lost')).toBe('k8sop_1');
    });

    test('an adopted object is reported with its id, its creation time and what to do', async () => {
      service.fates = ['done_and_lost'];
      const { state, diagnostics } = await applyTo(session, 'ip_policy', policy);
      const summary = 'Adopted IP policy after a lost response';
      expect([state?.['id'], diagnostics]).toMatchObject(['ipp_1', [{ severity: 'warning', summary }]]);
      expect(diagnostics[0]?.detail).toContain(`ipp_1, created at ${service.objects[0]?.['created_at']}`);
      expect(diagnostics[0]?.detail).toContain('terraform state rm ADDRESS');
    });

    test('a secret that was lost with the response is an error that names the object, and nothing is deleted', async () => {
      const { id, detail } = await apply('api_key', { description: 'ci' }, 'done_and_lost');
      expect([id, idsOf()]).toEqual([null, ['ak_1']]);
      expect(detail).toMatch(/ak_1, created at \S+, equals the request and is not in the state/);
      expect(detail).toContain('DELETE /api_keys/ak_1');
      // The fake service throws on a DELETE.
      expect(service.asked).toEqual(['create api_key', 'list api_key']);
    });

    test.each(['api_key', 'tunnel_credential'])('a lost %s is to be deleted, and not imported', async (name) => {
      service.broken = unlisted;
      const failed = await apply(name, { description: 'ci' }, 'done_and_lost');
      service.broken = undefined;
      service.add(name, { description: 'ci' });
      const ambiguous = await apply(name, { description: 'ci' }, 'done_and_lost');
      for (const { detail } of [failed, ambiguous]) {
        expect(detail).toContain('delete it, because its secret was lost with the response and is valid');
        expect(detail).not.toContain('import');
      }
    });

    test.each([undefined, 'yesterday', 7, null])('an object created at %j is not a candidate', async (createdAt) => {
      service.objects[0] = { ...service.add('ip_policy', policy, hour), created_at: createdAt as string };
      expect(await createPolicy('lost')).toBe('ipp_2');
      expect(idsOf()).toEqual(['ipp_2', 'ipp_1']);
    });

    test('several candidates are an error that names them', async () => {
      service.add('ip_policy', policy);
      const { id, detail } = await apply('ip_policy', policy, 'done_and_lost');
      expect([id, detail]).toEqual([null, expect.stringContaining('terraform import ADDRESS <id>')]);
      expect(detail).toMatch(/several objects equal the request: ipp_2, created at \S+; ipp_1, created at /);
    });

    test('equal creates at once each end up with an object of their own, also the one that is lost', async () => {
      let response = (): void => undefined;
      const delayed = new Promise<void>((resolve) => {
        response = resolve;
      });
      service.beforeResponse = (object) => (object && service.objects.length <= 2 ? delayed : undefined);
      // Each create takes its fate before the next one begins. The second of three is lost while the responses to its
      // equal siblings are in flight.
      const ids = Promise.all([createPolicy('done'), createPolicy('lost'), createPolicy('done')]);
      setImmediate(response);
      expect((await ids).sort()).toEqual(['ipp_1', 'ipp_2', 'ipp_3']);
      expect(idsOf().sort()).toEqual(await ids);
      expect(creates()).toHaveLength(4);
    });
  });

  describe('when Terraform is interrupted', () => {
    test('requests that were not sent yet are not sent', async () => {
      stop.abort();
      await expect(createRule()).rejects.toThrow('The call was ended');
      expect(idsOf()).toEqual([]);
    });

    test('what was done all the same is still found', async () => {
      service.beforeResponse = () => stop.abort();
      expect(await createRule('done_and_lost')).toBe('ipr_1');
    });

    test('a lost create is not sent again, also when later operations have a signal of their own', async () => {
      service.beforeResponse = () => {
        stop.abort();
        stop = new AbortController();
      };
      const message = 'A look-up after the request found no such IP policy rule';
      await expect(createRule('lost', 'done')).rejects.toThrow(message);
      expect([service.asked, idsOf()]).toEqual([['create ip_policy_rule', 'list ip_policy_rule'], []]);
    });
  });

  test('a refusal is an error as it is: nothing is looked up or sent again', async () => {
    await expect(createRule('refused')).rejects.toThrow('400 ERR_215');
    expect(service.asked).toEqual(['create ip_policy_rule']);
  });
});

/** In each, two runs send equal creates at once, and the connection of the first one breaks. */
const SCHEDULES = campaignSize(60, 200);

/** When the connection breaks. */
const MOMENTS = ['before the service gets the request', 'after the service performed it'] as const;

const scenarios: Readonly<Record<string, (policyId: string) => JsonObject>> = {
  ip_policy_rule: (ip_policy_id) => ({ ip_policy_id, cidr: '10.0.0.0/8', action: 'allow' }),
  ip_policy: () => ({ description: 'office', metadata: 'm' }),
  api_key: () => ({ description: 'ci' }),
};

async function pause(turns: number): Promise<void> {
  for (let n = 0; n < turns; n++) await new Promise((resolve) => setImmediate(resolve));
}

/** One schedule. Returns both results with what each run did and what the service contains in the end. */
async function runSchedule(kind: string, seed: number) {
  const pick = picker(seed);
  const moment = MOMENTS[pick(MOMENTS.length)];
  const emulator = createEmulator();
  const methods: string[] = [];
  const createdBy = new Map<string, number>();
  let isLost = false;
  const runs = [0, 1].map((run) => {
    const client = createClient({
      baseUrl: 'http://emulator.localhost',
      apiKey: emulator.apiKey,
      maxRequestsPerMinute: 0,
      async fetch(request) {
        methods.push(request.method);
        const loses = run === 0 && !isLost && request.method === 'POST';
        await pause(pick(4));
        if (loses) isLost = true;
        if (loses && moment === MOMENTS[0]) {
          await pause(pick(4));
          throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
        }
        const response = await emulator.fetch(request);
        if (request.method === 'POST' && response.status === 201) {
          createdBy.set(String(((await response.clone().json()) as JsonObject)['id']), run);
        }
        await pause(pick(4));
        if (loses) throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
        return response;
      },
    });
    return { client, session: createSession(client, () => new AbortController().signal) };
  });
  try {
    const { id } = emulator.objects('ip_policy')[0] ?? (await createDirectly(emulator, '/ip_policies'));
    const body = scenarios[kind]?.(String(id)) ?? {};
    const results = await Promise.all(runs.map(({ session }) => applyTo(session, kind, body)));
    const stored = emulator.objects(kind).map((object) => String(object['id']));
    return { results, methods, createdBy, stored };
  } finally {
    await Promise.all(runs.map(({ client }) => client.close()));
    await emulator.close();
  }
}

test(`in ${SCHEDULES} schedules no object is deleted or forgotten, and none of another run is adopted without a warning`, async () => {
  const outcomes = new Set<string>();
  const names = Object.keys(scenarios);
  for (let seed = 1; seed <= SCHEDULES; seed++) {
    const kind = names[seed % names.length] ?? '';
    const { results, methods, createdBy, stored } = await runSchedule(kind, seed);
    const at = { seed, kind };
    expect({ ...at, deletes: methods.filter((method) => method === 'DELETE') }).toEqual({ ...at, deletes: [] });
    const severities = results.map(({ state, diagnostics }, run) => {
      const id = state && String(state['id']);
      const isOfOtherRun = id !== null && createdBy.get(id) !== run;
      const warned = diagnostics.some(({ severity, detail }) => severity === 'warning' && detail.includes(String(id)));
      expect({ ...at, run, silent: isOfOtherRun && !warned }).toEqual({ ...at, run, silent: false });
      const failed = diagnostics.some(({ severity }) => severity === 'error');
      expect({ ...at, run, stored: id !== null }).toEqual({ ...at, run, stored: !failed });
      return failed ? 'error' : warned ? 'warning' : 'created';
    });
    const details = results.flatMap(({ diagnostics }) => diagnostics.map(({ detail }) => detail));
    const known = [...results.map(({ state }) => String(state?.['id'])), ...details];
    const forgotten = stored.filter((id) => createdBy.has(id)).filter((id) => !known.some((text) => text.includes(id)));
    expect({ ...at, forgotten }).toEqual({ ...at, forgotten: [] });
    outcomes.add(`${kind}: ${severities.join(', ')}`);
  }
  // The schedules reach each of the rules.
  const ofRules = ['ip_policy_rule: warning, created', 'ip_policy_rule: warning, error'];
  const ofOthers = ['ip_policy: warning, created', 'ip_policy: error, created', 'api_key: error, created'];
  expect([...outcomes]).toEqual(expect.arrayContaining([...ofRules, ...ofOthers]));
});
