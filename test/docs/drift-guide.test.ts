/** The recipes of the drift guide, run on a report with findings of every type. */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { FINDING_TYPES } from '../../src/drift/compare/finding';
import type { DriftReport } from '../../src/drift/report/report';
import type { JsonObject } from '../../src/values/json';
import { detectAllTypes } from '../support/drift/all-types';
import { formatDrift } from '../support/drift/format-drift';
import { useFolder } from '../support/folder';
import { testWith } from '../support/requirements';
import { documentAt, filesOf } from './documents';

const guide = documentAt('docs/guides/drift.md');
const RECIPES = ['drift-junit.mjs', 'drift-prometheus.mjs', 'drift-ndjson.mjs'] as const;

const files = useFolder({ forAll: true });
let json: string;
let report: DriftReport;

beforeAll(async () => {
  const recipes = filesOf(guide);
  for (const name of RECIPES) await files.write(name, recipes[name] ?? '');
  json = await formatDrift(await detectAllTypes(), 'json');
  report = JSON.parse(json) as DriftReport;
  expect(new Set(report.findings.map(({ type }) => type))).toEqual(new Set(FINDING_TYPES));
  expect(report.incomplete).not.toEqual([]);
});

function run(recipe: (typeof RECIPES)[number], input: string): { status: number | null; stdout: string } {
  const { status, stdout } = spawnSync(process.execPath, [recipe], { cwd: files.folder, input, encoding: 'utf8' });
  return { status, stdout };
}

function convert(recipe: (typeof RECIPES)[number], input = json): string {
  const { status, stdout } = run(recipe, input);
  expect(status).toBe(0);
  return stdout;
}

function sorted<Item>(items: readonly Item[]): Item[] {
  return [...items].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}

test.each(RECIPES)('%s prints the same bytes for the same report, and fails without one', (recipe) => {
  const text = convert(recipe);
  expect(convert(recipe)).toBe(text);
  expect(text.endsWith('\n')).toBe(true);
  expect(run(recipe, '')).toEqual({ status: 1, stdout: '' });
});

testWith('bash')('the commands of the guide write the three files, and keep the exit status of drift', async () => {
  const commands = guide.blocks.find(({ language, code }) => language === 'sh' && code.includes(RECIPES[0]))?.code;
  // A script instead of npx prints the report, since the guide's project is not deployed here.
  const bin = join(files.folder, 'bin');
  mkdirSync(bin);
  writeFileSync(join(files.folder, 'report.json'), json);
  const npx = `#!/bin/sh\ntest "$*" = 'netingress drift --format json' || exit 9\ncat report.json\nexit 2\n`;
  writeFileSync(join(bin, 'npx'), npx);
  chmodSync(join(bin, 'npx'), 0o755);
  const { status, stderr } = spawnSync('bash', ['--norc', '-c', commands ?? ''], {
    cwd: files.folder,
    env: { PATH: [bin, dirname(process.execPath), process.env['PATH']].join(delimiter) },
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 2, stderr: '' });
  const written = await Promise.all(['drift.xml', 'drift.prom', 'drift.ndjson'].map(files.read));
  expect(written).toEqual(RECIPES.map((recipe) => convert(recipe)));
});

/**
 * A value of an attribute, or a text: references in place of what XML reserves, and no character that XML 1.0 forbids.
 */
const VALUE = String.raw`((?:[^<>&"\p{Cc}\p{Cs}\ufffe\uffff]|&#(?:9|10|13|34|38|60|62);)*)`;
const FAILURE = `<failure type="${VALUE}" message="${VALUE}">${VALUE}</failure>`;
const ERROR = `<error type="${VALUE}" message="${VALUE}"/>`;
/** A line with one test. A line that matches is well-formed. */
const CASE = new RegExp(
  `^<testcase classname="${VALUE}" name="${VALUE}"(?:/>|>(?:${FAILURE}|${ERROR})</testcase>)$`,
  'u',
);

const decodeXml = (value = ''): string =>
  value.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));

