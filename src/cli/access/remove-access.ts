/** Ends access: one grant before its end, or every grant after its end. */
import type { Client } from '../../client';
import { CliError } from '../context';
import {
  type AccessPolicy,
  deleteRule,
  type GrantRule,
  isGrantRule,
  isOverdue,
  listAccessRules,
  readAccessRule,
} from './rules';

/** Deletes the grant of a network. Throws if the network has none; a rule without an end is never deleted. */
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

export interface ReapResult {
  readonly removed: readonly GrantRule[];
  readonly failed: readonly { readonly rule: GrantRule; readonly message: string }[];
  readonly live: number;
}

/** Deletes the overdue grants of one policy, or of all. With `dryRun` nothing is deleted. */
export async function reapGrants(
  client: Client,
  { policyId, dryRun = false }: { readonly policyId?: string | undefined; readonly dryRun?: boolean } = {},
): Promise<ReapResult> {
  const grants = (await listAccessRules(client, policyId)).filter(isGrantRule);
  const overdue = grants.filter((rule) => isOverdue(client, rule));
  const removed: GrantRule[] = [];
  const failed: { rule: GrantRule; message: string }[] = [];
  for (const rule of overdue) {
    try {
      if (dryRun || (await reapOne(client, rule))) removed.push(rule);
    } catch (caught) {
      const { message, affectsEveryCall } = client.toServiceError(caught);
      failed.push({ rule, message });
      if (affectsEveryCall) break;
    }
  }
  return { removed, failed, live: grants.length - overdue.length };
}

/** Reads the rule again: since the list, its grant may have been extended, or replaced by a rule without an end. */
async function reapOne(client: Client, { id }: GrantRule): Promise<boolean> {
  const rule = await readAccessRule(client, id);
  return rule !== undefined && isGrantRule(rule) && isOverdue(client, rule) && (await deleteRule(client, id));
}
