/** Compares the emulator with a model of a hundred lines, for many accounts at once. */
import * as fc from 'fast-check';
import { tries } from '../fuzz';
import { createAccountModel, type Op } from '../support/emulator/account-model';
import { type ApiResponse, createApi } from '../support/emulator/api';

const accountCount = 64;
const paths = ['/ip_policies', '/ip_policy_rules', '/ip_restrictions'];

/** An operation and two numbers that select objects of any account. */
const steps = fc.array(fc.tuple(fc.nat(8), fc.nat(10_000), fc.nat(10_000)), { minLength: 20, maxLength: 20 });

type Known = Readonly<Record<string, string[]>>;

/** Every third selected object belongs to another account. */
function opOf([what, a, b]: readonly [number, number, number], own: Known, all: Known): Op {
  const pick = <T>(list: readonly T[], n: number): T | undefined => list[n % Math.max(list.length, 1)];
  const idOf = (path: string, n: number): string =>
    pick((n % 3 === 0 ? all : own)[path] ?? [], Math.floor(n / 3)) ?? `${prefixes[path]}_${'0'.repeat(27)}`;
  const cidr =
    pick(['10.0.0.0/8', '192.0.2.0/24', '2001:DB8:0::/32', '10.0.0.1/8', '192.0.2.7', 'nonsense/8'], b) ?? '';
  const path = pick(paths, a) ?? '';
  const policy = idOf('/ip_policies', a);
  switch (what) {
    case 0:
    case 1:
      return { op: 'createPolicy', description: a % 2 ? `d${a}` : '' };
    case 2:
      return { op: 'updatePolicy', id: policy, description: b % 2 ? `d${b}` : '' };
    case 3:
    case 4:
      return { op: 'createRule', policy, cidr, action: pick(['allow', 'deny', 'allow', 'deny', 'drop'], b >> 3) ?? '' };
    case 5:
      return { op: 'updateRule', id: idOf('/ip_policy_rules', a), cidr };
    case 6:
      return {
        op: 'createRestriction',
        type: pick(['dashboard', 'api', 'agent', 'endpoints'], a) ?? '',
        policies: [[], [policy], [policy, policy], [policy, idOf('/ip_policies', b)]][b % 4] ?? [],
      };
    case 7:
      return { op: a % 2 ? 'get' : 'delete', path, id: idOf(path, b) };
    default:
      return { op: 'list', path, limit: 1 + (b % 4) };
  }
}

const prefixes: Readonly<Record<string, string>> = {
  '/ip_policies': 'ipp',
  '/ip_policy_rules': 'ipr',
  '/ip_restrictions': 'ipx',
};

test(`${accountCount} concurrent accounts are isolated and behave like the model`, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: accountCount, maxLength: accountCount }), async (sequences) => {
      const accounts = sequences.map((_, n) => ({ name: `a${n}`, apiKeys: [`key-${n}`] }));
      const api = createApi({ accounts, clock: '2030-01-01T00:00:00Z' });
      const all: Known = Object.fromEntries(paths.map((path) => [path, []]));
      const run = async (n: number): Promise<void> => {
        const model = createAccountModel();
        const own: Known = Object.fromEntries(paths.map((path) => [path, []]));
        for (const step of sequences[n] ?? []) {
          const op = opOf(step, own, all);
          const response = await send(api, op, `key-${n}`);
          const id = String(response.body['id']);
          const expected = model(op, id);
          const found = {
            status: response.status,
            ...(response.status >= 400 && 'error_code' in response.body && { code: response.body['error_code'] }),
            ...(response.status < 300 && response.status !== 204 && { body: response.body }),
          };
          expect([op, found]).toEqual([op, expected]);
          if (response.status === 201) {
            const path = String(response.body['uri']).replace(/^http:\/\/service\.test|\/[^/]+$/g, '');
            own[path]?.push(id);
            all[path]?.push(id);
          }
        }
      };
      await Promise.all(sequences.map((_, n) => run(n)));
    }),
    tries(3),
  );
});

function send(api: ReturnType<typeof createApi>, op: Op, key: string): Promise<ApiResponse> {
  const as = (method: string, path: string, body?: object) =>
    api.send(method, path, body, { authorization: `Bearer ${key}` });
  switch (op.op) {
    case 'createPolicy':
      return as('POST', '/ip_policies', { description: op.description });
    case 'updatePolicy':
      return as('PATCH', `/ip_policies/${op.id}`, { description: op.description });
    case 'createRule':
      return as('POST', '/ip_policy_rules', { ip_policy_id: op.policy, cidr: op.cidr, action: op.action });
    case 'updateRule':
      return as('PATCH', `/ip_policy_rules/${op.id}`, { cidr: op.cidr });
    case 'createRestriction':
      return as('POST', '/ip_restrictions', { type: op.type, ip_policy_ids: op.policies });
    case 'get':
      return as('GET', `${op.path}/${op.id}`);
    case 'delete':
      return as('DELETE', `${op.path}/${op.id}`);
    case 'list':
      return as('GET', `${op.path}?limit=${op.limit}`);
  }
}
