/**
 * `netingress drift` as it is called, in this process, on an emulator that listens: states, remedies, events, faults
 * and exit statuses.
 */
import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { DriftReport } from '../../src/drift/report/report';
import type { JsonObject } from '../../src/values/json';
import { formatState, useAccount } from '../support/cli/command-line';
import { withError } from '../support/cli/run-in-process';
import { requestsOf } from '../support/emulator/requests-of';
import { SPEC_KINDS } from '../support/kinds';

const cli = useAccount();
const { create, write, writeApp } = cli;
const drift = (args: readonly string[], stdin = '') => run(['drift', ...args], stdin);

const run = (args: readonly string[], stdin = '', env: Readonly<Record<string, string>> = {}) =>
  cli.run(args, { env, stdin });

async function report(args: readonly string[], stdin?: string) {
  const { status, stderr, stdout } = await drift(['--format', 'json', ...args], stdin);
  return { status, stderr, report: JSON.parse(stdout || '{}') as DriftReport };
}

const policyState = (objects: readonly JsonObject[], provider?: string): string => {
  const resources = objects.map((attributes) => ({ kind: 'ip_policy', attributes }));
  return formatState(resources, provider);
};

const writeState = (objects: readonly JsonObject[], file = 's.json'): Promise<string> =>
  write(file, policyState(objects));

async function policies(count: number): Promise<JsonObject[]> {
  const made: JsonObject[] = [];
  for (let n = 0; n < count; n++) made.push(await create('/ip_policies', { description: `policy ${n}` }));
  return made;
}

test('exit status 0 in sync, and 2 with differences', async () => {
  await writeState(await policies(2));
  expect(await report(['--state', 's.json'])).toMatchObject({
    status: 0,
    report: { result: 'in_sync', findings: [], not_checked: ['pending', 'events'] },
  });
  await create('/ip_policies', { description: 'by hand' });
  const findings = [
    { type: 'unmanaged', name: 'by hand', remedy: { command: 'npx netingress adopt --out adopted --state s.json' } },
  ];
  const usage = { requests: SPEC_KINDS.length, pages: SPEC_KINDS.length };
  expect(await report(['--state', 's.json'])).toMatchObject({ status: 2, report: { findings, usage } });
});

test('a state with the provider of another registry is in sync', async () => {
  await write('s.json', policyState(await policies(2), 'registry.example.com:8443/acme/netingress'));
  expect(await report(['--state', 's.json'])).toMatchObject({ status: 0, report: { result: 'in_sync' } });
});

test('a local state of the app that --state leaves out is named', async () => {
  await policies(1);
  const path = join(cli.folder, 'terraform.access.tfstate');
  await writeApp({ access: { terraform: { backend: { local: { path } } } } });
  for (const file of ['terraform.access.tfstate', 'adopted.tfstate']) await writeState([], file);
  const warning = '--state replaces the states of the stacks, so terraform.access.tfstate is not read';
  expect((await drift(['--state', 'adopted.tfstate'])).stderr).toContain(warning);
  const both = ['--state', 'adopted.tfstate', '--state', 'terraform.access.tfstate'];
  expect((await drift(both)).stderr).not.toContain('--state replaces');
  expect((await drift([])).stderr).not.toContain('--state replaces');
  const inWorkspace = await run(['drift', '--state', 'adopted.tfstate'], '', { TF_WORKSPACE: 'staging' });
  expect(inWorkspace.stderr).not.toContain('--state replaces');
});

