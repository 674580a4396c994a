/** Every format of a report with all types of findings, and with strings that try to break out of the format. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { meetsMinimum } from '../../src/drift/compare/coverage';
import { FINDING_TYPES } from '../../src/drift/compare/finding';
import { FORMATS, formatDrift } from '../../src/drift/formats';
import type { Drift } from '../../src/drift/report/report';
import type { StateResource } from '../../src/model/inventory';
import { startBrowser } from '../browser';
import { detectAllTypes } from '../support/drift/all-types';
import { createDeployedAccount, pathOf } from '../support/drift/inventory';
import { testWith } from '../support/requirements';

let drift: Drift;

beforeAll(async () => {
  drift = await detectAllTypes();
});

const write = (format: (typeof FORMATS)[number]): Promise<string> => formatDrift(drift, format);

test('the report contains findings of every type', () => {
  expect(new Set(drift.report.findings.map(({ type }) => type))).toEqual(new Set(FINDING_TYPES));
});

test.each(FORMATS)('%s has the same bytes for the same input', async (format) => {
  const text = await write(format);
  expect(await formatDrift(structuredClone(drift), format)).toBe(text);
  expect(text.endsWith('\n')).toBe(true);
});

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
  expect(text).toContain('rule 2 expired on 2020-01-01: over');
  expect(text).toContain('Line 7 of events is not whole JSON');
  // Users' strings stay on one line and contain no control characters.
  expect(text).not.toMatch(/[^\n -~\u00a0-\uffff]/);
});

test('Markdown keeps strings of users within their lines', async () => {
  const text = await write('markdown');
  expect(text).not.toContain('<script>');
  expect(text).not.toMatch(/@team|@example/);
  for (const line of text.split('\n')) expect(line).toMatch(/^(## ⚠️ |### | *- |\| |<\/?details>|Incomplete: |$)/u);
  const cells = (row: string): number => row.replaceAll('\\|', '').split('|').length;
  const rows = text.split('\n').filter((line) => line.startsWith('|'));
  expect(rows.length).toBeGreaterThan(3);
  expect(new Set(rows.map(cells)).size).toBe(1);
});

test.each(FORMATS)('%s contains no control character', async (format) => {
  expect(await write(format)).not.toMatch(/[^\P{Cc}\n]/u);
});

test('SARIF has a rule and a fingerprint for every finding', async () => {
  const { version, runs } = JSON.parse(await write('sarif')) as {
    version: string;
    runs: [
      {
        tool: { driver: { rules: { id: string }[] } };
        results: { ruleId: string; ruleIndex: number; partialFingerprints: object }[];
        invocations: [{ executionSuccessful: boolean }];
      },
    ];
  };
  const [{ tool, results, invocations }] = runs;
  expect(version).toBe('2.1.0');
  expect(results).toHaveLength(drift.report.findings.length);
  for (const { ruleId, ruleIndex } of results) expect(tool.driver.rules[ruleIndex]?.id).toBe(ruleId);
  expect(new Set(results.map(({ partialFingerprints }) => JSON.stringify(partialFingerprints))).size).toBe(
    results.length,
  );
  expect(invocations[0].executionSuccessful).toBe(false);
});

test.each([
  [7, 93, 0.07, true],
  [2, 1, 2 / 3, true],
  [999_999, 1, 1, false],
  [999_999_999, 1, 1, false],
  [6, 94, 0.07, false],
  [0, 0, 1, true],
])('%i managed and %i unmanaged reach %d: %p', (managed, unmanaged, least, expected) => {
  expect(meetsMinimum({ managed, unmanaged }, least)).toBe(expected);
});

testWith('chromium')('the HTML page loads nothing, and its diagram shows the finding of every object', async () => {
  const html = await write('html');
  const browser = await startBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 1200, height: 900 } });
    const loaded: string[] = [];
    const said: string[] = [];
    page.on('request', (request) => loaded.push(request.url()));
    page.on('dialog', (dialog) => void dialog.dismiss().then(() => said.push('dialog')));
    page.on('pageerror', (error) => said.push(error.message));
    page.on('console', (message) => said.push(message.text()));
    await page.setContent(html);
    expect(await page.locator('[role=status]').textContent()).toContain('Incomplete');
    const shown = await page
      .locator('svg g.object')
      .evaluateAll((groups) => groups.map((group) => group.getAttribute('data-finding')));
    expect(shown.toSorted()).toEqual(drift.diagram.nodes.map(({ finding }) => finding).toSorted());
    expect(await page.locator('svg path.reference').count()).toBe(drift.diagram.edges.length);
    expect(drift.diagram.edges.length).toBeGreaterThan(1);
    // No two boxes overlap.
    const boxes = await page.locator('svg rect').evaluateAll((rects) =>
      rects.map((rect) => {
        const { x, y, right, bottom } = rect.getBoundingClientRect();
        return { x, y, right, bottom };
      }),
    );
    const overlaps = boxes.filter((a, index) =>
      boxes.slice(index + 1).some((b) => a.x < b.right && b.x < a.right && a.y < b.bottom && b.y < a.bottom),
    );
    expect(overlaps).toEqual([]);
    expect(await page.locator('tbody tr').count()).toBeGreaterThan(drift.report.findings.length);
    expect({ loaded, said }).toEqual({ loaded: [], said: [] });
  } finally {
    await browser.close();
  }
});

testWith('chromium')(
  'on a laptop screen the page labels rules by CIDR and policy, and keeps ids and times on one line',
  async () => {
    const deployed = await createDeployedAccount();
    const browser = await startBrowser();
    try {
      const offices = await deployed.deploy('netingress_ip_policy', 'offices', {
        description: 'Networks of our offices in Germany, Austria and Switzerland (owner: platform-networking)',
      });
      const ip_policy_id = offices.values['id'] as string;
      const berlin = await deployed.deploy('netingress_ip_policy_rule', 'berlin', {
        ip_policy_id,
        cidr: '203.0.113.0/24',
        action: 'allow',
      });
      const address = 'module.network["eu-central-1"].netingress_ip_policy_rule.allow_berlin_headquarters_third_floor';
      deployed.stateResources.push({ ...(deployed.stateResources.pop() as StateResource), address });
      await deployed.changeDirectly(
        'PATCH',
        pathOf('ip_policy_rule', berlin.values['id']),
        { description: 'Berlin, third floor' },
        { subject: 'maximiliane.mustermann-hohenstein@subsidiary.example.com' },
      );
      await deployed.changeDirectly('POST', '/ip_policy_rules', {
        ip_policy_id,
        cidr: '2001:db8::/32',
        action: 'allow',
      });
      const html = await formatDrift(await deployed.drift({ events: deployed.events() }), 'html');
      const page = await browser.newPage({ viewport: { width: 1366, height: 768 } });
      await page.setContent(html);
      expect(await page.locator('.findings td b').allTextContents()).toEqual([
        '203.0.113.0/24 of Networks of our offices in Germany, Austria and Switzerland (owner: platform-networking)',
        '2001:db8::/32 of Networks of our offices in Germany, Austria and Switzerland (owner: platform-networking)',
      ]);
      const lines = await page
        .locator('.findings td b, .findings code')
        .evaluateAll((elements) => elements.map((element) => element.getClientRects().length));
      expect(lines.length).toBeGreaterThan(8);
      expect(new Set(lines)).toEqual(new Set([1]));
      const width = await page.evaluate('document.documentElement.scrollWidth');
      expect(width).toBeLessThanOrEqual(1366);
    } finally {
      await browser.close();
      await deployed.close();
    }
  },
  30_000,
);
