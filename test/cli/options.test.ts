import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command, Option } from 'commander';
import { createProgram } from '../../src/cli/program';
import type { CliContext } from '../../src/command/context';
import { listMarkerParts } from '../../src/command/marker';
import { OPTIONS, type OptionDefinition, parseIpAddress, parseRatio } from '../../src/command/options';
import { useCommandLine } from '../support/cli/command-line';
import { runInProcess, withError } from '../support/cli/run-in-process';

/** The options of every command of the program, by its name: `access grant`. No definition uses the context. */
const used = listOptions(createProgram({} as CliContext, undefined));

function listOptions(
  { commands }: Command,
  path: readonly string[] = [],
): { readonly command: string; readonly option: Option }[] {
  return commands.flatMap((each) => {
    const here = [...path, each.name()];
    return [...each.options.map((option) => ({ command: here.join(' '), option })), ...listOptions(each, here)];
  });
}

const findDefinition = ({ long }: Option): OptionDefinition | undefined =>
  Object.entries(OPTIONS).find(([name]) => `--${name}` === long)?.[1];

/** Gives the option twice, as commander does; an invalid value is an error of another kind. */
function giveTwice(option: Option): string {
  let message = '';
  for (let n = 0; n < 2; n++)
    try {
      option.parseArg?.('x', option.defaultValue as string);
      message = '';
    } catch (error) {
      message = (error as Error).message;
    }
  return message;
}

test.each(used.map(({ command, option }) => [command, option.long, option] as const))(
  '%s %s has the form and the meaning of its definition',
  (_, __, option) => {
    const definition = findDefinition(option);
    expect(definition?.flags).toBe(option.flags);
    expect(`${option.description};`).toContain(`${definition?.meaning};`);
    expect(option.description.startsWith(definition?.meaning ?? '?')).toBe(true);
    // No other form of commander: a variadic option takes the arguments that follow, an optional value is ambiguous.
    expect([option.variadic, option.optional, option.short]).toEqual([false, false, undefined]);
  },
);

test('options are defined in the order of their names', () => {
  expect(Object.keys(OPTIONS)).toEqual(Object.keys(OPTIONS).sort());
});

/** Commands that accept one value of a repeatable option. */
const ONE = [
  ...['access grant', 'access revoke', 'access run'].flatMap((command) => [
    `${command} --policy`,
    `${command} --address`,
  ]),
  'events sql --events',
  'watch --events',
];

test('an option that is not repeatable is an error if it is given twice, and the others collect their values', () => {
  for (const { command, option } of used.filter(({ option: { required } }) => required)) {
    const isList = findDefinition(option)?.repeatable === true && !ONE.includes(`${command} ${option.long}`);
    const name = `${command} ${option.long}`;
    expect([name, JSON.stringify(option.defaultValue) === '[]']).toEqual([name, isList]);
    expect([name, giveTwice(option).includes('given twice')]).toEqual([name, !isList]);
  }
});

test('--json is there exactly where --format json is, and excludes another --format', async () => {
  const withJson = used.filter(({ option }) => option.long === '--json').map(({ command }) => command);
  const formats = used.filter(({ option }) => option.long === '--format' && option.argChoices?.includes('json'));
  expect(withJson).toEqual(formats.map(({ command }) => command));
  expect(await runInProcess(['doctor', '--json', '--format', 'text'])).toEqual(
    withError(1, "'--json' cannot be used with option '--format"),
  );
});

test('access grant refuses a second --policy, and preview a second argument after --must-admit', async () => {
  const grant = ['access', 'grant', '203.0.113.7', '--reason', 'r', '--policy', 'A', '--policy', 'B'];
  expect(await runInProcess(grant)).toEqual(withError(1, 'given twice; expected once: a grant is a rule of one'));
  expect(await runInProcess(['preview', '--must-admit', '203.0.113.0/24', '198.51.100.0/24'])).toEqual(
    withError(1, 'too many arguments'),
  );
});

test('one address may have the mask of one address, and a ratio may be a percentage or more than 1', () => {
  const one = ['203.0.113.9', '203.0.113.9/32', '2001:DB8::1/128'].map(parseIpAddress);
  expect(one).toEqual(['203.0.113.9', '203.0.113.9', '2001:db8::1']);
  for (const text of ['203.0.113.0/24', 'fe80::1%eth0', 'me'])
    expect(() => parseIpAddress(text)).toThrow('one IPv4 or');
  expect(['1%', '.5', '0.9', '2'].map(parseRatio)).toEqual([0.01, 0.5, 0.9, 2]);
  for (const text of ['', '%', '-1', '1e3']) expect(() => parseRatio(text)).toThrow('Expected a ratio');
});

describe('the marker, by which a pipeline finds its own comment: what distinguishes the reports of one command', () => {
  const cli = useCommandLine();

  type Options = Parameters<typeof listMarkerParts>[1];

  /** The parts of a command that runs in this folder of a repository. */
  async function list(folder: string, options: Options, workspace?: string): Promise<string[]> {
    const cwd = join(cli.folder, folder);
    await Promise.all([join(cli.folder, '.git'), cwd].map((path) => mkdir(path, { recursive: true })));
    const context = { cwd, env: { TF_WORKSPACE: workspace } } as unknown as Parameters<typeof listMarkerParts>[0];
    return listMarkerParts(context, options).map((part) => part.join('='));
  }

  const PREVIEW = { stack: [], account: [], varFile: [] } as const;

  test.each<[string, string, Options, string[]]>([
    ['the app at the root', '.', PREVIEW, []],
    ['the app of a folder', 'apps/web', PREVIEW, ['app=apps/web/cdktf.out']],
    ['that app from the root', '.', { ...PREVIEW, app: 'apps/web/cdktf.out' }, ['app=apps/web/cdktf.out']],
    ['stacks', '.', { ...PREVIEW, stack: ['network', 'app'] }, ['stack=network', 'stack=app']],
    ['a folder of HCL', '.', { ...PREVIEW, dir: 'infra' }, ['dir=infra']],
    ['that folder from itself', 'infra', { ...PREVIEW, dir: '.' }, ['dir=infra']],
    [
      'variables',
      'infra',
      { ...PREVIEW, dir: '.', varFile: ['prod.tfvars'] },
      ['dir=infra', 'var-file=infra/prod.tfvars'],
    ],
    ['accounts', '.', { ...PREVIEW, accounts: 'a.yaml', account: ['prod'] }, ['accounts=a.yaml', 'account=prod']],
    ['a state from standard input', 'lists', { stack: [], state: ['-'] }, ['state=lists/-']],
    ['a plan', '.', { plan: 'plan.json' }, ['plan=plan.json']],
    ['access of the account', 'infra', {}, []],
  ])('%s', async (_, folder, options, expected) => expect(await list(folder, options)).toEqual(expected));

  test('workspaces of a folder differ', async () => {
    expect(await list('.', { ...PREVIEW, dir: 'infra' }, 'prod')).toEqual(['dir=infra', 'workspace=prod']);
  });
});