test('objects of stacks that --stack does not select are not unmanaged; if a state of them cannot be read, the report says so', async () => {
  const [own, sibling] = await policies(2);
  const cidr = '203.0.113.0/24';
  const rule = await create('/ip_policy_rules', { ip_policy_id: sibling?.['id'], cidr, action: 'allow' });
  const stack = (description: string): JsonObject => ({
    terraform: { backend: { local: { path: 'terraform.tfstate' } } },
    resource: { netingress_ip_policy: { n0: { description } } },
  });
  await writeApp({ access: stack('policy 0'), edge: stack('policy 1') });
  await writeState([own as JsonObject], 'cdktf.out/stacks/access/terraform.tfstate');
  const set = { id: sibling?.['id'], ip_policy_id: sibling?.['id'], rules: { '203.0.113.0/24': { action: 'allow' } } };
  const ofSibling = formatState([
    { kind: 'ip_policy', attributes: sibling as JsonObject },
    { kind: 'ip_policy_rules', attributes: set },
  ]);
  await write('cdktf.out/stacks/edge/terraform.tfstate', ofSibling);
  expect(await report(['--stack', 'access'])).toMatchObject({ status: 0, report: { findings: [] } });
  await write('cdktf.out/stacks/edge/terraform.tfstate', '{');
  const unread = await report(['--stack', 'access']);
  expect(unread.report.findings.map(({ type, id }) => [type, id])).toEqual([
    ['unmanaged', sibling?.['id']],
    ['unmanaged', rule.id],
  ]);
  const message = expect.stringMatching(/^Unmanaged objects may belong to another stack\..*stack edge/);
  expect(unread.report.incomplete).toMatchObject([{ reason: 'state_not_read', message }]);
});

test('configured objects in no state and their likely objects name each other and the import, no deployment and no adoption', async () => {
  const [policy] = await policies(1);
  const id = String(policy?.['id']);
  await create('/ip_policy_rules', { ip_policy_id: id, cidr: '203.0.113.0/24', action: 'allow' });
  await create('/ip_policies', { description: 'by hand' });
  const rules = { '203.0.113.0/24': { action: 'allow' } };
  await writeApp({
    access: {
      terraform: { backend: { local: { path: 'terraform.tfstate' } } },
      resource: {
        netingress_ip_policy: { office: { description: 'policy 0' }, planned: { description: 'later' } },
        netingress_ip_policy_rules: { office: { ip_policy_id: `\${netingress_ip_policy.office.id}`, rules } },
      },
    },
  });
  const { report: found } = await report([]);
  const remedies = found.findings.map(({ type, kind, address, name, remedy: { text, command } }) => [
    `${type} ${address?.split('.')[1] ?? name}`,
    kind,
    `${command?.split(' --state')[0]}`,
    text.includes(id) || text.includes('.office of the stack access'),
  ]);
  expect(remedies.sort()).toEqual(
    [
      ['pending office', 'ip_policy', 'npx netingress moves --live', true],
      ['pending office', 'ip_policy_rules', 'npx netingress moves --live', true],
      ['pending planned', 'ip_policy', expect.stringContaining('apply'), false],
      ['unmanaged by hand', 'ip_policy', 'npx netingress adopt --list', false],
      ['unmanaged policy 0', 'ip_policy', 'npx netingress moves --live', true],
      [`unmanaged ${id}/203.0.113.0/24`, 'ip_policy_rule', 'npx netingress moves --live', true],
    ].sort(),
  );
});

async function findCommand(env: Readonly<Record<string, string>> = {}): Promise<string | null | undefined> {
  const { stdout, stderr } = await run(['drift', '--json'], '', env);
  expect(stderr).not.toContain('Cannot');
  return (JSON.parse(stdout) as DriftReport).findings[0]?.remedy.command;
}

test('the command that adopts an object names the state of the selected workspace, not that of the default one', async () => {
  const stack = 'cdktf.out/stacks/access';
  const staging = { TF_WORKSPACE: 'staging' };
  await writeApp({ access: {} });
  await create('/ip_policies', { description: 'by hand' });
  await mkdir(join(cli.folder, stack, 'terraform.tfstate.d/staging'), { recursive: true });
  await writeState([], `${stack}/terraform.tfstate`);
  const inStack = `npx netingress adopt --out adopted --state ${stack}`;
  expect(await findCommand()).toBe(`${inStack}/terraform.tfstate`);
  expect(await findCommand(staging)).toBe('npx netingress adopt --list');
  await writeState([], `${stack}/terraform.tfstate.d/staging/terraform.tfstate`);
  expect(await findCommand(staging)).toBe(`${inStack}/terraform.tfstate.d/staging/terraform.tfstate`);
});

