/** `netingress access check` with an account: answers, requirements, and what is not known. */
import { createEmulator, type Emulator } from '../../../src/emulator';
import { createProxy, type ProxiedRequest, pass } from '../../support/acceptance/proxy';
import { type RanInProcess, runInProcess, withError, withOutput } from '../../support/cli/run-in-process';
import { createObject } from '../../support/emulator/create-object';
import { requestsAfter } from '../../support/emulator/requests-of';

let emulator: Emulator;
let env: Record<string, string>;

beforeAll(async () => {
  emulator = createEmulator();
  env = { NETINGRESS_BASE_URL: (await emulator.listen()).url, NETINGRESS_API_KEY: emulator.apiKey };
  const policies: Record<string, string> = {};
  for (const [description, cidr, action] of [
    ['Offices', '203.0.113.0/24', 'allow'],
    ['Partners', '203.0.113.64/26', 'deny'],
    ['Open', '0.0.0.0/0', 'allow'],
    ['Twice', '10.0.0.0/8', 'allow'],
    ['Twice', '10.0.0.0/8', 'allow'],
  ] as const) {
    const { id: policy } = await createObject(emulator, '/ip_policies', { description });
    await createObject(emulator, '/ip_policy_rules', { ip_policy_id: policy, cidr, action, description: 'Berlin' });
    policies[description] = policy;
  }
  const { Offices = '', Partners = '' } = policies;
  const restrict = (type: string, enforced: boolean, ip_policy_ids: string[]) =>
    createObject(emulator, '/ip_restrictions', { type, enforced, ip_policy_ids });
  await restrict('api', true, [Offices, Partners]);
  await restrict('agent', false, [Offices]);
});
afterEach(() => emulator.faults.clear());
afterAll(() => emulator.close());

const check = (...args: string[]): Promise<RanInProcess> => runInProcess(['access', 'check', ...args], { env });

test('yes and no end with 0 and name the deciding rules; only lists are read', async () => {
  const before = emulator.requests().length;
  const { status, stdout } = await check('203.0.113.7', '203.0.113.70', '--restriction', 'api');
  expect([status, stdout.trimEnd().split('\n')]).toEqual([
    0,
    [
      'Access',
      '  203.0.113.7 is admitted by the API.',
      "    allow 203.0.113.0/24 'Berlin' of 'Offices'",
      '  203.0.113.70 is denied by the API.',
      "    deny 203.0.113.64/26 'Berlin' of 'Partners'",
      '',
      'Every answer is decided.',
    ],
  ]);
  const paths = requestsAfter(emulator, before).map((request) => request.split('?')[0]);
  expect(paths.sort()).toEqual(['GET /ip_policies', 'GET /ip_policy_rules', 'GET /ip_restrictions']);
});

test('a network that is partly admitted is split', async () => {
  expect(await check('203.0.113.0/24', '--policy', 'Offices', '--policy', 'Partners')).toEqual(
    withOutput(0, '203.0.113.0/26, 203.0.113.128/25 admitted, 203.0.113.64/26 denied.'),
  );
});

test('without a named part the enforced and the other restriction are checked', async () => {
  const { status, stdout } = await check('198.51.100.7', '--json');
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    answers: [
      { subject: 'the API', answer: 'no', because: [] },
      { subject: 'the agent', answer: 'yes', because: ['the restriction is not enforced'] },
    ],
  });
});

test('requirements pass with 0 and fail with 2', async () => {
  const api = ['--restriction', 'api', '--must-admit', '203.0.113.0/26', '--must-deny', '198.51.100.0/24'];
  const met = [
    '  passed --must-admit 203.0.113.0/26: Admitted by the API.',
    '  passed --must-deny 198.51.100.0/24: Denied by the API.',
  ];
  const stdout = ['Gates', ...met, '', 'Every requirement is met.', ''].join('\n');
  expect(await check(...api)).toMatchObject({ status: 0, stdout });
  expect(await check('--policy', 'Offices', '--policy', 'Partners', '--must-admit', '203.0.113.0/24')).toEqual(
    withOutput(2, /^ {2}FAILED --must-admit 203\.0\.113\.0\/24: .* does not admit 203\.0\.113\.64\/26\.$/m),
  );
  expect(await check('--must-deny', '8.8.8.8')).toEqual(withOutput(2, 'The agent admits 8.8.8.8/32'));
});

test('a list that cannot be read leaves answers and requirements undecided, with the reason', async () => {
  emulator.faults.add({ match: { method: 'GET', path: '/ip_policy_rules' }, do: { status: 403 } });
  const ended = await check('203.0.113.7', '--restriction', 'api', '--must-deny', '8.8.8.8');
  const open = /Whether 203\.0\.113\.7 is admitted by the API is not known\. It depends on: the list of ip_policy_rule/;
  expect(ended).toEqual(withOutput(3, open));
  expect(ended.stdout).toContain('NOT DECIDED --must-deny 8.8.8.8/32');
});

