/** Differences that somebody decided to live with, each with a reason, and perhaps until a day. */
import type { FindingType } from './report/finding';

/** One rule. A finding has to match every member that is given; at least one must be. */
export interface IgnoreRule {
  readonly type?: FindingType | undefined;
  /** Kind in the model, `ip_policy`. */
  readonly kind?: string | undefined;
  /** Address, perhaps with `*` for any part of it. */
  readonly address?: string | undefined;
  readonly id?: string | undefined;
  /** Name, perhaps with `*` for any part of it. */
  readonly name?: string | undefined;
  /** Field, and what is below it: `metadata`, `binding`. */
  readonly field?: string | undefined;
  readonly reason: string;
  /** Last day on which the rule holds, `2027-01-31`, in UTC. */
  readonly expires?: string | undefined;
}

/** What is wrong with a rule. */
export interface IgnoreProblem {
  readonly rule: IgnoreRule;
  /** Position in the file, from 1. */
  readonly number: number;
  readonly problem: 'expired' | 'matches nothing';
}

/** What the rules leave. */
export interface Sifted<T> {
  readonly kept: readonly T[];
  readonly ignored: readonly { readonly finding: T; readonly rule: IgnoreRule }[];
  readonly problems: readonly IgnoreProblem[];
}

/** What rules look at. */
export interface Matchable {
  readonly type: FindingType;
  readonly kind: string;
  readonly id: string | null;
  readonly name: string | null;
  readonly address: string | null;
  readonly path: string | null;
}

/**
 * Takes out what is ignored. An expired rule ignores nothing; a finding that an object is missing is ignored only by a
 * rule whose `type` says so. `today` is a day, `2026-11-21`.
 */
export function siftFindings<T extends Matchable>(
  findings: readonly T[],
  rules: readonly IgnoreRule[],
  today: string,
): Sifted<T> {
  const used = new Set<IgnoreRule>();
  const kept: T[] = [];
  const ignored: { finding: T; rule: IgnoreRule }[] = [];
  const holding = rules.filter((rule) => !isExpired(rule, today));
  for (const finding of findings) {
    const matching = holding.filter((rule) => matches(rule, finding));
    for (const rule of matching) used.add(rule);
    const [rule] = matching;
    if (rule) ignored.push({ finding, rule });
    else kept.push(finding);
  }
  const problems = rules.flatMap((rule, index): IgnoreProblem[] => {
    if (isExpired(rule, today)) return [{ rule, number: index + 1, problem: 'expired' }];
    return used.has(rule) ? [] : [{ rule, number: index + 1, problem: 'matches nothing' }];
  });
  return { kept, ignored, problems };
}

function isExpired({ expires }: IgnoreRule, today: string): boolean {
  return expires !== undefined && expires < today;
}

function matches(rule: IgnoreRule, finding: Matchable): boolean {
  if (finding.type === 'missing' && rule.type !== 'missing') return false;
  return (
    (rule.type === undefined || rule.type === finding.type) &&
    (rule.kind === undefined || rule.kind === finding.kind) &&
    (rule.id === undefined || rule.id === finding.id) &&
    (rule.address === undefined || isLike(finding.address, rule.address)) &&
    (rule.name === undefined || isLike(finding.name, rule.name)) &&
    (rule.field === undefined || isBelow(finding.path, rule.field))
  );
}

function isLike(text: string | null, pattern: string): boolean {
  if (text === null) return false;
  const parts = pattern.split('*').map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 's').test(text);
}

function isBelow(path: string | null, field: string): boolean {
  return path !== null && (path === field || path.startsWith(`${field}.`) || path.startsWith(`${field}[`));
}
