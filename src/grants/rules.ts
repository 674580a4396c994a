import { readAccount } from '../account/read-account';
import type { Client } from '../client';
import { CliError } from '../command/context';
import { expectOnePolicy } from '../command/inputs/expect-one-policy';
import { EXIT } from '../model/exit-status';
import { attributesFromResponse } from '../model/from-response';
import { findRuleGrant, type Grant } from '../model/grants/grant';
import type { AccountObject } from '../model/inventory';
import { canonicalCidr } from '../model/ip/cidr';
import { getKind } from '../model/kinds';
import type { Json } from '../values/json';

export interface AccessPolicy {
  readonly id: string;
  readonly description: string | null;
}

export interface AccessRule {
  readonly id: string;
  readonly policyId: string;
  /** Canonical notation. */
  readonly cidr: string;
  readonly action: string;
  readonly metadata: Json | undefined;
  /** Undefined for a rule without an end: one without a valid grant in its metadata, and every deny rule. */
  readonly grant: Grant | undefined;
}

export type GrantRule = AccessRule & { readonly grant: Grant };

export const RULE = 'ip_policy_rule';

/** Throws unless exactly one policy has the id or complete description. */
export async function findPolicy(client: Client, name: string): Promise<AccessPolicy> {
  return choosePolicy(await listPolicies(client), name);
}

/** An equal name counts once, but the id and the description of a policy give it twice. */
export async function findPolicies(client: Client, names: readonly string[]): Promise<AccessPolicy[]> {
  if (names.length === 0) return [];
  const policies = await listPolicies(client);
  return [...new Set(names)].map((name) => choosePolicy(policies, name));
}

function choosePolicy(policies: readonly AccessPolicy[], name: string): AccessPolicy {
  return expectOnePolicy(
    name,
    policies.filter(({ id, description }) => id === name || description === name),
    'an id (ipp_…) or a complete description',
  );
}

export async function listPolicies(client: Client): Promise<AccessPolicy[]> {
  const objects = await listAll(client, 'ip_policy');
  return objects.map(({ id, values }) => ({
    id,
    description: typeof values['description'] === 'string' ? values['description'] : null,
  }));
}

/** Throws if the list is not complete. */
export async function listAccessRules(client: Client, policyId?: string): Promise<AccessRule[]> {
  const objects = await listAll(client, RULE);
  return objects.map(toRule).filter((rule) => policyId === undefined || rule.policyId === policyId);
}

export function isGrantRule(rule: AccessRule): rule is GrantRule {
  return rule.grant !== undefined;
}

export function toAccessRule(object: { readonly [name: string]: Json | undefined }): AccessRule {
  return toRule({ id: String(object['id']), values: attributesFromResponse(getKind(RULE).attributes, object) });
}

export async function readAccessRule(client: Client, id: string, timeoutMs?: number): Promise<AccessRule | undefined> {
  try {
    return toAccessRule(await client.get(RULE, id, timeoutMs === undefined ? {} : { timeout: timeoutMs }));
  } catch (caught) {
    const error = client.toApiError(caught);
    if (error.notFound) return undefined;
    throw error;
  }
}

/** Returns false if the rule does not exist. */
export async function deleteRule(client: Client, id: string, timeoutMs?: number): Promise<boolean> {
  try {
    await client.delete(RULE, id, timeoutMs === undefined ? {} : { timeout: timeoutMs });
    return true;
  } catch (caught) {
    const error = client.toApiError(caught);
    if (error.notFound) return false;
    throw error;
  }
}

function toRule({ id, values }: AccountObject): AccessRule {
  const { cidr, action, metadata, ip_policy_id: policyId } = values;
  return {
    id,
    policyId: String(policyId),
    cidr: canonicalCidr(String(cidr)),
    action: String(action),
    metadata,
    grant: findRuleGrant(values),
  };
}

async function listAll(client: Client, kind: string): Promise<readonly AccountObject[]> {
  const { kinds } = await readAccount(client, { kinds: [kind] });
  const failure = kinds.find((listing) => listing.failure)?.failure;
  if (failure) throw new CliError(`Cannot read all objects of ${kind}: ${failure.message}`, EXIT.undecided);
  return kinds.flatMap(({ objects }) => objects);
}
