/** Values that only a DELETE takes away, in updates of a domain. */

import { getKind } from '../../../src/model/kinds';
import { createObjectResource } from '../../../src/provider/resources/object';
import { type ObjectValue, objectValue } from '../../../src/values/cty-value';
import type { JsonObject } from '../../../src/values/json';
import { makeCertificate } from '../../support/emulator/pki';
import { createTestService, errorResponse, type TestService } from '../../support/provider/service';

let service: TestService;

beforeEach(() => {
  service = createTestService({ certificates: { seconds: 0 } });
});
afterEach(() => service.close());

const domain = createObjectResource(getKind('domain'));

/** A new domain, in the state. */
async function created(values: JsonObject): Promise<ObjectValue> {
  const { id } = await service.session.client.create('domain', { domain: 'app.example.com', ...values });
  const stub = objectValue(domain.schema.attributes.map(({ name }) => [name, name === 'id' ? id : null]));
  return (await domain.read(service.session, { current: stub, private: new Uint8Array() })).state as ObjectValue;
}

const managed = (): Promise<ObjectValue> =>
  created({ description: 'before', certificate_management_policy: { authority: 'letsencrypt' } });

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

/** The methods of the requests of an update that succeeds. */
async function methodsOf(prior: ObjectValue, planned: ObjectValue): Promise<(string | undefined)[]> {
  const requests = await service.requestsOf(async () => expect((await update(prior, planned)).diagnostics).toEqual([]));
  return requests.map((request) => request.split(' ')[0]);
}

test('a removed policy is detached before the PATCH', async () => {
  const prior = await managed();
  expect(await methodsOf(prior, without(prior, 'after'))).toEqual(['DELETE', 'PATCH']);
  expect(service.emulator.objects('domain')[0]).toMatchObject({
    description: 'after',
    certificate_management_policy: null,
  });
});

test('without other changes the object is only read, and a 404 of the detach is not an error', async () => {
  const prior = await managed();
  await service.session.client.detach('domain', String(prior['id']), 'certificate_management_policy');
  expect(await methodsOf(prior, without(prior, 'before'))).toEqual(['DELETE', 'GET']);
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
  const prior = await created({ certificate_id: certificate });
  const planned = objectValue([...Object.entries(prior), ['certificate_id', ''], ['certificate', null]]);
  const [first] = await service.requestsOf(async () => expect((await update(prior, planned)).diagnostics).toEqual([]));
  expect(first).toBe(`DELETE /reserved_domains/${String(prior['id'])}/certificate`);
  expect(service.emulator.objects('domain')[0]?.['certificate']).toBeNull();
});
