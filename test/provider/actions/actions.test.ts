import { once } from 'node:events';
import { ACTIONS, actionType } from '../../../src/model/actions';
import { invokeWithProgress } from '../../../src/provider/actions/invoke';
import type { ActionEvent } from '../../../src/provider/protocol/provider';
import { getRegistry, getType } from '../../../src/provider/registry';
import type { Session } from '../../../src/provider/service/session';
import { type CtyValue, type ObjectValue, objectValue, UNKNOWN } from '../../../src/values/cty-value';
import { createHarness, type Harness } from '../../support/provider/harness';
import { createTestService, errorResponse, type TestService } from '../../support/provider/service';
import { configOfSchema, withChanges } from '../../support/provider/values';

async function collect(events: AsyncIterable<ActionEvent>): Promise<ActionEvent[]> {
  const found: ActionEvent[] = [];
  for await (const event of events) found.push(event);
  return found;
}

describe('the actions', () => {
  const { actions } = getRegistry([]);
  const type = 'netingress_verify_access';

  let service: TestService;

  beforeEach(() => {
    service = createTestService();
  });
  afterEach(() => service.close());

  async function invoke(values: Readonly<Record<string, unknown>>) {
    const action = getType(actions, type);
    const config = configOfSchema(action.schema, values);
    const work: Parameters<typeof invokeWithProgress>[2] = (session, report) => action.invoke(session, config, report);
    const events = await collect(invokeWithProgress(service.session, undefined, work));
    const [diagnostics = [], ...more] = events.flatMap((event) => ('diagnostics' in event ? [event.diagnostics] : []));
    expect([events.at(-1), more]).toEqual([{ diagnostics }, []]);
    // Terraform may not show a warning without an error.
    expect(diagnostics.filter(({ severity }) => severity !== 'error')).toEqual([]);
    return {
      progress: events.flatMap((event) => ('progress' in event ? [event.progress] : [])),
      errors: diagnostics.map(({ summary, detail }) => `${summary}: ${detail}`),
    };
  }

  /** A policy with one rule. */
  async function createPolicy(): Promise<string> {
    const { client } = service.session;
    const { id } = await client.create('ip_policy', {});
    await client.create('ip_policy_rule', { ip_policy_id: id, cidr: '203.0.113.0/24', action: 'allow' });
    return id;
  }

  test.each(ACTIONS)('$name reports each missing required argument at its path', (action) => {
    const required = Object.entries(action.attributes).filter(([, { presence }]) => presence === 'required');
    const { schema, validate } = getType(actions, actionType(action));
    const paths = validate(configOfSchema(schema, {})).map(({ path }) => path);
    for (const [name] of required) expect(paths).toContainEqual([name]);
  });

  test('netingress_verify_access fails if a rule has an action that is not known', async () => {
    const policy = await createPolicy();
    service.changeListed('/ip_policy_rules', (rule) => ({ ...rule, action: 'challenge' }));
    for (const name of ['must_admit', 'must_deny']) {
      const config = { ip_policy_ids: [policy], [name]: ['203.0.113.7'] };
      const error = /^Access is not known: .* is not known: the action 'challenge' of the rule ipr_/;
      expect((await invoke(config)).errors).toEqual([expect.stringMatching(error)]);
    }
  });

  test('a service that fails ends the action with one error', async () => {
    service.intervene(() => errorResponse(400, 'ERR_4', 'broken'));
    const { errors } = await invoke({ ip_policy_ids: ['ipp_1'], must_deny: ['::1'] });
    expect(errors).toEqual([expect.stringMatching(/^Cannot read the rules .*broken/)]);
  });

  test('an optional argument of netingress_verify_access that is null requires nothing, and two invocations at once succeed', async () => {
    const config = { ip_policy_ids: [await createPolicy()], must_admit: ['203.0.113.0/24'], must_deny: null };
    const invoked = { progress: ['Read 1 rule.', 'Verified 1 network.'], errors: [] };
    expect(await Promise.all([invoke(config), invoke(config)])).toEqual([invoked, invoked]);
  });
});

