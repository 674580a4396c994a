/** The published form of the JSON report. */
import { z } from 'zod';
import { FINDING_TYPES } from './finding';
import { REPORT_VERSION } from './report';

const count = z.int().min(0);
const text = z.string().nullable();
const anyJson = z.json();

const author = z.strictObject({
  id: z.string(),
  subject: z.string(),
  source: z.enum(['Dashboard', 'API']),
  credential: text,
});

const attribution = z.strictObject({
  who: author.nullable(),
  when: z.string(),
  event_id: z.string(),
  event_type: z.string(),
  self: z.boolean(),
  certain: z.boolean(),
});

const remedy = z.strictObject({
  text: z.string(),
  command: text,
  code: z.strictObject({ construct: z.string(), property: text, from: anyJson, to: anyJson }).nullable(),
});

/** One finding; a line of the NDJSON format and of `netingress watch` has this form too. */
const finding = z.strictObject({
  fingerprint: z.string().regex(/^[0-9a-f]{16}$/),
  type: z.enum(FINDING_TYPES),
  kind: z.string(),
  id: text,
  name: text,
  address: text,
  state: text,
  construct: text,
  path: text,
  before: anyJson,
  after: anyJson,
  also: z.array(z.string()),
  by: attribution.nullable(),
  unattributed: z.enum(['no events given', 'emits no audit events', 'no event found', 'not in events']).nullable(),
  remedy,
});

const fraction = z.string().regex(/^\d+\/\d+$/);
const coverage = { managed: count, unmanaged: count, derived: count, fraction, complete: z.boolean() };

const ignoreRule = z.strictObject({
  type: z.enum(FINDING_TYPES).optional(),
  kind: z.string().optional(),
  address: z.string().optional(),
  id: z.string().optional(),
  name: z.string().optional(),
  field: z.string().optional(),
  reason: z.string(),
  expires: z.string().optional(),
});

const schema = z.strictObject({
  version: z.literal(REPORT_VERSION),
  result: z.enum(['agreement', 'differences', 'incomplete']),
  findings: z.array(finding),
  counts: z.strictObject(Object.fromEntries(FINDING_TYPES.map((type) => [type, count]))),
  ignored: z.array(
    z.strictObject({
      fingerprint: z.string(),
      type: z.enum(FINDING_TYPES),
      kind: z.string(),
      id: text,
      path: text,
      reason: z.string(),
    }),
  ),
  ignore_problems: z.array(
    z.strictObject({ rule: ignoreRule, number: z.int().min(1), problem: z.enum(['expired', 'matches nothing']) }),
  ),
  undone: z.array(
    z.strictObject({
      kind: z.string(),
      id: z.string(),
      name: text,
      path: text,
      before: anyJson,
      after: anyJson,
      made: attribution,
      undone: attribution,
    }),
  ),
  coverage: z.strictObject({
    total: z.strictObject(coverage),
    kinds: z.array(z.strictObject({ kind: z.string(), ...coverage })),
  }),
  derived: z.array(z.strictObject({ kind: z.string(), id: z.string(), name: text, reason: z.string() })),
  folded: z.strictObject({ computed: count, equivalent: count, unreadable: count, ignored: count }),
  incomplete: z.array(
    z.strictObject({
      kind: z.string(),
      reason: z.enum(['refused', 'limit', 'service', 'unreachable', 'unknown', 'events']),
      status: z.int().nullable(),
      code: text,
      message: z.string(),
      read: count,
    }),
  ),
  not_looked_at: z.array(z.enum(['pending', 'events'])),
  usage: z.strictObject({ requests: count, pages: count }),
});

/** JSON Schema (draft 2020-12) of the JSON report; `docs/schemas/drift-report.schema.json` holds it too. */
export function reportJsonSchema(): object {
  return { title: `netingress drift report ${REPORT_VERSION}`, ...z.toJSONSchema(schema) };
}
