/**
 * Secrets by source and surface: a report in any format, what a command prints, its files and the arguments of
 * Terraform contain none.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import { createProgram } from '../../src/cli/program';
import type { CliContext } from '../../src/command/context';
import { PROVIDER_ADDRESS } from '../../src/terraform/mirror';
import type { JsonObject } from '../../src/values/json';
import { useAccount } from '../support/cli/command-line';
import { expression } from '../support/expression';
import { wrapTerraform } from '../support/preview/wrap-terraform';
import { testRows } from '../support/requirements';

const cli = useAccount();

const SOURCES = {
  'a value that a state marks': 'planted-in-state',
  'the value of the account for it': 'planted-in-response',
  'metadata that a state marks': 'planted-in-metadata',
  'the key of a map that a state marks': '198.51.100.77/32',
  'an attribute that is sensitive in the model': 'planted-in-model',
  'a call of sensitive() in a configuration': 'planted-in-call',
  'a value that a plan marks': 'planted-in-plan',
  'a network that a plan marks': '203.0.113.99/32',
  'a sensitive variable': 'planted-in-variable',
  'the API key': 'planted-api-key-5d41402abc4b2a76',
  'the password in a URL': 'planted-in-url',
  'the password of a proxy': 'planted-in-proxy',
} as const;

const attribute = (value: string) => [[{ type: 'get_attr', value }]];

const resource = (type: string, name: string, attributes: JsonObject, marks: object[] = []) => ({
  mode: 'managed',
  type: `netingress_${type}`,
  name,
  provider: `provider["${PROVIDER_ADDRESS}"]`,
  instances: [{ attributes, sensitive_attributes: marks }],
});

async function plant(): Promise<void> {
  await cli.startEmulator({ apiKeys: [SOURCES['the API key']] });
  cli.env['PATH'] = await wrapTerraform(join(cli.folder, 'bin'), `printf '%s\\n' "$@" >>'${cli.folder}/arguments'`);
  cli.env['NETINGRESS_API_KEY'] = SOURCES['the API key'];
  cli.env['TF_VAR_token'] = SOURCES['a sensitive variable'];
  const policy = await cli.create('/ip_policies', { description: SOURCES['the value of the account for it'] });
  const other = await cli.create('/ip_policies', { description: 'Other' });
  await cli.create('/ip_policy_rules', { ip_policy_id: other.id, cidr: '192.0.2.0/24', action: 'allow' });
  await cli.create('/ip_restrictions', { type: 'api', enforced: true, ip_policy_ids: [other.id] });
  const rules = { [SOURCES['the key of a map that a state marks']]: { action: 'allow' } };
  const description = SOURCES['a value that a state marks'];
  const marked = { description, metadata: SOURCES['metadata that a state marks'] };
  await cli.write('prod.tfstate', {
    version: 4,
    outputs: { token: { value: SOURCES['a value that a state marks'], type: 'string', sensitive: true } },
    resources: [
      resource('ip_policy', 'office', { id: policy.id, ...marked }, Object.keys(marked).flatMap(attribute)),
      resource('ip_policy_rules', 'office', { id: policy.id, ip_policy_id: policy.id, rules }, attribute('rules')),
    ],
  });
  const call = SOURCES['a call of sensitive() in a configuration'];
  const private_key_pem = SOURCES['an attribute that is sensitive in the model'];
  await cli.writeApp({
    prod: {
      resource: {
        netingress_ip_policy: { called: { description: `\${sensitive ("${call}")}` } },
        netingress_tls_certificate: { edge: { description: 'Edge', certificate_pem: 'x', private_key_pem } },
      },
    },
  });
  const configured = {
    terraform: { required_providers: { netingress: { source: PROVIDER_ADDRESS } } },
    variable: { token: { sensitive: true } },
    resource: {
      netingress_ip_policy: {
        called: { description: `\${sensitive("${call}")}` },
        named: { description: expression('var.token') },
      },
    },
  };
  await cli.writeApp({ prod: configured }, 'next');
  // A stack in which `terraform init` has run, and whose configuration is no longer valid.
  const provider = { netingress: { api_key: SOURCES['the API key'] } };
  await cli.writeApp({ edge: { terraform: { backend: { none: {} } }, provider } }, 'broken');
  await cli.write('broken/stacks/edge/.terraform/environment', 'default');
  const after = {
    ...{ ip_policy_id: other.id, action: 'allow', cidr: SOURCES['a network that a plan marks'] },
    description: SOURCES['a value that a plan marks'],
  };
  const created = { actions: ['create'], before: null, after, after_unknown: { id: true } };
  const type = 'netingress_ip_policy_rule';
  const rule = { address: `${type}.new`, mode: 'managed', type, name: 'new' };
  const change = { ...created, after_sensitive: { cidr: true, description: true } };
  await cli.write('plan.json', {
    ...{ format_version: '1.2', planned_values: {}, complete: true, errored: false },
    configuration: { root_module: {} },
    resource_changes: [{ ...rule, provider_name: PROVIDER_ADDRESS, change }],
  });
}

/** Arguments of each command that has formats. A command without a row here fails the first test. */
const WITH_FORMATS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'access check': [['--plan', 'plan.json', '--no-new-access'], ['192.0.2.1']],
  'access grant': [['192.0.2.77', '--policy', 'Other', '--for', '1h', '--reason', 'debug']],
  'access list': [[]],
  'access reap': [[]],
  'access revoke': [['192.0.2.77', '--policy', 'Other']],
  adopt: [['--state', 'prod.tfstate', '--list']],
  doctor: [[]],
  drift: [['--app', 'cdktf.out', '--state', 'prod.tfstate']],
  'feeds add': [[`https://user:${SOURCES['the password in a URL']}@127.0.0.1:9/list.txt`]],
  'feeds update': [['missing.feed.json']],
  graph: ['--state=prod.tfstate', '--app=cdktf.out'].map((source) => [source]),
  moves: [['--state', 'prod.tfstate', '--app', 'cdktf.out']],
  preview: [['--app', 'next']],
};

