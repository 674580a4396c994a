/** Server defaults of domains: no plan after an apply may show them (docs/internals/gaps.md section 2). */

import { getKind } from '../../../src/model/kinds';
import { impliedType } from '../../../src/provider/protocol/schema';
import { type ObjectValue, UNKNOWN } from '../../../src/values/cty-value';
import { fromJson } from '../../../src/values/from-json';
import type { JsonObject } from '../../../src/values/json';
import { fullConfig } from '../../support/acceptance/samples';
import { createHarness, type Harness, plain } from '../../support/provider/harness';

const type = 'netingress_domain';
const own = { authority: 'letsencrypt', private_key_type: 'ecdsa' };
const rsa = { authority: 'letsencrypt', private_key_type: 'rsa' };

let harness: Harness;

beforeEach(async () => {
  harness = await createHarness('ngrok');
});

const policyOf = (values: unknown): unknown =>
  (plain(values as ObjectValue) as JsonObject)['certificate_management_policy'];
const live = (): JsonObject => harness.emulator.objects('domain')[0] ?? {};
const deletions = (): string[] => harness.requests().filter((request) => request.startsWith('DELETE'));

/** The state as the next plan finds it. */
async function refreshed(state: ObjectValue): Promise<ObjectValue> {
  const read = await harness.read(type, state);
  if (!read) throw new Error('The domain is gone');
  return read;
}

/** Applies over what a refresh of `prior` finds, and expects that then nothing is planned. */
async function settled(values: JsonObject, prior: ObjectValue | null = null): Promise<ObjectValue> {
  const state = await refreshed(await harness.applied(type, values, prior && (await refreshed(prior))));
  const { planned, requiresReplace } = await harness.plan(type, values, state);
  expect(plain(planned)).toEqual(plain(state));
  expect(requiresReplace).toEqual([]);
  return state;
}

describe('a region that the service does not return', () => {
  const named = { domain: 'a.example.com', region: 'us' };

  test('keeps its configured value, and another one requires replacement', async () => {
    const state = await settled(named);
    expect(live()['region']).toBe('');
    expect(state['region']).toBe('us');
    const { requiresReplace } = await harness.plan(type, { ...named, region: 'eu' }, state);
    expect(requiresReplace).toEqual([['region']]);
  });

  test('that is configured for an imported domain is accepted without a request', async () => {
    const made = await harness.applied(type, named);
    const imported = await harness.imported(type, String(made['id']));
    const { requiresReplace } = await harness.plan(type, named, imported);
    expect(requiresReplace).toEqual([]);
    const sent = harness.bodies.length;
    expect((await settled(named, imported))['region']).toBe('us');
    expect(harness.bodies).toHaveLength(sent);
  });

  test('is read if the service returns it, and drift is shown', async () => {
    harness = await createHarness('spec');
    const made = await harness.applied(type, named);
    expect((await harness.imported(type, String(made['id'])))?.['region']).toBe('us');
    const elsewhere = Object.assign(Object.create(null), made, { region: 'eu' }) as ObjectValue;
    expect((await refreshed(elsewhere))['region']).toBe('us');
  });
});

describe('a policy that is the server default of a wildcard domain', () => {
  const wildcard = { domain: '*.example.com' };

  test('is not stored while none is configured, and not removed', async () => {
    const state = await settled(wildcard);
    expect([policyOf(state), live()['certificate_management_policy']]).toEqual([null, own]);
    const changed = await settled({ ...wildcard, description: 'edge' }, state);
    expect([policyOf(changed), live()['certificate_management_policy']]).toEqual([null, own]);
    expect(deletions()).toEqual([]);
    const imported = await harness.imported(type, String(state['id']));
    expect(policyOf(imported)).toBeNull();
  });

  test('becomes the configured one, equal or not, and is removed with it', async () => {
    const same = await settled({ ...wildcard, certificate_management_policy: own }, await settled(wildcard));
    expect(policyOf(same)).toEqual(own);
    const other = await settled({ ...wildcard, certificate_management_policy: rsa }, same);
    expect(live()['certificate_management_policy']).toEqual(rsa);
    const back = await settled({ ...wildcard, certificate_management_policy: own }, other);
    await settled(wildcard, back);
    expect(live()['certificate_management_policy']).toBeNull();
    expect(deletions()).toEqual([`DELETE /reserved_domains/${String(live()['id'])}/certificate_management_policy`]);
  });

  test('is replaced by a certificate', async () => {
    const state = await settled(wildcard);
    const uploaded = await harness.applied(
      'netingress_tls_certificate',
      fullConfig(getKind('tls_certificate'), 0, { object: 0 }),
    );
    const certified = await settled({ ...wildcard, certificate_id: String(uploaded['id']) }, state);
    expect(certified['certificate_id']).toBe(uploaded['id']);
    expect(live()['certificate_management_policy']).toBeNull();
  });

  test('is drift if another client set another one', async () => {
    // Not read before: what a process has read it does not ask again.
    const state = await harness.applied(type, wildcard);
    await harness.emulator.fetch(
      new Request(`http://127.0.0.1/reserved_domains/${String(state['id'])}`, {
        method: 'PATCH',
        headers: {
          authorization: `Bearer ${harness.emulator.apiKey}`,
          'content-type': 'application/json',
          'ngrok-version': '2',
        },
        body: JSON.stringify({ certificate_management_policy: rsa }),
      }),
    );
    expect(policyOf(await refreshed(state))).toEqual(rsa);
  });

  test('is returned by a data source', async () => {
    const { id } = await settled(wildcard);
    const { state } = await harness.provider.readDataSource({
      type,
      config: harness.config(type, { id: String(id) }),
      deferralAllowed: false,
    });
    expect(policyOf(state)).toEqual(own);
  });
});

test('a domain without wildcard has no server default: a remote policy is drift', async () => {
  const plainDomain = { domain: 'b.example.com' };
  const made = await harness.applied(type, { ...plainDomain, certificate_management_policy: own });
  expect(policyOf(await harness.imported(type, String(made['id'])))).toEqual(own);
});

describe('a policy without a key type', () => {
  const domain = 'app.example.com';
  const wanted = { domain, certificate_management_policy: { authority: 'letsencrypt' } };

  test('is planned and created with the default of the profile', async () => {
    const state = await settled(wanted);
    expect([policyOf(state), live()['certificate_management_policy']]).toEqual([own, own]);
    harness = await createHarness('spec');
    expect(policyOf(await settled(wanted))).toEqual(rsa);
  });

  test('plans no change for a domain that exists with the default', async () => {
    const made = await harness.applied(type, { domain, certificate_management_policy: own });
    const imported = await harness.imported(type, String(made['id']));
    expect(plain((await harness.plan(type, wanted, imported)).planned)).toEqual(plain(imported));
  });

  test('is chosen by the service while the profile is unknown', async () => {
    const attributes = harness.provider.schema.provider.attributes;
    const config = fromJson(impliedType(attributes), {}) as ObjectValue;
    const open = Object.assign(Object.create(null), config, { profile: UNKNOWN }) as ObjectValue;
    await harness.provider.configure({ config: open });
    const { planned } = await harness.plan(type, wanted);
    expect(policyOf(planned)).toEqual({ authority: 'letsencrypt', private_key_type: '(unknown)' });
  });
});

test('an empty certificate_id equals null: it may be configured beside a policy, and plans no change', async () => {
  const values = { domain: 'app.example.com', certificate_id: '', certificate_management_policy: own };
  expect(await harness.validate(type, values)).toEqual([]);
  const state = await settled(values);
  expect([state['certificate_id'], live()['certificate_management_policy']]).toEqual(['', own]);
});