test('why a list cannot be read is printed once, however many answers depend on it', async () => {
  emulator.faults.add({ match: { method: 'GET' }, do: { status: 401 } });
  const { status, stdout, stderr } = await check('--must-admit', '203.0.113.0/24', '--must-deny', '8.8.8.8');
  expect(status).toBe(3);
  // Two requirements about four types of restrictions.
  expect(stdout.match(/the list of ip_restriction objects could not be read/g)).toHaveLength(8);
  expect(stdout).not.toContain('API key');
  expect(stderr.match(/Cannot read all objects of ip_restriction: .*401/g)).toHaveLength(1);
});

/** Lets the command read the account through a proxy; `handle` responds to requests whose path begins with `path`. */
async function withProxy<Result>(
  path: string,
  handle: (request: ProxiedRequest, url: string) => Promise<void> | void,
  use: (check: (...args: string[]) => Promise<RanInProcess>) => Promise<Result>,
): Promise<Result> {
  const proxy = await createProxy(env['NETINGRESS_BASE_URL'] ?? '');
  proxy.handle = (request) => (request.path.startsWith(path) ? handle(request, proxy.url) : pass(request));
  const through = { env: { ...env, NETINGRESS_BASE_URL: proxy.url } };
  return use((...args) => runInProcess(['access', 'check', ...args], through)).finally(() => proxy.close());
}

test.each<[string, string, string, unknown, string?]>([
  ['enforced', 'agent', '/ip_restrictions', undefined, '198.51.100.7'],
  ['enforced', 'agent', '/ip_restrictions', null, '198.51.100.7'],
  ['ip_policies', 'api', '/ip_restrictions', undefined],
  ['ip_policies', 'api', '/ip_restrictions', null],
  ['action', 'api', '/ip_policy_rules', undefined],
])(
  'a member %s that responses lack, or have as null, leaves the answer for the %s open',
  async (member, type, path, value, address = '203.0.113.7') => {
    const without = async (request: ProxiedRequest): Promise<void> => {
      const { status, contentType, body } = await request.forward();
      // A member that is undefined is not in the JSON.
      const text = JSON.stringify(JSON.parse(body), (name, each) => (name === member ? value : each));
      request.respond(status, contentType, text);
    };
    const ended = await withProxy(path, without, (run) => run(address, '--restriction', type));
    expect(ended).toEqual(withOutput(3, /is not known\. It depends on: .*has no member/));
  },
);

test.each([
  ['nothing to check', [], 'Nothing to check'],
  ['a name of two policies', ['8.8.8.8', '--policy', 'Twice'], "2 IP policies are named 'Twice'"],
  ['an unknown type', ['8.8.8.8', '--restriction', 'web'], 'expected one of dashboard, api, agent, endpoints'],
  ['bits beyond the mask', ['203.0.113.7/24'], 'beyond its mask'],
  ['an invalid URL', ['8.8.8.8', '--endpoint', 'app.example.com'], '--endpoint'],
])('%s is an error', async (_, args, message) => expect(await check(...args)).toEqual(withError(1, message)));

test('whether a policy exists that an unread list may contain is not known', async () => {
  emulator.faults.add({ match: { method: 'GET', path: '/ip_policies' }, do: { status: 403 } });
  expect(await check('8.8.8.8', '--policy', 'Nowhere')).toEqual(
    withError(3, "Whether the IP policy 'Nowhere' exists is not known"),
  );
});

test('whether a policy that was read has its name alone is not known if the rest of the list was not read; by its id it decides', async () => {
  let id = '';
  const handle = async (request: ProxiedRequest, url: string): Promise<void> => {
    if (request.path.includes('before_id')) return request.respond(501, 'application/json', '{}');
    const { status, contentType, body } = await request.forward();
    const page = JSON.parse(body) as { readonly ip_policies: { readonly id: string; readonly description: string }[] };
    id = page.ip_policies.find(({ description }) => description === 'Offices')?.id ?? '';
    const next_page_uri = `${url}/ip_policies?before_id=${page.ip_policies.at(-1)?.id}&limit=100`;
    request.respond(status, contentType, JSON.stringify({ ...page, next_page_uri }));
  };
  await withProxy('/ip_policies', handle, async (run) => {
    expect(await run('203.0.113.7', '--policy', 'Offices')).toEqual(
      withError(3, new RegExp(`Whether only ${id} is named 'Offices' is not known: .* Give the id instead\\.`)),
    );
    expect(await run('203.0.113.7', '--policy', 'Twice')).toEqual(withError(1, "2 IP policies are named 'Twice'"));
    expect(await run('203.0.113.7', '--policy', id)).toEqual(withOutput(0, '203.0.113.7 is admitted'));
  });
});

test('without a restriction the answer is that every address is admitted, and no requirement is decided', async () => {
  const empty = createEmulator();
  const account = { env: { NETINGRESS_BASE_URL: (await empty.listen()).url, NETINGRESS_API_KEY: empty.apiKey } };
  try {
    const checkEmpty = (...args: string[]) => runInProcess(['access', 'check', ...args], account);
    expect(await checkEmpty('8.8.8.8')).toEqual(withOutput(0, 'No IP restriction exists, so every address may use'));
    expect(await checkEmpty('--must-deny', '8.8.8.8')).toEqual(withOutput(3, 'NOT DECIDED'));
  } finally {
    await empty.close();
  }
});
