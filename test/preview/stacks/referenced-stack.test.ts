/** Which stack a remote state reads. */
import { findReferencedStack, type PreviewStack } from '../../../src/preview/stacks/prepare-stack';
import type { JsonObject } from '../../../src/values/json';

function stack(name: string, path: string, workspace?: string): PreviewStack {
  const configuration = { terraform: { backend: { local: { path } } } };
  const folder = `/app/${name}`;
  return {
    ...{ name, folder, displayFolder: folder, dependencies: [], configuration },
    ...(workspace !== undefined && { workspace }),
  };
}

const read = (path: string, more: JsonObject = {}): JsonObject => ({ backend: 'local', config: { path }, ...more });
const reader = stack('b', 'b.tfstate');
const OWN = { workspace: `\${terraform.workspace}` };

test.each<[string, PreviewStack, JsonObject, boolean]>([
  ['an absolute path', stack('a', '/states/a.tfstate'), read('/states/a.tfstate'), true],
  ['a relative path of another folder', stack('a', 'x.tfstate'), read('x.tfstate'), false],
  ['a relative path to the other folder', stack('a', 'x.tfstate'), read('../a/x.tfstate'), true],
  ['no workspace, while another one is selected', stack('a', '/a.tfstate', 'prod'), read('/a.tfstate'), false],
  ['the selected workspace', stack('a', '/a.tfstate', 'prod'), read('/a.tfstate', { workspace: 'prod' }), true],
  ['the workspace of the reader', stack('a', '/a.tfstate', 'prod'), read('/a.tfstate', OWN), true],
  ['another workspace', stack('a', '/a.tfstate'), read('/a.tfstate', { workspace: 'prod' }), false],
])('%s', (_, other, block, isFound) => {
  expect(findReferencedStack(reader, block, [reader, other])?.name).toBe(isFound ? 'a' : undefined);
});
