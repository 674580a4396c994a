import { z } from 'zod';
import { REPORT_FORMAT, REPORT_VERSION } from './report';

const count = z.int().min(0);
const text = z.string();
const nullableText = z.string().nullable();
const anyJson = z.json();
const bigCount = z.string().regex(/^\d+$/);
const enforcement = z.enum(['absent', 'not_enforced', 'enforced', 'not_known']);

const networks = z.strictObject({
  ipv4: bigCount,
  ipv6: bigCount,
  networks: z.array(z.strictObject({ cidr: text, addresses: bigCount, causes: z.array(text) })),
  possible: z.strictObject({ ipv4: bigCount, ipv6: bigCount, networks: z.array(text) }),
  witness: nullableText,
  witness_before: z.array(text),
  witness_after: z.array(text),
});

const access = z.strictObject({
  account: text,
  type: text,
  before: enforcement,
  after: enforcement,
  newly_admitted: networks,
  newly_shut_out: networks,
  admits_after: z.array(text),
  may_admit_after: z.array(text),
  new_policies: z.array(z.strictObject({ id: text, name: text, rules: count })),
  named_addresses: z.array(
    z.strictObject({ address: text, change: z.enum(['admitted', 'shut_out', 'not_known', 'none']) }),
  ),
});

const served = z.enum(['absent', 'served']);
const endpoint = z.strictObject({
  account: text,
  url: text,
  binding: z.enum(['public', 'internal']),
  before: served,
  after: served,
  changed: z.boolean(),
  newly_admitted: networks,
  newly_shut_out: networks,
  depends: z.array(text),
});

const stack = z.strictObject({
  name: text,
  directory: text,
  status: z.enum(['applied', 'refused', 'blocked', 'not_previewed', 'left_out']),
  reason: nullableText,
});

const refusal = z.strictObject({
  stack: text,
  address: nullableText,
  path: nullableText,
  by: z.enum(['service', 'terraform']),
  code: nullableText,
  status: z.int().nullable(),
  message: text,
  remedy: text,
  request: nullableText,
});

const object = z.strictObject({
  action: z.enum(['create', 'change', 'replace', 'destroy']),
  kind: text,
  title: text,
  id: text,
  name: text,
  stack: nullableText,
  address: nullableText,
  path: nullableText,
  attributes: z.array(z.strictObject({ name: text, before: anyJson, after: anyJson })),
});

const danger = z.strictObject({
  type: z.enum([
    'policy_admits_all',
    'policy_admits_none',
    'restriction_removed',
    'restriction_denies_all',
    'audit_destroyed',
    'credential_destroyed',
    'domain_destroyed',
    'certificate_reissued',
    'other_account',
    'rename',
  ]),
  message: text,
  remedy: text,
  object: z
    .looseObject({ kind: text, id: text, name: text, address: nullableText, path: nullableText, stack: nullableText })
    .nullable(),
});

const planned = z.strictObject({ stack: text, address: text, actions: z.array(text) });

const drifted = z.strictObject({
  stack: text,
  address: text,
  path: nullableText,
  change: z.enum(['changed', 'destroyed']),
  attributes: z.array(text),
});

const cost = z.strictObject({
  requests: count,
  writes: count,
  requests_per_minute: count.nullable(),
  minutes: count,
  audit_events: count,
  read_requests: count,
});

const side = z.strictObject({
  requests: count,
  addresses: count,
  at_least: z.boolean(),
  top: z.array(z.strictObject({ address: text, requests: count, last_time: text })),
});

const author = z.strictObject({
  type: z.enum(['api', 'dashboard']),
  id: text,
  subject: text,
  credential_id: nullableText,
  address: nullableText,
  events: count,
  last_time: text,
});

const backtest = z.strictObject({
  events: count,
  skipped: count,
  restrictions: z.array(
    z.strictObject({
      account: text,
      type: text,
      requests: count,
      newly_refused: side,
      newly_admitted: side,
      not_known: side,
    }),
  ),
  authors_shut_out: z.array(author),
  authors_maybe_shut_out: count,
});

export const previewReportSchema = z.strictObject({
  format: z.literal(REPORT_FORMAT),
  version: z.literal(REPORT_VERSION),
  result: z.enum(['applies', 'refused', 'gate_failed', 'incomplete']),
  exit_status: z.union([z.literal(0), z.literal(2), z.literal(3)]),
  stacks: z.array(stack),
  refusals: z.array(refusal),
  gates: z.array(z.strictObject({ gate: text, result: z.enum(['passed', 'failed', 'not_decided']), message: text })),
  access: z.array(access),
  endpoints: z.array(endpoint),
  dangers: z.array(danger),
  objects: z.array(object),
  other_resources: z.array(planned),
  drift: z.array(drifted),
  never_settles: z.array(planned),
  cost,
  incomplete: z.array(text),
  unknown: z.array(text),
  backtest: backtest.nullable(),
});

/** JSON Schema (draft 2020-12) of the JSON report, published as `docs/schemas/preview-report.schema.json`. */
export function previewReportJsonSchema(): object {
  return z.toJSONSchema(previewReportSchema);
}
