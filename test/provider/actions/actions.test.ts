/** The actions as Terraform calls them, without the wire: validation, progress, failures and interruption. */
import { ACTIONS, actionType } from '../../../src/model/actions';
import { invokeWithProgress } from '../../../src/provider/actions/invoke';
import type { ProviderDiagnostic } from '../../../src/provider/protocol/diagnostic';
import { getRegistry, getType } from '../../../src/provider/registry';
import { createTestService, errorResponse, type TestService } from '../../support/provider/service';
import { configOfSchema } from '../../support/provider/values';

const { actions } = getRegistry([]);

let service: TestService;

beforeEach(() => {
  service = createTestService();
});
afterEach(async () => {
  await service.close();
});

const validate = (type: string, values: Readonly<Record<string, unknown>>): readonly ProviderDiagnostic[] =>
  getType(actions, type).validate(configOfSchema(getType(actions, type).schema, values));

interface Invoked {
  readonly progress: readonly string[];
  readonly errors: readonly string[];
}

async function invoke(type: string, values: Readonly<Record<string, unknown>>): Promise<Invoked> {
  const progress: string[] = [];
  const completed: (readonly ProviderDiagnostic[])[] = [];
  const action = getType(actions, type);
  const events = invokeWithProgress(service.session, undefined, (session, report) =>
    action.invoke(session, configOfSchema(getType(actions, type).schema, values), report),
  );
  for await (const event of events) {
    if ('progress' in event) progress.push(event.progress);
    else completed.push(event.diagnostics);
  }
  expect(completed).toHaveLength(1);
  // Terraform does not show a warning without an error.
  expect((completed[0] ?? []).filter(({ severity }) => severity !== 'error')).toEqual([]);
  return { progress, errors: (completed[0] ?? []).map(({ summary, detail }) => `${summary}: ${detail}`) };
}

const createPolicy = async (): Promise<string> => (await service.session.client.create('ip_policy', {})).id;

test.each(ACTIONS)('$name reports each missing argument at its path', (action) => {
  const required = Object.entries(action.attributes).filter(([, { presence }]) => presence === 'required');
  const paths = validate(actionType(action), {}).map(({ path }) => path);
  for (const [name] of required) expect(paths).toContainEqual([name]);
});

test('netingress_verify_access fails if a rule has an action that is not known', async () => {
  const policy = await createPolicy();
  const body = { ip_policy_id: policy, cidr: '203.0.113.0/24', action: 'allow' };
  await service.session.client.create('ip_policy_rule', body);
  service.intervene(async (request) => {
    if (!request.url.includes('/ip_policy_rules')) return undefined;
    const text = await (await service.emulator.fetch(request)).text();
    return new Response(text.replace('"allow"', '"challenge"'), { headers: { 'Content-Type': 'application/json' } });
  });
  for (const name of ['must_admit', 'must_deny']) {
    const config = { ip_policy_ids: [policy], [name]: ['203.0.113.7'] };
    expect((await invoke('netingress_verify_access', config)).errors).toEqual([
      expect.stringMatching(/^Access is not known: .* is not known: the action 'challenge' of the rule ipr_/),
    ]);
  }
});

test('a service that fails ends the action with one error', async () => {
  service.intervene(() => errorResponse(400, 'ERR_4', 'broken'));
  const { errors } = await invoke('netingress_verify_access', { ip_policy_ids: ['ipp_1'], must_deny: ['::1'] });
  expect(errors).toEqual([expect.stringMatching(/^Cannot read the rules .*broken/)]);
});

describe('netingress_verify_access', () => {
  const type = 'netingress_verify_access';
  const rule = async (policy: string): Promise<unknown> =>
    service.session.client.create('ip_policy_rule', { ip_policy_id: policy, cidr: '203.0.113.0/24', action: 'allow' });

  test('an optional argument that is null requires nothing', async () => {
    const policy = await createPolicy();
    await rule(policy);
    const config = { ip_policy_ids: [policy], must_admit: ['203.0.113.0/24'], must_deny: null };
    expect(await invoke(type, config)).toEqual({ progress: ['Read 1 rule.', 'Verified 1 network.'], errors: [] });
  });

  test('two invocations at once both succeed', async () => {
    const config = { ip_policy_ids: [await createPolicy()], must_deny: ['::/0'] };
    const both = await Promise.all([invoke(type, config), invoke(type, config)]);
    expect(both.flatMap(({ errors }) => errors)).toEqual([]);
  });
});