describe('the plan of an action', () => {
  let harness: Harness;

  beforeEach(async () => {
    harness = await createHarness();
  });

  /** A configuration whose arguments all have the value. */
  function configOf(type: string, value: CtyValue): ObjectValue {
    return objectValue((harness.provider.schema.actions[type]?.attributes ?? []).map(({ name }) => [name, value]));
  }

  const TYPES = ACTIONS.map(actionType);

  test.each(TYPES)('%s is validated and planned with unknown values, and nothing is requested', async (type) => {
    const config = configOf(type, UNKNOWN);
    const { provider } = harness;
    expect((await provider.validate({ mode: 'action', type, config, writeOnlyAllowed: true })).diagnostics).toEqual([]);
    for (const deferralAllowed of [false, true])
      expect(await provider.planAction({ type, config, deferralAllowed })).toEqual({ diagnostics: [] });
    expect(harness.requests()).toEqual([]);
  });

  test.each(TYPES)(
    '%s that is invoked by a provider whose configuration is invalid ends with one error',
    async (type) => {
      await harness.provider.configure({ config: configOfSchema(harness.provider.schema.provider, { base_url: '' }) });
      const events = await collect(harness.provider.invokeAction({ type, config: configOf(type, null) }));
      expect(events).toEqual([{ diagnostics: [expect.objectContaining({ severity: 'error' })] }]);
    },
  );

  // The plan did not know these values.
  test.each<[Readonly<Record<string, CtyValue>>, readonly string[]]>([
    [{ ip_policy_ids: ['ipp_1'], must_deny: ['203.0.113.7/24'] }, ['must_deny']],
    [{ ip_policy_ids: ['ipp_1'], must_deny: [], must_admit: [] }, []],
    [{ ip_policy_ids: [null], must_deny: ['::1'] }, ['ip_policy_ids']],
  ])('netingress_verify_access with %j is refused, and nothing is requested', async (values, path) => {
    const type = 'netingress_verify_access';
    const config = withChanges(configOf(type, null), values);
    const events = await collect(harness.provider.invokeAction({ type, config }));
    const error = { severity: 'error', ...(path.length > 0 && { path }) };
    expect(events).toEqual([{ diagnostics: expect.arrayContaining([expect.objectContaining(error)]) }]);
    expect(harness.requests()).toEqual([]);
  });

  // A plan file contains the configuration.
  test.each(TYPES)('%s has no computed, sensitive or write-only attribute', (type) => {
    const { attributes = [] } = harness.provider.schema.actions[type] ?? {};
    const wrong = attributes.filter(({ computed, sensitive, writeOnly }) => computed || sensitive || writeOnly);
    expect(wrong).toEqual([]);
  });
});

describe('the invocation of an action', () => {
  let stop: AbortController;
  const session = { stopSignal: () => stop.signal } as Session;

  beforeEach(() => {
    stop = new AbortController();
  });

  const run = (work: Parameters<typeof invokeWithProgress>[2], redact?: (text: string) => string) =>
    collect(invokeWithProgress(session, redact, work));

  test('sends progress, one line each, and its diagnostics at the end', async () => {
    const events = await run(async (_, report) => {
      report('first\nsecond');
      await new Promise((resolve) => setTimeout(resolve, 5));
      report('third');
      return [];
    });
    expect(events).toEqual([{ progress: 'first second' }, { progress: 'third' }, { diagnostics: [] }]);
  });

  test('reports after ten seconds without progress that it still runs', async () => {
    jest.useFakeTimers();
    try {
      const events = run(async (_, report) => {
        await new Promise((resolve) => setTimeout(resolve, 15_000));
        report('half');
        await new Promise((resolve) => setTimeout(resolve, 15_000));
        return [];
      });
      await jest.advanceTimersByTimeAsync(30_000);
      const running = (seconds: number): ActionEvent => ({ progress: `Still running after ${seconds} s.` });
      expect(await events).toEqual([running(10), { progress: 'half' }, running(25), { diagnostics: [] }]);
      expect(jest.getTimerCount()).toBe(0);
    } finally {
      jest.useRealTimers();
    }
  });

  test('redacts secrets in progress, and in the error of an exception', async () => {
    const work: Parameters<typeof run>[0] = async (_, report) => {
      report('wrote s3cret');
      throw new Error('cannot store s3cret');
    };
    const events = await run(work, (text) => text.replaceAll('s3cret', '[redacted]'));
    expect(events).toHaveLength(2);
    expect(events[0]).toEqual({ progress: 'wrote [redacted]' });
    expect(events[1]).toEqual({ diagnostics: [expect.objectContaining({ severity: 'error' })] });
    expect(JSON.stringify(events)).not.toContain('s3cret');
  });

  test('sends no progress after StopProvider, and ends with an error unless the action had ended before', async () => {
    const interrupted = { diagnostics: [expect.objectContaining({ summary: 'Action interrupted' })] };
    const events = await run(async (_, report) => {
      stop.abort();
      report('late');
      return [];
    });
    expect(events).toEqual([interrupted]);
    for (const [ends, last] of [
      ['after StopProvider', interrupted],
      ['before StopProvider', { diagnostics: [] }],
    ] as const) {
      stop = new AbortController();
      const { signal } = stop;
      const seen: ActionEvent[] = [];
      const work: Parameters<typeof run>[0] = async (_, report) => {
        report('first');
        report('second');
        if (ends === 'after StopProvider') await once(signal, 'abort');
        return [];
      };
      for await (const event of invokeWithProgress(session, undefined, work)) if (seen.push(event) === 1) stop.abort();
      expect(seen).toEqual([{ progress: 'first' }, last]);
    }
  });
});
