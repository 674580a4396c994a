import { followSteps, type Link } from '../terraform/configuration/evaluate';
import type { Reference } from '../terraform/configuration/expressions';
import { formatAddress } from '../values/address';
import type { KnownJson } from '../values/known';

/** What a reference reads. */
export interface LinkTarget {
  /** The id, or the attribute that has it: `ip_policy_id` of a rule set, whose id is that of its policy. */
  readonly id: { readonly value: string } | { readonly attribute: string };
  /** Undefined or null if the source does not say it. `link` replaces the references in the value. */
  readonly read: (attribute: string, link: Link) => KnownJson | undefined;
}

/**
 * How many references are followed where the value of one contains the next; chosen. The bound ends cycles, which
 * Terraform refuses. In a longer chain, the reference at the bound stays as it is.
 */
const MAX_DEPTH = 20;

/**
 * A reference stays as it is if it has no target, if its target has no value for it, or if it names no attribute first:
 * `netingress_ip_policy.office`, or one that begins with an index.
 */
export function createLink(findTarget: (stack: string, address: string) => LinkTarget | undefined): Link {
  const linkAt =
    (depth: number): Link =>
    (reference: Reference) => {
      const target = findTarget(reference.stack ?? '', formatAddress(reference.address));
      const [first, ...steps] = reference.path;
      if (!target || !first || !('name' in first) || depth > MAX_DEPTH) return reference;
      const isId = reference.attribute === 'id';
      if (isId && 'value' in target.id) return target.id.value;
      const name = isId && 'attribute' in target.id ? target.id.attribute : first.name;
      const value = target.read(name, linkAt(depth + 1)) ?? null;
      return value === null ? reference : followSteps(value, steps);
    };
  return linkAt(0);
}
