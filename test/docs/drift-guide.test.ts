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

interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  text: string;
}

/** An element's tag with its attributes, text, or a character that is neither. */
const XML_TOKEN = /<(\/?)([a-z]+)((?: [a-z]+="[^<"]*")*)(\/?)>|([^<]+)|(.)/gs;

/** Reads elements, attributes and text. Throws for XML that is not well-formed. */
function parseXml(xml: string): Element {
  const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
  if (!xml.startsWith(declaration)) throw new Error('The XML declaration is missing');
  const document: Element = { name: 'document', attributes: {}, children: [], text: '' };
  const open = [document];
  for (const token of xml.slice(declaration.length).matchAll(XML_TOKEN)) {
    const [whole, closing, name = '', attributes = '', empty, text, other] = token;
    const parent = open.at(-1);
    if (parent === undefined || other !== undefined) throw new Error(`Unexpected ${whole}`);
    if (text !== undefined) parent.text += decodeXml(text);
    else if (closing) {
      if (open.pop()?.name !== name) throw new Error(`${whole} closes no element`);
    } else {
      const element: Element = { name, attributes: parseAttributes(attributes), children: [], text: '' };
      parent.children.push(element);
      if (!empty) open.push(element);
    }
  }
  const [root] = document.children;
  if (root === undefined || open.length !== 1 || document.children.length > 1 || document.text.trim() !== '')
    throw new Error('Expected one element with its end');
  return root;
}

function parseAttributes(text: string): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const [whole, name = '', value = ''] of text.matchAll(/ ([a-z]+)="([^"]*)"/g)) {
    if (attributes[name] !== undefined) throw new Error(`${whole} is not the only attribute of this name`);
    attributes[name] = decodeXml(value);
  }
  return attributes;
}

/** Replaces numeric references. Throws for other references and for characters that XML 1.0 forbids. */
function decodeXml(text: string): string {
  const decoded = text.replace(/&(?:#(\d+);)?/g, (whole, code?: string) => {
    if (code === undefined) throw new Error(`Unexpected ${whole}`);
    return String.fromCodePoint(Number(code));
  });
  if (/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u.test(decoded))
    throw new Error(`${JSON.stringify(decoded)} has a forbidden character`);
  return decoded;
}

test('JUnit is well-formed XML: findings are failures, incomplete checks are errors, other resource types pass', () => {
  const { name: root, attributes, children: cases } = parseXml(convert('drift-junit.mjs'));
  expect([root, attributes]).toEqual([
    'testsuite',
    {
      name: 'netingress drift',
      tests: String(cases.length),
      failures: String(report.findings.length),
      errors: String(report.incomplete.length),
    },
  ]);
  expect(new Set(cases.map((each) => each.name))).toEqual(new Set(['testcase']));
  const resultsOf = (result: string): { kind: string | undefined; name: string | undefined; element: Element }[] =>
    cases.flatMap((each) =>
      each.children
        .filter((child) => child.name === result)
        .map((element) => ({ kind: each.attributes['classname'], name: each.attributes['name'], element })),
    );
  const failures = resultsOf('failure');
  expect(failures.map(({ element }) => JSON.parse(element.text) as object)).toEqual(report.findings);
  for (const [index, finding] of report.findings.entries()) {
    const { kind, type, name, address, id, path, before, after } = finding;
    const failure = failures[index];
    expect(failure?.kind).toBe(kind);
    // XML 1.0 forbids the character U+0007, so the recipe writes U+FFFD in its place.
    const object =
      address ??
      [name, id]
        .filter((part) => part !== null)
        .join(' ')
        .replaceAll('\u0007', '\ufffd');
    expect(failure?.name).toBe(`${type}: ${object}${path === null ? '' : ` ${path}`}`);
    expect(failure?.element.attributes).toEqual({
      type,
      message: `${JSON.stringify(before)} -> ${JSON.stringify(after)}`,
    });
  }
  expect(resultsOf('error').map(({ kind, element }) => ({ kind, ...element.attributes }))).toEqual(
    report.incomplete.map(({ kind, reason, message }) => ({ kind, type: reason, message })),
  );
  const different = new Set([...report.findings, ...report.incomplete].map(({ kind }) => kind));
  const inSync = report.coverage.kinds.filter(({ kind }) => !different.has(kind));
  expect(inSync).not.toEqual([]);
  expect(cases.filter(({ children }) => children.length === 0).map((each) => each.attributes)).toEqual(
    inSync.map(({ kind }) => ({ classname: kind, name: 'is in sync' })),
  );
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
