import { z } from 'zod';
import { FINDING_TYPES, UNATTRIBUTED_REASONS } from '../compare/finding';
import { ignoreRuleSchema } from './parse-ignore-rules';
import { REPORT_VERSION } from './report';

const count = z.int().min(0);
const nullableString = z.string().nullable();
const anyJson = z.json();
const findingType = z.enum(FINDING_TYPES);
const state = z.union([z.strictObject({ stack: z.string() }), z.strictObject({ file: z.string() })]);

const attribution = z.strictObject({
  author: z
    .strictObject({
      id: z.string(),
      subject: z.string(),
      source: z.enum(['dashboard', 'api']),
      credential_id: nullableString,
    })
    .nullable(),
  occurred_at: z.string(),
  event_id: z.string(),
  event_type: z.string(),
  own_key: z.boolean(),
  certain: z.boolean(),
});

const remedy = z.strictObject({
  text: z.string(),
  command: nullableString,
  code: z.strictObject({ construct: z.string(), property: nullableString, from: anyJson, to: anyJson }).nullable(),
});

/** One finding, also as a line of `netingress watch`. */
const finding = z.strictObject({
  fingerprint: z.string().regex(/^[0-9a-f]{16}$/),
  type: findingType,
  kind: z.string(),
  id: nullableString,
  name: nullableString,
  address: nullableString,
  state: state.nullable(),
  construct: nullableString,
  path: nullableString,
  before: anyJson,
  after: anyJson,
  other_owners: z.array(z.strictObject({ address: z.string(), state })),
  differing_fields: z.array(z.string()),
  used_by: z.array(z.string()),
  grant: nullableString,
  attribution: attribution.nullable(),
  unattributed: z.enum(UNATTRIBUTED_REASONS).nullable(),
  remedy,
});

const fraction = z.string().regex(/^\d+\/\d+$/);
const coverage = { managed: count, unmanaged: count, derived: count, fraction, complete: z.boolean() };

const schema = z.strictObject({
  version: z.literal(REPORT_VERSION),
  result: z.enum(['in_sync', 'differences', 'incomplete']),
  findings: z.array(finding),
  counts: z.strictObject(Object.fromEntries(FINDING_TYPES.map((type) => [type, count]))),
  ignored: z.array(
    z.strictObject({
      fingerprint: z.string(),
      type: findingType,
      kind: z.string(),
      id: nullableString,
      path: nullableString,
      reason: z.string(),
    }),
  ),
  invalid_ignore_rules: z.array(
    z.strictObject({ rule: ignoreRuleSchema, number: z.int().min(1), problem: z.enum(['expired', 'unmatched']) }),
  ),
  reverted_changes: z.array(
    z.strictObject({
      kind: z.string(),
      id: z.string(),
      name: nullableString,
      path: nullableString,
      before: anyJson,
      after: anyJson,
      changed: attribution,
      reverted: attribution,
    }),
  ),
  coverage: z.strictObject({
    total: z.strictObject(coverage),
    kinds: z.array(z.strictObject({ kind: z.string(), ...coverage })),
  }),
  derived: z.array(z.strictObject({ kind: z.string(), id: z.string(), name: nullableString, reason: z.string() })),
  credentials: z.array(
    z.strictObject({
      kind: z.string(),
      id: z.string(),
      name: nullableString,
      created_at: z.string(),
      age_days: count.nullable(),
    }),
  ),
  suppressed: z.strictObject({ computed: count, equivalent: count, unreadable: count, ignored: count }),
  incomplete: z.array(
    z.strictObject({
      kind: z.string(),
      reason: z.enum([
        'forbidden',
        'rate_limited',
        'server_error',
        'unreachable',
        'unsupported_type',
        'invalid_events',
        'other_account',
      ]),
      status: z.int().nullable(),
      code: nullableString,
      message: z.string(),
      objects_read: count,
    }),
  ),
  not_checked: z.array(z.enum(['pending', 'events'])),
  usage: z.strictObject({ requests: count, pages: count }),
});

/** JSON Schema (draft 2020-12) of the JSON report, published as `docs/schemas/drift-report.schema.json`. */
export function reportJsonSchema(): object {
  return { title: `netingress drift report ${REPORT_VERSION}`, ...z.toJSONSchema(schema) };
}
