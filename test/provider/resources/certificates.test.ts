import { getKind } from '../../../src/model/kinds';
import { certificateWaitResources, type WaitClock } from '../../../src/provider/resources/certificate-wait';
import type { ManagedResource } from '../../../src/provider/resources/managed-resource';
import { type CtyValue, type ObjectValue, objectValue, UNKNOWN } from '../../../src/values/cty-value';
import { makeCertificate } from '../../support/emulator/pki';
import { callsOf } from '../../support/provider/calls';
import { createHarness } from '../../support/provider/harness';
import { createTestService, type TestService } from '../../support/provider/service';
import { configOf, configOfSchema, withChanges } from '../../support/provider/values';

describe('the wait for a certificate', () => {
  let now: number;
  let slept: number[];
  let service: TestService;
  /** Called whenever the wait sleeps. */
  let onSleep: () => void;

  const pace: WaitClock = {
    now: () => now,
    async sleep(ms) {
      slept.push(ms);
      now += ms;
      onSleep();
    },
  };

  const start = (outcome: 'ok' | 'DNS_ERROR' | 'INTERNAL_ERROR', seconds = 30): void => {
    service = createTestService({
      clock: { now: () => now },
      certificates: { seconds, outcomes: { 'a.example.com': outcome } },
    });
  };

  beforeEach(() => {
    now = Date.UTC(2026, 0, 1);
    slept = [];
    onSleep = () => undefined;
  });
  afterEach(() => service.close());

  const [ingressWait, domainWait] = certificateWaitResources(pace) as [ManagedResource, ManagedResource];
  const calls = callsOf(ingressWait, () => service.session);

  const policy = { authority: 'letsencrypt' };
  const ingress = async (body: object = { certificate_management_policy: policy }): Promise<string> =>
    (await service.session.client.create('agent_ingress', { domain: 'a.example.com', ...body })).id;

  const create = (resource: ManagedResource, given: Record<string, CtyValue>) => {
    const computed = resource.schema.attributes.filter((attribute) => attribute.computed);
    const unknown = Object.fromEntries(computed.map(({ name }) => [name, UNKNOWN]));
    return callsOf(resource, () => service.session).create(configOfSchema(resource.schema, { ...unknown, ...given }));
  };

  /** Makes an ingress and waits for its certificate; how long it waited is in `waited`. */
  const wait = async (body?: object, timeout?: string) => {
    const id = await ingress(body);
    const began = now;
    const timeouts = timeout ? withTimeout(timeout) : null;
    const response = await create(ingressWait, { id, agent_ingress_id: id, timeouts });
    return { ...response, id, waited: now - began };
  };
  const withTimeout = (create: string) => withChanges(objectValue(), { create });

  test('a wait ends with the certificate and returns its outputs', async () => {
    start('ok');
    const { id, state, diagnostics, waited } = await wait();
    expect(diagnostics).toEqual([]);
    expect(state).toMatchObject({ id, domain: 'a.example.com', renews_at: '2026-03-02T00:00:30Z', timeouts: null });
    // It is issued after 30 s, and the looks are at most 10 s apart.
    expect(waited).toBeLessThanOrEqual(40_000);
  });

  test('a wait for a domain returns its certificate', async () => {
    start('ok', 0);
    const body = { domain: 'a.example.com', certificate_management_policy: policy };
    const { id } = await service.session.client.create('domain', body);
    const { state } = await create(domainWait, { id, domain_id: id });
    expect(state).toMatchObject({ certificate: { id: expect.stringMatching(/^cert_/) } });
  });

  const records =
    /Set these DNS records, then apply again:\n {2}a\.example\.com\. NS ns1\.ingress-dns\.example\.\n {2}a\.example\.com\. NS ns2/;
  test.each([
    ['no policy', 'ok', {}, /has no certificate_management_policy/],
    ['a DNS error, whose message lists the NS records', 'DNS_ERROR', undefined, records],
  ] as const)('fails at once for %s', async (_, outcome, body, detail) => {
    start(outcome, 0);
    const { state, diagnostics } = await wait(body);
    expect([state, slept]).toEqual([null, []]);
    expect(diagnostics[0]?.detail).toMatch(detail);
  });

  test('a DNS error of a wildcard domain lists both CNAME records', async () => {
    const domain = '*.apps.example.com';
    service = createTestService({ certificates: { seconds: 0, outcomes: { [domain]: 'DNS_ERROR' } } });
    const made = await service.session.client.create('domain', { domain, certificate_management_policy: policy });
    const { diagnostics } = await create(domainWait, { id: made.id, domain_id: made.id });
    const target = String(made['cname_target']).replace(/\.?$/, '.');
    expect(diagnostics[0]?.detail).toContain(`  *.apps.example.com. CNAME ${target}`);
    expect(diagnostics[0]?.detail).toContain('  _acme-challenge.apps.example.com. CNAME ');
  });

  test('after an internal error the wait continues until the timeout', async () => {
    start('INTERNAL_ERROR', 0);
    const { state, diagnostics, waited } = await wait(undefined, '1m30s');
    expect([state, waited]).toEqual([null, 90_000]);
    const detail = /the timeout of 1m30s has expired\. INTERNAL_ERROR: .* The service retries at 2026/;
    expect(diagnostics).toMatchObject([{ path: ['timeouts'], detail: expect.stringMatching(detail) }]);
  });

  test('the default timeout is 20 minutes; until then it looks after 1 s, 1.5 s and so on, from the seventh time on after 10 s', async () => {
    start('INTERNAL_ERROR', 0);
    expect((await wait()).waited).toBe(20 * 60_000);
    expect(slept.slice(0, 9)).toEqual([1000, 1500, 2250, 3375, 5062.5, 7593.75, 10_000, 10_000, 10_000]);
    expect(Math.max(...slept)).toBe(10_000);
  });

  test('an interruption ends the wait', async () => {
    start('ok', 3600);
    onSleep = () => service.stop();
    const { state, diagnostics } = await wait();
    expect([state, slept]).toEqual([null, [1000]]);
    expect(diagnostics[0]?.detail).toContain('Terraform was interrupted while waiting.');
  });

  test('the deletion of the object ends the wait', async () => {
    start('ok', 3600);
    const id = await ingress();
    const gone = new Promise<void>((resolve) => {
      onSleep = () => {
        onSleep = () => undefined;
        void service.session.client.delete('agent_ingress', id).then(resolve);
      };
    });
    const { state, diagnostics } = await create(ingressWait, { id, agent_ingress_id: id });
    await gone;
    expect([state, diagnostics[0]?.detail]).toEqual([null, expect.stringContaining('no longer exists')]);
  });

  test('20 waits are refreshed with at most two requests', async () => {
    start('ok', 0);
    const ids: string[] = [];
    for (let n = 0; n < 20; n++)
      ids.push(await ingress({ domain: `a${n}.example.com`, certificate_management_policy: policy }));
    const refresh = async (id: string) => {
      const [stub] = (await ingressWait.import(service.session, id)).imported;
      return stub && calls.read(stub.state);
    };
    const requests = await service.requestsOf(async () => {
      const responses = await Promise.all(ids.map(refresh));
      expect(responses.map((response) => response?.state?.['id'])).toEqual(ids);
    });
    expect(requests.length).toBeLessThanOrEqual(2);
  });

  test('destroy and another timeout ask the service nothing, and import wants an id of the right kind', async () => {
    start('ok', 0);
    const { id, state } = await wait();
    const prior = state as ObjectValue;
    const planned = withChanges(prior, { timeouts: withTimeout('5m') });
    const requests = await service.requestsOf(async () => {
      expect((await calls.update(prior, planned)).state).toEqual(planned);
      expect((await calls.delete(prior)).state).toBeNull();
    });
    expect(requests).toEqual([]);
    expect((await ingressWait.import(service.session, 'ipp_1')).diagnostics).toHaveLength(1);
    const { imported } = await ingressWait.import(service.session, id);
    const read = await calls.read(imported[0]?.state ?? objectValue());
    expect(read.state).toMatchObject({ id, agent_ingress_id: id, domain: 'a.example.com', timeouts: null });
  });
});

