/**
 * The rules of gaps.md sections 1 to 5 beside the error codes (gaps-codes.test.ts), one row each, named by their section.
 * Where a rule holds for every collection, test/conformance/cases/every-collection.ts states it for each of them; of the
 * kinds' own rules this has one row where a file of test/conformance/cases has many.
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
    'a refusal never repeats the key',
    async (api) => {
      const answer = await api.send('GET', '/ip_policies', undefined, { authorization: 'Basic c2VjcmV0' });
      expect(JSON.stringify(answer.body)).not.toContain('c2VjcmV0');
    },
  ],
  [
    '1.2',
    'no content type is wanted without a body',
    async (api) => {
      expect((await api.send('GET', '/ip_policies')).status).toBe(200);
    },
  ],
  [
    '1.2',
    'the refusal of an unknown member lists the supported ones',
    async (api) => {
      expect((await api.send('POST', '/ip_policies', { x: 1 })).body['msg']).toContain('description, metadata');
    },
  ],
  [
    '1.3',
    'lists are newest first and 100 long, and next_page_uri carries limit and before_id',
    async (api) => {
      const made: string[] = [];
      for (let n = 0; n < 101; n++) made.unshift((await api.make('/ip_policies', {})).id);
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
      const [one, two] = [await api.make('/ip_policies', {}), await api.make('/ip_policies', {})];
      expect((await api.send('GET', `/ip_policies?before_id=${two.id}`)).body['ip_policies']).toMatchObject([
        { id: one.id },
      ]);
    },
  ],
  [
    '1.3',
    'event sources are not paged',
    async (api) => {
      const { id } = await api.make('/event_subscriptions', { sources: [{ type: 'ip_policy_created.v0' }] });
      const answer = await api.send('GET', `/event_subscriptions/${id}/sources`);
      expect(Object.keys(answer.body).sort()).toEqual(['sources', 'uri']);
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
    'a missing key is a 403 and asks for no sign-in',
    async (api) => {
      const answer = await api.send('GET', '/ip_policies', undefined, { authorization: '' });
      expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([403, null]);
    },
  ],
  [
    '1.5',
    'created is 201, read and updated 200, deleted 204 without body; deleted twice is a 404',
    async (api) => {
      const { id } = await api.make('/ip_policies', {});
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
    'nothing is made once for one key of idempotency',
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
      expect((await api.make('/kubernetes_operators', {})).id).toMatch(/^k8sop_[0-9A-Za-z]{27}$/);
    },
  ],
  [
    '2',
    'only operators and endpoints have updated_at',
    async (api) => {
      expect(await api.make('/kubernetes_operators', {})).toHaveProperty('updated_at');
      expect(await api.make('/ip_policies', {})).not.toHaveProperty('updated_at');
    },
  ],
  [
    '2',
    'a Ref takes the place of the id that was sent',
    async (api) => {
      const { id } = await api.make('/ip_policies', {});
      const rule = await api.make('/ip_policy_rules', { ip_policy_id: id, cidr: '10.0.0.0/8', action: 'allow' });
      expect(rule['ip_policy']).toEqual({ id, uri: `http://service.test/ip_policies/${id}` });
      expect(rule).not.toHaveProperty('ip_policy_id');
    },
  ],
  [
    '2',
    'a token is in the answer to the creation and null ever after',
    async (api) => {
      const made = await api.make('/api_keys', {});
      expect(made['token']).toEqual(expect.stringContaining(made.id.slice(3)));
      expect((await api.send('GET', `/api_keys/${made.id}`)).body['token']).toBeNull();
    },
  ],
  [
    '2',
    'targets and ways to sign in that are not used are null',
    async (api) => {
      const target = { data_stream: { stream_rn: 'rn', auth: { role: { role_rn: 'rn:role' } } } };
      const made = await api.make('/event_destinations', { format: 'JSON', target });
      expect(made['target']).toEqual({
        delivery_stream: null,
        data_stream: { stream_rn: 'rn', auth: { role: { role_rn: 'rn:role' }, creds: null } },
        log_group: null,
      });
    },
  ],
  [
    '2.5-1',
    'an empty description and metadata are left out',
    async (api) => {
      const made = await api.make('/ip_policies', { description: '', metadata: '' });
      expect(Object.keys(made).sort()).toEqual(['created_at', 'id', 'uri']);
    },
  ],
  [
    '2.5-2',
    'objects that are not there are null',
    async (api) => {
      expect(await api.make('/agent_ingresses', { domain: 'a.example.com' })).toMatchObject({
        certificate_management_policy: null,
        certificate_management_status: null,
      });
    },
  ],
  [
    '2.5-3',
    'the URI of an operator’s principal may be empty',
    async (api) => {
      expect((await api.make('/kubernetes_operators', {}))['principal']).toMatchObject({ uri: '' });
    },
  ],
  [
    '2.5-5',
    'features are answered in lower case',
    async (api) => {
      expect((await api.make('/kubernetes_operators', { enabled_features: ['Ingress'] }))['enabled_features']).toEqual([
        'ingress',
      ]);
    },
  ],
  [
    '2.5-6',
    'times are UTC, of whole seconds, with Z',
    async (api) => {
      expect((await api.make('/ip_policies', {}))['created_at']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    },
  ],
  [
    '2.5-7',
    'lists of references keep the order in which they were sent',
    async (api) => {
      const ids = [await api.make('/ip_policies', {}), await api.make('/ip_policies', {})]
        .map(({ id }) => id)
        .reverse();
      const made = await api.make('/ip_restrictions', { type: 'api', ip_policy_ids: ids });
      expect((made['ip_policies'] as { id: string }[]).map(({ id }) => id)).toEqual(ids);
    },
  ],
  [
    '2.6',
    'a source holds fields and filter where they are given, and its URI',
    async (api) => {
      const source = {
        type: 'tcp_connection_closed.v0',
        fields: ['conn.client_ip'],
        filter: 'ev.conn.server_port == 80',
      };
      const made = await api.make('/event_subscriptions', { sources: [source, { type: 'ip_policy_created.v0' }] });
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
    'what is omitted stays, "" clears',
    async (api) => {
      const { id } = await api.make('/ip_policies', { description: 'a', metadata: 'b' });
      expect((await api.send('PATCH', `/ip_policies/${id}`, { description: '' })).body).toMatchObject({
        metadata: 'b',
      });
      expect((await api.send('GET', `/ip_policies/${id}`)).body).not.toHaveProperty('description');
    },
  ],
  [
    '3',
    'null means nothing for a text, and changes nothing',
    async (api) => {
      const { id } = await api.make('/ip_policies', { description: 'a' });
      expect((await api.send('PATCH', `/ip_policies/${id}`, { description: null })).status).toBe(400);
      expect(api.emulator.objects('ip_policy')).toMatchObject([{ description: 'a' }]);
    },
  ],
  [
    '3',
    'an empty update is refused, of an event source it is not',
    async (api) => {
      const { id } = await api.make('/event_subscriptions', { sources: [{ type: 'ip_policy_created.v0' }] });
      expect((await api.send('PATCH', `/event_subscriptions/${id}`, {})).status).toBe(400);
      expect((await api.send('PATCH', `/event_subscriptions/${id}/sources/ip_policy_created.v0`, {})).status).toBe(200);
    },
  ],
  [
    '3',
    'lists are replaced whole',
    async (api) => {
      const { id } = await api.make('/credentials', { acl: ['bind:a.example.com', 'bind:b.example.com'] });
      const acl = ['bind:b.example.com'];
      expect((await api.send('PATCH', `/credentials/${id}`, { acl })).body['acl']).toEqual(acl);
      expect((await api.send('PATCH', `/credentials/${id}`, { acl: [] })).body['acl']).toEqual([]);
    },
  ],
  [
    '3',
    'nested objects merge',
    async (api) => {
      const { id } = await api.make('/kubernetes_operators', { deployment: { name: 'a', version: '1' } });
      const { body } = await api.send('PATCH', `/kubernetes_operators/${id}`, { deployment: { version: '2' } });
      expect(body['deployment']).toMatchObject({ name: 'a', version: '2' });
    },
  ],
  [
    '3',
    'null switches certificate management off; part of a policy gets its default',
    async (api) => {
      const policy = { authority: 'letsencrypt' };
      const { id } = await api.make('/agent_ingresses', {
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
    'id is taken as the path’s and no other; what cannot change is refused',
    async (api) => {
      const { id } = await api.make('/agent_ingresses', { domain: 'a.example.com' });
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
    'an event has the envelope, and the object as the API answers it',
    async (api) => {
      const made = await api.make('/ip_policies', {});
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
      await api.behind('POST', '/ip_policies', {});
      expect(api.emulator.events()[0]?.principal).toMatchObject({ source: 'Dashboard', credential: null });
    },
  ],
  [
    '4.1',
    'an update carries the new state, a deletion the last',
    async (api) => {
      const { id } = await api.make('/ip_policies', { description: 'a' });
      await api.send('PATCH', `/ip_policies/${id}`, { description: 'b' });
      await api.send('DELETE', `/ip_policies/${id}`);
      expect(api.emulator.events().map(({ object }) => object['description'])).toEqual(['a', 'b', 'b']);
    },
  ],
];

const operators: readonly Row[] = [
  [
    '5.1',
    'the certificate is in the answer to the creation, the request in none',
    async (api) => {
      const made = await api.make('/kubernetes_operators', bindings);
      expect(certificateOf(made).cert).toContain('BEGIN CERTIFICATE');
      expect(JSON.stringify(made)).not.toContain('CERTIFICATE REQUEST');
    },
  ],
  [
    '5.1',
    'the same request issues nothing new, another one does',
    async (api) => {
      const made = await api.make('/kubernetes_operators', bindings);
      const send = async (request: string) =>
        certificateOf((await api.send('PATCH', `/kubernetes_operators/${made.id}`, { binding: { csr: request } })).body)
          .cert;
      expect(await send(csr)).toBe(certificateOf(made).cert);
      expect(await send(otherCsr)).not.toBe(certificateOf(made).cert);
    },
  ],
  [
    '5.1',
    'a certificate outlives the 30 days in which clients renew it',
    async (api) => {
      const { not_before: from, not_after: until } = certificateOf(await api.make('/kubernetes_operators', bindings));
      expect(Date.parse(until) - Date.parse(from)).toBeGreaterThan(60 * 86_400_000);
    },
  ],
  [
    '5.2',
    'the list of features is replaced, the region is global unless given',
    async (api) => {
      const made = await api.make('/kubernetes_operators', { enabled_features: ['ingress', 'gateway'] });
      expect(made['region']).toBe('global');
      const { body } = await api.send('PATCH', `/kubernetes_operators/${made.id}`, { enabled_features: ['gateway'] });
      expect(body['enabled_features']).toEqual(['gateway']);
    },
  ],
  [
    '5.3',
    'two operators may be of one deployment',
    async (api) => {
      const deployment = { name: 'a', namespace: 'b' };
      for (let n = 0; n < 2; n++) await api.make('/kubernetes_operators', { deployment });
      expect(api.emulator.objects('kubernetes_operator')).toHaveLength(2);
    },
  ],
  [
    '5.4',
    'all of it again in an update changes nothing',
    async (api) => {
      const { updated_at: _then, ...made } = await api.make('/kubernetes_operators', bindings);
      const { updated_at: _now, ...after } = (await api.send('PATCH', `/kubernetes_operators/${made.id}`, bindings))
        .body;
      expect(after).toEqual(made);
    },
  ],
  [
    '5.5',
    'bound is what has the binding kubernetes and makes any selector true',
    async (api) => {
      const { id } = await api.make('/kubernetes_operators', {
        ...bindings,
        binding: { ...bindings.binding, endpoint_selectors: ['false', 'endpoint.url.contains(".staging")'] },
      });
      for (const [url, ...of] of [
        ['https://a.staging', 'kubernetes'],
        ['https://b.staging'],
        ['https://c.live', 'kubernetes'],
      ])
        await api.behind('POST', '/endpoints', { url, bindings: of });
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
      const answer = await api.send('GET', '/ip_policies/x');
      expect(answer.headers.get('ngrok-operation-id')).toBe(
        (answer.body['details'] as { operation_id: string }).operation_id,
      );
    },
  ],
  [
    '2',
    'the URI of an agent ingress is relative',
    async (api) => {
      expect((await api.make('/agent_ingresses', { domain: 'a.example.com' }))['uri']).toMatch(/^\/agent_ingresses\//);
    },
  ],
  [
    '3',
    'the type of an event target stays, also where the one that was there is null',
    async (api) => {
      const auth = { role: { role_arn: 'arn:aws:iam::1:role/x' } };
      const { id } = await api.make('/event_destinations', {
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
      expect((await api.make('/kubernetes_operators', {}))['binding']).toMatchObject({
        cert: { cert: '' },
        endpoint_selectors: null,
      });
    },
  ],
])('with the public service’s profile, %s: %s', async (_section, _rule, run) => {
  await run(createApi({ profile: 'ngrok' }, { 'ngrok-version': '2' }));
});
