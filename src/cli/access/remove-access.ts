/** Ends access: one grant before its end, or every grant after its end. */
import type { Client } from '../../client';
import { type ReapResult, reapGrants } from '../../model/grants/reap-grants';
import { CliError } from '../context';
import {
  type AccessPolicy,
  deleteRule,
  type GrantRule,
  isGrantRule,
  listAccessRules,
  readAccessRule,
  serviceNow,
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

/** Deletes the overdue grants of the policies, or of all. With `dryRun` nothing is deleted. */
export function reapAccess(
  client: Client,
  { policyIds, dryRun = false }: { readonly policyIds?: readonly string[]; readonly dryRun?: boolean } = {},
): Promise<ReapResult<GrantRule>> {
  return reapGrants(
    {
      async list() {
        const grants = (await listAccessRules(client)).filter(isGrantRule);
        return grants.filter(({ policyId }) => policyIds?.includes(policyId) ?? true);
      },
      async read(id) {
        const rule = await readAccessRule(client, id);
        return rule && isGrantRule(rule) ? rule : undefined;
      },
      delete: (id) => deleteRule(client, id),
      now: () => serviceNow(client),
      toFailure: (caught) => client.toServiceError(caught),
    },
    { dryRun },
  );
}