test('a file that a folder had before its state moved to a backend is in no command that adopts an object', async () => {
  await write('terraform', '#!/bin/sh\necho \'{"format_version": "1.0"}\'\n');
  await chmod(join(cli.folder, 'terraform'), 0o755);
  await writeState([], 'terraform.tfstate');
  await create('/ip_policies', { description: 'by hand' });
  const env = { PATH: `${cli.folder}:${process.env['PATH'] ?? ''}` };
  expect(await findCommand(env)).toBe('npx netingress adopt --out adopted --state terraform.tfstate');
  await write('.terraform/terraform.tfstate', '{}');
  expect(await findCommand(env)).toBe('npx netingress adopt --list');
});

test.each(['main.tf', 'edge.tofu'])(
  '--dir compares the state of a folder with %s: the remedy of a change applies there, and adopt writes HCL',
  async (file) => {
    const [own, unmanaged] = await policies(2);
    await mkdir(join(cli.folder, 'infra'));
    await write(`infra/${file}`, '');
    const unread = 'Cannot read a state in infra: Terraform has not run there.';
    expect(await drift(['--dir', 'infra'])).toEqual(withError(1, unread));
    await writeState([{ ...own, description: 'earlier' } as JsonObject], 'infra/terraform.tfstate');
    const adopt = 'npx netingress adopt --out adopted --format hcl --state infra/terraform.tfstate';
    const findings = [
      { type: 'changed', path: 'description', remedy: { command: expect.stringContaining(' -chdir=infra apply ') } },
      { type: 'unmanaged', id: unmanaged?.['id'], remedy: { command: adopt } },
    ];
    expect(await report(['--dir', 'infra'])).toMatchObject({ status: 2, report: { findings } });
  },
);

test('an HTML report names the account and the states at its head', async () => {
  await writeState(await policies(1));
  const { stdout } = await drift(['--state', 's.json', '--format', 'html']);
  expect(/<header>[\s\S]*<\/header>/.exec(stdout)?.[0]).toContain(`>Account ${cli.url} · s.json<`);
});

test('states come from files and standard input, and events attribute findings', async () => {
  const [a, b] = await policies(2);
  await writeState([a as JsonObject], 'a.json');
  const recorded = cli.emulator.events();
  await write('events.ndjson', recorded.map((event) => `${JSON.stringify(event)}\n`).join(''));
  await write('events.json', { total: 2, events: recorded });
  for (const events of ['events.ndjson', 'events.json']) {
    const stdin = policyState([{ ...b, description: 'as declared' }]);
    const result = await report(['--state', 'a.json', '--state', '-', '--events', events], stdin);
    const changed = { type: 'changed', path: 'description', before: 'as declared', after: 'policy 1' };
    const attribution = { author: { subject: 'owner@example.com' } };
    expect(result.report.findings).toMatchObject([{ ...changed, state: { file: 'standard input' }, attribution }]);
  }
});

/** The configuration of a stack whose state is the file `state.json` in its folder. */
const withLocalState = (configuration: object): object => ({
  ...configuration,
  terraform: { backend: { local: { path: 'state.json' } } },
});

test('an unknown stack is an error with the existing names, and so is a stack without a synthesized configuration', async () => {
  await writeState(await policies(1));
  const without = await drift(['--state', 's.json', '--stack', 'edge']);
  expect(without).toEqual(withError(1, 'there is no synthesized configuration'));
  await writeApp({ here: withLocalState({}), elsewhere: withLocalState({}) });
  const unknown = 'Unknown stack heer in cdktf.out; expected one of here, elsewhere. Correct --stack.';
  expect(await drift(['--stack', 'heer'])).toEqual(withError(1, unknown));
});

test('what is pending in a project of CDKTF is deployed with its library', async () => {
  const resource = { netingress_ip_policy: { office: { description: 'Office' } } };
  await writeApp({ edge: withLocalState({ resource }) });
  await writeState([], 'cdktf.out/stacks/edge/state.json');
  const command = async () => (await report([])).report.findings.map(({ remedy }) => remedy.command);
  expect(await command()).toEqual([expect.stringContaining('apply -target=netingress_ip_policy.office')]);
  await write('cdktf.json', '{}');
  await write('package.json', '{"dependencies": {"cdktn": "0.24"}}');
  expect(await command()).toEqual(['cdktn deploy edge']);
  await write('package.json', '{"devDependencies": {"cdktn-cli": "0.24"}}');
  expect(await command()).toEqual(['npx cdktn deploy edge']);
});

