import { findEventType } from '../../../src/model/events/event-catalog';
import { AUDITED_KINDS, isAudited } from '../../../src/model/events/event-types';
import { LIST_MEMBERS } from '../../../src/model/events/field-types';
import type {
  Attribute,
  Attributes,
  Kind,
  ProfileName,
  ScalarAttribute,
  StringsAttribute,
} from '../../../src/model/kind';
import { KINDS } from '../../../src/model/kinds';
import { PROFILES } from '../../../src/model/profiles';
import { isJsonObject, type JsonObject } from '../../../src/values/json';
import { createMaker } from '../../every-kind';
import { type Api, createApi, createTestClock } from '../../support/emulator/api';
import { KINDS_WITH_PROFILE } from '../../support/kinds';

test('the deletion of a policy publishes that of its rules first, with the rule as it was', async () => {
  const api = createApi({ clock: createTestClock() });
  const policy = await api.create('/ip_policies', {});
  const rule = await api.create('/ip_policy_rules', { ip_policy_id: policy.id, cidr: '10.0.0.0/8', action: 'allow' });
  await api.send('DELETE', `/ip_policies/${policy.id}`);
  const deleted = api.emulator.events().slice(2);
  expect(deleted.map(({ event_type }) => event_type)).toEqual(['ip_policy_rule_deleted.v0', 'ip_policy_deleted.v0']);
  expect(deleted[0]?.object).toEqual(rule);
});

test('an event has the whole envelope', async () => {
  const api = createApi({ clock: createTestClock() });
  await api.create('/ip_policies', {});
  const principalId = expect.stringMatching(/^usr_[0-9A-Za-z]{27}$/);
  const credentialId = expect.stringMatching(/^ak_[0-9A-Za-z]{27}$/);
  expect(api.emulator.events()[0]).toEqual({
    event_id: expect.stringMatching(/^ev_[0-9A-Za-z]{27}$/),
    event_type: 'ip_policy_created.v0',
    event_timestamp: '2030-01-01T00:00:00Z',
    account_id: expect.stringMatching(/^ac_[0-9A-Za-z]{27}$/),
    principal: {
      id: principalId,
      subject: expect.any(String),
      source: 'API',
      credential: { id: credentialId, uri: expect.stringMatching(/^http:\/\/service\.test\/api_keys\/ak_/) },
    },
    object: expect.objectContaining({ created_at: '2030-01-01T00:00:00Z' }),
  });
});

test('a change through the controls has the principal of the request', async () => {
  const api = createApi();
  expect((await api.sendAsUser('POST', '/ip_policies', {})).status).toBe(201);
  expect(api.emulator.events()[0]?.principal).toEqual({
    id: 'usr_somebody',
    subject: 'somebody@example.com',
    source: 'Dashboard',
    credential: null,
  });
});

const maker = (api: Api) => createMaker((kind: Kind, body: JsonObject) => api.create(kind.path, body));

const each = KINDS_WITH_PROFILE.map(({ kind, profile }) => [kind.name, kind, profile] as const);

/** An emulator of the profile. */
const createProfileApi = (profile: ProfileName): Api => createApi({ profile }, PROFILES[profile].headers);

test.each(each)(
  'creating, updating and deleting one of kind %s publishes the events of the kind, with the object as the API returns it',
  async (name, kind, profile) => {
    const api = createProfileApi(profile);
    const { id } = await maker(api).make(kind);
    const read = async () => (await api.send('GET', `${kind.path}/${id}`)).body;
    const created = await read();
    await api.send('PATCH', `${kind.path}/${id}`, kind.attributes['description'] ? { description: 'updated' } : {});
    const updated = await read();
    expect((await api.sendAsUser('DELETE', `${kind.path}/${id}`)).status).toBe(204);
    const about = api.emulator.events().filter(({ object }) => object['id'] === id);
    const expected = (AUDITED_KINDS as readonly string[]).includes(name)
      ? [
          [`${name}_created.v0`, created, 'API'],
          [`${name}_updated.v0`, updated, 'API'],
          [`${name}_deleted.v0`, updated, 'Dashboard'],
        ]
      : [];
    expect(about.map(({ event_type, object, principal }) => [event_type, object, principal?.source])).toEqual(expected);
    expect(about.map(({ event_id }) => event_id)).toEqual(about.map(({ event_id }) => event_id).sort());
  },
);

/** Dotted paths of what an object contains; of lists of objects, what their elements contain. */
function pathsOf(object: JsonObject, above = ''): string[] {
  return Object.entries(object).flatMap(([name, value]) => {
    const path = `${above}${name}`;
    if (isJsonObject(value)) return pathsOf(value, `${path}.`);
    if (LIST_MEMBERS.includes(name) && Array.isArray(value)) {
      return (value as readonly JsonObject[]).flatMap((item) => pathsOf(item, `${path}.`));
    }
    return value === null ? [] : [path];
  });
}

