/** Licenses and known vulnerabilities of shipped packages. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { auditProblems, licenseProblems } from '../../scripts/lib/dependency-rules';
import {
  bundledPackages,
  installedWithUs,
  noticesOf,
  type ThirdPartyPackage,
} from '../../scripts/lib/shipped-packages';

const root = join(__dirname, '../..');
const thirdParty = (license: string, texts: readonly string[] = ['text']): ThirdPartyPackage[] => [
  { name: 'a', version: '1.0.0', license, texts },
];

test.each(['MIT', '(MIT OR GPL-3.0)', 'MIT AND ISC', 'GPL-2.0 OR Apache-2.0'])('%s is accepted', (license) => {
  expect(licenseProblems(thirdParty(license), 'bundled')).toEqual([]);
});

test.each(['GPL-3.0', 'MIT AND GPL-3.0', 'AGPL-3.0 OR SSPL-1.0', 'SEE LICENSE IN x', ''])(
  '%j is rejected',
  (license) => {
    expect(licenseProblems(thirdParty(license), 'installed')).toEqual([
      expect.stringContaining(`has the license '${license}'`),
    ]);
  },
);

test('bundled code without its license is a problem', () => {
  expect(licenseProblems(thirdParty('MIT', []), 'bundled')).toEqual([
    expect.stringContaining('no text of its license'),
  ]);
});

test('a vulnerability counts in shipped packages, not in development packages', () => {
  const weak = { severity: 'high', range: '<2', via: [{ title: 'prototype pollution' }] };
  const report = JSON.stringify({ vulnerabilities: { shipped: weak, tool: weak } });
  expect(auditProblems(report, new Set(['shipped']))).toEqual(['shipped <2 (high): prototype pollution']);
  expect(auditProblems('{"vulnerabilities":{}}', new Set(['shipped']))).toEqual([]);
});

test.each(['', 'no JSON', '{"message":"405 Method Not Allowed","error":{}}'])(
  'an audit that returned %j fails a release',
  (output) => expect(auditProblems(output, new Set())).toEqual([expect.stringContaining('npm audit made no report')]),
);

test('the notices name every bundled package with its license', async () => {
  const bundled = await bundledPackages(root);
  const names = bundled.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['commander', 'protobufjs', '@dagrejs/dagre', 'fflate', 're2js']));
  expect(names).toEqual(expect.arrayContaining(['@peculiar/x509', 'reflect-metadata', 'pvtsutils']));
  expect(names).not.toContain('cdktf');
  expect(licenseProblems(bundled, 'bundled')).toEqual([]);
  expect(licenseProblems(installedWithUs(root), 'installed')).toEqual([]);
  expect(readFileSync(join(root, 'lib/THIRD-PARTY-NOTICES'), 'utf8')).toBe(noticesOf(bundled));
});
