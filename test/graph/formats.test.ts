/** Diagrams of sample accounts, and with strings that try to break out of the format. SVG and pages in a browser. */
import type { Browser, Page } from 'playwright-core';
import { graphFromAccount, graphFromObjects } from '../../src/graph/build/from-objects';
import { formatGraph, GRAPH_FORMATS } from '../../src/graph/formats';
import { findMermaidProblem } from '../../src/graph/formats/mermaid';
import type { Graph } from '../../src/graph/graph';
import { collapseGraph } from '../../src/graph/layout/collapse';
import { startBrowser } from '../browser';
import { describeWith } from '../support/requirements';
import { sampleAccount } from './account';

/** Markup, quotes, line breaks, entities and Mermaid syntax. */
const hostile = [
  '</title><script>alert(1)</script>',
  '"]; click n0 "javascript:alert(1)"',
  "a 'b' `c` ``` -->|x| #quot; #35; %% c",
  'end\n  n0 --> n1\r\nsubgraph x',
  '<img src=x onerror=alert(1)> &amp; {a}(b)[c]',
  '$$x$$ \\n fa:fa-car <!-- \u2028 \u202e ünïcödé 😀 \u0000',
];

const sample = (size: number): Graph => {
  const { account, bound } = sampleAccount(size);
  return graphFromAccount(account, bound);
};
const spoilt = (graph: Graph): Graph => ({
  ...graph,
  nodes: graph.nodes.map((node, n) => {
    const text = hostile[n % hostile.length] as string;
    return { ...node, label: text, location: text, badges: [text], details: [['description', text]] };
  }),
});

test.each(GRAPH_FORMATS)('%s has the same bytes for the same graph, and ends with a line break', async (format) => {
  const options = { name: 'x', collapse: true };
  const text = await formatGraph(sample(60), format, options);
  expect(await formatGraph(structuredClone(sample(60)), format, options)).toBe(text);
  expect(text.endsWith('\n')).toBe(true);
});

const text = String.raw`"(?:[\p{L}\p{N}\p{M} ,:·…/-]|#\d+;|<br/>)*"`;
/** All valid lines: strict, so that no string can be parsed as syntax. */
const mermaidLines = [
  /^flowchart LR$/,
  /^%% [^{}%\n\r]*$/,
  new RegExp(String.raw`^ {2}subgraph s\d+\[${text}\]$`, 'u'),
  /^ {4}direction LR$/,
  new RegExp(String.raw`^ {4}n\d+(?:\[${text}\]|\[\[${text}\]\]|\(\[${text}\]\))$`, 'u'),
  /^ {4}n\d+(?: ~~~ n\d+)+$/,
  /^ {2}end$/,
  /^ {2}n\d+ (?:-->|---) n\d+$/,
  /^ {2}classDef c\d+ fill:#[\da-f]{6},stroke:#[\da-f]{6},color:#1c2430$/,
  /^ {2}class n\d+(?:,n\d+)* c\d+$/,
];

