/** Values that only a DELETE takes away, in updates of a domain. */

import { getKind } from '../../../src/model/kinds';
import { createObjectResource } from '../../../src/provider/resources/object';
import { type ObjectValue, objectValue } from '../../../src/values/cty-value';
import { makeCertificate } from '../../support/emulator/pki';
import { createTestService, errorResponse, type TestService } from '../../support/provider/service';

let service: TestService;

beforeEach(() => {
  service = createTestService({ certificates: { seconds: 0 } });
});
afterEach(() => service.close());

const domain = createObjectResource(getKind('domain'));

/** A domain with a management policy, in the state. */
async function managed(): Promise<ObjectValue> {
  const { id } = await service.session.client.create('domain', {
    domain: 'app.example.com',
    description: 'before',
    certificate_management_policy: { authority: 'letsencrypt' },
  });
  const stub = objectValue(domain.schema.attributes.map(({ name }) => [name, name === 'id' ? id : null]));
  return (await domain.read(service.session, { current: stub, private: new Uint8Array() })).state as ObjectValue;
}

const without = (prior: ObjectValue, description: string): ObjectValue =>
  objectValue([
    ...Object.entries(prior),
    ['description', description],
    ['certificate_management_policy', null],
    ['certificate_management_status', null],
    ['certificate', null],
  ]);

const update = (prior: ObjectValue, planned: ObjectValue) =>
  domain.update(service.session, { prior, planned, config: planned, private: new Uint8Array() });

test('a removed policy is detached before the PATCH', async () => {
  const prior = await managed();
  const before = service.emulator.requests().length;
  expect((await update(prior, without(prior, 'after'))).diagnostics).toEqual([]);
  expect(
    service.emulator
      .requests()
      .slice(before)
      .map(({ method }) => method),
  ).toEqual(['DELETE', 'PATCH']);
  expect(service.emulator.objects('domain')[0]).toMatchObject({
    description: 'after',
    certificate_management_policy: null,
  });
});

test('without other changes the object is only read, and a 404 of the detach is not an error', async () => {
  const prior = await managed();
  await service.session.client.detach('domain', String(prior['id']), 'certificate_management_policy');
  const before = service.emulator.requests().length;
  expect((await update(prior, without(prior, 'before'))).diagnostics).toEqual([]);
  expect(
    service.emulator
      .requests()
      .slice(before)
      .map(({ method }) => method),
  ).toEqual(['DELETE', 'GET']);
});

test('if the PATCH is rejected the state lacks what was detached', async () => {
  const prior = await managed();
  service.intervene(({ method }) => (method === 'PATCH' ? errorResponse(400, 'ERR_420', 'Too long.') : undefined));
  const { state, diagnostics } = await update(prior, without(prior, 'after'));
  expect(diagnostics).toHaveLength(1);
  expect(state).toMatchObject({ description: 'before', certificate_management_policy: null });
});

test('if the detach is rejected the prior state is kept', async () => {
  const prior = await managed();
  service.intervene(({ method }) => (method === 'DELETE' ? errorResponse(400, 'ERR_436', 'No.') : undefined));
  expect((await update(prior, without(prior, 'after'))).state).toEqual(prior);
  expect(service.emulator.objects('domain')[0]).toMatchObject({ description: 'before' });
});

test('an empty certificate_id detaches the certificate in the same way', async () => {
  const { pem, keyPem } = await makeCertificate();
  const { id: certificate } = await service.session.client.create('tls_certificate', {
    certificate_pem: pem,
    private_key_pem: keyPem,
  });
  const { id } = await service.session.client.create('domain', {
    domain: 'a.example.com',
    certificate_id: certificate,
  });
  const stub = objectValue(domain.schema.attributes.map(({ name }) => [name, name === 'id' ? id : null]));
  const { state } = await domain.read(service.session, { current: stub, private: new Uint8Array() });
  const planned = objectValue([...Object.entries(state as ObjectValue), ['certificate_id', ''], ['certificate', null]]);
  const before = service.emulator.requests().length;
  expect((await update(state as ObjectValue, planned)).diagnostics).toEqual([]);
  const sent = service.emulator.requests().slice(before);
  expect(sent.map(({ method, path }) => `${method} ${path}`)[0]).toBe(`DELETE /reserved_domains/${id}/certificate`);
  expect(service.emulator.objects('domain')[0]?.['certificate']).toBeNull();
});
