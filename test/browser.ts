/** A real browser for tests: Chromium, driven by playwright-core. */
import { type Browser, chromium } from 'playwright-core';
import { findProgram } from './support/programs';

/** Starts the browser; the caller closes it. Without Chromium's sandbox, which it does not have as root. */
export function startBrowser(): Promise<Browser> {
  const executablePath = findProgram('chromium');
  if (executablePath === undefined)
    throw new Error("Chromium is not installed; expected a test of describeWith('chromium', …)");
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
}
