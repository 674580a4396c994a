/**
 * What the vendor's clients are asked to do in each collection with ids in which at least one of them can create
 * objects.
 */
import { COLLECTIONS } from '../all-collections';
import type { Api, Members } from '../api';
import { type Collection, ipRestrictions } from '../collections';

export interface Service {
  /** Its name in the API. */
  readonly name: string;
  readonly path: string;
  /** Only what the documents require, so that the client's defaults are sent for the others. */
  required(api: Api, n: number): Promise<Members>;
  /** More than that, to see what an update keeps. */
  full(api: Api): Promise<Members>;
  readonly update: Members;
}

const DESCRIBED: Members = { description: 'changed' };

/** What only the public service has. */
const RESOLVED: Readonly<Record<string, Members>> = { '/reserved_domains': { resolves_to: [{ value: 'eu' }] } };

/** There is at most one restriction of each type. */
const RESTRICTION_TYPES = ['api', 'agent'];

const policy = JSON.stringify({ on_http_request: [{ actions: [{ type: 'deny' }] }] });

export const SERVICES: readonly Service[] = [
  ...COLLECTIONS.filter((each) => each !== ipRestrictions).map(toService),
  {
    ...toService(ipRestrictions),
    required: async (api, n) => ({ ...(await ipRestrictions.minimal(api)), type: RESTRICTION_TYPES[n] }),
    // On an account nothing is enforced.
    full: async (api) => ({ ...(await ipRestrictions.full(api)), enforced: false, metadata: 'kept' }),
  },
  {
    name: 'endpoints',
    path: '/endpoints',
    required: async (_api, n) => ({ type: 'cloud', url: `https://e${n}.internal`, traffic_policy: policy }),
    full: async () => ({ type: 'cloud', url: 'https://a.internal', traffic_policy: policy, pooling_enabled: true }),
    update: DESCRIBED,
  },
  {
    name: 'vaults',
    path: '/vaults',
    required: async (_api, n) => ({ name: `vault-${n}` }),
    full: async () => ({ name: 'vault', metadata: 'kept' }),
    update: DESCRIBED,
  },
  {
    name: 'secrets',
    path: '/vault_secrets',
    required: (api, n) => secretBody(api, `secret-${n}`),
    full: async (api) => ({ ...(await secretBody(api, 'secret')), metadata: 'kept' }),
    update: DESCRIBED,
  },
  ...['service_users', 'bot_users'].map((name) => ({
    name,
    path: `/${name}`,
    required: async (_api: Api, n: number) => ({ name: `${name} ${n}` }),
    full: async () => ({ name, active: false }),
    update: { name: 'changed' },
  })),
];

function toService({ path, minimal, full }: Collection): Service {
  const kept = async (api: Api) => ({ ...(await full(api)), ...RESOLVED[path], metadata: 'kept' });
  return { name: path.slice(1), path, required: minimal, full: kept, update: DESCRIBED };
}

async function secretBody(api: Api, name: string): Promise<Members> {
  const { id } = await api.create('/vaults', { name: `of-${name}` });
  return { name, value: 'hidden', vault_id: id };
}
