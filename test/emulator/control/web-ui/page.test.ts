import type { Browser, Page } from 'playwright-core';
import { startBrowser } from '../../../browser';
import { type Api, createApi } from '../../../support/emulator/api';
import { measureText } from '../../../support/emulator/text-contrast';
import { describeWith, testInCi } from '../../../support/requirements';

describeWith('chromium', 'the page in a browser', () => {
  let browser: Browser;
  let api: Api;
  let url: string;

  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser.close());

  async function start(): Promise<void> {
    api = createApi();
    ({ url } = await api.emulator.listen());
  }

  async function stop(): Promise<void> {
    for (const context of browser.contexts()) await context.close();
    await api.emulator.close();
  }

  /** The page, once it is live; what it complains of is collected. */
  async function open(): Promise<{ page: Page; complaints: string[] }> {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    await page.goto(`${url}/_emulator/`);
    await page.locator('#status.live').waitFor();
    return { page, complaints };
  }

  async function fill(): Promise<string> {
    const { id } = await api.create('/ip_policies', { description: 'Office' });
    await api.create('/ip_policy_rules', { ip_policy_id: id, cidr: '10.0.0.0/8', action: 'allow' });
    const client = 'netingress-provider/0.1.0 (terraform 1.11.4; node 20.18.1)';
    await api.send('GET', '/kubernetes_operators?limit=100', undefined, { 'user-agent': client });
    await api.send('GET', '/nothing', undefined, { 'user-agent': 'test/1' });
    return id;
  }

  describe('with objects', () => {
    let id: string;
    let page: Page;
    let complaints: string[];
    beforeAll(async () => {
      await start();
      id = await fill();
      ({ page, complaints } = await open());
      await page.locator('#picture .node').first().waitFor();
    });
    afterAll(stop);

    test.each(['light', 'dark'] as const)(
      'in %s mode each section is in place, and texts of eleven selectors are readable and of the mode',
      async (scheme) => {
        await page.emulateMedia({ colorScheme: scheme });
        const box = async (selector: string) => {
          const found = await page.locator(selector).boundingBox();
          if (!found) throw new Error(`${selector} is not shown`);
          return found;
        };
        const header = await box('header');
        const objects = await box('section:has(#picture)');
        const requests = await box('section:has(#requests)');
        const events = await box('section:has(#events)');
        const faults = await box('section:has(#faults)');
        expect(header.y).toBe(0);
        expect(objects.y).toBeGreaterThanOrEqual(header.y + header.height);
        expect(requests.x).toBeGreaterThanOrEqual(objects.x + objects.width);
        expect(events.y).toBeGreaterThanOrEqual(requests.y + requests.height);
        expect(faults.y).toBeGreaterThanOrEqual(events.y + events.height);
        expect(faults.x + faults.width).toBeLessThanOrEqual(1280);

        const texts = ['h1', 'dt', '#status', '#pause', 'th', '.good', '.warn', 'td.soft', '#events .soft'];
        for (const selector of [...texts, '#faults-empty', '#picture small']) {
          const { contrast, isLight } = await measureText(page, selector);
          const seen = [selector, contrast >= 4.5 ? 'readable' : contrast, isLight];
          expect(seen).toEqual([selector, 'readable', scheme === 'dark']);
        }
      },
    );

    test('at 1280 pixels the table of requests does not scroll sideways', async () => {
      const [whole, visible] = await page
        .locator('.scroll:has(#requests)')
        .evaluate(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth] as const);
      expect(whole).toBeLessThanOrEqual(visible);
    });

    test('on a narrow screen the sections are stacked and nothing overflows', async () => {
      await page.setViewportSize({ width: 400, height: 800 });
      const width = await page.evaluate('document.documentElement.scrollWidth');
      const lefts = await page
        .locator('main > section')
        .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().x));
      expect([width, new Set(lefts).size]).toEqual([400, 1]);
      await page.setViewportSize({ width: 1280, height: 800 });
    });

    testInCi(
      'the buttons, the search and the first objects are reached by keyboard, and each of the four sections is a named region',
      async () => {
        await page.reload();
        await page.locator('#picture .node').first().waitFor();
        for (const name of ['Objects', 'Requests', 'Events', 'Faults']) {
          expect(await page.getByRole('region', { name }).first().isVisible()).toBe(true);
        }
        const reached: string[] = [];
        for (let presses = 0; presses < 8; presses++) {
          await page.keyboard.press('Tab');
          reached.push(String(await page.evaluate('document.activeElement.textContent || document.activeElement.id')));
        }
        expect(reached.slice(0, 4)).toEqual(['Pause', 'search', 'Expand all', 'Collapse all']);
        expect(reached.slice(6)).toEqual([expect.stringContaining('Office'), '1 IP policy rule']);
      },
    );

    test('the page shows objects, requests and events, but not its own requests', async () => {
      const box = page.locator('#picture .node', { hasText: 'Office' });
      await box.waitFor();
      expect(await page.locator('.part h3').allTextContents()).toEqual(['1 IP policy · 1 IP policy rule']);
      const rows = await page.locator('#requests tr').allTextContents();
      expect(rows.map((row) => /^(\d)/.exec(row)?.[1])).toEqual(['4', '3', '2', '1']);
      expect(rows[0]).toContain('GET /nothing404not routedtest/1');
      expect(await page.locator('#events strong').allTextContents()).toEqual([
        'ip_policy_rule_created.v0',
        'ip_policy_created.v0',
      ]);
      await box.click();
      expect(await page.locator('#description').textContent()).toContain(id);
      expect(api.emulator.requests()).toHaveLength(4);
      expect(complaints).toEqual([]);
    });
  });

  describe('of an emulator that changes', () => {
    beforeEach(start);
    afterEach(stop);

    test('changes appear without a reload, and what is open, selected and searched remains', async () => {
      const id = await fill();
      const { page } = await open();
      await page.locator('.parts > summary').click();
      await page.locator('#picture .node', { hasText: 'Office' }).click();
      await page.locator('#search').fill('policy');
      await api.send('PATCH', `/ip_policies/${id}`, { description: 'Changed office' });
      await page.locator('#description h3', { hasText: 'Changed office' }).waitFor();
      expect(await page.locator('#search').inputValue()).toBe('policy');
      expect(await page.locator('.parts').getAttribute('open')).toBe('');
      await api.send('DELETE', `/ip_policies/${id}`);
      await page.getByText('No objects.').waitFor();
      // Objects and events are asked for one after the other.
      await page.locator('#events strong').first().and(page.getByText('ip_policy_deleted.v0')).waitFor();
    });

    testInCi('faults appear with their hits, and disappear when they are removed', async () => {
      const { page } = await open();
      await page.getByText('No faults are set.').waitFor();
      const { id } = api.emulator.faults.add({ match: { operation: 'ip_policy.list' }, do: { status: 503 } });
      await page.locator('#faults strong', { hasText: id }).waitFor();
      await page.locator('#faults .hits', { hasText: '0 hits' }).waitFor();
      expect((await api.send('GET', '/ip_policies')).status).toBe(503);
      await page.locator('#faults .hits', { hasText: '1 hit:' }).waitFor();
      await api.send('DELETE', '/_emulator/faults');
      await page.getByText('No faults are set.').waitFor();
    });

    testInCi('a paused page does not change', async () => {
      const { page } = await open();
      await page.getByRole('button', { name: 'Pause' }).click();
      await page.getByText('Paused').waitFor();
      await fill();
      const asked = page.waitForRequest(/requests/, { timeout: 800 }).then(
        () => 'asked',
        () => 'quiet',
      );
      expect([await asked, await page.locator('#requests tr').count()]).toEqual(['quiet', 0]);
      await page.getByRole('button', { name: 'Resume' }).click();
      await page.locator('#requests tr').first().waitFor();
    });

    test('markup in values of users and clients is displayed as text', async () => {
      const attack = '<img src=x onerror="document.title=1"><script>document.title=2</script>';
      await api.create('/ip_policies', { description: attack });
      await api.send('GET', '/%3Cscript%3E', undefined, { 'user-agent': '<b>client</b>' });
      await api.sendAsUser('POST', '/ip_policies', {
        description: '"><svg onload=document.title=3>',
        metadata: attack,
      });
      const { page, complaints } = await open();
      await page.locator('#picture .node', { hasText: attack }).click();
      await page.locator('#description h3', { hasText: attack }).waitFor();
      await page.locator('#close').click();
      // A narrower page hides the column of the client.
      await page.setViewportSize({ width: 1600, height: 800 });
      await page.getByText('<b>client</b>', { exact: true }).waitFor();
      for (const summary of await page.locator('#events summary').all()) await summary.click();
      expect(await page.locator('main img, main script:not(#data), main [onload], main b > *').count()).toBe(0);
      expect([await page.title(), complaints]).toEqual(['Emulator of the network ingress service', []]);
    });

    test('its policy allows only its own script and only requests to the emulator', async () => {
      const policy = (await fetch(`${url}/_emulator/`)).headers.get('content-security-policy')?.split('; ') ?? [];
      expect(policy).toEqual(
        expect.arrayContaining([
          "default-src 'none'",
          expect.stringMatching(/^script-src 'sha256-[^' ]+'$/),
          "connect-src 'self'",
          "frame-ancestors 'none'",
        ]),
      );
      expect(policy.join()).not.toMatch(/unsafe|\*|http/);
      const ran = await (await open()).page.evaluate(
        `(() => { const script = document.createElement('script'); script.textContent = 'document.title = "ran"'; document.body.append(script); return document.title; })()`,
      );
      expect(ran).not.toBe('ran');
    });

    testInCi('on another host than loopback the page requires the token before it shows data', async () => {
      await api.emulator.close();
      const { url: reachable } = await api.emulator.listen({ host: '0.0.0.0' });
      await api.create('/ip_policies', { description: 'hidden' });
      const page = await browser.newPage();
      await page.goto(`${reachable}/_emulator/`);
      await page.getByText('Needs the control token').waitFor();
      expect(await page.getByText('hidden', { exact: true }).count()).toBe(0);
      await page.locator('#token').fill(api.emulator.controlToken);
      await page.keyboard.press('Enter');
      await page.getByText('hidden', { exact: true }).waitFor();
    });

    test('the page reports an emulator that has stopped', async () => {
      const { page } = await open();
      await api.emulator.close();
      await page.getByText('The emulator does not respond').waitFor();
    });
  });
});
