/**
 * Sentences in `notPreviewed` leave every gate undecided (inputs.test.ts). Those in `assumed` are only named in the
 * report (not-previewed.test.ts).
 */
import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { findOtherArguments } from '../../../src/preview/stacks/environment-arguments';
import { run } from '../../../src/terraform/run';
import { useFolder } from '../../support/folder';
import { testInCi } from '../../support/requirements';

const BOTH = ['app', 'HCL'] as const;

type Variables = Readonly<Record<string, string>>;

const STATE_FOR_BOTH = '-state of TF_CLI_ARGS_plan, -state of TF_CLI_ARGS_apply';

test.each<[string, Variables, string[], readonly (typeof BOTH)[number][]]>([
  ['a state for both', { _plan: '-state=a', _apply: '-state=a' }, [STATE_FOR_BOTH], BOTH],
  ['a state for every command', { '': '--state prod.tfstate' }, ['-state of TF_CLI_ARGS'], BOTH],
  ['another output', { _apply: '-state-out=a' }, ['-state-out of TF_CLI_ARGS_apply'], BOTH],
  ['an apply that destroys', { _apply: '-destroy' }, ['-destroy'], BOTH],
  ['an apply that only refreshes', { _apply: '-refresh-only' }, ['-refresh-only'], BOTH],
  ['a target and a replacement', { _apply: '-target \'a.b["planted"]\' -replace=a.c' }, ['-target, -replace'], BOTH],
  ['other values', { _plan: '-var a=planted', _apply: '-var a=2' }, ['-var'], BOTH],
  ['values of the apply', { _apply: '-var-file=planted.tfvars' }, ['-var-file'], BOTH],
  ['another order', { _plan: '-var-file=a -var-file=b', _apply: '-var-file=b -var-file=a' }, ['-var-file'], BOTH],
  ['the file of a plan', { _apply: 'planted' }, ['an argument without a name'], BOTH],
  ['no refresh', { _apply: '-refresh=false -lock=false' }, ['-refresh'], BOTH],
  ['two sentences', { '': '-state=a', _apply: '-destroy' }, ['-state of TF_CLI_ARGS', '-destroy'], BOTH],
  // `cdktf deploy` does not use them.
  ['values of the plan', { _plan: '-var-file=planted.tfvars -refresh=false' }, ['-var-file, -refresh'], ['app']],
])('is not previewed: %s', (_, variables, names, deployments) => {
  for (const deployment of deployments) {
    const { notPreviewed, assumed } = find(variables, deployment);
    const messages = names.map((name) => expect.stringMatching(new RegExp(` (use|in) ${name}(\\.|: the) `)));
    expect(notPreviewed).toEqual(messages);
    expect(notPreviewed.join()).not.toContain('planted');
    expect(assumed).toEqual([]);
  }
});

test('values of the plan are assumed to be used by the deployment of a folder of HCL', () => {
  const variables = { _plan: '-var-file=planted.tfvars -refresh=false -no-color', _apply: '-auto-approve' };
  const assumed = 'A deployment without the file of a plan: it does not use -var-file, -refresh of TF_CLI_ARGS_plan';
  expect(find(variables, 'HCL')).toEqual({ notPreviewed: [], assumed: [assumed] });
});

test.each<[string, Variables]>([
  ['none', {}],
  ['how Terraform prints and locks', { _plan: '-no-color -lock-timeout 5m -out x', _apply: '-auto-approve' }],
  ['arguments of both', { _plan: "-var 'a=b c' -refresh=false", _apply: '-var "a=b c" -refresh=false' }],
  ['an escape', { _plan: '-var a=b\\ c', _apply: "-var 'a=b c'" }],
  ['general values', { '': '-var-file=prod.tfvars' }],
  ['arguments of other commands', { _init: '-upgrade', _show: '-json' }],
])('the preview uses what the deployment uses: %s', (_, variables) => {
  for (const deployment of BOTH) expect(find(variables, deployment)).toEqual({ notPreviewed: [], assumed: [] });
});

function find(variables: Variables, deployment: (typeof BOTH)[number]) {
  const environment = Object.entries(variables).map(([suffix, value]) => [`TF_CLI_ARGS${suffix}`, value]);
  return findOtherArguments(Object.fromEntries(environment), deployment === 'app');
}

describe('cdktf deploy', () => {
  const project = useFolder();

  testInCi('runs terraform apply without the file of a plan, and no terraform plan', async () => {
    const terraform = join(project.folder, 'terraform');
    // Its arguments are what counts; `version -json` and `output -json` need an answer.
    await project.write(
      'terraform',
      `#!/bin/sh
echo "$@" >> '${terraform}.log'
case "$1" in version) echo '{"terraform_version":"1.11.4"}';; output) echo '{}';; esac
`,
    );
    await chmod(terraform, 0o755);
    await project.write('cdktf.json', { language: 'typescript', app: 'true', projectId: 'test' });
    const paths = { workingDirectory: 'stacks/all', synthesizedStackPath: 'stacks/all/cdk.tf.json' };
    const all = { name: 'all', constructPath: 'all', ...paths, annotations: [], dependencies: [] };
    await project.write('cdktf.out/manifest.json', { version: '0.21.0', stacks: { all } });
    const metadata = { backend: 'local', stackName: 'all', version: '0.21.0', overrides: {} };
    await project.write('cdktf.out/stacks/all/cdk.tf.json', { '//': { metadata, outputs: {} }, terraform: {} });
    const program = join(__dirname, '../../../node_modules/cdktf-cli/bundle/bin/cdktf');
    const args = [program, 'deploy', '--skip-synth', '--auto-approve', 'all'];
    const { folder: cwd } = project;
    const env = { PATH: process.env['PATH'] ?? '', HOME: cwd, CI: '1', TERRAFORM_BINARY_NAME: terraform };
    expect(await run(process.execPath, args, { cwd, env })).toMatchObject({ status: 0 });
    const commands = (await project.read('terraform.log')).trim().split('\n');
    expect(commands.filter((command) => /^(plan|apply)/.test(command))).toEqual(['apply -auto-approve']);
  });
});
