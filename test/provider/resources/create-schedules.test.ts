/** Two runs send equal creates at once, and one response is lost at a random moment. */
import { createClient } from '../../../src/client';
import { createEmulator } from '../../../src/emulator';
import { getKind } from '../../../src/model/kinds';
import type { ApplyResponse } from '../../../src/provider/protocol/provider';
import { createObject } from '../../../src/provider/resources/object/write';
import { createSession } from '../../../src/provider/service/session';
import { planValues } from '../../../src/provider/state/plan-values';
import type { JsonObject } from '../../../src/values/json';
import { picker } from '../../fuzz';
import { createObject as createDirectly } from '../../support/emulator/create-object';
import { configOf } from '../../support/provider/values';

const SCHEDULES = 200;

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
