/**
 * Event subscriptions and their sources: docs/internals/event-sources.md 'General rules', docs/internals/gaps.md
 * sections 0, 1.6, 2 and 2.6.
 */
import { type Api, type Case, type Entity, type Members, refusal } from '../api';
import { eventDestinations } from '../collections';

const path = '/event_subscriptions';
const audit = { type: 'ip_policy_created.v0' };
const traffic = { type: 'tcp_connection_closed.v0', fields: ['conn.client_ip'] };
const create = (api: Api, sources: readonly Members[] = [audit]): Promise<Entity> => api.create(path, { sources });

/**
 * Matching with a regular expression is standard CEL (docs/internals/gaps.md 4.3), whose regular expressions are RE2's.
 */
const pattern = (text: string) => `ev.conn.server_name.matches(${JSON.stringify(text)})`;

/** The 49 types of docs/internals/event-sources.md, 'Event types'. */
const eventTypes = [
  'http_request_complete.v0',
  'tcp_connection_closed.v0',
  'agent_session_start.v0',
  'agent_session_stop.v0',
  ...[
    'api_key certificate_authority domain event_destination event_subscription ip_policy ip_policy_rule ip_restriction',
    'ssh_certificate_authority ssh_host_certificate ssh_public_key ssh_user_certificate tcp_address tls_certificate',
    'tunnel_credential',
  ]
    .join(' ')
    .split(' ')
    .flatMap((kind) => ['created', 'updated', 'deleted'].map((action) => `${kind}_${action}.v0`)),
];

const refusedSources: readonly [what: string, source: Members, code: number][] = [
  ['an event type that does not exist', { type: 'agent_ingress_created.v0' }, 238],
  ['no event type', {}, 238],
  ['fields of an audit event', { ...audit, fields: ['id'] }, 5401],
  ['a filter of an audit event', { ...audit, filter: 'true' }, 5402],
  ['a field of another event type', { ...traffic, fields: ['http.request.method'] }, 5403],
  ['a filter that does not close', { ...traffic, filter: 'ev.conn.client_ip == "' }, 5404],
  ['a filter with a pattern that RE2 does not have', { ...traffic, filter: pattern('\\h') }, 5404],
  ['a filter with a pattern that repeats too often', { ...traffic, filter: pattern('a{1001}') }, 5404],
  ['a filter over an unknown field', { ...traffic, filter: 'ev.conn.nonsense == 1' }, 5405],
  ['a filter over a field that cannot be filtered by', { ...traffic, filter: 'ev.conn.bytes_in > 1' }, 5406],
];

