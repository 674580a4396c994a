import type { RateLimitUsage } from '../../../src/client/api';
import { getKind } from '../../../src/model/kinds';
import { createProvider } from '../../../src/provider/create-provider';
import type { Diagnostic } from '../../../src/provider/protocol/diagnostic';
import type { Provider } from '../../../src/provider/protocol/provider';
import { impliedType } from '../../../src/provider/protocol/schema';
import type { CtyValue, ObjectValue } from '../../../src/values/cty-value';
import { fromJson } from '../../../src/values/json';
import { createFakeService } from '../../support/provider/fake-service';
import { configOf, configOfSchema } from '../../support/provider/values';

const policy = getKind('ip_policy');
const nothing = new Uint8Array();

async function configured(use: RateLimitUsage, config: Record<string, CtyValue> = {}): Promise<Provider> {
  const client = { ...createFakeService().client, rateUse: () => use };
  const provider = createProvider({ environment: {}, connect: () => client });
  await provider.configure({
    config: configOfSchema(provider.schema.provider, { base_url: 'https://service.test', api_key: 'key', ...config }),
    terraformVersion: '1.11.4',
  });
  return provider;
}

const objectOf = (id: string, description: string): ObjectValue => configOf(policy, { id, description });

async function planned(
  provider: Provider,
  config: ObjectValue | null,
  prior: ObjectValue | null,
  type = 'netingress_ip_policy',
): Promise<readonly Diagnostic[]> {
  const request = { type, prior, proposed: config, config, priorPrivate: nothing, deferralAllowed: false };
  return (await provider.planResource(request)).diagnostics;
}

async function applied(provider: Provider, prior: ObjectValue, config: ObjectValue | null): Promise<void> {
  await provider.applyResource({
    type: 'netingress_ip_policy',
    prior,
    planned: config,
    config,
    plannedPrivate: nothing,
  });
}

const readOne = async (provider: Provider): Promise<readonly Diagnostic[]> => {
  const request = { type: 'netingress_ip_policy', current: objectOf('ipp_1', 'x'), private: nothing };
  return (await provider.readResource({ ...request, deferralAllowed: false })).diagnostics;
};

const times = async (count: number, each: (n: number) => Promise<readonly Diagnostic[]>): Promise<number[]> => {
  const warned: number[] = [];
  for (let n = 1; n <= count; n += 1) if ((await each(n)).length > 0) warned.push(n);
  return warned;
};

