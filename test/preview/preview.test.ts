/** The app was never deployed, so `terraform plan` fails for a stack that reads the state of another one. */
import { join } from 'node:path';
import { getKind } from '../../src/model/kinds';
import type { PreviewReport } from '../../src/preview/report';
import type { JsonObject } from '../../src/values/json';
import { type AllKinds, compositeDependencies, merged } from '../support/acceptance/all-kinds';
import { dependencies, minimalConfig } from '../support/acceptance/samples';
import { runInProcess } from '../support/cli/run-in-process';
import { requestsAfter } from '../support/emulator/requests-of';
import { expression } from '../support/expression';
import { appForAll, readStack } from '../support/preview/app';
import { wrapTerraform } from '../support/preview/wrap-terraform';

const app = appForAll();

/** A resource of the stack `one`, and resources of the stack `two` that need its id. */
interface Link {
  readonly made: readonly [kind: string, values: JsonObject];
  readonly used: (id: string) => Readonly<Record<string, JsonObject>>;
}

const sample = (kind: string, values: JsonObject = {}): JsonObject => ({
  ...minimalConfig(getKind(kind), { object: 0 }),
  ...values,
});
const managed = Object.values(compositeDependencies()['netingress_domain'] ?? {})[0] ?? {};
const destination = dependencies(getKind('event_subscription'))['netingress_event_destination']?.['dep0'] ?? {};

const rules = { '198.51.100.0/24': { action: 'allow' } };
const sources = [{ type: 'ip_policy_created.v0' }];

const LINKS: readonly Link[] = [
  {
    made: ['ip_policy', { description: 'Rule' }],
    used: (id) => ({ netingress_ip_policy_rule: { ip_policy_id: id, cidr: '203.0.113.0/24', action: 'allow' } }),
  },
  {
    made: ['ip_policy', { description: 'Rule set' }],
    used: (id) => ({ netingress_ip_policy_rules: { ip_policy_id: id, rules } }),
  },
  {
    made: ['event_destination', destination],
    used: (id) => ({ netingress_event_subscription: { sources, destination_ids: [id] } }),
  },
  {
    made: ['ssh_certificate_authority', { private_key_type: 'ed25519' }],
    used: (id) => ({
      netingress_ssh_host_certificate: sample('ssh_host_certificate', { ssh_certificate_authority_id: id }),
      netingress_ssh_user_certificate: sample('ssh_user_certificate', { ssh_certificate_authority_id: id }),
    }),
  },
  {
    made: ['tls_certificate', sample('tls_certificate')],
    used: (id) => ({ netingress_domain: { domain: 'uploaded.example.com', certificate_id: id } }),
  },
  {
    made: ['domain', { ...managed, domain: 'managed.example.com' }],
    used: (id) => ({ netingress_domain_certificate: { domain_id: id } }),
  },
];

const merge = (named: readonly (readonly [type: string, name: string, values: JsonObject])[]): AllKinds =>
  merged(...named.map(([type, name, values]) => ({ [type]: { [name]: values } })));

/**
 * A Terraform that logs its commands. An `apply` of the stacks `one` and `three` waits for the `apply` of the other
 * one, so it ends only if both run at once; it gives up after two minutes. The state of the stack `two` changes
 * meanwhile.
 */
const LOGGING = (log: string, stateOfTwo: string): string => `
echo "$1 $stack" >> '${log}'
case "$1 $stack" in
  'apply one') other=three ;;
  'apply three') other=one ;;
esac
tries=0
while [ -n "$other" ] && ! grep -q "apply $other" '${log}'; do
  tries=$((tries + 1))
  [ $tries -gt 1200 ] && exit 9
  sleep 0.1
done
case "$1 $stack" in
  'plan two') ls ../../stack-*/one/terraform.tfstate >> '${log}' ;;
  'apply two') echo '{"serial": 7}' > '${stateOfTwo}' ;;
esac`;

const NEITHER =
  'Neither of the stacks one and three depends on the other, .* data.netingress_event_destinations.all reads';

