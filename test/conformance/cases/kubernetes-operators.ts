/**
 * Kubernetes operators: docs/internals/management-api.md 'KubernetesOperator' and below, docs/internals/gaps.md
 * sections 0, 2.5 and 5.
 */
import { createHash, X509Certificate } from 'node:crypto';
import { createCsr } from '../../support/emulator/pki';
import { type Api, type Case, type Entity, expectRefusals, type Members, refusal } from '../api';

const path = '/kubernetes_operators';

function create(api: Api, binding: Members = {}): Promise<Entity> {
  return api.create(path, { enabled_features: ['bindings'], binding });
}

const patch = (api: Api, id: string, body: Members) => api.send('PATCH', `${path}/${id}`, body);
const bindingOf = (operator: Members) => operator['binding'] as Members & { cert: { cert: string } | null };
const digest = (text: unknown) => createHash('sha256').update(String(text)).digest('hex');

/** No bindings: null, absent or zeroed (docs/internals/gaps.md section 0, `binding`). */
function expectNoBinding(operator: Members): void {
  const binding = (operator['binding'] ?? {}) as { cert?: { cert: string } };
  expect(binding.cert?.cert ?? '').toBe('');
}

export const kubernetesOperatorCases: readonly Case[] = [
  {
    title: 'an operator without inputs has region global, no features, no binding and its creator',
    async run(api) {
      const created = await api.create(path, {});
      expect(created).toMatchObject({ region: 'global', enabled_features: [] });
      expect(created['principal']).toEqual({ id: expect.stringMatching(/./), uri: expect.any(String) });
      expect(created['updated_at']).toBe(created['created_at']);
      expectNoBinding(created);
    },
  },
  {
    title: 'features ignore case and are returned in lower case',
    async run(api) {
      const { id, ...created } = await api.create(path, { enabled_features: ['Ingress', 'GATEWAY'] });
      expect(created['enabled_features']).toEqual(['ingress', 'gateway']);
      const { body } = await patch(api, id, { enabled_features: ['Bindings'] });
      expect(body['enabled_features']).toEqual(['bindings']);
    },
  },
  {
    title: 'other features, and a binding without the feature, are rejected (19002)',
    async run(api) {
      const binding = { endpoint_selectors: ['true'] };
      await expectRefusals<Members>(api, (body) => api.send('POST', path, body), [
        [{ enabled_features: ['nonsense'] }, 19002],
        [{ binding }, 19002],
        [{ enabled_features: ['ingress'], binding }, 19002],
      ]);
      const { id } = await api.create(path, {});
      expect(await patch(api, id, { binding })).toMatchObject(refusal(api, 400, 19002));
      const on = await patch(api, id, { enabled_features: ['bindings'], binding });
      expect(on).toMatchObject({ status: 200, body: { binding } });
    },
  },
  {
    title: 'removing the feature removes the binding',
    async run(api) {
      const { id } = await create(api, { endpoint_selectors: ['true'], csr: (await createCsr()).csr });
      const { status, body } = await patch(api, id, { enabled_features: [] });
      expect(status).toBe(200);
      expectNoBinding(body);
      expectNoBinding((await patch(api, id, { enabled_features: ['bindings'] })).body);
    },
  },
  {
    title: 'the certificate has the key of the CSR, which the response does not contain',
    async run(api) {
      const { csr, publicKey } = await createCsr();
      const operator = await create(api, { csr });
      expect(JSON.stringify(operator)).not.toContain('CERTIFICATE REQUEST');
      const { cert } = bindingOf(operator);
      const certificate = new X509Certificate(String(cert?.cert));
      expect(certificate.publicKey.export({ type: 'spki', format: 'der' })).toEqual(publicKey);
      const { not_before: from, not_after: until, ...rest } = cert as unknown as Record<string, string>;
      for (const time of [from, until]) expect(time).toMatch(/Z$/);
      expect(Object.keys(rest)).toEqual(['cert']);
      // Clients renew a certificate 30 days before its end, so it must be valid for much longer.
      expect(Date.parse(String(until)) - Date.parse(String(from))).toBeGreaterThan(60 * 86_400_000);
    },
  },
  {
    title: 'the same CSR keeps the certificate, another one replaces it',
    async run(api) {
      const { csr } = await createCsr();
      const operator = await create(api, { csr });
      const before = digest(bindingOf(operator).cert?.cert);
      const same = await patch(api, operator.id, { binding: { csr } });
      expect(digest(bindingOf(same.body).cert?.cert)).toBe(before);
      const other = await patch(api, operator.id, { binding: { csr: (await createCsr()).csr } });
      expect(digest(bindingOf(other.body).cert?.cert)).not.toBe(before);
    },
  },
  {
    title: 'an invalid CSR is rejected (19001)',
    async run(api) {
      const pemOf = (base64: string) =>
        `-----BEGIN CERTIFICATE REQUEST-----\n${base64}\n-----END CERTIFICATE REQUEST-----\n`;
      // The last byte is part of the signature.
      const { der } = await createCsr();
      der.writeUInt8(der.readUInt8(der.length - 1) ^ 1, der.length - 1);
      const post = (csr: string) => api.send('POST', path, { enabled_features: ['bindings'], binding: { csr } });
      for (const csr of ['nonsense', pemOf('MAAA'), pemOf(der.toString('base64'))])
        expect(await post(csr)).toMatchObject(refusal(api, 400, 19001));
    },
  },
  {
    title: 'the service chooses an ingress endpoint if none is given, and an update of the selectors keeps a given one',
    async run(api) {
      expect(bindingOf(await create(api, {}))['ingress_endpoint']).toMatch(/^[^:]+:\d+$/);
      const { id } = await create(api, { ingress_endpoint: 'a.example.com:443' });
      const { body } = await patch(api, id, { binding: { endpoint_selectors: ['true'] } });
      expect(bindingOf(body)).toMatchObject({ ingress_endpoint: 'a.example.com:443', endpoint_selectors: ['true'] });
    },
  },
  {
    title: 'selectors are replaced completely; what is no boolean CEL is rejected (19003)',
    async run(api) {
      const { id } = await create(api, { endpoint_selectors: ['true', 'endpoint.url.contains(".staging")'] });
      const { body } = await patch(api, id, { binding: { endpoint_selectors: ['false'] } });
      expect(bindingOf(body)['endpoint_selectors']).toEqual(['false']);
      const send = (selector: string) => patch(api, id, { binding: { endpoint_selectors: [selector] } });
      await expectRefusals(api, send, [
        ['endpoint.', 19003],
        ['endpoint.url ==', 19003],
        ['"text"', 19003],
      ]);
    },
  },
  {
    title:
      'name and version of the deployment can change, namespace and cluster cannot, and two operators may have the same',
    async run(api) {
      const deployment = { name: 'a', namespace: 'b', version: '1', cluster_name: 'c' };
      const { id } = await api.create(path, { deployment });
      const { body } = await patch(api, id, { deployment: { name: 'z', version: '2' } });
      expect(body['deployment']).toEqual({ ...deployment, name: 'z', version: '2' });
      const change = (member: Members) => patch(api, id, { deployment: member });
      await expectRefusals(api, change, [[{ namespace: 'x' }], [{ cluster_name: 'x' }]]);
      expect((await api.send('POST', path, { deployment: body['deployment'] })).status).toBe(201);
    },
  },
  {
    title: 'bound endpoints are a paged list',
    async run(api) {
      const { id } = await create(api, { endpoint_selectors: ['true'] });
      const { status, body } = await api.send('GET', `${path}/${id}/bound_endpoints?limit=10`);
      expect(status).toBe(200);
      expect(Object.keys(body).sort()).toEqual(['endpoints', 'next_page_uri', 'uri']);
      expect(Array.isArray(body['endpoints'])).toBe(true);
      const absent = await api.send('GET', `${path}/k8sop_${'0'.repeat(27)}/bound_endpoints`);
      expect(absent).toMatchObject(refusal(api, 404));
    },
  },
];
