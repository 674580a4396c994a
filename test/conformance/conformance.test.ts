/** Checks a service against the documents: the emulator, or an account of a service for `npm run conformance`. */
import { createEmulator, type Emulator } from '../../src/emulator';
import { accountSuite } from './account/suite';
import type { Target } from './api';
import { suite } from './suite';

/** What `account/run.ts` sets. */
const { NETINGRESS_CONFORMANCE_RUN: run } = process.env;

if (run !== undefined) {
  // An hour, chosen: the rate limit decides how long a case takes.
  jest.setTimeout(3_600_000);
  accountSuite(JSON.parse(run));
} else {
  describe.each(['spec', 'ngrok'] as const)('the emulator with profile %s', (profile) => {
    let emulator: Emulator;
    let target: Target;
    beforeAll(async () => {
      emulator = createEmulator({ profile });
      target = { baseUrl: (await emulator.listen()).url, apiKey: emulator.apiKey, profile };
    });
    afterAll(() => emulator.close());
    suite(profile, () => target);
    test('the cases delete all objects', async () => {
      const { counts } = (await (await fetch(`${target.baseUrl}/_emulator/state`)).json()) as { counts: object };
      // An account of the public service has a development domain.
      const left = profile === 'ngrok' ? [['domain', 1]] : [];
      expect(Object.entries(counts).filter(([, count]) => count > 0)).toEqual(left);
    });
  });
}
