/** Deletes the grants after their end. Command line and provider share it; each calls the service in its own way. */
import { type Grant, grantStatus } from './grant';

export interface RuleWithGrant {
  readonly id: string;
  readonly grant: Grant;
}

export interface GrantCalls<Rule extends RuleWithGrant> {
  /** Lists the grants, live and overdue. */
  list(): Promise<readonly Rule[]>;
  /** Reads a rule again; undefined if it does not exist, or is not a grant any more. */
  read(id: string): Promise<Rule | undefined>;
  /** Returns false if the rule does not exist. */
  delete(id: string): Promise<boolean>;
  /** The clock of the service, in milliseconds since 1970. */
  now(): number;
  /** Throws what is not a failed call. */
  toFailure(caught: unknown): { readonly message: string; readonly affectsEveryCall: boolean };
}

export interface ReapResult<Rule> {
  readonly removed: readonly Rule[];
  readonly failed: readonly { readonly rule: Rule; readonly message: string }[];
  readonly live: number;
}

interface ReapOptions<Rule> {
  /** Nothing is deleted, and `removed` lists the overdue grants. */
  readonly dryRun?: boolean;
  /** Called after each deletion. */
  readonly onRemoved?: (rule: Rule) => void;
}

export async function reapGrants<Rule extends RuleWithGrant>(
  calls: GrantCalls<Rule>,
  { dryRun = false, onRemoved }: ReapOptions<Rule> = {},
): Promise<ReapResult<Rule>> {
  const isOverdue = ({ grant }: Rule): boolean => grantStatus(grant, calls.now()) === 'overdue';
  const grants = await calls.list();
  const overdue = grants.filter(isOverdue);
  if (dryRun) return { removed: overdue, failed: [], live: grants.length - overdue.length };
  const removed: Rule[] = [];
  const failed: { rule: Rule; message: string }[] = [];
  for (const rule of overdue) {
    try {
      // Since the list, the grant may have been extended, or replaced by a rule without an end.
      const current = await calls.read(rule.id);
      if (current === undefined || !isOverdue(current) || !(await calls.delete(rule.id))) continue;
      removed.push(rule);
      onRemoved?.(rule);
    } catch (caught) {
      const { message, affectsEveryCall } = calls.toFailure(caught);
      failed.push({ rule, message });
      if (affectsEveryCall) break;
    }
  }
  return { removed, failed, live: grants.length - overdue.length };
}
