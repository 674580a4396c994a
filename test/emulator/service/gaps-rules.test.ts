/**
 * The rules of docs/internals/gaps.md sections 1 to 5 except the error codes (gaps-codes.test.ts), one row each, by
 * section. test/conformance/cases/every-collection.ts tests the rules of all collections for each of them, and the
 * other files of that folder have more rows for the rules of single kinds.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Api, createApi } from '../../support/emulator/api';

const csr = readFileSync(join(__dirname, '../../fixtures/csr-1.pem'), 'utf8');
const otherCsr = readFileSync(join(__dirname, '../../fixtures/csr-2.pem'), 'utf8');
const bindings = { enabled_features: ['bindings'], binding: { endpoint_selectors: ['true'], csr } };
const certificateOf = (operator: { readonly [member: string]: unknown }) =>
  (operator['binding'] as { cert: { cert: string; not_before: string; not_after: string } }).cert;

type Row = readonly [section: string, rule: string, run: (api: Api) => Promise<void>];

const transport: readonly Row[] = [
  [
    '1.1',
    'an error never contains the key',
    async (api) => {
      const response = await api.send('GET', '/ip_policies', undefined, { authorization: 'Basic c2VjcmV0' });
      expect(JSON.stringify(response.body)).not.toContain('c2VjcmV0');
    },
  ],
  [
    '1.2',
    'a request without a body needs no content type',
    async (api) => {
      expect((await api.send('GET', '/ip_policies')).status).toBe(200);
    },
  ],
  [
    '1.2',
    'the error of an unknown member lists the supported ones',
    async (api) => {
      expect((await api.send('POST', '/ip_policies', { x: 1 })).body['msg']).toContain('description, metadata');
    },
  ],
  [
    '1.3',
    'lists are newest first with up to 100 objects, and next_page_uri has limit and before_id',
    async (api) => {
      const made: string[] = [];
      for (let n = 0; n < 101; n++) made.unshift((await api.create('/ip_policies', {})).id);
      const { body } = await api.send('GET', '/ip_policies');
      expect((body['ip_policies'] as { id: string }[]).map(({ id }) => id)).toEqual(made.slice(0, 100));
      const next = new URL(String(body['next_page_uri']));
      expect(Object.fromEntries(next.searchParams)).toEqual({ limit: '100', before_id: made[99] });
    },
  ],
  [
    '1.3',
    'before_id is exclusive',
    async (api) => {
      const [one, two] = [await api.create('/ip_policies', {}), await api.create('/ip_policies', {})];
      expect((await api.send('GET', `/ip_policies?before_id=${two.id}`)).body['ip_policies']).toMatchObject([
        { id: one.id },
      ]);
    },
  ],
  [
    '1.3',
    'event sources are not paged',
    async (api) => {
      const { id } = await api.create('/event_subscriptions', { sources: [{ type: 'ip_policy_created.v0' }] });
      const response = await api.send('GET', `/event_subscriptions/${id}/sources`);
      expect(Object.keys(response.body).sort()).toEqual(['sources', 'uri']);
      expect((await api.send('GET', `/event_subscriptions/${id}/sources?limit=1`)).status).toBe(400);
    },
  ],
  [
    '1.4',
    'a resource 404 has details.operation_id, a routing 404 has details.path',
    async (api) => {
      const resource = await api.send('GET', `/ip_policies/ipp_${'0'.repeat(27)}`);
      const routing = await api.send('GET', '/nonsense');
      const method = await api.send('PUT', '/ip_policies');
      expect(resource.body['details']).toEqual({ operation_id: expect.stringMatching(/^op_/) });
      expect([routing.body, method.body]).toEqual(
        ['/nonsense', '/ip_policies'].map((path) => ({ status_code: 404, msg: 'Not Found', details: { path } })),
      );
    },
  ],
  [
    '1.5',
    'a missing key is a 403 without WWW-Authenticate',
    async (api) => {
      const response = await api.send('GET', '/ip_policies', undefined, { authorization: '' });
      expect([response.status, response.headers.get('www-authenticate')]).toEqual([403, null]);
    },
  ],
  [
    '1.5',
    'created is 201, read and updated 200, deleted 204 without body; deleted twice is a 404',
    async (api) => {
      const { id } = await api.create('/ip_policies', {});
      const path = `/ip_policies/${id}`;
      const statuses = [
        await api.send('GET', path),
        await api.send('PATCH', path, { description: 'x' }),
        await api.send('DELETE', path),
        await api.send('DELETE', path),
      ].map(({ status }) => status);
      expect(statuses).toEqual([200, 200, 204, 404]);
    },
  ],
  [
    '1.5',
    'idempotency keys have no effect',
    async (api) => {
      for (let n = 0; n < 2; n++) await api.send('POST', '/ip_policies', {}, { 'idempotency-key': 'one' });
      expect(api.emulator.objects('ip_policy')).toHaveLength(2);
    },
  ],
];

const resources: readonly Row[] = [
  [
    '2',
    'an id is the prefix of its kind and a KSUID of 27 characters',
    async (api) => {
      expect((await api.create('/kubernetes_operators', {})).id).toMatch(/^k8sop_[0-9A-Za-z]{27}$/);
    },
  ],
  [
    '2',
    'only operators and endpoints have updated_at',
    async (api) => {
      expect(await api.create('/kubernetes_operators', {})).toHaveProperty('updated_at');
      expect(await api.create('/ip_policies', {})).not.toHaveProperty('updated_at');
    },
  ],
  [
    '2',
    'a reference object replaces the id that was sent',
    async (api) => {
      const { id } = await api.create('/ip_policies', {});
      const rule = await api.create('/ip_policy_rules', { ip_policy_id: id, cidr: '10.0.0.0/8', action: 'allow' });
      expect(rule['ip_policy']).toEqual({ id, uri: `http://service.test/ip_policies/${id}` });
      expect(rule).not.toHaveProperty('ip_policy_id');
    },
  ],
  [
    '2',
    'a token is in the response to the create and null afterwards',
    async (api) => {
      const made = await api.create('/api_keys', {});
      expect(made['token']).toEqual(expect.stringContaining(made.id.slice(3)));
      expect((await api.send('GET', `/api_keys/${made.id}`)).body['token']).toBeNull();
    },
  ],
  [
    '2',
    'unused targets and authentication methods are null',
    async (api) => {
      const target = { data_stream: { stream_rn: 'rn', auth: { role: { role_rn: 'rn:role' } } } };
      const made = await api.create('/event_destinations', { format: 'JSON', target });
      expect(made['target']).toEqual({
        delivery_stream: null,
        data_stream: { stream_rn: 'rn', auth: { role: { role_rn: 'rn:role' }, creds: null } },
        log_group: null,
      });
    },
  ],
  [
    '2.5-1',
    'an empty description and metadata are omitted',
    async (api) => {
      const made = await api.create('/ip_policies', { description: '', metadata: '' });
      expect(Object.keys(made).sort()).toEqual(['created_at', 'id', 'uri']);
    },
  ],
  [
    '2.5-2',
    'missing objects are null',
    async (api) => {
      expect(await api.create('/agent_ingresses', { domain: 'a.example.com' })).toMatchObject({
        certificate_management_policy: null,
        certificate_management_status: null,
      });
    },
  ],
  [
    '2.5-3',
    'the URI of an operator’s principal may be empty',
    async (api) => {
      expect((await api.create('/kubernetes_operators', {}))['principal']).toMatchObject({ uri: '' });
    },
  ],
  [
    '2.5-5',
    'features are returned in lower case',
    async (api) => {
      expect(
        (await api.create('/kubernetes_operators', { enabled_features: ['Ingress'] }))['enabled_features'],
      ).toEqual(['ingress']);
    },
  ],
  [
    '2.5-6',
    'times are UTC in seconds with Z',
    async (api) => {
      expect((await api.create('/ip_policies', {}))['created_at']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    },
  ],
  [
    '2.5-7',
    'lists of references keep the order in which they were sent',
    async (api) => {
      const ids = [await api.create('/ip_policies', {}), await api.create('/ip_policies', {})]
        .map(({ id }) => id)
        .reverse();
      const made = await api.create('/ip_restrictions', { type: 'api', ip_policy_ids: ids });
      expect((made['ip_policies'] as { id: string }[]).map(({ id }) => id)).toEqual(ids);
    },
  ],
  [
    '2.6',
    'a source has its URI, and fields and filter if they were sent',
    async (api) => {
      const source = {
        type: 'tcp_connection_closed.v0',
        fields: ['conn.client_ip'],
        filter: 'ev.conn.server_port == 80',
      };
      const made = await api.create('/event_subscriptions', { sources: [source, { type: 'ip_policy_created.v0' }] });
      const uri = (type: string) => `${String(made['uri'])}/sources/${type}`;
      expect(made['sources']).toEqual([
        { ...source, uri: uri(source.type) },
        { type: 'ip_policy_created.v0', uri: uri('ip_policy_created.v0') },
      ]);
    },
  ],
];

const patch: readonly Row[] = [
  [
    '3',
    'omitted members keep their value, "" clears',
    async (api) => {
      const { id } = await api.create('/ip_policies', { description: 'a', metadata: 'b' });
      expect((await api.send('PATCH', `/ip_policies/${id}`, { description: '' })).body).toMatchObject({
        metadata: 'b',
      });
      expect((await api.send('GET', `/ip_policies/${id}`)).body).not.toHaveProperty('description');
    },
  ],
  [
    '3',
    'null is rejected for a string',
    async (api) => {
      const { id } = await api.create('/ip_policies', { description: 'a' });
      expect((await api.send('PATCH', `/ip_policies/${id}`, { description: null })).status).toBe(400);
      expect(api.emulator.objects('ip_policy')).toMatchObject([{ description: 'a' }]);
    },
  ],
  [
    '3',
    'an empty update is rejected, except of an event source',
    async (api) => {
      const { id } = await api.create('/event_subscriptions', { sources: [{ type: 'ip_policy_created.v0' }] });
      expect((await api.send('PATCH', `/event_subscriptions/${id}`, {})).status).toBe(400);
      expect((await api.send('PATCH', `/event_subscriptions/${id}/sources/ip_policy_created.v0`, {})).status).toBe(200);
    },
  ],
  [
    '3',
    'lists are replaced',
    async (api) => {
      const { id } = await api.create('/credentials', { acl: ['bind:a.example.com', 'bind:b.example.com'] });
      const acl = ['bind:b.example.com'];
      expect((await api.send('PATCH', `/credentials/${id}`, { acl })).body['acl']).toEqual(acl);
      expect((await api.send('PATCH', `/credentials/${id}`, { acl: [] })).body['acl']).toEqual([]);
    },
  ],
  [
    '3',
    'nested objects merge',
    async (api) => {
      const { id } = await api.create('/kubernetes_operators', { deployment: { name: 'a', version: '1' } });
      const { body } = await api.send('PATCH', `/kubernetes_operators/${id}`, { deployment: { version: '2' } });
      expect(body['deployment']).toMatchObject({ name: 'a', version: '2' });
    },
  ],
  [
    '3',
    'null disables certificate management; a partial policy gets defaults',
    async (api) => {
      const policy = { authority: 'letsencrypt' };
      const { id } = await api.create('/agent_ingresses', {
        domain: 'a.example.com',
        certificate_management_policy: policy,
      });
      const path = `/agent_ingresses/${id}`;
      expect((await api.send('GET', path)).body['certificate_management_policy']).toEqual({
        ...policy,
        private_key_type: 'rsa',
      });
      const off = await api.send('PATCH', path, { certificate_management_policy: null });
      expect(off.body['certificate_management_policy']).toBeNull();
    },
  ],
  [
    '3',
    'id must be the id of the path; immutable members are rejected',
    async (api) => {
      const { id } = await api.create('/agent_ingresses', { domain: 'a.example.com' });
      const path = `/agent_ingresses/${id}`;
      const statuses = [
        await api.send('PATCH', path, { id, description: 'x' }),
        await api.send('PATCH', path, { id: `agin_${'0'.repeat(27)}`, description: 'x' }),
        await api.send('PATCH', path, { domain: 'a.example.com' }),
      ].map(({ status }) => status);
      expect(statuses).toEqual([200, 400, 400]);
    },
  ],
];

const events: readonly Row[] = [
  [
    '4.1',
    'an event has the envelope and the object as the API returns it',
    async (api) => {
      const made = await api.create('/ip_policies', {});
      expect(api.emulator.events()).toEqual([
        {
          event_id: expect.stringMatching(/^ev_/),
          event_type: 'ip_policy_created.v0',
          event_timestamp: expect.any(String),
          account_id: expect.stringMatching(/^ac_/),
          principal: expect.objectContaining({ source: 'API' }),
          object: made,
        },
      ]);
    },
  ],
  [
    '4.1',
    'the principal of the dashboard has no credential',
    async (api) => {
      await api.sendAsUser('POST', '/ip_policies', {});
      expect(api.emulator.events()[0]?.principal).toMatchObject({ source: 'Dashboard', credential: null });
    },
  ],
  [
    '4.1',
    'an update event has the new object, a deletion event the last one',
    async (api) => {
      const { id } = await api.create('/ip_policies', { description: 'a' });
      await api.send('PATCH', `/ip_policies/${id}`, { description: 'b' });
      await api.send('DELETE', `/ip_policies/${id}`);
      expect(api.emulator.events().map(({ object }) => object['description'])).toEqual(['a', 'b', 'b']);
    },
  ],
];

const operators: readonly Row[] = [
  [
    '5.1',
    'the certificate is in the response to the create, the request in no response',
    async (api) => {
      const made = await api.create('/kubernetes_operators', bindings);
      expect(certificateOf(made).cert).toContain('BEGIN CERTIFICATE');
      expect(JSON.stringify(made)).not.toContain('CERTIFICATE REQUEST');
    },
  ],
  [
    '5.1',
    'only another request issues another certificate',
    async (api) => {
      const made = await api.create('/kubernetes_operators', bindings);
      const send = async (request: string) =>
        certificateOf((await api.send('PATCH', `/kubernetes_operators/${made.id}`, { binding: { csr: request } })).body)
          .cert;
      expect(await send(csr)).toBe(certificateOf(made).cert);
      expect(await send(otherCsr)).not.toBe(certificateOf(made).cert);
    },
  ],
  [
    '5.1',
    'a certificate is valid longer than the 30 days in which clients renew it',
    async (api) => {
      const { not_before: from, not_after: until } = certificateOf(await api.create('/kubernetes_operators', bindings));
      expect(Date.parse(until) - Date.parse(from)).toBeGreaterThan(60 * 86_400_000);
    },
  ],
  [
    '5.2',
    'the list of features is replaced, the default region is global',
    async (api) => {
      const made = await api.create('/kubernetes_operators', { enabled_features: ['ingress', 'gateway'] });
      expect(made['region']).toBe('global');
      const { body } = await api.send('PATCH', `/kubernetes_operators/${made.id}`, { enabled_features: ['gateway'] });
      expect(body['enabled_features']).toEqual(['gateway']);
    },
  ],
  [
    '5.3',
    'two operators may have the same deployment',
    async (api) => {
      const deployment = { name: 'a', namespace: 'b' };
      for (let n = 0; n < 2; n++) await api.create('/kubernetes_operators', { deployment });
      expect(api.emulator.objects('kubernetes_operator')).toHaveLength(2);
    },
  ],
  [
    '5.4',
    'an update with the same values changes nothing',
    async (api) => {
      const { updated_at: _then, ...made } = await api.create('/kubernetes_operators', bindings);
      const { updated_at: _now, ...after } = (await api.send('PATCH', `/kubernetes_operators/${made.id}`, bindings))
        .body;
      expect(after).toEqual(made);
    },
  ],
  [
    '5.5',
    'endpoints with the binding kubernetes that match any selector are bound',
    async (api) => {
      const { id } = await api.create('/kubernetes_operators', {
        ...bindings,
        binding: { ...bindings.binding, endpoint_selectors: ['false', 'endpoint.url.contains(".staging")'] },
      });
      for (const [url, ...of] of [
        ['https://a.staging', 'kubernetes'],
        ['https://b.staging'],
        ['https://c.live', 'kubernetes'],
      ])
        await api.sendAsUser('POST', '/endpoints', { url, bindings: of });
      const { body } = await api.send('GET', `/kubernetes_operators/${id}/bound_endpoints`);
      expect(body['endpoints']).toMatchObject([{ url: 'https://a.staging' }]);
    },
  ],
];

test.each([...transport, ...resources, ...patch, ...events, ...operators])('%s: %s', async (_section, _rule, run) => {
  await run(createApi());
});

test.each<Row>([
  [
    '1.2',
    'the operation id is in the header and in details',
    async (api) => {
      const response = await api.send('GET', '/ip_policies/x');
      expect(response.headers.get('ngrok-operation-id')).toBe(
        (response.body['details'] as { operation_id: string }).operation_id,
      );
    },
  ],
  [
    '2',
    'the URI of an agent ingress is relative',
    async (api) => {
      expect((await api.create('/agent_ingresses', { domain: 'a.example.com' }))['uri']).toMatch(
        /^\/agent_ingresses\//,
      );
    },
  ],
  [
    '3',
    'the type of an event target is immutable, also if the previous one is null',
    async (api) => {
      const auth = { role: { role_arn: 'arn:aws:iam::1:role/x' } };
      const { id } = await api.create('/event_destinations', {
        format: 'json',
        target: { cloudwatch_logs: { auth, log_group_arn: 'arn:aws:logs:us-east-1:1:log-group:x' } },
      });
      const target = { cloudwatch_logs: null, kinesis: { auth, stream_arn: 'arn:aws:kinesis:us-east-1:1:stream/x' } };
      expect(await api.send('PATCH', `/event_destinations/${id}`, { target })).toMatchObject({
        status: 400,
        body: { error_code: 'ERR_NGROK_5108' },
      });
    },
  ],
  [
    '2.5-4',
    'an operator without bindings has a zeroed binding',
    async (api) => {
      expect((await api.create('/kubernetes_operators', {}))['binding']).toMatchObject({
        cert: { cert: '' },
        endpoint_selectors: null,
      });
    },
  ],
])('in the profile of the public service, %s: %s', async (_section, _rule, run) => {
  await run(createApi({ profile: 'ngrok' }, { 'ngrok-version': '2' }));
});
