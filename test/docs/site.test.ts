/** The site of the documentation, built and read in a browser. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import type { Browser } from 'playwright-core';
import { startBrowser } from '../browser';
import { type Listening, listen } from '../support/listen';
import { describeWith } from '../support/requirements';
import { allDocuments, root } from './documents';

jest.setTimeout(600_000);

const dist = join(root, 'site/dist');

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

function serve(): Promise<Listening> {
  return listen(
    createServer((request, response) => {
      const path = decodeURI(new URL(request.url ?? '/', 'http://localhost').pathname);
      const file = join(dist, path.endsWith('/') ? `${path}index.html` : path);
      if (!existsSync(file)) return response.writeHead(404).end();
      response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' });
      return response.end(readFileSync(file));
    }),
  );
}

describeWith(['CAMPAIGN=full', 'chromium'], 'the site', () => {
  let server: Listening;
  let browser: Browser;
  let url: string;

  beforeAll(async () => {
    execFileSync(process.execPath, [join(root, 'node_modules/tsx/dist/cli.mjs'), 'scripts/site.ts'], {
      cwd: root,
      stdio: 'pipe',
    });
    server = await serve();
    url = `${server.url}/`;
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  // The build above fails for a link to a page that is not there.
  test('has a page for each document', () => {
    const pages = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.html'));
    const expected = allDocuments().map(({ path }) => path.replace(/README\.md$/, 'index.md').replace(/md$/, 'html'));
    expect(pages.filter((name) => name !== '404.html').sort()).toEqual(expected.sort());
  });

  test('is searched in the browser, with a line of text for the first hit', async () => {
    const page = await browser.newPage();
    const failed: string[] = [];
    page.on('pageerror', (error) => failed.push(error.message));
    await page.goto(url, { waitUntil: 'networkidle' });
    await page
      .getByRole('button', { name: /search/i })
      .first()
      .click();
    await page.locator('#localsearch-input').fill('ERR_1408');
    const first = page.locator('#localsearch-list a.result').first();
    await first.waitFor();
    await first.locator('.excerpt', { hasText: 'ERR_1408' }).first().waitFor();
    const address = (await first.getAttribute('href')) ?? '';
    await first.click();
    await page.waitForURL(`**${address}`);
    expect(await page.locator('.vp-doc').innerText()).toContain('ERR_1408');
    expect(failed).toEqual([]);
    await page.close();
  });

  // Chosen: a phone of 390 by 844 pixels, and text of at least 14.
  test.each(['', 'docs/guides/preview.html', 'docs/reference/ip_policy.html', 'API.html'])(
    '%j is not wider than the screen of a phone, and its text is not smaller than 14 pixels',
    async (path) => {
      const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
      await page.goto(`${url}${path}`, { waitUntil: 'networkidle' });
      // Evaluated in the page, whose types the tests do not have.
      const width = await page.evaluate<number>('document.documentElement.scrollWidth');
      const size = await page.evaluate<string>("getComputedStyle(document.querySelector('.vp-doc p')).fontSize");
      expect(width).toBeLessThanOrEqual(390);
      expect(Number.parseFloat(size)).toBeGreaterThanOrEqual(14);
      await page.close();
    },
  );
});
