/** What the diagnostic of a refused delete says of the objects that name the one to delete, where this is not known of all. */
import { getKind } from '../../../src/model/kinds';
import { createObjectResource } from '../../../src/provider/resources/object';
import { objectValue } from '../../../src/values/cty-value';
import { createTestService, errorResponse, type TestService } from '../../support/provider/service';

let service: TestService;
beforeEach(() => {
  service = createTestService({ profile: 'ngrok' }, { profile: 'ngrok' });
});
afterEach(() => service.close());

async function refusalOf(kind: string, prior: Readonly<Record<string, unknown>>): Promise<string | undefined> {
  const resource = createObjectResource(getKind(kind));
  const values = objectValue(resource.schema.attributes.map(({ name }) => [name, (prior[name] ?? null) as string]));
  const { diagnostics } = await resource.delete(service.session, { prior: values, private: new Uint8Array() });
  return diagnostics[0]?.detail;
}

/** Fails the first `times` requests for the list. */
function failList(path: string, times = 1): void {
  let failed = 0;
  service.intervene(({ method, url }) => {
    if (method !== 'GET' || new URL(url).pathname !== path || failed === times) return undefined;
    failed += 1;
    return errorResponse(500, 'ERR_100', 'No list today.');
  });
}

/** Creates the domain, and the endpoint that keeps it from being deleted. */
async function createUsedDomain(domain: string): Promise<Readonly<Record<string, unknown>>> {
  const { client } = service.session;
  const created = await client.create('domain', { domain });
  const traffic_policy = '{"on_http_request":[{"actions":[{"type":"deny"}]}]}';
  await client.create('cloud_endpoint', { type: 'cloud', url: 'https://app.example.com', traffic_policy });
  return created;
}

test('a refused delete without the list of what may name the object says that this is not known, and why', async () => {
  const { client } = service.session;
  const policy = await client.create('ip_policy', {});
  await client.create('ip_restriction', { type: 'api', enforced: false, ip_policy_ids: [policy.id] });
  failList('/ip_restrictions');
  const detail = await refusalOf('ip_policy', policy);
  expect(detail).toMatch(/Whether others name it is not known: Cannot list IP restrictions: .*No list today/);
  expect(detail).not.toContain('It is named by');
});

test('a refused delete without one of two lists names the objects of the other, and says that there may be more', async () => {
  const domain = await createUsedDomain('app.example.com');
  // Cloud endpoints and endpoints that are online have one path. The first request fails; the second has the cloud endpoint, too.
  failList('/endpoints');
  expect(await refusalOf('domain', domain)).toMatch(
    /It is named by the .*endpoint ep_.*\nWhether others name it is not known: Cannot list .*endpoints/,
  );
});

test('a refused delete of a wildcard domain says by which endpoints it may be named, if these do not say their domain', async () => {
  const domain = await createUsedDomain('*.example.com');
  service.intervene(async (request) => {
    if (request.method !== 'GET') return undefined;
    const body = (await (await service.emulator.fetch(request)).json()) as { readonly endpoints: object[] };
    return Response.json({ ...body, endpoints: body.endpoints.map((each) => ({ ...each, domain: undefined })) });
  });
  expect(await refusalOf('domain', domain)).toMatch(/It may be named by the .*endpoint ep_/);
});