test('independent stacks are applied at once, one that reads ids of six resources after them, and one after a refused stack is blocked; each has its own objects and refusals; a state that changes meanwhile is named', async () => {
  await app.create('/reserved_domains', { domain: 'taken.example.com' });
  const outputOf = (name: string) => expression(`data.terraform_remote_state.one.outputs.${name}`);
  const one = merge(LINKS.map(({ made: [kind, values] }, at) => [`netingress_${kind}`, `made${at}`, values]));
  const ip_policy_ids = [outputOf('made0'), outputOf('made1')];
  const two = merge([
    ...LINKS.flatMap(({ used }, at) =>
      Object.entries(used(outputOf(`made${at}`))).map(([type, values]) => [type, `uses${at}`, values] as const),
    ),
    ['netingress_ip_restriction', 'api', { type: 'api', enforced: true, must_admit: [], ip_policy_ids }],
  ]);
  const idOf = (kind: string, name: string) => ({ value: expression(`netingress_${kind}.${name}.id`) });
  // The stack that reads another one comes first, so that the order must be found.
  await app.synthesize({
    two: { data: { terraform_remote_state: { one: readStack(app, 'one') } }, resource: two },
    one: {
      resource: one,
      output: Object.fromEntries(LINKS.map(({ made: [kind] }, at) => [`made${at}`, idOf(kind, `made${at}`)])),
    },
    three: {
      data: { netingress_event_destinations: { all: {} } },
      resource: { netingress_domain: { taken: { domain: 'taken.example.com' } } },
    },
    four: { dependsOn: ['three'], resource: { netingress_ip_policy: { own: { description: 'Policy of four' } } } },
  });
  const log = join(app.folder, 'commands.log');
  const PATH = await wrapTerraform(join(app.folder, 'bin'), LOGGING(log, app.state('two')));
  const before = app.emulator.requests().length;
  const context = { cwd: app.folder, env: { ...app.env, PATH } };
  const { stdout, stderr } = await runInProcess(['preview', '--json', '--address', '192.0.2.1'], context);
  const report = JSON.parse(stdout) as PreviewReport;
  expect(report).toMatchObject({
    result: 'refused',
    stacks: [
      { name: 'one', status: 'applied' },
      { name: 'two', status: 'applied' },
      { name: 'three', status: 'refused' },
      { name: 'four', status: 'blocked', reason: 'it depends on three, which could not be applied' },
    ],
    refusals: [{ stack: 'three', path: 'three/taken', code: 'ERR_413' }],
    access: [
      {
        ...{ type: 'api', before: 'absent', after: 'enforced', newly_admitted: { networks: [] } },
        named_addresses: [{ address: '192.0.2.1', change: 'shut_out' }],
      },
    ],
    never_settles: [],
    incomplete: [
      expect.stringMatching(`^Stack one: ${NEITHER}`),
      expect.stringMatching(/^Stack two: its state changed during the preview/),
      expect.stringMatching(`^Stack three: ${NEITHER}`),
      'Stack four was not previewed: it depends on three, which could not be applied',
    ],
  });
  const created = report.objects.filter(({ action, path }) => action === 'create' && path !== null);
  const configured = (stack: string, resources: AllKinds): string[] =>
    Object.entries(resources).flatMap(([type, named]) =>
      // Waiting for a certificate makes no object.
      type === 'netingress_domain_certificate' ? [] : Object.keys(named).map((name) => `${stack} ${stack}/${name}`),
    );
  expect([...new Set(created.map(({ stack, path }) => `${stack} ${path}`))].sort()).toEqual(
    [...new Set([...configured('one', one), ...configured('two', two)])].sort(),
  );
  const commands = (await app.read('commands.log')).split('\n');
  // The plan of the dependent stack starts after the state was written.
  const planned = commands.indexOf('plan two');
  expect(commands.indexOf('apply one')).toBeLessThan(planned);
  expect(commands.slice(planned + 1).some((line) => line.endsWith('/one/terraform.tfstate'))).toBe(true);
  expect(commands).not.toContain('plan four');
  // The account is read once, and nothing is written to it.
  const requests = requestsAfter(app.emulator, before);
  expect(report.cost.read_requests).toBe(requests.length);
  expect(requests.filter((request) => !request.startsWith('GET '))).toEqual([]);
  // A refused apply has no second plan, and a blocked stack has no plan.
  const lines = stderr.trimEnd().split('\n');
  const phases = ['plan', 'apply to the copy', 'second plan'];
  const expected = { one: phases, two: phases, three: phases.slice(0, 2), four: [] };
  for (const [index, [name, own]] of Object.entries(expected).entries())
    expect(lines.filter((line) => line.includes(`(${name})`))).toEqual(
      own.map((phase) => `stack ${index + 1} of 4 (${name}): ${phase}`),
    );
  expect(lines.filter((line) => !line.startsWith('stack '))).toEqual([
    'copying 4 stacks and their states',
    `reading the account at ${app.url}`,
    'comparing the accounts before and after',
    expect.stringMatching(/^Read the account with \d+ requests; /),
    expect.stringContaining('refused'),
  ]);
}, 600_000);
