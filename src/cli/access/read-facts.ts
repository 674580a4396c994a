/** Reads the lists of the account that decide about access. */
import type { FactList } from '../../access/facts';
import { readAccount } from '../../account/read-account';
import type { AccountInventory } from '../../model/inventory';
import { KINDS, READ_ONLY_KINDS } from '../../model/kinds';
import { type KnownObject, Unknown } from '../../model/known';
import { isKindIn } from '../../model/profiles/kind-in';
import { withCommandClient } from '../command-client';
import type { CliContext } from '../context';

const RESTRICTIONS = ['ip_policy', 'ip_policy_rule', 'ip_restriction'];
const ENDPOINTS = ['cloud_endpoint', 'endpoint'];

/** `withEndpoints`: also the endpoints, which only some profiles have. */
export async function readAccountFacts(context: CliContext, withEndpoints: boolean): Promise<FactList[]> {
  const names = [...RESTRICTIONS, ...(withEndpoints ? ENDPOINTS : [])];
  return withCommandClient(context, async ({ client }) => {
    const kinds = [...KINDS, ...READ_ONLY_KINDS].filter(
      (kind) => names.includes(kind.name) && isKindIn(kind, client.profile),
    );
    const inventory = await readAccount(client, {
      kinds: kinds.map(({ name }) => name),
      call: { signal: context.signal },
    });
    return toFactLists(inventory);
  });
}

function toFactLists({ kinds }: AccountInventory): FactList[] {
  return kinds.map(({ kind, objects, failure }) => ({
    kind,
    objects: objects.map(({ id, values }) => ({ kind, id, values: values as KnownObject })),
    ...(failure && { incomplete: new Unknown(`the list of ${kind} objects could not be read: ${failure.message}`) }),
  }));
}
