import type { Client } from '../client';
import { CliError } from '../command/context';
import { grantStatus } from '../model/grants/grant';
import type { Words } from '../values/words';
import { type AccessPolicy, deleteRule, type GrantRule, isGrantRule, listAccessRules, readAccessRule } from './rules';

/** Also deletes a rule that became permanent after it was listed, unlike {@link reapAccess}. */
export async function revokeAccess(client: Client, policy: AccessPolicy, cidr: string): Promise<GrantRule> {
  const rule = (await listAccessRules(client, policy.id)).find((candidate) => candidate.cidr === cidr);
  if (rule && isGrantRule(rule)) {
    await deleteRule(client, rule.id);
    return rule;
  }
  throw new CliError(
    rule
      ? `Cannot revoke ${cidr}: rule ${rule.id} of policy ${policy.id} is not a grant; expected a network of \`netingress access list\`.`
      : `Cannot revoke ${cidr}: policy ${policy.id} has no rule for it; expected a network of \`netingress access list\`.`,
  );
}

export interface ReapFailure {
  readonly rule: GrantRule;
  readonly message: Words;
  /** 4xx, except 429. If false, the grant may be gone, or can be deleted later. */
  readonly isRefused: boolean;
}

export interface ReapResult {
  /** Without grants that another client deleted, extended or made permanent meanwhile. */
  readonly removed: readonly GrantRule[];
  readonly failed: readonly ReapFailure[];
  /** Not tried after a failure that other calls probably meet, too: of the network, the API key or a limit. */
  readonly untried: readonly GrantRule[];
  readonly live: number;
}

/**
 * With `dryRun` nothing is deleted, and `removed` lists the overdue grants. Throws if the rules cannot be listed; a
 * deletion that fails is in the result.
 */
export async function reapAccess(
  client: Client,
  { policyIds, dryRun = false }: { readonly policyIds?: readonly string[]; readonly dryRun?: boolean } = {},
): Promise<ReapResult> {
  const isOverdue = ({ grant }: GrantRule): boolean => grantStatus(grant, client.serviceTime()) === 'overdue';
  const grants = (await listAccessRules(client))
    .filter(isGrantRule)
    .filter(({ policyId }) => policyIds?.includes(policyId) ?? true);
  const overdue = grants.filter(isOverdue);
  const live = grants.length - overdue.length;
  if (dryRun) return { removed: overdue, failed: [], untried: [], live };
  const removed: GrantRule[] = [];
  const failed: ReapFailure[] = [];
  for (const [index, rule] of overdue.entries()) {
    try {
      // After it was listed, the grant may have been extended, or the user may have made the rule permanent.
      const current = await readAccessRule(client, rule.id);
      if (!current || !isGrantRule(current) || !isOverdue(current)) continue;
      if (await deleteRule(client, rule.id)) removed.push(rule);
    } catch (caught) {
      const { message, affectsEveryCall, status } = client.toApiError(caught);
      failed.push({
        rule,
        message,
        isRefused: status !== undefined && status >= 400 && status < 500 && status !== 429,
      });
      // The service may refuse with 403 to delete this rule only.
      if (affectsEveryCall && status !== 403) return { removed, failed, untried: overdue.slice(index + 1), live };
    }
  }
  return { removed, failed, untried: [], live };
}
