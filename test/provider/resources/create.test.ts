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
import { createFakeService, type FakeService, serviceError } from '../../support/provider/fake-service';
import { configOf } from '../../support/provider/values';

describe('a lost create', () => {
  const rule = getKind('ip_policy_rule');
  const policy = getKind('ip_policy');
  const operator = getKind('kubernetes_operator');
  const subscription = getKind('event_subscription');

  const ruleBody = { ip_policy_id: 'ipp_1', cidr: '10.0.0.0/8', action: 'allow' };
  const hour = 3_600_000;

  let service: FakeService;
  let session: Session;
  let stop: AbortController;

  beforeEach(() => {
    service = createFakeService();
    stop = new AbortController();
    session = createSession(service.client, () => stop.signal);
  });

  const create = async (kind: typeof rule, body: JsonObject): Promise<JsonObject> =>
    (await createWithRecovery(kind, session, body)).object;
  const ruleCreate = (body: JsonObject = ruleBody): Promise<JsonObject> => create(rule, body);
  const idsOf = (): string[] => service.objects.map(({ id }) => id);

  /** A create as Terraform asks for it, with its diagnostics. */
  function apply(kind: typeof rule, body: JsonObject): Promise<ApplyResponse> {
    const config = configOf(kind, body);
    const { planned } = planValues(kind.attributes, config, null);
    return createObject(kind, session, { planned, config, private: new Uint8Array() });
  }

  const detailOf = ({ diagnostics }: ApplyResponse): string => diagnostics.map(({ detail }) => detail).join('\n');

  describe('with a natural key', () => {
    test('a create with a response is sent once, without a look-up', async () => {
      expect((await ruleCreate())['id']).toBe('ipr_1');
      expect(service.asked).toEqual(['create ip_policy_rule']);
    });

    test('after a lost response the object is found by any notation of its key, and nothing is sent again', async () => {
      service.fates = ['done_and_lost'];
      service.beforeResponse = () => {
        service.objects[0] = { ...service.objects[0], id: 'ipr_1', cidr: '2001:db8::/32' };
      };
      expect((await ruleCreate({ ...ruleBody, cidr: '2001:DB8:0::/32' }))['id']).toBe('ipr_1');
      expect(service.asked).toEqual(['create ip_policy_rule', 'list ip_policy_rule']);
    });

    test('a recovered object is in the write log, once, as one whose response arrived is', async () => {
      const version = session.writes.getVersion('ip_policy_rule');
      service.fates = ['done_and_lost', 'done'];
      await ruleCreate();
      await ruleCreate({ ...ruleBody, cidr: '11.0.0.0/8' });
      expect(session.writes.done.map(({ verb, kind, id }) => `${verb} ${kind} ${id}`)).toEqual([
        'created ip_policy_rule ipr_1',
        'created ip_policy_rule ipr_2',
      ]);
      // Two for each create, and one for the recovery, as the object may be newer than the end of its create.
      expect(session.writes.getVersion('ip_policy_rule') - version).toBe(5);
    });

    test('an object with the same key and other values belongs to another client, and is named', async () => {
      service.fates = ['lost'];
      service.beforeResponse = () => {
        if (service.objects.length === 0) service.add('ip_policy_rule', { ...ruleBody, action: 'deny' });
      };
      const response = await apply(rule, ruleBody);
      expect(response.state).toBeNull();
      expect(detailOf(response)).toMatch(
        /ipr_1, created at \S+, has the ip_policy_id and cidr of the request but other values/,
      );
      expect(detailOf(response)).toContain('terraform import ADDRESS ipr_1');
      expect(session.claimed.size).toBe(0);
    });

    test('a create that did not reach the service is sent again', async () => {
      service.fates = ['lost', 'done'];
      expect((await ruleCreate())['id']).toBe('ipr_1');
      expect(service.asked.filter((asked) => asked.startsWith('create'))).toHaveLength(2);
      expect(idsOf()).toEqual(['ipr_1']);
    });

    test('a create that is lost each time is sent three times', async () => {
      service.fates = ['lost', 'lost', 'lost', 'done'];
      await expect(ruleCreate()).rejects.toThrow(
        /the connection broke\. A look-up after 3 requests found no such IP policy rule, so it was not created\. Apply again\.$/,
      );
      expect(service.asked.filter((asked) => asked.startsWith('create'))).toHaveLength(3);
      expect(idsOf()).toEqual([]);
    });

    test('an object with another key is not a candidate', async () => {
      service.add('ip_policy_rule', { ...ruleBody, cidr: '11.0.0.0/8' });
      service.add('ip_policy_rule', { ...ruleBody, ip_policy_id: 'ipp_2' });
      service.fates = ['lost'];
      expect((await ruleCreate())['id']).toBe('ipr_3');
    });

    test('an object older than the create is never adopted, not even after a conflict', async () => {
      service.add('ip_policy_rule', ruleBody, hour);
      service.fates = ['lost', 'conflict'];
      const response = await apply(rule, ruleBody);
      expect(response.state).toBeNull();
      expect(detailOf(response)).toContain('terraform import ADDRESS ipr_1');
    });

    test('the age is computed by the clock of the service', async () => {
      service.now = Date.now() - 48 * hour;
      service.fates = ['done_and_lost'];
      expect((await ruleCreate())['id']).toBe('ipr_1');
    });

    test('a conflict after a lost response is with that object', async () => {
      service.fates = ['lost', 'conflict'];
      // The first create was slow: it is done when the second one is refused.
      service.beforeResponse = () => {
        if (service.asked.length > 1 && service.objects.length === 0) service.add('ip_policy_rule', ruleBody);
      };
      expect((await ruleCreate())['id']).toBe('ipr_1');
    });

    test('a conflict on the first attempt adopts nothing: the error names the object and the import command', async () => {
      service.add('ip_policy_rule', ruleBody);
      service.fates = ['conflict'];
      const response = await apply(rule, ruleBody);
      expect(response.state).toBeNull();
      expect(detailOf(response)).toContain('ERR_1408');
      expect(detailOf(response)).toContain(
        'The service already has an IP policy rule with this ip_policy_id and cidr: ipr_1',
      );
      expect(detailOf(response)).toContain('terraform import ADDRESS ipr_1');
      expect(session.claimed.size).toBe(0);
    });

    test('a kind whose conflicts have status 400 is recovered, and gives the import command, for the code of a duplicate only', async () => {
      const vault = getKind('vault');
      service.fates = ['refused'];
      expect(detailOf(await apply(vault, { name: 'edge' }))).not.toContain('already has');
      service.fates = ['lost', 'conflict'];
      service.beforeResponse = () => {
        if (service.asked.length > 2 && service.objects.length === 0) service.add('vault', { name: 'edge' });
      };
      expect((await apply(vault, { name: 'edge' })).state?.['id']).toBe('vault_1');
      service.fates = ['conflict'];
      const other = createSession(service.client, () => stop.signal);
      await expect(createWithRecovery(vault, other, { name: 'edge' })).rejects.toThrow('ERR_23004');
      session.claimed.clear();
      service.fates = ['conflict'];
      expect(detailOf(await apply(vault, { name: 'edge' }))).toContain('already has a vault with this name: vault_1');
    });

    test('a conflict of a key that is not unique gives the import command of the object that has it, if one is found', async () => {
      const endpoint = getKind('cloud_endpoint');
      const body = { url: 'https://app.example.com', traffic_policy: '{}' };
      service.fates = ['conflict'];
      expect(detailOf(await apply(endpoint, body))).not.toContain('import');
      service.add('cloud_endpoint', body, hour);
      service.fates = ['conflict'];
      const detail = detailOf(await apply(endpoint, body));
      expect(detail).toContain('terraform import ADDRESS ep_1');
    });

    test('a limit without an error code is not called a duplicate that was not found', async () => {
      const domain = getKind('domain');
      service.fates = ['limit'];
      const detail = detailOf(await apply(domain, { domain: 'app.example.com' }));
      expect(detail).toContain('the limit is 1');
      expect(detail).not.toMatch(/already has|import/);
      service.add('certificate_authority', { ca_pem: 'a' });
      service.fates = ['limit'];
      // Two authorities may have one certificate.
      expect(detailOf(await apply(getKind('certificate_authority'), { ca_pem: 'a' }))).not.toMatch(
        /already has|import/,
      );
    });

    test('a conflict with an object of the same run names it, without advice to import it', async () => {
      const first = await apply(rule, ruleBody);
      service.fates = ['conflict'];
      const response = await apply(rule, ruleBody);
      expect(detailOf(response)).toContain(
        `Another netingress_ip_policy_rule of this run has the same ip_policy_id and cidr: ${String(first.state?.['id'])}`,
      );
      expect(detailOf(response)).not.toContain('import');
    });

    test('the import command is given with a placeholder when the object in the way cannot be looked up', async () => {
      service.fates = ['conflict'];
      service.broken = serviceError('Cannot list IP policy rules: 503.', { status: 503 });
      const response = await apply(rule, ruleBody);
      expect(detailOf(response)).toContain('terraform import ADDRESS <id of the existing IP policy rule>');
      expect(detailOf(response)).not.toContain('503');
    });

    test('a look-up that fails too says so, and what to do', async () => {
      service.fates = ['done_and_lost'];
      service.broken = serviceError('Cannot list IP policy rules: 503.', { status: 503 });
      const response = await apply(rule, ruleBody);
      expect(response.state).toBeNull();
      expect(detailOf(response)).toContain('the connection broke');
      expect(detailOf(response)).toContain(
        'may or may not exist. The look-up failed too: Cannot list IP policy rules: 503.',
      );
      expect(detailOf(response)).toContain('import it with the block that `npx netingress moves --live` writes');
    });

    test.each(['api_key', 'tunnel_credential'])(
      'a lost %s is never advised to be imported: its token is lost',
      async (name) => {
        const credential = getKind(name);
        service.fates = ['done_and_lost'];
        service.broken = serviceError('Cannot list: 503.', { status: 503 });
        const failed = detailOf(await apply(credential, { description: 'ci' }));
        service.broken = undefined;
        service.add(name, { description: 'ci' });
        service.fates = ['done_and_lost'];
        const ambiguous = detailOf(await apply(credential, { description: 'ci' }));
        for (const detail of [failed, ambiguous]) {
          expect(detail).toContain('delete it, because its secret was lost with the response and is valid');
          expect(detail).not.toContain('import');
        }
      },
    );
  });

  describe('with a response about another object', () => {
    const body = { description: 'office', metadata: 'm' };
    const policyCreate = (): Promise<JsonObject> => create(policy, body);

    test('that was there before, the one that was made is looked up', async () => {
      service.add('ip_policy', { description: 'of another client' }, hour);
      service.fates = ['wrong_object'];
      expect((await policyCreate())['id']).toBe('ipp_2');
      expect(service.asked).toEqual(['create ip_policy', 'list ip_policy']);
    });

    test('that this process has made itself, the one that was made is looked up', async () => {
      await policyCreate();
      service.fates = ['wrong_object'];
      expect((await policyCreate())['id']).toBe('ipp_2');
      expect([...session.claimed]).toEqual(['ipp_1', 'ipp_2']);
    });

    test('of another natural key, the one that was made is looked up', async () => {
      service.add('ip_policy_rule', { ...ruleBody, cidr: '11.0.0.0/8' });
      service.fates = ['wrong_object'];
      expect((await ruleCreate())['id']).toBe('ipr_2');
    });

    test('and with nothing to be found, nothing is made again: the error says what to do', async () => {
      service.add('ip_policy', { description: 'of another client' }, hour);
      service.fates = ['wrong_object'];
      service.beforeResponse = (object) => {
        if (object) service.objects.splice(service.objects.indexOf(object), 1);
      };
      await expect(policyCreate()).rejects.toThrow(
        /about another object\. .* No object created since then equals the request\. .* `npx netingress moves --live` writes/,
      );
      expect(service.asked).toEqual(['create ip_policy', 'list ip_policy']);
    });
  });

  describe('without a natural key', () => {
    const body = { description: 'office', metadata: 'm' };

    test.each([
      ['description', { ...body, description: 'another' }],
      ['metadata', { ...body, metadata: 'another' }],
      ['the absence of metadata', { description: 'office' }],
    ])('an object that differs in %s is not a candidate', async (_, other) => {
      service.add('ip_policy', other);
      service.fates = ['lost'];
      expect((await create(policy, body))['id']).toBe('ipp_2');
      expect(service.objects).toHaveLength(2);
    });

    test('an object with more values than were sent is not a candidate, and no key of another client is deleted', async () => {
      const sent = { description: 'office' };
      service.add('ip_policy', body);
      service.fates = ['lost'];
      expect((await create(policy, sent))['id']).toBe('ipp_2');
      service.add('api_key', { description: 'of another pipeline' });
      service.fates = ['lost'];
      await create(getKind('api_key'), {});
      expect(idsOf()).toEqual(['ak_4', 'ak_3', 'ipp_2', 'ipp_1']);
    });

    test('sets are compared as sets, at every depth', async () => {
      const sent = {
        sources: [
          { type: 'ip_policy_created.v0' },
          { type: 'tcp_connection_closed.v0', fields: ['conn.client_ip', 'conn.bytes_in'] },
        ],
        destination_ids: ['ed_1', 'ed_2'],
      };
      service.fates = ['done_and_lost'];
      service.beforeResponse = () => {
        const [object] = service.objects;
        service.objects[0] = {
          ...object,
          id: 'esb_1',
          sources: [
            { type: 'tcp_connection_closed.v0', fields: ['conn.bytes_in', 'conn.client_ip'], uri: 'x' },
            { type: 'ip_policy_created.v0', uri: 'y' },
          ],
          destinations: [
            { id: 'ed_2', uri: '' },
            { id: 'ed_1', uri: '' },
          ],
        };
      };
      expect((await create(subscription, sent))['id']).toBe('esb_1');
    });

    test('values that are not returned do not distinguish objects', async () => {
      const sent = { enabled_features: ['bindings'], binding: { csr: 'a request', endpoint_selectors: ['true'] } };
      service.fates = ['done_and_lost'];
      service.beforeResponse = () => {
        service.objects[0] = {
          id: 'k8sop_1',
          created_at: new Date(service.now).toISOString(),
          enabled_features: ['bindings'],
          region: 'global',
          binding: { endpoint_selectors: ['true'], cert: { cert: 'x', not_before: '', not_after: '' } },
        };
      };
      expect((await create(operator, sent))['id']).toBe('k8sop_1');
    });

    test('an adopted object is reported with its id, its creation time and what to do', async () => {
      service.fates = ['done_and_lost'];
      const { state, diagnostics } = await apply(policy, body);
      expect(state?.['id']).toBe('ipp_1');
      expect(diagnostics.map(({ severity, summary }) => [severity, summary])).toEqual([
        ['warning', 'Adopted IP policy after a lost response'],
      ]);
      expect(diagnostics[0]?.detail).toContain(`ipp_1, created at ${service.objects[0]?.['created_at']}`);
      expect(diagnostics[0]?.detail).toContain('terraform state rm ADDRESS');
    });

    test('a secret that was lost with the response is an error that names the object, and nothing is deleted', async () => {
      service.fates = ['done_and_lost'];
      const response = await apply(getKind('api_key'), { description: 'ci' });
      expect(response.state).toBeNull();
      expect(detailOf(response)).toMatch(/ak_1, created at \S+, equals the request and is not in the state/);
      expect(detailOf(response)).toContain('DELETE /api_keys/ak_1');
      // The fake service throws on a DELETE.
      expect(service.asked).toEqual(['create api_key', 'list api_key']);
      expect(idsOf()).toEqual(['ak_1']);
    });

    test.each([undefined, 'yesterday', 7, null])(
      'an object whose created_at is %j is not a candidate',
      async (createdAt) => {
        const object = service.add('ip_policy', body, hour);
        service.objects[0] = { ...object, created_at: createdAt as string };
        service.fates = ['lost'];
        expect((await create(policy, body))['id']).toBe('ipp_2');
        expect(idsOf()).toEqual(['ipp_2', 'ipp_1']);
      },
    );

    test('several candidates are an error that names them', async () => {
      service.add('ip_policy', body);
      service.fates = ['done_and_lost'];
      const response = await apply(policy, body);
      expect(response.state).toBeNull();
      expect(detailOf(response)).toMatch(
        /several objects equal the request: ipp_2, created at \S+; ipp_1, created at /,
      );
      expect(detailOf(response)).toContain('terraform import ADDRESS <id>');
    });

    test('equal creates at once each end up with an object of their own, whichever of them is lost', async () => {
      // The second of three is lost while the responses to its equal siblings are in flight.
      service.fates = ['done', 'lost', 'done'];
      let response = (): void => undefined;
      const delayed = new Promise<void>((resolve) => {
        response = resolve;
      });
      service.beforeResponse = (object) => (object && service.objects.length <= 2 ? delayed : undefined);
      const creates = [1, 2, 3].map(() => create(policy, body));
      setImmediate(response);
      const ids = (await Promise.all(creates)).map(({ id }) => String(id)).sort();
      expect(ids).toEqual(['ipp_1', 'ipp_2', 'ipp_3']);
      expect(idsOf().sort()).toEqual(ids);
    });
  });

  describe('when Terraform is interrupted', () => {
    test('requests that were not sent yet are not sent', async () => {
      stop.abort();
      await expect(ruleCreate()).rejects.toThrow('The call was ended');
      expect(idsOf()).toEqual([]);
    });

    test('what was done all the same is still found', async () => {
      service.fates = ['done_and_lost'];
      service.beforeResponse = () => stop.abort();
      expect((await ruleCreate())['id']).toBe('ipr_1');
    });

    test('a lost create is not sent again, also when later operations have a signal of their own', async () => {
      service.fates = ['lost', 'done'];
      service.beforeResponse = () => {
        stop.abort();
        stop = new AbortController();
      };
      await expect(ruleCreate()).rejects.toThrow('A look-up after the request found no such IP policy rule');
      expect(service.asked).toEqual(['create ip_policy_rule', 'list ip_policy_rule']);
      expect(idsOf()).toEqual([]);
    });
  });

  test('a refusal is an error as it is: nothing is looked up or sent again', async () => {
    service.fates = ['refused'];
    await expect(ruleCreate()).rejects.toThrow('400 ERR_215');
    expect(service.asked).toEqual(['create ip_policy_rule']);
  });
});