export const eventSubscriptionCases: readonly Case[] = [
  {
    title: 'one subscription can have all 49 event types of the documents',
    async run(api) {
      const sources = eventTypes.map((type) => ({
        type,
        ...(['http_request_complete.v0', 'tcp_connection_closed.v0'].includes(type) && { fields: traffic.fields }),
      }));
      const created = await create(api, sources);
      expect((created['sources'] as Members[]).map(({ type }) => type).sort()).toEqual([...eventTypes].sort());
    },
  },
  ...refusedSources.map(([what, source, code]) => ({
    title: `${what} is rejected with ${code} in a subscription and in the sub-collection`,
    async run(api: Api) {
      expect(await api.send('POST', path, { sources: [source] })).toMatchObject(refusal(api, 400, code));
      const { id } = await create(api, []);
      expect(await api.send('POST', `${path}/${id}/sources`, source)).toMatchObject(refusal(api, 400, code));
    },
  })),
  {
    title: 'sources and destinations are replaced completely, and removed by an empty list',
    async run(api) {
      const make = async () => api.create('/event_destinations', await eventDestinations.minimal(api));
      const [{ id: first }, { id: second }] = [await make(), await make()];
      const { id } = await api.create(path, { sources: [audit], destination_ids: [first] });
      const patch = async (body: Members) => (await api.send('PATCH', `${path}/${id}`, body)).body;
      const replaced = await patch({ sources: [traffic], destination_ids: [second] });
      expect(replaced).toMatchObject({ sources: [traffic], destinations: [{ id: second }] });
      expect(await patch({ sources: [], destination_ids: [] })).toMatchObject({ sources: [], destinations: [] });
    },
  },
  {
    title: 'destinations that do not exist are rejected (5103)',
    async run(api) {
      const { id } = await create(api);
      for (const destination of [`ed_${'0'.repeat(27)}`, 'nonsense', '']) {
        const body = { destination_ids: [destination] };
        expect(await api.send('POST', path, body)).toMatchObject(refusal(api, 400, 5103));
        expect(await api.send('PATCH', `${path}/${id}`, body)).toMatchObject(refusal(api, 400, 5103));
      }
    },
  },
  {
    title: 'fields and filter are returned only if they are set',
    async run(api) {
      const filter = 'ev.conn.server_name.matches(".*\\\\.example\\\\.dev") && ev.conn.server_port == 80';
      const { sources } = await create(api, [audit, { ...traffic, filter }]);
      const uri = expect.stringMatching(/\/event_subscriptions\/esb_\w+\/sources\//);
      expect(sources).toEqual(
        expect.arrayContaining([
          { ...audit, uri },
          { ...traffic, filter, uri },
        ]),
      );
    },
  },
  {
    title: 'a filter may use these seven patterns of RE2',
    async run(api) {
      const patterns = ['^\\x{41}$', '[[:^digit:]]', '\\a', '(?i)\\Qa.b\\E', '(?:a{500}){2}', '\\p{Greek}', '[^]a]'];
      for (const each of patterns) {
        const source = { ...traffic, filter: pattern(each) };
        expect((await create(api, [source]))['sources']).toMatchObject([source]);
      }
    },
  },
  {
    title: 'the sub-collection lists the sources without paging',
    async run(api) {
      const { id } = await create(api, [audit, traffic]);
      const { status, body } = await api.send('GET', `${path}/${id}/sources`);
      expect([status, Object.keys(body).sort()]).toEqual([200, ['sources', 'uri']]);
      expect(body['sources']).toHaveLength(2);
      expect(String(body['uri'])).toMatch(/\/sources$/);
      expect(await api.send('GET', `${path}/${id}/sources?limit=1`)).toMatchObject(refusal(api, 400, 231));
    },
  },
  {
    title: 'a source may repeat the subscription of the path, but not name another',
    async run(api) {
      const { id } = await create(api);
      const own = { subscription_id: id };
      const other = { subscription_id: `esb_${'0'.repeat(27)}` };
      const at = `${path}/${id}/sources`;
      expect(await api.send('POST', at, { ...traffic, ...other })).toMatchObject(refusal(api, 400));
      const made = await api.send('POST', at, { ...traffic, ...own });
      expect(made).toMatchObject({ status: 201, body: traffic });
      expect(made.body).not.toHaveProperty('subscription_id');
      const fields = ['conn.bytes_in'];
      const updated = await api.send('PATCH', `${at}/${traffic.type}`, { fields, type: traffic.type, ...own });
      expect(updated).toMatchObject({ status: 200, body: { fields } });
      expect(await api.send('PATCH', `${at}/${traffic.type}`, { fields, ...other })).toMatchObject(refusal(api, 400));
    },
  },
  {
    title: 'a source is created (201), read (200), updated (200), deleted (204) and then gone (5125)',
    async run(api) {
      const { id } = await create(api);
      const made = await api.send('POST', `${path}/${id}/sources`, traffic);
      expect(made).toMatchObject({ status: 201, body: traffic });
      const at = `${path}/${id}/sources/${traffic.type}`;
      expect(String(made.body['uri']).endsWith(at)).toBe(true);
      expect(await api.send('GET', at)).toMatchObject({ status: 200, body: made.body });
      const fields = ['conn.bytes_in', 'conn.bytes_out'];
      const updated = await api.send('PATCH', at, { fields });
      expect(updated).toMatchObject({ status: 200, body: { ...traffic, fields } });
      expect((await api.send('GET', `${path}/${id}`)).body['sources']).toContainEqual(updated.body);
      expect(await api.send('DELETE', at)).toMatchObject({ status: 204, text: '' });
      for (const method of ['GET', 'DELETE']) expect(await api.send(method, at)).toMatchObject(refusal(api, 404, 5125));
      expect(await api.send('PATCH', at, {})).toMatchObject(refusal(api, 404, 5125));
      expect((await api.send('GET', `${path}/${id}`)).body['sources']).toMatchObject([audit]);
    },
  },
  {
    title:
      'an update of a source may be empty; another type, an unknown member and fields of an audit event are rejected',
    async run(api) {
      const { id } = await create(api);
      const at = `${path}/${id}/sources/${audit.type}`;
      expect(await api.send('PATCH', at, {})).toMatchObject({ status: 200, body: audit });
      expect(await api.send('PATCH', at, { type: traffic.type })).toMatchObject(refusal(api, 400));
      expect(await api.send('PATCH', at, { nonsense: 1 })).toMatchObject(refusal(api, 400, 214));
      expect(await api.send('PATCH', at, { fields: ['id'] })).toMatchObject(refusal(api, 400, 5401));
    },
  },
  {
    title:
      'a type is unique in a subscription (400) and its sub-collection (409), which requires an existing subscription',
    async run(api) {
      const { id } = await create(api);
      expect(await api.send('POST', path, { sources: [audit, audit] })).toMatchObject(refusal(api, 400, 5127));
      expect(await api.send('POST', `${path}/${id}/sources`, audit)).toMatchObject(refusal(api, 409, 5127));
      const absent = `${path}/esb_${'0'.repeat(27)}/sources`;
      expect(await api.send('GET', absent)).toMatchObject(refusal(api, 404, 5123));
      expect(await api.send('POST', absent, audit)).toMatchObject(refusal(api, 404, 5123));
    },
  },
];
