/** Each invariant alone: what it accepts and what it rejects. */
import { createClient } from '../../src/client';
import { createEmulator, type Emulator, type Snapshot } from '../../src/emulator';
import type { RunResult } from '../../src/terraform/run';
import { messageProblems, repair, serviceProblems } from './invariants';
import { secretsIn, secretsOf } from './secrets';
import { listServiceObjects, type ServiceObject, surplusOf } from './service-objects';
import type { Ground } from './test-environment';

let emulator: Emulator;
beforeEach(() => {
  emulator = createEmulator();
});

const client = () =>
  createClient({ baseUrl: 'https://service.invalid', apiKey: emulator.apiKey, fetch: emulator.fetch });
const snapshot = (): Promise<Snapshot> => emulator.snapshot({ secrets: true });

/** A run that reported these diagnostics and planned these addresses. */
function run(status: number, errors: readonly object[] = [], planned: readonly string[] = []): RunResult {
  const lines = [
    ...errors.map((diagnostic) => ({
      type: 'diagnostic',
      diagnostic: { severity: 'error', summary: '', ...diagnostic },
    })),
    ...planned.map((addr) => ({ type: 'planned_change', change: { resource: { addr }, action: 'create' } })),
  ];
  return { status, signal: null, stdout: lines.map((line) => JSON.stringify(line)).join('\n'), stderr: '' };
}

/** A fake Terraform that returns the given results in order and records its arguments. */
function groundOf(...results: readonly RunResult[]): Ground & { readonly asked: string[] } {
  const left = results.values();
  const asked: string[] = [];
  return {
    folder: '/nowhere',
    asked,
    snapshot,
    async delete(path) {
      asked.push(`DELETE ${path}`);
    },
    async terraform(...args) {
      asked.push(args.filter((arg) => !arg.startsWith('-')).join(' '));
      return left.next().value ?? run(0);
    },
  };
}

const id = `ipp_${'1'.repeat(27)}`;
const about = { types: ['netingress_ip_policy'], id };

test.each<[string, RunResult, string | undefined]>([
  ['no error', run(0), undefined],
  ['a failure without an error', run(1), 'the command ended with 1 and no error'],
  ['the object', run(1, [{ detail: `${id} is in use`, address: 'netingress_ip_policy.a' }]), undefined],
  ['the object without its address', run(1, [{ detail: `${id} is in use` }]), undefined],
  ['another address', run(1, [{ detail: id, address: 'netingress_domain.a' }]), 'said to be about netingress_domain.a'],
  ['no object', run(1, [{ detail: 'it is in use', address: 'netingress_ip_policy.a' }]), `does not name ${id}`],
])('an error must name its object: %s', (_, result, problem) => {
  expect(messageProblems(result, about)).toEqual(problem === undefined ? [] : [expect.stringContaining(problem)]);
});

test('an error about a request that names no object has an address, or names one', () => {
  const list = { types: ['netingress_ip_policy'] };
  expect(messageProblems(run(1, [{ detail: 'no', address: 'netingress_ip_policy.a' }]), list)).toEqual([]);
  expect(messageProblems(run(1, [{ detail: `of ${id}` }]), list)).toEqual([]);
  expect(messageProblems(run(1, [{ detail: `operation op_${'1'.repeat(27)}` }]), list)).toHaveLength(1);
});

describe('a repair', () => {
  const change = run(0, [], ['netingress_ip_policy.a']);
  const taken = run(1, [
    { detail: `There is one. terraform import netingress_ip_policy.<name> ${id}`, address: 'netingress_ip_policy.a' },
  ]);

  test.each([
    ['at once', groundOf(run(0)), 1],
    ['one apply', groundOf(change), 2],
    ['two applies', groundOf(run(1, [{ detail: 'no' }]), change), 3],
    ['import', groundOf(taken, run(0), change), 4],
    ['failed', groundOf(change, change, change), 3],
  ])('takes note of what it took: %s', async (recovery, ground, commands) => {
    expect((await repair(ground)).recovery).toBe(recovery);
    expect(ground.asked).toHaveLength(commands);
  });

  test('deletes first what the broken run names, and nothing else', async () => {
    const lost = run(1, [
      { detail: `ak_1, created at x, equals the request. delete it with\n  DELETE /api_keys/ak_1\nat` },
    ]);
    const ground = groundOf(change);
    expect((await repair(ground, lost)).recovery).toBe('delete');
    expect(ground.asked).toEqual(['DELETE /api_keys/ak_1', 'apply', 'apply']);
  });

  test('imports what the error names, where it is declared', async () => {
    const ground = groundOf(taken);
    await repair(ground);
    expect(ground.asked).toEqual(['apply', `import netingress_ip_policy.a ${id}`, 'apply']);
  });
});

test('the report names duplicates, missing objects and those of another user', async () => {
  const { id: idOfOther } = await client().ipPolicies.create({ description: 'of another user' });
  await client().ipPolicies.create({ description: 'ours' });
  const expected = listServiceObjects(await snapshot());
  const problems = async (wanted: readonly ServiceObject[]) =>
    serviceProblems(groundOf(), { expected: wanted, ofOthers: new Set([idOfOther]) }, await snapshot());
  expect(await problems(expected)).toEqual([]);
  const { id: duplicate } = await client().ipPolicies.create({ description: 'ours' });
  expect(await problems(expected)).toEqual([expect.stringContaining(`an undeclared object: ${duplicate}`)]);
  await client().ipPolicies.delete(duplicate);
  await client().ipPolicies.delete(idOfOther);
  expect(await problems(expected)).toEqual([
    'the service lacks ip_policy {"description":"of another user"}',
    `${idOfOther} of another user is gone`,
  ]);
});

test('objects are the same whatever their ids, and another where a secret differs', async () => {
  const make = async (secret: string): Promise<readonly ServiceObject[]> => {
    await emulator.reset();
    const { id: policy } = await client().ipPolicies.create({});
    await client().ipPolicyRules.create({ ip_policy_id: policy, cidr: '10.0.0.0/8', action: 'allow' });
    await client().create('event_destination', {
      format: 'json',
      target: {
        data_stream: {
          stream_rn: 'crn:cloud:stream:region-1:account:name/a',
          auth: { creds: { cloud_access_key_id: 'id', cloud_secret_access_key: secret } },
        },
      },
    });
    return listServiceObjects(await snapshot());
  };
  const [first, second, other] = [
    await make('secret of one'),
    await make('secret of one'),
    await make('another secret'),
  ];
  expect(surplusOf(first, second)).toEqual([]);
  expect(surplusOf(first, other).map(({ kind }) => kind)).toEqual(['event_destination']);
});

test('a token of the service is a secret in every output, but its id is not', async () => {
  const { id: key, token } = await client().apiKeys.create({ description: 'a description' });
  const secrets = secretsOf(await snapshot());
  expect(secretsIn(`Error: ${String(token)}`, secrets)).toHaveLength(1);
  expect(secretsIn(`Error: ${key}, a description`, secrets)).toEqual([]);
});