/** Two runs send equal creates at once, and one response is lost at a random moment. */
const SCHEDULES = campaignSize(60, 200);

/** When the response of the first run is lost. */
const MOMENTS = ['before the service gets the request', 'after the service performed it'] as const;

interface Scenario {
  readonly kind: string;
  readonly body: (policyId: string) => JsonObject;
}

const scenarios: readonly Scenario[] = [
  { kind: 'ip_policy_rule', body: (ip_policy_id) => ({ ip_policy_id, cidr: '10.0.0.0/8', action: 'allow' }) },
  { kind: 'ip_policy', body: () => ({ description: 'office', metadata: 'm' }) },
  { kind: 'api_key', body: () => ({ description: 'ci' }) },
];

async function pause(turns: number): Promise<void> {
  for (let n = 0; n < turns; n++) await new Promise((resolve) => setImmediate(resolve));
}

/** One schedule. Returns both results with what each run did and what the service contains in the end. */
async function runSchedule({ kind: name, body: bodyOf }: Scenario, seed: number) {
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
    const policy =
      emulator.objects('ip_policy')[0] ?? (await createDirectly(emulator, '/ip_policies', { description: 'parent' }));
    const kind = getKind(name);
    const config = configOf(kind, bodyOf(String(policy['id'])));
    const { planned } = planValues(kind.attributes, config, null);
    const results = await Promise.all(
      runs.map(
        ({ session }): Promise<ApplyResponse> =>
          createObject(kind, session, { planned, config, private: new Uint8Array() }),
      ),
    );
    const stored = emulator.objects(name).map(({ id }) => String(id));
    return { moment, results, methods, createdBy, stored };
  } finally {
    await Promise.all(runs.map(({ client }) => client.close()));
    await emulator.close();
  }
}

test(`in ${SCHEDULES} schedules no object is deleted, and no object of another run is adopted without a warning`, async () => {
  const outcomes = new Map<string, number>();
  for (let seed = 1; seed <= SCHEDULES; seed++) {
    const scenario = scenarios[seed % scenarios.length] as Scenario;
    const { results, methods, createdBy, stored } = await runSchedule(scenario, seed);
    const at = { seed, kind: scenario.kind };
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
    // Every object is in a state or named by an error: none is forgotten.
    const known = results.flatMap(({ state, diagnostics }) => [
      String(state?.['id']),
      ...diagnostics.map(({ detail }) => detail),
    ]);
    const forgotten = stored.filter((id) => createdBy.has(id)).filter((id) => !known.some((text) => text.includes(id)));
    expect({ ...at, forgotten }).toEqual({ ...at, forgotten: [] });
    const outcome = `${scenario.kind}: ${severities.join(', ')}`;
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  }
  // The schedules reach each of the rules.
  expect([...outcomes.keys()]).toEqual(
    expect.arrayContaining([
      'ip_policy_rule: warning, created',
      'ip_policy_rule: warning, error',
      'ip_policy: warning, created',
      'ip_policy: error, created',
      'api_key: error, created',
    ]),
  );
});
