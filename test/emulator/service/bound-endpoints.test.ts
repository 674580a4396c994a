import { type Api, createApi, listAll } from '../../support/emulator/api';

const candidate = { url: 'https://web.team', bindings: ['kubernetes'], region: 'us' };

async function createOperator(api: Api, selectors: readonly string[] = ['true']): Promise<string> {
  const binding = { endpoint_selectors: selectors };
  return (await api.create('/kubernetes_operators', { enabled_features: ['bindings'], binding })).id;
}

async function boundTo(selectors: string[], endpoints: object[]): Promise<unknown[]> {
  const api = createApi();
  const id = await createOperator(api, selectors);
  for (const endpoint of endpoints) expect((await api.sendAsUser('POST', '/endpoints', endpoint)).status).toBe(201);
  const list = async () => (await api.sendAsUser('GET', '/endpoints')).body['endpoints'] as { url: string }[];
  const before = await list();
  const { body } = await api.send('GET', `/kubernetes_operators/${id}/bound_endpoints`);
  expect(await list()).toEqual(before);
  const bound = body['endpoints'] as { url: string }[];
  expect(before).toEqual(expect.arrayContaining(bound));
  return bound.map(({ url }) => url);
}

// test/model/cel.test.ts has the language. These rows show what each member of an endpoint is there.
test.each<[string[], boolean]>([
  [['true'], true],
  [['false'], false],
  [[], false],
  [['endpoint.url == "https://web.team"'], true],
  [['endpoint.region == "us" && endpoint.proto == "https"'], true],
  [['endpoint.region == "eu"'], false],
  [['false', 'endpoint.region == "us"'], true],
  [['endpoint.port == 443 && !(endpoint.port < 80)'], true],
  [['endpoint.bindings.exists(b, b.startsWith("kube"))'], true],
  [['endpoint.domain.id == "rd_x"'], false],
  [['endpoint.pooling_enabled ? false : true'], true],
  [['endpoint.port / 0 == 1'], false],
  [['endpoint.metadata == ""'], true],
  [['endpoint.domain == null'], true],
  [['endpoint.name == "" && endpoint.description == "" && endpoint.traffic_policy == ""'], true],
])('the selectors %j bind the endpoint: %s', async (selectors, bound) => {
  expect(await boundTo(selectors, [candidate])).toEqual(bound ? ['https://web.team'] : []);
});

test('an endpoint without the binding kubernetes is not bound', async () => {
  expect(await boundTo(['true'], [{ url: 'https://a.b', bindings: ['public'] }, { url: 'https://c.d' }])).toEqual([]);
});

test('a selector that names a reference and its member is evaluated for each endpoint', async () => {
  const endpoints = [
    { ...candidate, url: 'https://without.team' },
    { ...candidate, url: 'https://other.team', domain: { id: 'rd_y' } },
    { ...candidate, url: 'https://with.team', domain: { id: 'rd_x', uri: 'https://service.test/rd_x' } },
  ];
  const selector = 'has(endpoint.domain) && endpoint.domain.id == "rd_x"';
  expect(await boundTo([selector], endpoints)).toEqual(['https://with.team']);
});

test('bound endpoints have the members of an endpoint, including those derived from the URL', async () => {
  const api = createApi();
  const id = await createOperator(api);
  await api.sendAsUser('POST', '/endpoints', { ...candidate, url: 'tls://Web.Team:8443', domain: { id: 'rd_x' } });
  expect((await api.send('GET', `/kubernetes_operators/${id}/bound_endpoints`)).body).toMatchObject({
    uri: `http://service.test/kubernetes_operators/${id}/bound_endpoints`,
    next_page_uri: null,
    endpoints: [
      {
        id: expect.stringMatching(/^ep_/),
        public_url: 'tls://Web.Team:8443',
        proto: 'tls',
        scheme: 'tls',
        host: 'web.team',
        port: 8443,
        hostport: 'web.team:8443',
        type: 'cloud',
        domain: { id: 'rd_x' },
        tunnel: null,
        pooling_enabled: false,
      },
    ],
  });
});

test('bound endpoints are paged', async () => {
  const api = createApi();
  const id = await createOperator(api);
  for (const name of ['a', 'b', 'c'])
    await api.sendAsUser('POST', '/endpoints', { ...candidate, url: `https://${name}.n` });
  const path = `/kubernetes_operators/${id}/bound_endpoints?limit=2`;
  expect((await api.send('GET', path)).body['endpoints']).toHaveLength(2);
  const urls = (await listAll(api, path, 'endpoints')).map(({ url }) => url);
  expect(urls).toEqual(['https://c.n', 'https://b.n', 'https://a.n']);
});