test('JUnit is well-formed XML: findings are failures, incomplete checks are errors, other resource types pass', () => {
  const { findings, incomplete, coverage } = report;
  const different = new Set([...findings, ...incomplete].map(({ kind }) => kind));
  const inSync = coverage.kinds.filter(({ kind }) => !different.has(kind));
  expect(inSync).not.toEqual([]);
  // The groups of CASE: class and name, then type, message and text of a failure, then type and message of an error.
  const expected = [
    ...findings.map((finding) => {
      const { kind, type, name, address, id, path, before, after } = finding;
      const title = [`${type}:`, ...(address === null ? [name, id] : [address]), path].filter((part) => part !== null);
      const message = `${JSON.stringify(before)} -> ${JSON.stringify(after)}`;
      // XML 1.0 forbids U+0007, so the recipe writes U+FFFD in its place.
      const shown = title.join(' ').replaceAll('\u0007', '\ufffd');
      return [kind, shown, type, message, JSON.stringify(finding, null, 2), '', ''];
    }),
    ...incomplete.map(({ kind, reason, message }) => [kind, 'was checked', '', '', '', reason, message]),
    ...inSync.map(({ kind }) => [kind, 'is in sync', '', '', '', '', '']),
  ];
  const [declaration, head, ...lines] = convert('drift-junit.mjs').trimEnd().split('\n');
  const end = lines.pop();
  expect(lines.map((line) => CASE.exec(line)?.slice(1).map(decodeXml) ?? line)).toEqual(expected);
  const counts = `tests="${expected.length}" failures="${findings.length}" errors="${incomplete.length}"`;
  expect([declaration, head, end]).toEqual([
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuite name="netingress drift" ${counts}>`,
    '</testsuite>',
  ]);
});

test('Prometheus text has the samples of a metric after its type', () => {
  const lines = convert('drift-prometheus.mjs').trimEnd().split('\n');
  const metrics = lines.filter((line) => !line.startsWith('#')).map((sample) => /^[a-z_]+/.exec(sample)?.[0]);
  const changes = metrics.filter((metric, index) => metric !== metrics[index - 1]);
  expect(lines.filter((line) => line.startsWith('#'))).toEqual(changes.map((metric) => `# TYPE ${metric} gauge`));
  expect(new Set(changes).size).toBe(changes.length);
});

test('Prometheus samples are the numbers of the report', () => {
  const text = convert('drift-prometheus.mjs');
  const samples = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const { findings, coverage, incomplete } = report;
  const expected = [
    ...[...new Set([...coverage.kinds, ...findings].map(({ kind }) => kind))].flatMap((kind) =>
      FINDING_TYPES.map((type) => {
        const count = findings.filter((finding) => finding.kind === kind && finding.type === type).length;
        return `findings{kind="${kind}",type="${type}"} ${count}`;
      }),
    ),
    ...coverage.kinds.flatMap(({ kind, managed, unmanaged, derived }) => [
      `objects{kind="${kind}",state="managed"} ${managed}`,
      `objects{kind="${kind}",state="unmanaged"} ${unmanaged}`,
      `objects{kind="${kind}",state="derived"} ${derived}`,
      `complete{kind="${kind}"} ${incomplete.some((check) => check.kind === kind) ? 0 : 1}`,
    ]),
    `incomplete ${incomplete.length}`,
    `ignored ${report.ignored.length}`,
    `reverted_changes ${report.reverted_changes.length}`,
    `requests ${report.usage.requests}`,
  ];
  expect(sorted(samples)).toEqual(sorted(expected.map((sample) => `netingress_drift_${sample}`)));
  expect(samples).toContain('netingress_drift_findings{kind="ip_policy",type="missing"} 1');
});

test('Prometheus labels are escaped', () => {
  const findings = report.findings.slice(0, 1).map((finding) => ({ ...finding, kind: 'a"b\\c\nd' }));
  const text = convert('drift-prometheus.mjs', JSON.stringify({ ...report, findings }));
  expect(text).toContain('{kind="a\\"b\\\\c\\nd",type="changed"}');
});

test('NDJSON has one finding per line, then the summary', () => {
  const lines = convert('drift-ndjson.mjs')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as JsonObject);
  expect(lines.slice(0, -1)).toEqual(report.findings);
  const { findings: _, ...summary } = report;
  expect(lines.at(-1)).toEqual({ type: 'summary', ...summary });
  expect(lines.at(-1)).toMatchObject({ result: 'incomplete' });
});
