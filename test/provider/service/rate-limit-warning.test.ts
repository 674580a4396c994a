import type { RateLimitUsage } from '../../../src/client/api';
import { getKind } from '../../../src/model/kinds';
import { createProvider } from '../../../src/provider/create-provider';
import type { ProviderDiagnostic } from '../../../src/provider/protocol/diagnostic';
import type { Provider } from '../../../src/provider/protocol/provider';
import type { CtyValue } from '../../../src/values/cty-value';
import { createFakeService } from '../../support/provider/fake-service';
import { configOf, configOfSchema } from '../../support/provider/values';

async function configureProvider(usage: RateLimitUsage, config: Record<string, CtyValue> = {}): Promise<Provider> {
  const client = { ...createFakeService().client, rateLimitUsage: () => usage };
  const provider = createProvider({ environment: {}, connect: () => client });
  await provider.configure({
    config: configOfSchema(provider.schema.provider, { base_url: 'https://service.test', api_key: 'key', ...config }),
  });
  return provider;
}

async function readOne(provider: Provider): Promise<readonly ProviderDiagnostic[]> {
  const current = configOf(getKind('ip_policy'), { id: 'ipp_1', description: 'x' });
  const request = { type: 'netingress_ip_policy', current, private: new Uint8Array(), deferralAllowed: false };
  return (await provider.readResource(request)).diagnostics;
}

test('an operation warns once when requests were delayed for more than a minute', async () => {
  const usage = { perMinute: 120, throttledMs: 60_000, rejections429: 0 };
  const provider = await configureProvider(usage);
  expect(await readOne(provider)).toEqual([]);
  usage.throttledMs = 114_200;
  expect(await readOne(provider)).toEqual([
    {
      severity: 'warning',
      summary: 'The rate limit makes this run take longer than a minute',
      detail:
        "Requests have waited 1 min 54 s so far. Nothing failed. The limit is 120 requests per minute, of the profile 'spec'. " +
        "If the account's limit is higher, raise max_requests_per_minute (NETINGRESS_MAX_REQUESTS_PER_MINUTE).",
    },
  ]);
  usage.throttledMs = 500_000;
  for (let n = 0; n < 300; n += 1) expect(await readOne(provider)).toEqual([]);
});

test.each<[string, RateLimitUsage, Record<string, CtyValue>, RegExp]>([
  [
    'what to set if the service rejects requests and no limit is set',
    { perMinute: undefined, throttledMs: 90_000, rejections429: 3 },
    {},
    /returned 429 \(too many requests\) 3 times\. Set max_requests_per_minute/,
  ],
  [
    'other clients if the service rejects requests below the limit',
    { perMinute: 60, throttledMs: 90_000, rejections429: 1 },
    {},
    /returned 429 \(too many requests\) once all the same: .* or another client sends requests/,
  ],
  [
    'the setting if it sets the limit',
    { perMinute: 1, throttledMs: 90_000, rejections429: 0 },
    { max_requests_per_minute: 1 },
    /The limit is 1 request per minute, set by max_requests_per_minute \(NETINGRESS_MAX_REQUESTS_PER_MINUTE\)\./,
  ],
])('the warning names %s', async (_, usage, config, detail) => {
  const [warning] = await readOne(await configureProvider(usage, config));
  expect(warning?.detail).toMatch(detail);
});
