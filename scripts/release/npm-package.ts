/** The npm package of one platform: its zip, for synthesis on another platform and for offline mirrors of npm. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { zipName } from '../../src/terraform/mirror';
import { npmPackageName, type Platform } from '../../src/terraform/platforms';

const root = join(__dirname, '../..');

/** Members that the package of a platform copies from the main package.json, as far as it has them. */
const COPIED = ['publishConfig', 'repository', 'bugs', 'homepage', 'funding'];

/** No `os` and `cpu`: npm would not install the package on a machine of another platform, which is what it is for. */
export function npmPackageFiles(
  platform: Platform,
  version: string,
  zip: Uint8Array,
): ReadonlyMap<string, string | Uint8Array> {
  const name = npmPackageName(platform);
  const mainPackage = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Readonly<Record<string, unknown>>;
  const manifest = {
    name,
    version,
    description: `The Terraform provider of netingress for ${platform}, with its own runtime.`,
    // Apache-2.0 covers only the provider, not the Node beside it; the README says so.
    license: 'SEE LICENSE IN README.md',
    // npm adds README and LICENSE.
    files: ['*.zip'],
    ...Object.fromEntries(
      COPIED.flatMap((member) => (mainPackage[member] === undefined ? [] : [[member, mainPackage[member]]])),
    ),
  };
  const readme = `# ${name}

The Terraform provider of the npm package \`netingress\` ${version} for \`${platform}\`, with its own Node. Install it beside \`netingress\` where Terraform runs on that platform without Node:

    npm install --save-exact ${name}@${version}

The provider is licensed under Apache-2.0. The zip contains the licenses of Node and of all other parts.
`;
  return new Map<string, string | Uint8Array>([
    ['package.json', `${JSON.stringify(manifest, null, 2)}\n`],
    ['README.md', readme],
    ['LICENSE', readFileSync(join(root, 'LICENSE'))],
    [zipName(version, platform), zip],
  ]);
}
