/**
 * Which objects need `create_before_destroy`: those that others name, if the service accepts two of them at once, and
 * what these own. Terraform otherwise destroys an object before it updates what named it.
 */
import { COMPOSITES } from './composites';
import type { Kind } from './kind';
import { KINDS, tryFindKind } from './kinds';
import { listOwnedKinds, listReferencesTo } from './references';
import { POLICY_REFERENCE_KINDS } from './traffic-policy/data/schema';

/**
 * Whether an object and its replacement may exist at once: the kind has no unique key, or the key contains the owner,
 * with which the service deletes the object: `203.0.113.0/24` of the new policy beside `203.0.113.0/24` of the old one.
 * False for a cloud endpoint, although pooled ones of one URL may.
 */
function mayExistTwice({ naturalKey, errorCodes, attributes }: Kind): boolean {
  const isUnique = naturalKey?.unique === true || errorCodes.duplicate !== undefined;
  const isOwned = naturalKey?.attributes.some((name) => {
    const attribute = attributes[name];
    return attribute !== undefined && 'ref' in attribute && attribute.ref?.onDelete === 'cascade';
  });
  return !isUnique || isOwned === true;
}

function isNamedByTrafficPolicies(kind: string): boolean {
  return (POLICY_REFERENCE_KINDS as readonly string[]).includes(kind);
}

/** A reference with `cascade` does not count: what has it is deleted with its owner. */
const NAMED_KINDS = KINDS.filter(
  (kind) =>
    mayExistTwice(kind) &&
    (isNamedByTrafficPolicies(kind.name) || listReferencesTo(kind.name).some(({ onDelete }) => onDelete !== 'cascade')),
).map(({ name }) => name);

const OWNED_KINDS = NAMED_KINDS.flatMap(listOwnedKinds).filter(mayExistTwice);

/** Names of kinds and composites. */
const CREATED_FIRST: ReadonlySet<string> = new Set([
  ...NAMED_KINDS,
  ...OWNED_KINDS.map(({ name }) => name),
  ...COMPOSITES.filter(({ exclusive }) => OWNED_KINDS.some(({ name }) => name === exclusive?.kind)).map(
    ({ name }) => name,
  ),
]);

export function isCreatedFirst(name: string): boolean {
  return CREATED_FIRST.has(name);
}

/** True for a domain, a restriction, a cloud endpoint; false for a rule, and for a name that is no kind. */
export function existsOnceByKey(kindName: string): boolean {
  const kind = tryFindKind(kindName);
  return kind !== undefined && !mayExistTwice(kind);
}
