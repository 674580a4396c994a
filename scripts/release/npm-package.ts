/** The npm package of one platform: its zip, for synthesis on another platform and for offline mirrors of npm. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { zipName } from '../../src/terraform/mirror';
import { npmPackageName, type Platform } from '../../src/terraform/platforms';

const root = join(__dirname, '../..');

/** What the package of a platform has from the main package, whose package.json is the only place of the address. */
const COPIED = ['publishConfig', 'repository', 'bugs', 'homepage', 'funding'];

/**
 * Returns the files of the package. It has no `os` and `cpu`: npm would not install it on a machine of another platform,
 * which is what it is for.
 */
export function npmPackageFiles(
  platform: Platform,
  version: string,
  zip: Uint8Array,
): ReadonlyMap<string, string | Uint8Array> {
  const name = npmPackageName(platform);
  const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Readonly<Record<string, unknown>>;
  const manifest = {
    name,
    version,
    description: `The Terraform provider of netingress for ${platform}, with its own runtime.`,
    license: 'SEE LICENSE IN README.md',
    files: ['*.zip'],
    ...Object.fromEntries(COPIED.flatMap((name) => (own[name] === undefined ? [] : [[name, own[name]]]))),
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
