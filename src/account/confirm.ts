import type { CallOptions, ServiceClient } from '../client/api';
import { isServedBy } from '../model/formats/endpoint-url';
import type { AccountObject } from '../model/inventory';
import type { Kind } from '../model/kind';
import { getKind } from '../model/kinds';
import { cloudEndpoint } from '../model/resources/cloud-endpoint';
import { endpoint } from '../model/resources/sessions';
import { nameInPolicies } from '../model/traffic-policy/object-names';
import { confirmObject, type ReadResult, toAccountObject, toDescribedFailure } from './read-account';

interface Candidate {
  readonly kind: string;
  /** The id, or how a traffic policy names the object: the name of a vault, `vault/secret`, or a URL. */
  readonly id: string;
  readonly isName?: true;
}

/**
 * Reads an object by id; for a name, lists the kind until one matches. A URL may be served by an agent, so the endpoints
 * that are online are listed. Rejects as `readAccount`.
 */
export async function confirmCandidate(
  client: ServiceClient,
  { kind, id, isName }: Candidate,
  call?: CallOptions,
): Promise<ReadResult> {
  if (!isName) return confirmObject(client, kind, id, call);
  try {
    const found = await findByName(client, kind, id, call);
    return found ? { found } : { gone: true };
  } catch (caught) {
    return { failure: toDescribedFailure(client.toApiError(caught)) };
  }
}

function findByName(
  client: ServiceClient,
  kind: string,
  name: string,
  call?: CallOptions,
): Promise<AccountObject | undefined> {
  const find = (listed: Kind, matches: (object: AccountObject) => boolean) => findObject(client, listed, matches, call);
  return kind === cloudEndpoint.name
    ? find(endpoint, ({ values }) => isServedBy(name, String(values['url'] ?? values['public_url'])))
    : find(getKind(kind), ({ values }) => nameInPolicies(kind, values) === name);
}

async function findObject(
  client: ServiceClient,
  kind: Kind,
  matches: (object: AccountObject) => boolean,
  call?: CallOptions,
): Promise<AccountObject | undefined> {
  for await (const response of client.list(kind.name, {}, call)) {
    const object = toAccountObject(kind, response);
    if (matches(object)) return object;
  }
  return undefined;
}
