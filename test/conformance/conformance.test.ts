/**
 * Checks a service against the documents: the emulator, or with NETINGRESS_CONFORMANCE_URL and NETINGRESS_CONFORMANCE_KEY
 * (and NETINGRESS_CONFORMANCE_PROFILE) another service.
 */
import { createEmulator, type Emulator } from '../../src/emulator';
import type { Target } from './api';
import { suite } from './suite';

const {
  NETINGRESS_CONFORMANCE_URL: baseUrl,
  NETINGRESS_CONFORMANCE_KEY: apiKey,
  NETINGRESS_CONFORMANCE_PROFILE: profileName,
} = process.env;

if (baseUrl !== undefined) {
  const profile = profileName === 'ngrok' ? 'ngrok' : 'spec';
  describe(`${baseUrl} conforms`, () =>
    suite(profile, () => ({ baseUrl: baseUrl.replace(/\/$/, ''), apiKey: apiKey ?? '', profile })));
} else {
  describe.each(['spec', 'ngrok'] as const)('the emulator conforms with profile %s', (profile) => {
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
      expect(Object.entries(counts).filter(([, count]) => count > 0)).toEqual(
        profile === 'ngrok' ? [['domain', 1]] : [],
      );
    });
  });
}
