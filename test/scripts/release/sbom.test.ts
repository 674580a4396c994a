/** The bills of materials name what is inside. CycloneDX's own tools read that of the npm package. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { version } from '../../../package.json';
import { bundledPackages, installedWithUs } from '../../../scripts/lib/shipped-packages';
import { packageFiles } from '../../../scripts/release/package-files';
import { type Component, npmPackageSbom, providerPackageSbom } from '../../../scripts/release/sbom';
import { PLATFORMS } from '../../../src/terraform/platforms';
import { useFolder } from '../../support/folder';
import { BUILD_MS, PACKAGE_REQUIREMENTS } from '../../support/release/zips';
import { describeWith, testInCi } from '../../support/requirements';

jest.setTimeout(BUILD_MS);

const root = join(__dirname, '../../..');
const scratch = useFolder();

function componentsOf(bill: string): readonly Component[] {
  return (JSON.parse(bill) as { components: readonly Component[] }).components;
}

function namesOf(bill: string): string[] {
  return componentsOf(bill)
    .flatMap(({ name, version: of, purl }) => (purl?.startsWith('pkg:npm/') ? [`${name}@${of}`] : []))
    .sort();
}

test('the bill of the npm package has every installed and every bundled package once', async () => {
  const shipped = [...installedWithUs(root), ...(await bundledPackages(root))];
  const expected = [...new Set(shipped.map(({ name, version: of }) => `${name}@${of}`))].sort();
  expect(namesOf(await npmPackageSbom(version))).toEqual(expected);
  expect(expected.length).toBeGreaterThan(20);
});

testInCi("CycloneDX's library accepts the bill, and its tool finds the same installed packages", async () => {
  const { folder } = scratch;
  const run = (command: string, args: readonly string[], cwd: string): string =>
    execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 1e8 });
  // Without optional packages: one of them is compiled on installation.
  const quiet = ['--ignore-scripts', '--omit=optional', '--no-audit', '--no-fund', '--no-progress'];
  const tools = ['@cyclonedx/cyclonedx-npm@6', 'ajv@8', 'ajv-formats@3', 'ajv-formats-draft2019@1'];
  await scratch.write('package.json', '{"private":true}');
  run('npm', ['install', ...quiet, ...tools], folder);

  await scratch.write('bill.json', await npmPackageSbom(version));
  const validate = `
      const { Spec, Validation } = require('@cyclonedx/cyclonedx-library');
      const text = require('node:fs').readFileSync(process.argv[1], 'utf8');
      new Validation.JsonStrictValidator(Spec.Version.v1dot6).validate(text).then((error) => console.log(JSON.stringify(error)));
    `;
  expect(run(process.execPath, ['-e', validate, 'bill.json'], folder).trim()).toBe('null');
  const project = join(folder, 'project');
  const [packed] = JSON.parse(run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], root));
  await scratch.write('project/package.json', '{"name":"project","version":"1.0.0"}');
  run('npm', ['install', ...quiet, '--omit=peer', join(folder, packed.filename)], project);
  const tool = join(folder, 'node_modules/@cyclonedx/cyclonedx-npm/bin/cyclonedx-npm-cli.js');
  const found = componentsOf(run(process.execPath, [tool, '--omit', 'dev', '--no-validate'], project));
  const installed = componentsOf(await npmPackageSbom(version)).filter(({ properties }) => !properties);
  const others = found.map(({ name }) => name).filter((name) => name !== 'netingress');
  expect(others.sort()).toEqual(installed.map(({ name }) => name).sort());
});

describeWith(['linux', ...PACKAGE_REQUIREMENTS], 'the bill of the package for', () => {
  test.each(PLATFORMS)('%s has its files, its runtime and packages of the provider', async (platform) => {
    const files = await packageFiles(platform, version);
    const components = componentsOf(await providerPackageSbom(platform, version, files));
    const hash = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex');
    const listed = components.flatMap(({ type, name, hashes }) =>
      type === 'file' ? [[name, hashes?.[0]?.content]] : [],
    );
    expect(listed.sort()).toEqual([...files].map(([path, { content }]) => [path, hash(content)]).sort());

    const isIn = (pattern: RegExp, text: string): boolean =>
      [...files].some(([path, { content }]) => pattern.test(path) && Buffer.from(content).includes(text));
    const versionOf = (wanted: string): string => components.find(({ name }) => name === wanted)?.version ?? '';
    expect(isIn(/^node$|\.exe$/, `v${versionOf('node')}`)).toBe(true);
    const isLinux = platform.startsWith('linux');
    expect(components.some(({ name }) => name === 'musl')).toBe(isLinux);
    if (isLinux) {
      expect(isIn(/^ld-musl/, versionOf('musl'))).toBe(true);
      expect(isIn(/libstdc\+\+/, versionOf('libstdc++'))).toBe(true);
    }
    // Packages that the provider loads, and one that only the command line has.
    const names = components.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['undici', 'protobufjs', '@marcbachmann/cel-js', 'yaml', 're2js']));
    expect(names).not.toContain('commander');
  });
});