/** Attributes of objects beyond the field tables of docs/internals/event-sources.md: public facts of docs/internals/gaps.md, sections 2 and 2.6. */
const beyond: Readonly<Record<string, readonly string[]>> = {
  event_subscription: ['sources.fields', 'sources.filter'],
};

/** The paths at which responses contain the attributes, as the catalogue has them. */
function responsePaths(attributes: Attributes, above = ''): string[] {
  return Object.entries(attributes).flatMap(([name, attribute]) => {
    // The documents have the secrets of a target, which no response contains.
    if (attribute.providerOnly || (attribute.omittedFromResponses === 'always' && above === '')) return [];
    const path = `${above}${attribute.responseName ?? name}`;
    if (attribute.type === 'object') return responsePaths(attribute.attributes, `${path}.`);
    const isOfObjects = 'elements' in attribute && attribute.elements !== 'string';
    return isOfObjects ? responsePaths(attribute.elements, `${path}.`) : [`${above}${memberPath(name, attribute)}`];
  });
}

function memberPath(name: string, attribute: Attribute): string {
  const { ref, idOfRef, elementMember, responseName } = attribute as Partial<ScalarAttribute> &
    Pick<StringsAttribute, 'elementMember'>;
  if (ref && ref.responseName !== name) return `${ref.responseName}.id`;
  const below = elementMember ?? (idOfRef ? 'id' : undefined);
  return below === undefined ? (responseName ?? name) : `${name}.${below}`;
}

/** Attributes that are in no event: internal, or newer than the field tables. */
const NOT_IN_EVENTS: Readonly<Record<string, readonly string[]>> = {
  domain: ['is_dev'],
  event_subscription: ['sources.fields', 'sources.filter'],
  ssh_certificate_authority: ['elliptic_curve', 'key_size'],
};

test.each(KINDS.filter(({ name }) => isAudited(name)).map((kind) => [kind.name, kind] as const))(
  'the catalogue has a field for every attribute of kind %s that a response may have',
  (name, kind) => {
    const fields = findEventType(`${name}_created.v0`)?.fields.map((field) => field.name) ?? [];
    const missing = responsePaths(kind.attributes).filter((path) => !fields.includes(path));
    expect(missing.filter((path) => !NOT_IN_EVENTS[name]?.includes(path))).toEqual([]);
  },
);

test.each(each.filter(([name]) => (AUDITED_KINDS as readonly string[]).includes(name)))(
  'the object of an event of kind %s has no fields that the catalogue lacks, except those of `beyond`',
  async (name, kind, profile) => {
    const api = createProfileApi(profile);
    const { id } = await maker(api).make(kind);
    const event = api.emulator.events().find(({ object }) => object['id'] === id);
    const fields = findEventType(`${name}_created.v0`)?.fields.map((field) => field.name) ?? [];
    const known = [...fields, ...(beyond[name] ?? [])];
    const unknown = pathsOf(event?.object ?? {}).filter(
      (path) => !known.some((field) => path === field || path.startsWith(`${field}.`)),
    );
    expect([event?.event_type, unknown]).toEqual([`${name}_created.v0`, []]);
  },
);

test('a change of a source is an update of its subscription, and the event contains the whole subscription', async () => {
  const api = createApi();
  const { id } = await api.create('/event_subscriptions', { sources: [{ type: 'ip_policy_created.v0' }] });
  const sources = `/event_subscriptions/${id}/sources`;
  await api.send('POST', sources, { type: 'tcp_connection_closed.v0' });
  await api.send('PATCH', `${sources}/tcp_connection_closed.v0`, { fields: ['conn.bytes_in'] });
  await api.send('DELETE', `${sources}/ip_policy_created.v0`);
  const updates = api.emulator.events({ type: 'event_subscription_updated.v0' });
  expect(
    updates.map(({ object }) => (object['sources'] as JsonObject[]).map(({ type, fields }) => [type, fields])),
  ).toEqual([
    [
      ['ip_policy_created.v0', undefined],
      ['tcp_connection_closed.v0', undefined],
    ],
    [
      ['ip_policy_created.v0', undefined],
      ['tcp_connection_closed.v0', ['conn.bytes_in']],
    ],
    [['tcp_connection_closed.v0', ['conn.bytes_in']]],
  ]);
  expect(updates.map(({ object }) => object['id'])).toEqual([id, id, id]);
});

test('the issue of a certificate publishes its creation and the update of the domain, both without a principal', async () => {
  const clock = createTestClock();
  const api = createApi({ clock });
  const policy = { authority: 'letsencrypt', private_key_type: 'ecdsa' };
  await api.create('/reserved_domains', { domain: 'a.example.com', certificate_management_policy: policy });
  clock.advance(10);
  const domain = (await api.send('GET', '/reserved_domains')).body['reserved_domains'] as JsonObject[];
  const [, certificate, updated] = api.emulator.events();
  expect([certificate?.event_type, certificate?.principal]).toEqual(['tls_certificate_created.v0', null]);
  expect([updated?.event_type, updated?.principal, updated?.object]).toEqual(['domain_updated.v0', null, domain[0]]);
});
