/** Ignore rules as somebody wrote them. A file of its own, because few runs have any, and zod takes its time to load. */
import { z } from 'zod';
import type { IgnoreRule } from './ignore';
import { FINDING_TYPES } from './report/finding';

const criteria = ['type', 'kind', 'address', 'id', 'name', 'field'] as const;

const rulesSchema = z.strictObject({
  rules: z.array(
    z
      .strictObject({
        type: z.enum(FINDING_TYPES).optional(),
        kind: z.string().min(1).optional(),
        address: z.string().min(1).optional(),
        id: z.string().min(1).optional(),
        name: z.string().min(1).optional(),
        field: z.string().min(1).optional(),
        reason: z.string().trim().min(1, 'expected why this is ignored'),
        expires: z.iso.date('expected a day such as 2027-01-31').optional(),
      })
      .refine((rule) => criteria.some((name) => rule[name] !== undefined), {
        message: `expected at least one of ${criteria.join(', ')}; a rule for everything would hide everything`,
      }),
  ),
});

/**
 * Reads rules from what a YAML or JSON file holds: `{rules: [...]}`. Answers what does not fit, one text a place, when
 * anything does not: a rule with a slip in it must not silently hide more, or less, than was meant.
 */
export function parseIgnoreRules(
  value: unknown,
): { readonly rules: readonly IgnoreRule[] } | { readonly problems: readonly string[] } {
  const result = rulesSchema.safeParse(value);
  if (result.success) return { rules: result.data.rules };
  return {
    problems: result.error.issues.map(({ path, message }) => `${path.map(String).join('.') || 'the file'}: ${message}`),
  };
}
