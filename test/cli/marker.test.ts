/** What distinguishes the reports of one command: a pipeline finds its own comment by the first line of the report. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { listMarkerParts } from '../../src/command/marker';
import { useCommandLine } from '../support/cli/command-line';

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
    'files of variables',
    'infra',
    { ...PREVIEW, dir: '.', varFile: ['prod.tfvars'] },
    ['dir=infra', 'var-file=infra/prod.tfvars'],
  ],
  ['accounts', '.', { ...PREVIEW, accounts: 'a.yaml', account: ['prod'] }, ['accounts=a.yaml', 'account=prod']],
  ['a state from standard input', 'lists', { stack: [], state: ['-'] }, ['state=lists/-']],
  ['a plan', '.', { plan: 'plan.json' }, ['plan=plan.json']],
  ['access of the account', 'infra', {}, []],
])('%s', async (_, folder, options, expected) => {
  expect(await list(folder, options)).toEqual(expected);
});

test('workspaces of a folder differ', async () => {
  expect(await list('.', { ...PREVIEW, dir: 'infra' }, 'prod')).toEqual(['dir=infra', 'workspace=prod']);
});