test('SARIF names the file in which a project declares its resources', async () => {
  await writeState(await policies(1));
  await create('/ip_policies', { description: 'by hand' });
  const files = async (...args: string[]): Promise<string[]> => {
    const { stdout } = await drift(['--format', 'sarif', '--state', 's.json', ...args]);
    return [...stdout.matchAll(/"uri": "(.*)"/g)].map(([, uri = '']) => uri);
  };
  expect(await files()).toEqual(['cdktf.json']);
  await write('edge.tf', '');
  expect(await files()).toEqual(['edge.tf']);
  await write('main.tf', '');
  expect(await files()).toEqual(['main.tf']);
  await write('team one/cdktf.out/manifest.json', { stacks: {} });
  await write('team one/cdktf.json', {});
  expect(await files('--app', 'team one/cdktf.out')).toEqual(['team%20one/cdktf.json']);
});

test('of a stack without resources, a resource in the state is pending, unless a moved block moves it', async () => {
  const moved = [{ from: 'netingress_ip_policy.n1', to: 'module.x.netingress_ip_policy.n1' }];
  await writeApp({ edge: withLocalState({ moved }) });
  await writeState(await policies(2), 'cdktf.out/stacks/edge/state.json');
  const { status, stdout } = await drift([]);
  const removed = 'IP policy "policy 0" netingress_ip_policy.n0\n    is deployed and no longer configured';
  expect([status, stdout]).toEqual([2, expect.stringContaining(removed)]);
  expect(stdout).toContain('remedy: terraform -chdir=cdktf.out/stacks/edge apply -target=netingress_ip_policy.n0');
  expect(stdout).not.toContain('netingress_ip_policy.n1');
});

test('--fail-on decides the exit status, and the last line explains it', async () => {
  const [a] = await policies(2);
  await writeState([a as JsonObject]);
  await write('i.yaml', 'rules: [{ type: unmanaged, reason: theirs }]');
  /** The exit status and the last line of the report. Unless the status is 0, stderr ends with the same line. */
  const last = async (...args: string[]): Promise<readonly [number, string | undefined]> => {
    const { status, stdout, stderr } = await drift(['--state', 's.json', ...args]);
    const closing = stdout.trimEnd().split('\n').at(-1);
    if (status !== 0) expect(stderr.trimEnd().split('\n').at(-1)).toBe(closing);
    return [status, closing];
  };
  const pending = 'pending changes require a synthesized configuration. Synthesize the app, or set --app';
  expect([
    await last('--fail-on', 'pending', '--ignore', 'i.yaml'),
    await last('--fail-on', 'changed', '--fail-on', 'pending'),
    await last('--fail-on', 'unmanaged'),
    await last('--fail-on', 'changed'),
    await last('--fail-on', 'changed', '--fail-on', 'missing'),
    await last('--fail-on', 'pending'),
  ]).toEqual([
    [3, `Incomplete: ${pending}; 1/2 objects managed.`],
    [3, `Incomplete: ${pending}; found 1 unmanaged; 1/2 objects managed.`],
    [2, 'Drift: 1 unmanaged; 1/2 objects managed.'],
    [0, 'Drift, but of no type that fails: 1 unmanaged; 1/2 objects managed.'],
    [0, 'Drift, but of no type that fails: 1 unmanaged; 1/2 objects managed.'],
    [3, `Incomplete: ${pending}; found 1 unmanaged; 1/2 objects managed.`],
  ]);
  expect((await drift(['--state', 's.json', '--fail-on', 'everything'])).status).toBe(1);
});

test('ignore rules are YAML or JSON, and an invalid rule is an error', async () => {
  await policies(1);
  await writeState([]);
  await write('i.yaml', 'rules:\n  - kind: ip_policy\n    name: policy *\n    reason: made by another team\n');
  const coverage = { total: { fraction: '0/1' } };
  const ignored = { findings: [], ignored: [{ reason: 'made by another team' }], coverage };
  expect(await report(['--state', 's.json', '--ignore', 'i.yaml'])).toMatchObject({ status: 0, report: ignored });
  await write('bad.json', '{"rules":[{"kind":"ip_policy"}]}');
  expect(await drift(['--state', 's.json', '--ignore', 'bad.json'])).toEqual(withError(1, 'rules.0.reason'));
});