interface CommandWithFormats {
  readonly path: string;
  readonly formats: readonly string[];
}

function listWithFormats({ commands }: Command, parents: readonly string[] = []): CommandWithFormats[] {
  return commands.flatMap((command) => {
    const path = [...parents, command.name()];
    const formats = command.options.find(({ long }) => long === '--format')?.argChoices ?? [];
    return [...(formats.length > 0 ? [{ path: path.join(' '), formats }] : []), ...listWithFormats(command, path)];
  });
}

const COMMANDS = listWithFormats(createProgram({} as CliContext, undefined));

const IN_FORMATS = COMMANDS.flatMap(({ path, formats }) =>
  (WITH_FORMATS[path] ?? []).flatMap((more) =>
    formats.map((format): [string, string[]] => {
      const args = [...path.split(' '), ...more, '--format', format];
      return [args.join(' '), args];
    }),
  ),
);

const QUOTED = 'an error of Terraform that quotes the configuration';

const SURFACES: readonly (readonly [string, readonly string[]])[] = [
  ...IN_FORMATS,
  ['drift into a file', ['drift', '--state', 'prod.tfstate', '--out', 'report.txt']],
  ['an error', ['drift', '--state', 'plan.json']],
  [QUOTED, ['drift', '--app', 'broken']],
  ['an unreachable proxy', ['drift', '--state', 'prod.tfstate']],
];

/** The report that the command wrote, and the arguments of Terraform. */
async function readOutput(): Promise<string> {
  const names = (await readdir(cli.folder)).filter((name) => /^(report\.|arguments$)/.test(name));
  return (await Promise.all(names.map((name) => readFile(join(cli.folder, name), 'utf8')))).join('\n');
}

beforeEach(plant);

test('each command with formats is in the table', () => {
  expect(COMMANDS.map(({ path }) => path).sort()).toEqual(Object.keys(WITH_FORMATS).sort());
});

/** Each format of a preview needs runs of Terraform. test/preview/secrets.test.ts has one in a plain run. */
const isPlain = ([surface]: (typeof SURFACES)[number]): boolean => !surface.startsWith('preview');

testRows([...SURFACES.filter(isPlain), ...SURFACES.filter((each) => !isPlain(each))], {
  plain: SURFACES.filter(isPlain).length,
})('%s contains no secret of any source', async (surface, args) => {
  const proxy = `http://user:${SOURCES['the password of a proxy']}@127.0.0.1:9`;
  const env = {
    ...(surface === 'an unreachable proxy' && { NETINGRESS_PROXY_URL: proxy }),
    // Doctor asks Terraform for its version only.
    ...(args[0] === 'doctor' && { PATH: '/nowhere' }),
  };
  const { stdout, stderr } = await cli.run(args, { env });
  const text = [stdout, stderr, await readOutput()].join('\n');
  expect(text.trim()).not.toBe('');
  if (surface === QUOTED) {
    expect(stdout + stderr).toContain('Invalid backend type');
    expect(text).toContain('state\npull');
  }
  expect(Object.entries(SOURCES).filter(([, secret]) => text.includes(secret.replace(/\/32$/, '')))).toEqual([]);
});