describe('a plan', () => {
  const limited: RateLimitUsage = { perMinute: 5, throttledMs: 0, rejections429: 0 };

  test('warns once, with the first change that does not fit into a minute, and names the limit', async () => {
    const provider = await configured(limited, { max_requests_per_minute: 5 });
    const found: Diagnostic[] = [];
    const warned = await times(12, async (n) => {
      const diagnostics = await planned(provider, configOf(policy, { description: String(n) }), null);
      found.push(...diagnostics);
      return diagnostics;
    });
    expect(warned).toEqual([6]);
    expect(found).toEqual([
      {
        severity: 'warning',
        summary: 'The rate limit makes the apply take longer than a minute',
        detail:
          'No more is sent than 5 requests a minute (as max_requests_per_minute (NETINGRESS_MAX_REQUESTS_PER_MINUTE) says), ' +
          'and this plan needs more. Its apply takes about one minute for every 5 objects to add, change or destroy, and ' +
          'twice that for those to replace; the plan ends with their numbers. Nothing fails by it: requests wait for their ' +
          'turn. If the account admits more, raise max_requests_per_minute (NETINGRESS_MAX_REQUESTS_PER_MINUTE).',
      },
    ]);
  });

  test('says that the limit is the profile’s where nothing is set', async () => {
    const provider = await configured({ ...limited, perMinute: 0 }, { profile: 'ngrok' });
    const [warning] = await planned(provider, configOf(policy, {}), null);
    expect(warning?.detail).toContain("(the limit of the service profile 'ngrok')");
  });

  test('counts updates and deletions, and nothing that stays as it is', async () => {
    const provider = await configured(limited);
    const prior = objectOf('ipp_1', 'same');
    expect(await times(20, () => planned(provider, prior, prior))).toEqual([]);
    expect(await times(3, () => planned(provider, objectOf('ipp_1', 'new'), prior))).toEqual([]);
    expect(await times(5, () => planned(provider, null, prior))).toEqual([3]);
  });

  test('counts a replacement twice, as Terraform plans it', async () => {
    const rule = getKind('ip_policy_rule');
    const provider = await configured(limited);
    const values = { ip_policy_id: 'ipp_1', cidr: '10.0.0.0/8' };
    const prior = configOf(rule, { ...values, id: 'ipr_1', action: 'allow' });
    const config = configOf(rule, { ...values, action: 'deny' });
    const warned = await times(4, async () => [
      ...(await planned(provider, config, prior, 'netingress_ip_policy_rule')),
      ...(await planned(provider, config, null, 'netingress_ip_policy_rule')),
    ]);
    expect(warned).toEqual([3]);
  });

  test('counts the rules of a set that differ', async () => {
    const type = 'netingress_ip_policy_rules';
    const provider = await configured(limited);
    const setOf = (count: number): ObjectValue => {
      const cidrs = Array.from({ length: count }, (_, n) => [`10.0.0.${n}/32`, { action: 'allow' }]);
      const schema = impliedType(provider.schema.resources[type]?.attributes ?? []);
      const values = { id: 'ipp_1', ip_policy_id: 'ipp_1', rules: Object.fromEntries(cidrs) };
      return fromJson(schema, values) as ObjectValue;
    };
    expect(await planned(provider, setOf(40), setOf(40), type)).toEqual([]);
    expect(await planned(provider, setOf(44), setOf(40), type)).toEqual([]);
    expect(await planned(provider, setOf(45), setOf(40), type)).toHaveLength(1);
  });

  test('does not warn again while it is carried out', async () => {
    const provider = await configured(limited);
    const prior = objectOf('ipp_1', 'old');
    const warned = await times(20, async (n) => {
      const config = objectOf('ipp_1', `new ${n}`);
      const diagnostics = await planned(provider, config, prior);
      await applied(provider, prior, config);
      return diagnostics;
    });
    expect(warned).toEqual([]);
  });

  test('never warns without a limit', async () => {
    const provider = await configured({ perMinute: undefined, throttledMs: 0, rejections429: 0 });
    expect(await times(500, () => planned(provider, configOf(policy, {}), null))).toEqual([]);
  });
});

describe('an operation that asks the service', () => {
  test('warns once when requests were held back for more than a minute', async () => {
    const use = { perMinute: 120 as number | undefined, throttledMs: 60_000, rejections429: 0 };
    const provider = await configured(use);
    expect(await times(3, () => readOne(provider))).toEqual([]);
    use.throttledMs = 114_200;
    const [warning] = await readOne(provider);
    expect(warning).toEqual({
      severity: 'warning',
      summary: 'The rate limit makes this run take longer than a minute',
      detail:
        "Requests had to wait 1 min 54 s by now, and nothing failed by it. No more is sent than 120 requests a minute (the limit of the service profile 'spec'). " +
        'If the account admits more, raise max_requests_per_minute (NETINGRESS_MAX_REQUESTS_PER_MINUTE).',
    });
    use.throttledMs = 500_000;
    expect(await times(300, () => readOne(provider))).toEqual([]);
  });

  test.each<[string, RateLimitUsage, RegExp]>([
    [
      'what to set where the service refuses and no limit is set',
      { perMinute: undefined, throttledMs: 90_000, rejections429: 3 },
      /answered 429 \(too many requests\) 3 times\. Set max_requests_per_minute/,
    ],
    [
      'of others where the service refuses in spite of the limit',
      { perMinute: 60, throttledMs: 90_000, rejections429: 1 },
      /answered 429 \(too many requests\) once all the same: something else sends requests/,
    ],
  ])('tells %s', async (_, use, text) => {
    const [warning] = await readOne(await configured(use));
    expect(warning?.detail).toMatch(text);
  });
});