test('a forbidden kind makes the run incomplete, and differences take precedence in the exit status', async () => {
  await policies(1);
  await writeState([]);
  cli.emulator.faults.add({ match: { operation: 'api_key.list' }, do: { status: 403 } });
  const { status, stderr, report: found } = await report(['--state', 's.json']);
  expect(status).toBe(2);
  expect((await drift(['--state', 's.json', '--fail-on', 'missing'])).status).toBe(3);
  expect(stderr).toContain('Incomplete: 1 not checked; found 1 unmanaged');
  expect(found.incomplete).toMatchObject([{ kind: 'api_key', reason: 'forbidden', status: 403 }]);
  expect(found.findings).toMatchObject([{ type: 'unmanaged' }]);
});

test('after a failure on the second page no unread object is reported as missing', async () => {
  const objects = await policies(102);
  await writeState(objects.map((object, index) => (index === 101 ? { ...object, description: 'other' } : object)));
  cli.emulator.faults.add({ match: { operation: 'ip_policy.list', nth: 2 }, do: { status: 501 } });
  const findings = [{ type: 'changed', path: 'description' }];
  const incomplete = [{ kind: 'ip_policy', reason: 'server_error', status: 501, objects_read: 100 }];
  expect(await report(['--state', 's.json'])).toMatchObject({ status: 2, report: { findings, incomplete } });
});

test('an object that is in no list is read by id, and is missing only if it is gone', async () => {
  const gone = { ...(await create('/ip_policies', { description: 'gone' })), id: `ipp_${'1'.repeat(27)}` };
  const listed = await create('/ip_policies', { description: 'listed' });
  const last = await create('/ip_policies', { description: 'not yet listed' });
  await writeState([gone, listed, last]);
  // The list lacks the object that was created last.
  cli.emulator.faults.add({ match: { operation: 'ip_policy.list' }, do: { stale: true } });
  let found: DriftReport | undefined;
  const sent = await requestsOf(cli.emulator, async () => {
    found = (await report(['--state', 's.json'])).report;
  });
  expect(found?.findings.filter(({ kind, type }) => kind === 'ip_policy' && type === 'missing')).toMatchObject([
    { id: gone.id },
  ]);
  expect(sent.filter((request) => request.includes('/ip_policies/')).sort()).toEqual(
    [gone, last].map(({ id }) => `GET /ip_policies/${id}`).sort(),
  );
});

test('an incomplete event is skipped, and makes the run incomplete', async () => {
  const [a] = await policies(1);
  await writeState([]);
  const line = JSON.stringify(cli.emulator.events()[0]);
  await write('torn.ndjson', `${line.slice(0, 40)}\n${line}\n${line.slice(0, 60)}`);
  const { status, stderr, report: found } = await report(['--state', 's.json', '--events', 'torn.ndjson']);
  expect([status, found.result]).toEqual([2, 'incomplete']);
  expect(stderr).toContain('Line 1 of torn.ndjson was skipped');
  expect(stderr).toContain('Line 3 of torn.ndjson was skipped');
  expect(found.findings).toMatchObject([{ id: a?.['id'], attribution: { event_type: 'ip_policy_created.v0' } }]);
});

test.each([
  ['no configuration and no state', [], {}, /No configuration and no state found/],
  ['an --app that does not exist', ['--app', 'no', '--state', 's.json'], {}, /Cannot read no: it has no/],
  ['empty standard input for --state', ['--state', '-'], {}, /Cannot read the state standard input: it is empty/],
  ['standard input twice', ['--state', '-', '--events', '-'], {}, /Several files are read from standard input/],
  ['no address', ['--state', 's.json'], { NETINGRESS_BASE_URL: '' }, /Set NETINGRESS_BASE_URL/],
])('%s is an error, before a request is sent', async (_, args, env, message) => {
  await writeState([]);
  const { status, stderr } = await run(['drift', ...args], '', env);
  expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringMatching(message) });
  expect(cli.emulator.requests()).toEqual([]);
});
