/** The picture of the README is a report of `netingress preview` about its own configuration. */
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { startBrowser } from '../browser';
import { findShown, PICTURE, readmeReport } from '../support/preview/readme-report';
import { testInCi, testWith } from '../support/requirements';

testInCi('the picture is what the command reports today; otherwise run `npx tsx scripts/draw-preview.ts`', async () => {
  expect(findShown(readFileSync(PICTURE, 'utf8'))).toBe(findShown(await readmeReport()));
});

testWith('chromium')('the picture shows the network that is admitted and the one that is shut out', async () => {
  const browser = await startBrowser();
  try {
    const page = await browser.newPage();
    await page.goto(pathToFileURL(PICTURE).href);
    const height = Number(await page.locator('svg').getAttribute('height'));
    for (const network of ['198.51.100.0/24', '203.0.113.0/24']) {
      const box = await page.getByText(network, { exact: true }).boundingBox();
      expect(box?.width).toBeGreaterThan(0);
      expect((box?.y ?? height) + (box?.height ?? 0)).toBeLessThan(height);
    }
  } finally {
    await browser.close();
  }
});
