/** Resource types and attributes of one profile, through the provider as Terraform uses it. */

import { KINDS } from '../../src/model/kinds';
import { isKindIn, PROFILES } from '../../src/model/profiles';
import { minimalConfig } from '../support/acceptance/samples';
import { createHarness, type Harness, plain } from '../support/provider/harness';

const { spec } = PROFILES;
const foreign = KINDS.filter((kind) => !isKindIn(kind, spec));

describe('in the profile spec', () => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await createHarness('spec');
  });

  test.each(foreign.map((kind) => [kind.name, kind] as const))(
    '%s is in the schema and every operation refuses it by name, without a request',
    async (name, kind) => {
      const type = `netingress_${name}`;
      const { provider } = harness;
      expect(Object.keys(provider.schema.resources)).toContain(type);
      const values = minimalConfig(kind, { object: 0 });
      const before = harness.requests().length;
      const config = harness.config(type, values);
      const validated = await provider.validateResource({ type, config, writeOnlyAllowed: true });
      const planned = await harness.plan(type, values);
      const imported = await harness.import(type, `${kind.idPrefix}_2Xr7ZBPCMGkuWuUKLwXnCPrhmGF`);
      for (const { diagnostics } of [validated, planned, imported]) {
        expect(diagnostics.map(({ summary }) => summary)).toEqual(['Not available in this profile']);
        expect(diagnostics[0]?.detail).toContain(
          `${type} does not exist in the profile 'spec'; expected the profile 'ngrok'`,
        );
      }
      expect(harness.requests()).toHaveLength(before);
    },
  );
});

describe('cloud endpoints', () => {
  const type = 'netingress_cloud_endpoint';
  const policy = '{"on_http_request":[{"actions":[{"type":"deny"}]}]}';
  let harness: Harness;
  beforeAll(async () => {
    harness = await createHarness('ngrok');
  });

  test('an internal endpoint is created with its binding, planned empty, updated, imported by URL and deleted', async () => {
    const config = { url: 'https://App.internal:443', traffic_policy: policy };
    const made = await harness.applied(type, config);
    expect(plain(made)).toMatchObject({
      ...config,
      bindings: ['internal'],
      pooling_enabled: false,
      type: 'cloud',
      proto: 'https',
      hostport: 'app.internal:443',
      domain: null,
    });
    expect(harness.bodies[0]).toMatchObject({ type: 'cloud', url: 'https://app.internal' });
    expect(plain(await harness.read(type, made))).toEqual(plain(made));
    const again = await harness.plan(type, { ...config, url: 'https://app.internal' }, made);
    expect(plain(again.planned)).toEqual(plain(made));
    const moved = await harness.plan(type, { ...config, url: 'https://other.internal' }, made);
    expect(moved.requiresReplace).toEqual([]);
    const rescheduled = await harness.plan(type, { ...config, url: 'http://app.internal' }, made);
    expect(rescheduled.requiresReplace).toEqual([['url']]);
    const updated = await harness.applied(type, { ...config, url: 'https://other.internal', description: 'x' }, made);
    expect([updated['id'], updated['hostport']]).toEqual([made['id'], 'other.internal:443']);
    expect(plain(await harness.imported(type, 'https://OTHER.internal'))).toMatchObject({ id: made['id'] });
  });

  test('a public endpoint needs its domain, and the domain cannot be deleted before it', async () => {
    const url = 'https://www.example.com';
    const refused = await harness.apply(type, { url, traffic_policy: policy });
    expect(refused.diagnostics[0]?.detail).toContain('ERR_NGROK_18006');
    const domain = await harness.applied('netingress_domain', { domain: 'www.example.com' });
    const made = await harness.applied(type, { url, traffic_policy: policy });
    expect(plain(made)).toMatchObject({ bindings: ['public'], domain: { id: domain['id'] } });
    const deleted = await harness.provider.applyResource({
      type: 'netingress_domain',
      prior: domain,
      planned: null,
      config: null,
      plannedPrivate: new Uint8Array(),
    });
    expect(deleted.diagnostics[0]?.detail).toContain('ERR_NGROK_446');
  });

  test('a second endpoint of the URL is refused unless both allow pooling', async () => {
    const config = { url: 'https://pool.internal', traffic_policy: policy };
    await harness.applied(type, config);
    const alone = await harness.apply(type, config);
    expect(alone.diagnostics[0]?.detail).toContain('ERR_NGROK_18017');
    const pooled = await harness.apply(type, { ...config, pooling_enabled: true });
    expect(pooled.diagnostics[0]?.detail).toContain('ERR_NGROK_18016');
  });
});
