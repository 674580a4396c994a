/** Every format of a report with all types of findings, and with strings that try to break out of the format. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { z } from 'zod';
import { FINDING_TYPES, type Finding } from '../../src/drift/compare/finding';
import { formatFinding } from '../../src/drift/formats/labels';
import type { Drift } from '../../src/drift/report/report';
import { startBrowser } from '../browser';
import { detectAllTypes } from '../support/drift/all-types';
import { FORMATS, formatDrift } from '../support/drift/format-drift';
import { useDeployedAccount } from '../support/drift/inventory';
import { describeWith } from '../support/requirements';

let drift: Drift;

beforeAll(async () => {
  drift = await detectAllTypes();
});

const write = (format: (typeof FORMATS)[number]): Promise<string> => formatDrift(drift, format);

test('the report contains findings of every type', () => {
  expect(new Set(drift.report.findings.map(({ type }) => type))).toEqual(new Set(FINDING_TYPES));
});

test.each(FORMATS)(
  '%s has the same bytes for the same input, ends with a line break, and has no other control character',
  async (format) => {
    const text = await write(format);
    expect(await formatDrift(structuredClone(drift), format)).toBe(text);
    expect(text.endsWith('\n')).toBe(true);
    expect(text).not.toMatch(/[^\P{Cc}\n]/u);
  },
);

const schemaFile = join(__dirname, '../../docs/schemas/drift-report.schema.json');

test('the JSON report matches the published schema', async () => {
  const schema = z.fromJSONSchema(JSON.parse(readFileSync(schemaFile, 'utf8')));
  const report = JSON.parse(await write('json')) as { findings: object[] };
  expect(schema.safeParse(report).error?.issues ?? []).toEqual([]);
  expect(schema.safeParse({ ...report, more: 1 }).success).toBe(false);
  expect(schema.safeParse({ ...report, findings: [{ ...report.findings[0], type: 'other' }] }).success).toBe(false);
});

test('the text report names author, change and remedy', async () => {
  const text = await write('text');
  expect(text).toContain('in the dashboard at ');
  expect(text).toContain('remedy: terraform -chdir=cdktf.out/stacks/test apply -target=netingress_ip_policy.office');
  expect(text).toContain('or in code: test/office: metadata: undefined -> ');
  // The construct where there is one; the command needs the address.
  expect(text).toMatch(/^ {2}IP policy .*test\/office$/m);
  expect(text).toContain('rule 2 expired on 2020-01-01: over');
  expect(text).toContain('Line 7 of events is not whole JSON');
});

test.each([
  [null, { action: 'allow', description: 'just for today' }, '(none) -> allow "just for today"'],
  [{ action: 'deny', description: null, metadata: 'm' }, null, 'deny {"metadata":"m"} -> (none)'],
])('a rule of a set that was %j is in words', (before, after, expected) => {
  const path = 'rules["192.0.2.7/32"]';
  const [finding] = drift.report.findings;
  const changed = { ...finding, type: 'changed', kind: 'ip_policy_rules', grant: null, path, before, after } as Finding;
  expect(formatFinding(changed)).toBe(`${path}: ${expected}`);
});

test('Markdown keeps strings of users within their lines', async () => {
  const text = await write('markdown');
  expect(text).not.toContain('<script>');
  expect(text).not.toMatch(/@team|@example/);
  const [marker, ...lines] = text.split('\n');
  expect(marker).toBe('<!-- netingress-drift -->');
  for (const line of lines) expect(line).toMatch(/^(## ⚠️ |### | *- |\| |<\/?details>|Incomplete: |$)/u);
  const cells = (row: string): number => row.replaceAll('\\|', '').split('|').length;
  const rows = text.split('\n').filter((line) => line.startsWith('|'));
  expect(rows.length).toBeGreaterThan(3);
  expect(new Set(rows.map(cells)).size).toBe(1);
});

test('SARIF has a rule and a fingerprint for every finding', async () => {
  interface Run {
    readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string }[] } };
    readonly results: readonly { ruleId: string; ruleIndex: number; partialFingerprints: object }[];
    readonly invocations: readonly [{ readonly executionSuccessful: boolean }];
  }
  const { version, runs } = JSON.parse(await write('sarif')) as { readonly version: string; readonly runs: [Run] };
  const [{ tool, results, invocations }] = runs;
  expect(version).toBe('2.1.0');
  expect(results).toHaveLength(drift.report.findings.length);
  for (const { ruleId, ruleIndex } of results) expect(tool.driver.rules[ruleIndex]?.id).toBe(ruleId);
  const fingerprints = results.map(({ partialFingerprints }) => JSON.stringify(partialFingerprints));
  expect(new Set(fingerprints).size).toBe(results.length);
  expect(invocations[0].executionSuccessful).toBe(false);
});

describeWith('chromium', 'the HTML page', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser.close());

  test('loads nothing, and the legend of its picture counts the objects with each finding', async () => {
    const page = await browser.newPage({ viewport: { width: 1366, height: 768 } });
    const loaded: string[] = [];
    const said: string[] = [];
    page.on('request', (request) => loaded.push(request.url()));
    page.on('dialog', (dialog) => void dialog.dismiss().then(() => said.push('dialog')));
    page.on('pageerror', (error) => said.push(error.message));
    page.on('console', (message) => said.push(message.text()));
    await page.setContent(await write('html'));
    expect(await page.locator('.result').textContent()).toContain('Incomplete');
    const legend = await page.locator('.legend span').allTextContents();
    const marks = drift.graph.nodes.flatMap(({ mark }) => mark?.text ?? []);
    expect(legend.toSorted()).toEqual(
      [...new Set(marks)].map((mark) => `${mark} ${marks.filter((each) => each === mark).length}`).toSorted(),
    );
    // The changed object is also in conflict, which is worse.
    expect(new Set(marks)).toEqual(new Set([...FINDING_TYPES.filter((type) => type !== 'changed'), 'in sync']));
    expect(await page.locator('.box.tone-bad').count()).toBe(1);
    expect(await page.locator('.items > li').count()).toBeGreaterThan(drift.report.findings.length);
    expect({ loaded, said }).toEqual({ loaded: [], said: [] });
  });

  describe('of long names', () => {
    const deployed = useDeployedAccount();

    test('labels rules by CIDR and policy, and is not wider than the screen of a laptop and a phone', async () => {
      const description = 'Networks of our offices in Germany, Austria and Switzerland (owner: platform-networking)';
      const offices = await deployed.deploy('netingress_ip_policy', 'offices', { description });
      const rule = { ip_policy_id: offices.values['id'] as string, action: 'allow' };
      const berlin = await deployed.deploy('netingress_ip_policy_rule', 'berlin', { ...rule, cidr: '203.0.113.0/24' });
      const address = 'module.network["eu-central-1"].netingress_ip_policy_rule.allow_berlin_headquarters_third_floor';
      deployed.stateResources.splice(1, 1, { ...berlin, address });
      const subject = 'maximiliane.mustermann-hohenstein@subsidiary.example.com';
      await deployed.edit(berlin, { description: 'Berlin, third floor' }, { subject });
      await deployed.changeDirectly('POST', '/ip_policy_rules', { ...rule, cidr: '2001:db8::/32' });
      const html = await formatDrift(await deployed.drift({ events: deployed.events() }), 'html');
      for (const width of [1366, 390]) {
        const page = await browser.newPage({ viewport: { width, height: 768 } });
        await page.setContent(html);
        const lines = page.locator('#changed .items > li > .line, #unmanaged .items > li > .line');
        expect(await lines.allTextContents()).toEqual([
          expect.stringContaining('203.0.113.0/24 of Networks of our offices in Germany, Austria and Switzerland'),
          expect.stringContaining('2001:db8::/32 of Networks of our offices in Germany, Austria and Switzerland'),
        ]);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
      }
    });
  });
});