test.each([
  ['423 objects', sample(500)],
  ['hostile strings', spoilt(sample(20))],
])('Mermaid of %s has only valid lines, and links between its own boxes', async (_, graph) => {
  const written = await formatGraph(graph, 'mermaid', { name: hostile.join(), collapse: true });
  const lines = written.trimEnd().split('\n');
  expect(lines.filter((line) => !mermaidLines.some((form) => form.test(line)))).toEqual([]);
  const made = lines.flatMap((line) => /^ {4}(n\d+)[[(]/.exec(line)?.[1] ?? []);
  expect(made).toHaveLength(collapseGraph(graph, { collapse: true }).items.length);
  expect(new Set(made).size).toBe(made.length);
  const named = lines
    .filter((line) => !line.includes('"') && !line.startsWith('%%'))
    .flatMap((line) => line.match(/\bn\d+\b/g) ?? []);
  expect(named.filter((name) => !made.includes(name))).toEqual([]);
  expect(lines.filter((line) => line.startsWith('  subgraph '))).toHaveLength(
    lines.filter((line) => line === '  end').length,
  );
  expect(findMermaidProblem(written)).toBeUndefined();
});

test("diagrams beyond Mermaid's limits are detected", async () => {
  const written = await formatGraph(sample(700), 'mermaid', { name: 'x', collapse: false });
  expect(findMermaidProblem(written)).toMatch(/Mermaid draws at most (50,000|500)$/);
  expect(findMermaidProblem('  n1 --> n2\n'.repeat(501))).toBe(
    'it has 501 lines between boxes; Mermaid draws at most 500',
  );
  expect(findMermaidProblem('  n1["a --- b"]\n'.repeat(501))).toBeUndefined();
});

describeWith('chromium', 'in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser.close());

  /** Opens markup like a file, and records requests, console output and errors. */
  async function open(markup: string, scheme: 'light' | 'dark' = 'light'): Promise<{ page: Page; messages: string[] }> {
    const page = await browser.newPage({ viewport: { width: 1400, height: 900 }, colorScheme: scheme });
    const messages: string[] = [];
    page.on('request', (request) => messages.push(`request ${request.url()}`));
    page.on('dialog', (dialog) => void dialog.dismiss().then(() => messages.push('dialog')));
    page.on('pageerror', (error) => messages.push(error.message));
    page.on('console', (message) => messages.push(message.text()));
    await page.setContent(markup);
    return { page, messages };
  }

  /**
   * Finds boxes that overlap or are outside, text of boxes that ends outside or is smaller than 10 pixels, and headings
   * that end outside their section.
   */
  const flaws = `(() => {
  const picture = document.querySelector('svg').getBoundingClientRect();
  const boxes = [...document.querySelectorAll('g.object')].map((g) => ({ rect: g.querySelector('.sheet').getBoundingClientRect(), g }));
  const found = [];
  boxes.forEach(({ rect: a, g }, index) => {
    if (a.left < picture.left || a.right > picture.right || a.top < picture.top || a.bottom > picture.bottom) found.push('outside');
    for (const { rect: b } of boxes.slice(index + 1))
      if (a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom) found.push('overlap');
    for (const text of g.querySelectorAll('text')) {
      if (text.getBoundingClientRect().right > a.right) found.push('too long: ' + text.textContent);
      if (parseFloat(getComputedStyle(text).fontSize) < 10) found.push('too small');
    }
  });
  for (const section of document.querySelectorAll('g.section'))
    if (section.querySelector('text').getBoundingClientRect().right > section.querySelector('.ground').getBoundingClientRect().right) found.push('long heading');
  return { found, boxes: boxes.length, width: picture.width };
})()`;

  test.each([true, false])(
    'the SVG of 423 objects (collapsed: %s) has no box on another, no text beyond its box, and no small letters in one',
    async (collapse) => {
      const graph = sample(500);
      const { page, messages } = await open(await formatGraph(graph, 'svg', { name: 'x', collapse }));
      const { found, boxes, width } = (await page.evaluate(flaws)) as { found: string[]; boxes: number; width: number };
      expect({ found, messages }).toEqual({ found: [], messages: [] });
      expect(boxes).toBe(collapseGraph(graph, { collapse }).items.length);
      expect(width).toBeLessThan(1300);
      await page.close();
    },
  );

  test('SVG is well-formed XML, and escapes strings of users', async () => {
    const svg = await formatGraph(spoilt(sample(20)), 'svg', { name: hostile.join(), collapse: false });
    const { page, messages } = await open(svg);
    const problem = await page.evaluate(
      `new DOMParser().parseFromString(${JSON.stringify(svg)}, 'image/svg+xml').querySelector('parsererror')?.textContent ?? null`,
    );
    expect([problem, messages, await page.locator('script, img').count()]).toEqual([null, [], 0]);
    expect(await page.locator('text', { hasText: '</title>' }).count()).toBeGreaterThan(0);
    await page.close();
  });

  test('the page makes no requests, and supports search, expanding and navigation by keyboard', async () => {
    const { page, messages } = await open(await formatGraph(sample(500), 'html', { name: 'account', collapse: true }));
    await page.keyboard.press('/');
    await page.keyboard.type('10.0.1.0/24');
    expect(await page.locator('#found').textContent()).toMatch(/^1 of \d+ objects$/);
    await page.getByRole('button', { name: '10.0.1.0/24' }).focus();
    await page.keyboard.press('Enter');
    const panel = page.getByRole('complementary', { name: 'Object' });
    expect(await panel.textContent()).toMatch(/10\.0\.1\.0\/24IP policy rule · allow.*Uses \(1\)Search networks/);
    await panel.getByRole('button', { name: 'Search networks' }).focus();
    await page.keyboard.press('Enter');
    expect(await panel.locator('h3').textContent()).toBe('Search networks, Osaka');
    expect(await page.locator('.lines g.hot').count()).toBeGreaterThan(0);
    await page.keyboard.press('Escape');
    expect(await panel.isVisible()).toBe(false);
    await page.locator('#search').fill('');
    const group = page.locator('summary', { hasText: '15 API keys' });
    await group.focus();
    await page.keyboard.press('Enter');
    expect(await page.getByRole('button', { name: 'Payments pipeline' }).first().isVisible()).toBe(true);
    await page.getByLabel('15 API keys').uncheck();
    expect(await group.isVisible()).toBe(false);
    expect(await page.locator('#found').textContent()).toMatch(/^408 of 423 objects$/);
    await page.getByRole('button', { name: 'Expand all' }).click();
    expect(await page.locator('main details:not([open])').count()).toBe(0);
    expect(messages).toEqual([]);
    await page.close();
  });

  test.each([390, 234])('at a width of %i px nothing is cut but what scrolls in its own part', async (width) => {
    const values = { description: 'Office of a long name' };
    const policies = ['ipp_1', 'ipp_2'].map((id) => ({ kind: 'ip_policy', id, values }));
    const api = { kind: 'ip_restriction', id: 'ipx_1', values: { type: 'api', ip_policy_ids: ['ipp_1', 'ipp_2'] } };
    const domain = { kind: 'domain', id: 'rd_1', values: { domain: 'app.example.com' } };
    const graph = graphFromObjects([...policies, api, domain]);
    const { page } = await open(await formatGraph(graph, 'html', { name: 'account', collapse: true }));
    await page.setViewportSize({ width, height: 800 });
    const measured = await page.evaluate<{ wider: boolean; names: number[]; parts: (readonly [string, number])[] }>(`({
      wider: document.documentElement.scrollWidth > innerWidth,
      names: [...document.querySelectorAll('.node b')].map((each) => each.scrollWidth - each.clientWidth),
      parts: [...document.querySelectorAll('.part')].map((each) => [getComputedStyle(each).overflowX, each.scrollWidth - each.clientWidth]),
    })`);
    expect(measured.wider).toBe(false);
    expect(measured.names.every((more) => more <= 0)).toBe(true);
    expect(measured.parts.map(([overflow]) => overflow)).toEqual(['auto', 'auto']);
    if (width === 390) expect(measured.parts.map(([, more]) => more)).toEqual([0, 0]);
    await page.close();
  });

  test.each(['light', 'dark'] as const)(
    'the page escapes strings of users, and the notes of its boxes have more than 10 pixels, in %s',
    async (scheme) => {
      const { page, messages } = await open(
        await formatGraph(spoilt(sample(20)), 'html', { name: hostile.join(), collapse: false }),
        scheme,
      );
      expect(await page.locator('main script:not(#data), main img').count()).toBe(0);
      await page.locator('.node', { hasText: '</title>' }).first().click();
      expect(await page.locator('#description h3').textContent()).toBe(hostile[0]);
      const ran = await page.evaluate(
        `(() => { const script = document.createElement('script'); script.textContent = 'document.title = "ran"'; document.body.append(script); return document.title; })()`,
      );
      expect(ran).not.toBe('ran');
      const size = await page.evaluate<string>(`getComputedStyle(document.querySelector('.node small')).fontSize`);
      expect(Number.parseFloat(size)).toBeGreaterThan(10);
      // The content security policy reports the rejected script.
      expect(messages.filter((each) => !each.includes('Content Security Policy'))).toEqual([]);
      await page.close();
    },
  );
});
