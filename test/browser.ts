/** A real browser for tests: Debian's Chromium, driven by playwright-core. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

/** Names under which Chromium is installed. */
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** Path of the browser: that of `NETINGRESS_TEST_BROWSER`, else the first on the PATH. Throws, saying what to do. */
export function findBrowser(env: Readonly<Record<string, string | undefined>> = process.env): string {
  const named = env['NETINGRESS_TEST_BROWSER'];
  if (named !== undefined) {
    if (existsSync(named)) return named;
    throw new Error(`NETINGRESS_TEST_BROWSER is '${named}', and there is no such file; give the path of a Chromium`);
  }
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const found = folders.flatMap((folder) => names.map((name) => join(folder, name))).find((path) => existsSync(path));
  if (found) return found;
  throw new Error(
    `No browser is on the PATH (looked for ${names.join(', ')}); install one, such as with ` +
      '`apt-get install -y --no-install-recommends chromium`, or name it in NETINGRESS_TEST_BROWSER',
  );
}

/** Starts the browser; whoever starts it closes it. Without a sandbox, which containers and root do not have. */
export function startBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox', '--disable-dev-shm-usage'] });
}
