/** The actions as Terraform calls them, without the wire: validation, progress, failures and interruption. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ACTIONS, actionType } from '../../../src/model/actions';
import { formatGrant } from '../../../src/model/grants/grant';
import type { JsonObject } from '../../../src/model/json';
import { invokeWithProgress } from '../../../src/provider/actions/invoke';
import type { Diagnostic } from '../../../src/provider/protocol/diagnostic';
import { buildRegistry, getType } from '../../../src/provider/registry';
import { type ObjectValue, objectValue, UNKNOWN } from '../../../src/values/cty-value';
import { createTestService, refusal, type TestService } from '../../support/provider/service';

const { actions } = buildRegistry([]);

let service: TestService;
let folder: string;

beforeEach(() => {
  service = createTestService();
  folder = mkdtempSync(join(tmpdir(), 'netingress-actions-'));
});
afterEach(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

function configOf(type: string, values: Readonly<Record<string, unknown>>): ObjectValue {
  const { schema } = getType(actions, type);
  return objectValue(schema.attributes.map(({ name }) => [name, (values[name] ?? null) as null]));
}

const validate = (type: string, values: Readonly<Record<string, unknown>>): readonly Diagnostic[] =>
  getType(actions, type).validate(configOf(type, values));

interface Invoked {
  readonly progress: readonly string[];
  readonly errors: readonly string[];
}

async function invoke(type: string, values: Readonly<Record<string, unknown>>): Promise<Invoked> {
  const progress: string[] = [];
  const completed: (readonly Diagnostic[])[] = [];
  const action = getType(actions, type);
  const events = invokeWithProgress(service.session, undefined, (session, report) =>
    action.invoke(session, configOf(type, values), report),
  );
  for await (const event of events) {
    if ('progress' in event) progress.push(event.progress);
    else completed.push(event.completed);
  }
  expect(completed).toHaveLength(1);
  // Terraform does not show a warning without an error.
  expect((completed[0] ?? []).filter(({ severity }) => severity !== 'error')).toEqual([]);
  return { progress, errors: (completed[0] ?? []).map(({ summary, detail }) => `${summary}: ${detail}`) };
}

const createPolicy = async (): Promise<string> => (await service.session.client.create('ip_policy', {})).id;

async function createGrant(policyId: string, cidr: string, until: string): Promise<string> {
  const metadata = formatGrant({ until, by: 'ana', reason: 'debug', ticket: null });
  const body: JsonObject = { ip_policy_id: policyId, cidr, action: 'allow', metadata };
  return (await service.session.client.create('ip_policy_rule', body)).id;
}

const PAST = '2000-01-01T00:00:00Z';
const FUTURE = '2900-01-01T00:00:00Z';
const networks = (): unknown[] => service.emulator.objects('ip_policy_rule').map(({ cidr }) => cidr);

test.each(ACTIONS)('$name is valid while everything is unknown, and has no computed attribute', (action) => {
  const unknown = Object.fromEntries(Object.keys(action.attributes).map((name) => [name, UNKNOWN]));
  expect(validate(actionType(action), unknown)).toEqual([]);
  const { schema } = getType(actions, actionType(action));
  expect(schema.attributes.filter(({ computed }) => computed)).toEqual([]);
});

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

describe('a service that fails', () => {
  const configs: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
    ['netingress_verify_access', { ip_policy_ids: ['ipp_1'], must_deny: ['::1'] }],
    ['netingress_access_reap', {}],
    ['netingress_credential_rotate', { name: 'ci', file: 'not-written' }],
  ];
  const unlimited = (): Promise<Response> => new Promise(() => undefined);
  const failures: readonly (readonly [string, () => Response | Promise<Response>, RegExp])[] = [
    ['cannot be reached', () => Promise.reject(new TypeError('fetch failed')), /fetch failed/],
    ['responds 429', () => refusal(429, 'ERR_3', 'slow down'), /429/],
    ['responds 500', () => refusal(500, 'ERR_4', 'broken'), /500/],
    ['does not respond', unlimited, /50 ms|within/],
  ];

  test.each(configs)('ends %s with one error each: no connection, 429, 500, no response', async (type, config) => {
    for (const [, respond, expected] of failures) {
      // A client delays its requests after a 429.
      await service.close();
      service = createTestService({}, { maxRetries: 0, requestTimeout: 50 });
      service.intervene(respond);
      const { errors } = await invoke(type, config);
      expect(errors).toEqual([expect.stringMatching(expected)]);
    }
    expect(readdirSync(folder)).toEqual([]);
  });

  test('waits for the end of a rate limit', async () => {
    const policy = await createPolicy();
    let limited = 0;
    service.intervene(() => {
      limited += 1;
      if (limited > 2) return undefined;
      return new Response('{}', { status: 429, headers: { 'Retry-After': '0', 'Content-Type': 'application/json' } });
    });
    expect(await invoke('netingress_verify_access', { ip_policy_ids: [policy], must_deny: ['::1'] })).toEqual({
      progress: ['Read 0 rules.', 'Verified 1 network.'],
      errors: [],
    });
  });
});

describe('netingress_access_reap', () => {
  const type = 'netingress_access_reap';

  test('deletes overdue grants of all policies, or of the named ones, with one line for each', async () => {
    const [first, second] = [await createPolicy(), await createPolicy()];
    await createGrant(first, '203.0.113.1/32', PAST);
    await createGrant(first, '203.0.113.2/32', FUTURE);
    await createGrant(second, '203.0.113.3/32', PAST);
    expect(await invoke(type, { ip_policy_ids: [first] })).toEqual({
      progress: [`Removed 203.0.113.1/32, which was granted until ${PAST}.`, 'Removed 1 overdue grant; 1 live.'],
      errors: [],
    });
    expect((await invoke(type, {})).progress.at(-1)).toBe('Removed 1 overdue grant; 1 live.');
    expect(networks()).toEqual(['203.0.113.2/32']);
    // A trigger may run the action twice.
    expect((await invoke(type, {})).progress).toEqual(['Removed 0 overdue grants; 1 live.']);
  });

  test('a grant that cannot be deleted fails the action, and the others are deleted', async () => {
    const policy = await createPolicy();
    for (const host of [1, 2]) await createGrant(policy, `203.0.113.${host}/32`, PAST);
    let refused = 0;
    service.intervene(({ method }) => {
      if (method !== 'DELETE' || refused > 0) return undefined;
      refused += 1;
      return refusal(400, 'ERR_1', 'in use');
    });
    const { progress, errors } = await invoke(type, {});
    expect(progress.at(-1)).toBe('Removed 1 overdue grant; 0 live.');
    expect(errors).toEqual([expect.stringMatching(/^Cannot remove an overdue grant: Rule \w+ still allows .*in use/)]);
    expect(networks()).toHaveLength(1);
  });

  test('two invocations at once delete each grant once, and both succeed', async () => {
    const policy = await createPolicy();
    for (const host of [1, 2, 3]) await createGrant(policy, `203.0.113.${host}/32`, PAST);
    const both = await Promise.all([invoke(type, {}), invoke(type, {})]);
    expect(both.flatMap(({ errors }) => errors)).toEqual([]);
    const removed = both.flatMap(({ progress }) => progress.filter((line) => line.includes('was granted')));
    expect([removed.length, networks()]).toEqual([3, []]);
  });

  test('a policy that does not exist, and a service that is down, are errors', async () => {
    expect((await invoke(type, { ip_policy_ids: ['ipp_missing'] })).errors[0]).toContain('Check ip_policy_ids');
    service.intervene(() => refusal(403, 'ERR_2', 'no access'));
    expect((await invoke(type, {})).errors).toEqual([expect.stringContaining('no access')]);
  });

  test('after StopProvider nothing is deleted, and the action ends with an error', async () => {
    const policy = await createPolicy();
    await createGrant(policy, '203.0.113.1/32', PAST);
    service.stop();
    const { progress, errors } = await invoke(type, {});
    expect([progress, errors.length]).toEqual([[], 1]);
    expect(networks()).toHaveLength(1);
  });
});

describe('netingress_credential_rotate', () => {
  const type = 'netingress_credential_rotate';
  const file = (): string => join(folder, 'token');
  const keys = (): unknown[] => service.emulator.objects('api_key').map(({ id }) => id);

  test('writes the token to a file of its owner, and reports no part of it', async () => {
    writeFileSync(file(), 'earlier', { mode: 0o644 });
    const { progress, errors } = await invoke(type, { name: 'ci', file: file() });
    expect(errors).toEqual([]);
    expect(progress).toEqual([
      expect.stringMatching(/^Created the credential ak_\w+, rotation 1\.$/),
      'Wrote the token.',
      'Rotated; 0 earlier credentials valid until the next rotation.',
    ]);
    const token = readFileSync(file(), 'utf8').trim();
    expect([token.length > 30, statSync(file()).mode & 0o777, readdirSync(folder)]).toEqual([true, 0o600, ['token']]);
    expect(progress.join('\n')).not.toContain(token.slice(-16));
  });

  test('deletes the credential before the previous one', async () => {
    for (let round = 0; round < 2; round++) await invoke(type, { name: 'ci', file: file() });
    const [newest, oldest] = keys();
    const { progress } = await invoke(type, { name: 'ci', file: file() });
    expect(progress).toContain(`Deleted the credential ${String(oldest)}, rotation 1.`);
    expect(keys().slice(1)).toEqual([newest]);
  });

  test('a file that cannot be written is an error at its path, and deletes the new credential', async () => {
    await invoke(type, { name: 'ci', file: file() });
    const before = keys();
    const { errors } = await invoke(type, { name: 'ci', file: join(folder, 'missing', 'token') });
    expect(errors).toEqual([expect.stringContaining('Cannot write the token')]);
    expect(keys()).toEqual(before);
  });

  test('two invocations at once keep the credential whose token the file contains', async () => {
    await invoke(type, { name: 'ci', file: file() });
    const config = { name: 'ci', file: file() };
    const both = await Promise.all([invoke(type, config), invoke(type, { ...config, file: `${file()}2` })]);
    expect(both.flatMap(({ errors }) => errors)).toEqual([]);
    for (const name of [file(), `${file()}2`])
      expect(keys()).toContain(`ak_${readFileSync(name, 'utf8').split('_')[0] ?? ''}`);
  });

  test('bindings of an API key, and a private key in sealed_for, are refused by validation', () => {
    const config = { name: 'ci', file: 'token' };
    expect(validate(type, { ...config, acl: ['*'] })[0]?.path).toEqual(['acl']);
    const [problem] = validate(type, { ...config, sealed_for: '-----BEGIN PRIVATE KEY-----' });
    expect([problem?.path, problem?.detail]).toEqual([['sealed_for'], expect.stringContaining('is a private key')]);
    expect(validate(type, { ...config, type: 'secret' })[0]?.path).toEqual(['type']);
  });

  test('a lost response to the create is an error, and the next rotations delete that credential', async () => {
    await invoke(type, { name: 'ci', file: file() });
    const token = readFileSync(file(), 'utf8');
    service.intervene(async (request) => {
      if (request.method !== 'POST') return undefined;
      await service.emulator.fetch(request);
      throw new TypeError('connection lost');
    });
    const { errors } = await invoke(type, { name: 'ci', file: file() });
    expect(errors).toEqual([expect.stringContaining('is still valid. Invoke the action again.')]);
    expect(readFileSync(file(), 'utf8')).toBe(token);
    service.intervene(() => undefined);
    for (let round = 0; round < 2; round++) await invoke(type, { name: 'ci', file: file() });
    expect(keys()).toHaveLength(2);
  });
});
