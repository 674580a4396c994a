/** Commands that read a synthesized app say that a source is newer. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { findNewerSource } from '../../src/command/inputs/newer-sources';
import { formatState, useCommandLine } from '../support/cli/command-line';

const cli = useCommandLine();

beforeEach(() => {
  write('cdktf.json', 1);
  write('cdktf.out/manifest.json', 100);
});

/** Writes a file that was changed so many seconds after 1970. */
function write(path: string, seconds: number): void {
  const file = join(cli.folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, '{}');
  utimesSync(file, seconds, seconds);
}

const find = async () => {
  const found = await findNewerSource(join(cli.folder, 'cdktf.out'));
  return found === undefined ? undefined : relative(cli.folder, found);
};

test.each(['main.ts', 'lib/access.mts', 'stacks/main.py'])('a newer %s is found, an older one not', async (path) => {
  write(path, 99);
  expect(await find()).toBeUndefined();
  write(path, 101);
  expect(await find()).toBe(path);
});

test.each([
  'README.md',
  'node_modules/constructs/index.ts',
  '.gen/provider.ts',
  'imports/netingress/provider.py',
  'cdktf.out/stacks/a.ts',
])('a newer %s is not found, because it is no source of the app', async (path) => {
  write(path, 101);
  expect(await find()).toBeUndefined();
});

test('a newer source of another app in a subfolder is not found', async () => {
  write('ingress/main.ts', 101);
  expect(await find()).toBe('ingress/main.ts');
  write('ingress/cdktf.json', 1);
  expect(await find()).toBeUndefined();
});

test.each([['drift'], ['graph'], ['moves'], ['preview'], ['access', 'check', '203.0.113.7', '--app', 'cdktf.out']])(
  '%s names a newer source, with the command of the library that the project uses',
  async (...args) => {
    write('main.py', 101);
    await cli.write('package.json', '{"dependencies": {"cdktn-cli": "0.24"}}');
    const env = { NETINGRESS_BASE_URL: 'http://127.0.0.1:9', NETINGRESS_API_KEY: 'any' };
    const { stderr } = await cli.run(args, { env });
    expect(stderr).toContain('main.py is newer than cdktf.out: run `npx cdktn synth` first');
  },
);

test('what `moves > moves.ts` writes is no newer source: the empty file of the shell, and the module', async () => {
  await cli.writeApp({ access: { resource: { netingress_ip_policy: { site: { description: 'Office' } } } } });
  const attributes = { id: 'ipp_1', description: 'Office' };
  await cli.write('state.json', formatState([{ kind: 'ip_policy', name: 'office', attributes }]));
  await cli.write('moves.ts', '');
  const first = await cli.run(['moves', '--state', 'state.json']);
  await cli.write('moves.ts', first.stdout);
  for (const { stderr } of [first, await cli.run(['moves', '--state', 'state.json'])])
    expect(stderr).toBe('1 object moved within a stack, 0 to another stack or resource type.');
  await cli.write('moves.ts', `${first.stdout}// edited`.replace('// Written', '// written'));
  expect((await cli.run(['moves', '--state', 'state.json'])).stderr).toContain('moves.ts is newer than cdktf.out');
});

test('without a cdktf.json no newer source is found', async () => {
  write('main.ts', 101);
  rmSync(join(cli.folder, 'cdktf.json'));
  expect(await find()).toBeUndefined();
});

test('a link to a newer file is found, and a folder that is a link is left out', async () => {
  const shared = mkdtempSync(join(tmpdir(), 'netingress-shared-'));
  try {
    const file = join(shared, 'policies.ts');
    writeFileSync(file, '{}');
    utimesSync(file, 101, 101);
    symlinkSync(shared, join(cli.folder, 'folder'));
    expect(await find()).toBeUndefined();
    symlinkSync(file, join(cli.folder, 'linked.ts'));
    expect(await find()).toBe('linked.ts');
  } finally {
    rmSync(shared, { recursive: true });
  }
});

test('a link without a target, and a folder that cannot be listed, are left out', async () => {
  symlinkSync('missing.ts', join(cli.folder, 'broken.ts'));
  // Root can list it; it has no file.
  mkdirSync(join(cli.folder, 'private'), { mode: 0 });
  write('main.ts', 101);
  expect(await find()).toBe('main.ts');
});
