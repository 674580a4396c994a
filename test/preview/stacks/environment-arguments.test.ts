/** Arguments of the environment that the preview and the deployment use differently leave every gate open. */
import { findOtherArguments } from '../../../src/preview/stacks/environment-arguments';

test.each<[string, Record<string, string>, string[]]>([
  ['a state for both', { _plan: '-state=prod.tfstate', _apply: '-state=prod.tfstate' }, ['-state']],
  ['a state for every command', { '': '--state prod.tfstate' }, ['-state']],
  ['another output', { _apply: '-state-out=a' }, ['-state-out']],
  ['an apply that destroys', { _apply: '-destroy' }, ['-destroy']],
  ['an apply that only refreshes', { _apply: '-refresh-only' }, ['-refresh-only']],
  ['a target and a replacement', { _apply: '-target \'a.b["planted"]\' -replace=a.c' }, ['-target, -replace']],
  ['other values', { _plan: '-var a=planted', _apply: '-var a=2' }, ['-var']],
  ['values of the apply', { _apply: '-var-file=planted.tfvars' }, ['-var-file']],
  ['values in another order', { _plan: '-var-file=a -var-file=b', _apply: '-var-file=b -var-file=a' }, ['-var-file']],
  ['the file of a plan', { _apply: 'planted' }, ['an argument without a name']],
  ['no refresh', { _apply: '-refresh=false -lock=false' }, ['-refresh']],
  ['two sentences', { '': '-state=a', _apply: '-destroy' }, ['-state', '-destroy']],
])('is named: %s', (_, variables, names) => {
  const found = findOtherArguments(toEnvironment(variables));
  expect(found).toEqual(names.map((name) => expect.stringMatching(new RegExp(`(use|in) ${name}(,| of) `))));
  expect(found.join()).not.toContain('planted');
});

test.each<[string, Record<string, string>]>([
  ['none', {}],
  ['how Terraform prints and locks', { _plan: '-no-color -lock-timeout 5m -out x', _apply: '-auto-approve' }],
  ['arguments of both', { _plan: "-var 'a=b c' -refresh=false", _apply: '-var "a=b c" -refresh=false' }],
  ['an escape', { _plan: '-var a=b\\ c', _apply: "-var 'a=b c'" }],
  [
    'values for a plan whose file is applied',
    { _plan: '-var-file=prod.tfvars -refresh=false', _apply: '-auto-approve' },
  ],
  ['general values', { '': '-var-file=prod.tfvars' }],
  ['arguments of other commands', { _init: '-upgrade', _show: '-json' }],
])('is not named: %s', (_, variables) => expect(findOtherArguments(toEnvironment(variables))).toEqual([]));

function toEnvironment(variables: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(variables).map(([suffix, value]) => [`TF_CLI_ARGS${suffix}`, value]));
}
