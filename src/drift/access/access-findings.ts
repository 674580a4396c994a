/**
 * Whether the access is compared, which needs memory and time: only if a finding may change who gets in, or if an
 * object or list that decides about it was not read.
 */
import { ACCESS_ATTRIBUTES, ENDPOINT_KINDS, RESTRICTION_KINDS } from '../../model/access-attributes';
import { ipPolicyRules } from '../../model/composites';
import { ipPolicy } from '../../model/resources/ip-policy';
import { endpoint } from '../../model/resources/sessions';
import { attributeOf } from '../../values/path';
import type { Finding } from '../compare/finding';
import type { DriftInput } from '../compare/input';

/** Kinds of objects that decide who gets in, without the endpoints of agents, which are in no state. */
export const ACCESS_KINDS: readonly string[] = [...RESTRICTION_KINDS, ...ENDPOINT_KINDS].filter(
  (kind) => kind !== endpoint.name,
);

const DESCRIPTIVE: readonly string[] = ['description', 'metadata'];

export function mayChangeAccess({ type, kind, path }: Pick<Finding, 'type' | 'kind' | 'path'>): boolean {
  // What is not deployed yet is no difference of the account, and two owners of an object do not change it.
  if (type === 'pending' || type === 'conflict') return false;
  if (kind === ipPolicyRules.name) return path === null || !DESCRIPTIVE.some((name) => path.endsWith(`.${name}`));
  // The rules of a policy are findings of their own.
  if (!ACCESS_KINDS.includes(kind) || (kind === ipPolicy.name && type === 'unmanaged')) return false;
  if (type !== 'changed' || path === null) return true;
  const attribute = attributeOf(path);
  return ACCESS_ATTRIBUTES[kind]?.includes(attribute) ?? !DESCRIPTIVE.includes(attribute);
}

export function isAccessUnread({ account, lookups }: Pick<DriftInput, 'account' | 'lookups'>): boolean {
  return [...account.kinds, ...lookups].some(({ kind, failure }) => failure && ACCESS_KINDS.includes(kind));
}
