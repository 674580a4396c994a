/** Kinds that no resource manages: what is online, and who is signed in. */
import { ENDPOINT_ATTRIBUTES, ENDPOINT_FILTER_FIELDS } from '../endpoint';
import type { Attributes, Kind, ObjectAttribute, ScalarAttribute } from '../kind';
import { computedRef, computedText, createdAt, defineKind, id, uri } from './common';

function number(doc: string): ScalarAttribute {
  return { type: 'number', presence: 'computed', doc };
}

function members(doc: string, attributes: Attributes): ObjectAttribute {
  return { type: 'object', presence: 'computed', doc, attributes };
}

export const endpoint = defineKind({
  name: 'endpoint',
  title: 'endpoint',
  doc: 'An endpoint that is online: of an agent, of an edge or in the cloud.',
  profiles: ['ngrok'],
  readOnly: true,
  idPrefix: 'ep',
  naturalKey: { attributes: ['url'], unique: false },
  filterFields: ENDPOINT_FILTER_FIELDS,
  attributes: ENDPOINT_ATTRIBUTES,
});

export const tunnelSession = defineKind({
  name: 'tunnel_session',
  title: 'tunnel session',
  doc: 'A connected agent.',
  profiles: ['ngrok'],
  readOnly: true,
  idPrefix: 'ts',
  filterFields: ['agent_version', 'ip', 'os', 'region', 'started_at', 'credential.id'],
  attributes: {
    id,
    uri,
    agent_version: computedText('Version of the agent, for example `3.9.0`.'),
    credential: computedRef('Tunnel credential or SSH public key of the agent.'),
    ip: computedText('Address from which the agent connected.'),
    metadata: computedText('Machine-readable data, set in the configuration of the agent.'),
    os: computedText('Operating system of the agent.'),
    region: computedText('Region to which the agent is connected.'),
    started_at: computedText('Time of the connection, RFC 3339 in UTC.'),
    transport: computedText('Protocol of the connection, for example `ngrok/v2` or `ssh`.'),
  },
});

const personal: Pick<Kind, 'profiles' | 'readOnly' | 'endedByDelete' | 'personalData' | 'listFilter'> = {
  profiles: ['ngrok'],
  readOnly: true,
  endedByDelete: true,
  personalData: true,
  listFilter: false,
};

export const applicationSession = defineKind({
  ...personal,
  name: 'application_session',
  title: 'application session',
  doc: 'A browser session of a person who signed in at an endpoint with OAuth, OpenID Connect or SAML.',
  path: '/app/sessions',
  listKey: 'application_sessions',
  idPrefix: 'as',
  attributes: {
    id,
    uri,
    public_url: computedText('URL of the endpoint.'),
    browser_session: members('What the service knows about the browser.', {
      user_agent: members('What the browser says about itself.', {
        raw: computedText('The header `User-Agent`.'),
        browser_name: computedText('Name of the browser, from the header `User-Agent`.'),
        browser_version: computedText('Version of the browser, from the header `User-Agent`.'),
        device_type: computedText('Type of the device, for example `desktop`.'),
        os_name: computedText('Operating system.'),
        os_version: computedText('Version of the operating system.'),
      }),
      ip_address: computedText('Address of the browser.'),
      location: members('Place of the address.', {
        country_code: computedText('Country, ISO 3166-1 alpha-2.'),
        latitude: number('Latitude in degrees.'),
        longitude: number('Longitude in degrees.'),
        lat_long_radius_km: number('Radius of uncertainty in kilometers.'),
      }),
    }),
    application_user: computedRef('The person.'),
    created_at: createdAt,
    last_active: computedText('Time of the last request, RFC 3339 in UTC.'),
    expires_at: computedText('End of the session, RFC 3339 in UTC.'),
    endpoint: computedRef('The endpoint at which the person signed in.'),
    edge: computedRef('The edge, if any.'),
    route: computedRef('The route of the edge, if any.'),
  },
});

export const applicationUser = defineKind({
  ...personal,
  name: 'application_user',
  title: 'application user',
  doc: 'A person who signed in at an endpoint with OAuth, OpenID Connect or SAML.',
  path: '/app/users',
  listKey: 'application_users',
  idPrefix: 'au',
  attributes: {
    id,
    uri,
    identity_provider: members('Where the person signed in.', {
      name: computedText('Name of the identity provider.'),
      url: computedText('URL of the identity provider.'),
    }),
    provider_user_id: computedText('Identifier at the identity provider.'),
    username: computedText('User name at the identity provider.'),
    email: computedText('E-mail address.'),
    name: computedText('Name of the person.'),
    created_at: createdAt,
    last_active: computedText('Time of the last request, RFC 3339 in UTC.'),
    last_login: computedText('Time of the last sign-in, RFC 3339 in UTC.'),
  },
});