describe('plans of certificates', () => {
  /**
   * Plans certificates, and then a domain that names one and may have had another name; returns the details of the
   * warnings.
   */
  async function planDomain(
    certificates: readonly { readonly id: unknown; readonly names: readonly string[] | undefined }[],
    certificateId: unknown,
    oldName?: string,
  ): Promise<string[]> {
    const harness = await createHarness();
    const plan = (name: string, values: Record<string, unknown>, old = values) => {
      const prior = typeof old['id'] === 'string' ? configOf(getKind(name), old) : null;
      return harness.plan(`netingress_${name}`, configOf(getKind(name), values), prior);
    };
    for (const { id, names } of certificates) {
      const { pem, keyPem } = await makeCertificate({ dnsNames: names ?? [] });
      const certificate_pem = names ? pem : UNKNOWN;
      await plan('tls_certificate', { id, certificate_pem, private_key_pem: keyPem });
    }
    const id = oldName === undefined ? UNKNOWN : `rd_${'2'.repeat(27)}`;
    const values = { id, domain: 'a.example.com', certificate_id: certificateId };
    const { diagnostics } = await plan('domain', values, { ...values, domain: oldName });
    return diagnostics.map(({ detail, path }) => `${path?.join('.')}: ${detail}`);
  }

  const wrong = { id: `cert_${'2'.repeat(27)}`, names: ['b.example.com'] };
  const right = { id: `cert_${'3'.repeat(27)}`, names: ['*.example.com'] };
  const created = { ...wrong, id: UNKNOWN };

  test('a certificate for another name is a warning for a new domain and for one that gets another name', async () => {
    const warning =
      "certificate_id: certificate_id is a certificate for b.example.com, and domain is 'a.example.com'; expected a certificate for a.example.com or *.example.com, since clients reject others.";
    expect(await planDomain([right, wrong], wrong.id)).toEqual([warning]);
    expect(await planDomain([wrong], wrong.id, 'b.example.com')).toEqual([warning]);
  });

  test.each([
    ['the certificate has the name', [wrong, right], right.id, undefined],
    ['which certificate it is is known after apply', [created], UNKNOWN, undefined],
    ['the certificate is known after apply', [{ ...wrong, names: undefined }], wrong.id, undefined],
    ['the plan has not read the certificate', [right], wrong.id, undefined],
    ['the domain names none', [wrong], null, undefined],
    ['neither the name nor the certificate changes', [wrong], wrong.id, 'a.example.com'],
  ] as const)('there is no warning if %s', async (_, certificates, id, oldName) => {
    expect(await planDomain(certificates, id, oldName)).toEqual([]);
  });
});
