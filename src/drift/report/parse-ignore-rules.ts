// A separate file, so that runs without ignore rules do not load zod for them.
import { z } from 'zod';
import { FINDING_TYPES } from '../compare/finding';
import type { IgnoreRule } from './ignore';

const CRITERIA = ['type', 'kind', 'address', 'id', 'name', 'field'] as const;

const ignoreRuleSchema = z
  .strictObject({
    type: z.enum(FINDING_TYPES).optional(),
    kind: z.string().min(1).optional(),
    address: z.string().min(1).optional(),
    id: z.string().min(1).optional(),
    name: z.string().min(1).optional(),
    field: z.string().min(1).optional(),
    reason: z.string().trim().min(1, 'is empty; expected a reason'),
    expires: z.iso.date('is not a day; expected a date such as 2027-01-31').optional(),
  })
  .refine((rule) => CRITERIA.some((name) => rule[name] !== undefined), {
    message: `matches every finding; expected at least one of ${CRITERIA.join(', ')}`,
  });

const rulesSchema = z.strictObject({ rules: z.array(ignoreRuleSchema) });

/**
 * Validates the content of a YAML or JSON file, `{rules: [...]}`. Returns all problems instead of rules if a member is
 * invalid or unknown: a rule without its misspelled member would hide too many findings.
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
