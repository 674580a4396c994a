import { matchesGlob } from '../../model/text';
import type { Words } from '../../values/words';
import type { Finding, FindingType } from '../compare/finding';

/**
 * Ignores findings that match every given member; `parseIgnoreRules` demands one besides `reason` and `expires`. A
 * finding of the type `missing` is ignored only by a rule with this `type`.
 */
export interface IgnoreRule {
  readonly type?: FindingType | undefined;
  /** Kind in the model, `ip_policy`, or `ip_policy_rules` for an exclusive set. */
  readonly kind?: string | undefined;
  /** Terraform address; `*` matches any characters. */
  readonly address?: string | undefined;
  readonly id?: string | undefined;
  /** Name of the object; `*` matches any characters. */
  readonly name?: string | undefined;
  /** Field, including its members: `metadata`, `binding`. */
  readonly field?: string | undefined;
  readonly reason: Words;
  /** Last day on which the rule applies, in UTC: `2027-01-31`. */
  readonly expires?: string | undefined;
}

/** A rule that expired, or that matches no finding. */
export interface InvalidIgnoreRule {
  readonly rule: IgnoreRule;
  /** Position in the file, from 1. */
  readonly number: number;
  readonly problem: 'expired' | 'unmatched';
}

export type Matchable = Pick<Finding, 'type' | 'kind' | 'id' | 'name' | 'address' | 'path'>;

/** Expired rules do not apply; `today` is a day, `2026-11-21`. */
export function applyIgnoreRules<T extends Matchable>(
  findings: readonly T[],
  rules: readonly IgnoreRule[],
  today: string,
): { kept: T[]; ignored: { finding: T; rule: IgnoreRule }[]; invalid: InvalidIgnoreRule[] } {
  const used = new Set<IgnoreRule>();
  const kept: T[] = [];
  const ignored: { finding: T; rule: IgnoreRule }[] = [];
  const activeRules = rules.filter((rule) => !isExpired(rule, today));
  for (const finding of findings) {
    const matching = activeRules.filter((rule) => matches(rule, finding));
    for (const rule of matching) used.add(rule);
    const [rule] = matching;
    if (rule) ignored.push({ finding, rule });
    else kept.push(finding);
  }
  const invalid = rules.flatMap((rule, index): InvalidIgnoreRule[] => {
    if (isExpired(rule, today)) return [{ rule, number: index + 1, problem: 'expired' }];
    return used.has(rule) ? [] : [{ rule, number: index + 1, problem: 'unmatched' }];
  });
  return { kept, ignored, invalid };
}

function isExpired({ expires }: IgnoreRule, today: string): boolean {
  return expires !== undefined && expires < today;
}

function matches(rule: IgnoreRule, finding: Matchable): boolean {
  // A rule for an object must not hide its deletion.
  if (finding.type === 'missing' && rule.type !== 'missing') return false;
  return (
    (rule.type === undefined || rule.type === finding.type) &&
    (rule.kind === undefined || rule.kind === finding.kind) &&
    (rule.id === undefined || rule.id === finding.id) &&
    (rule.address === undefined || (finding.address !== null && matchesGlob(finding.address, rule.address))) &&
    (rule.name === undefined || (finding.name !== null && matchesGlob(finding.name, rule.name))) &&
    (rule.field === undefined || isAtOrBelow(finding.path, rule.field))
  );
}

function isAtOrBelow(path: string | null, field: string): boolean {
  return path !== null && (path === field || path.startsWith(`${field}.`) || path.startsWith(`${field}[`));
}
