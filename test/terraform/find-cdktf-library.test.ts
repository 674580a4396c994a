/** Which library of CDKTF a project uses. Messages name its command line. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { findCdktfLibrary, synthCommand } from '../../src/terraform/find-cdktf-library';
import { useFolder } from '../support/folder';

const project = useFolder();

const installed = (...names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [`node_modules/${name}/package.json`, '{"version":"1.0.0"}']));

test.each<[string, string, Readonly<Record<string, string>>]>([
  ['package.json names the library', 'cdktn', { 'package.json': '{"dependencies": {"cdktn": "0.24"}}' }],
  ['package.json names its command line', 'cdktn', { 'package.json': '{"devDependencies": {"cdktn-cli": "0.24"}}' }],
  ['requirements.txt names it', 'cdktn', { 'requirements.txt': 'constructs\ncdktn==0.24.*\n' }],
  ['pyproject.toml names it', 'cdktn', { 'pyproject.toml': '[project]\ndependencies = ["cdktn~=0.24"]\n' }],
  [
    'go.mod names it',
    'cdktn',
    { 'go.mod': 'require github.com/open-constructs/cdk-terrain-go/cdktn v0.24.0\n', 'package.json': '{}' },
  ],
  ['only it is installed', 'cdktn', installed('cdktn')],
  [
    'both are installed, and package.json names one',
    'cdktn',
    { ...installed('cdktn', 'cdktf'), 'package.json': '{"dependencies": {"cdktn": "0"}}' },
  ],
  [
    'package.json names cdktf, and cdktn is installed',
    'cdktf',
    { ...installed('cdktn'), 'package.json': '{"dependencies": {"cdktf": "0.21"}}' },
  ],
  ['nothing says which', 'cdktf', {}],
  ['both are named', 'cdktf', { 'package.json': '{"dependencies": {"cdktn": "0.24", "cdktf": "0.21"}}' }],
])('%s: %s', async (_, library, files) => {
  for (const [path, text] of Object.entries(files)) await project.write(path, text);
  const below = join(project.folder, 'stacks');
  mkdirSync(below);
  expect(findCdktfLibrary(project.folder)).toBe(library);
  const hasCommandLine = (files['package.json'] ?? '').includes('-cli');
  expect(synthCommand(below)).toBe(`\`${hasCommandLine ? 'npx ' : ''}${library} synth\``);
});
