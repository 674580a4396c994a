// biome-ignore-all lint/suspicious/noTemplateCurlyInString: CEL has this form.
/** Any text and any request: the functions return, and never throw. */
import fc from 'fast-check';
import { decideRequest } from '../../../src/access/decide-request';
import { createFacts } from '../../../src/access/facts';
import { checkPolicyText } from '../../../src/model/traffic-policy/check/text';
import { POLICY_ACTIONS } from '../../../src/model/traffic-policy/data/actions';
import { PHASES } from '../../../src/model/traffic-policy/data/schema';
import { canonicalPolicy } from '../../../src/model/traffic-policy/equality';
import { findPolicyReferences } from '../../../src/model/traffic-policy/references';
import { readPolicyTemplate } from '../../../src/model/traffic-policy/terraform-template';
import type { Json } from '../../../src/values/json';
import { campaignSize } from '../../fuzz';

const URL = 'https://app.example.com';
const numRuns = campaignSize(300, 3000);

const names = [
  ...new Set(Object.values(POLICY_ACTIONS).flatMap(({ members }) => Object.keys(members))),
  ...['constructor', '__proto__', 'toString', 'type', 'config', 'value', 'from', 'to'],
];
const strings = fc.oneof(
  fc.string(),
  fc.constantFrom(
    '${',
    '${req.url',
    "${vars.x + 'a'}",
    'req.method ==',
    "actions.ngrok.constructor.x == ''",
    'vars.toString',
  ),
  fc.constantFrom(
    '10.0.0.0/8',
    'a(',
    '60s',
    'continue',
    "secrets.get('a', 'b')",
    'conn.client_ip in []',
    // The placeholder of an expression of Terraform, as terraform-template.ts writes it.
    '\ue0000\ue001',
  ),
);
const values = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    strings,
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...names), tie('value'), { maxKeys: 3 }),
  ),
})).value;
const types = fc.oneof(fc.constantFrom(...Object.keys(POLICY_ACTIONS), 'constructor', 'oidc'), strings);
const action = fc.oneof(values, fc.record({ type: types, config: values }));
const rule = fc.oneof(
  values,
  fc.record({
    expressions: fc.oneof(values, fc.array(strings, { maxLength: 3 })),
    actions: fc.array(action, { maxLength: 3 }),
  }),
);
const phase = fc.constantFrom<string>(...PHASES, 'inbound', 'constructor');
const policies = fc.dictionary(phase, fc.oneof(values, fc.array(rule, { maxLength: 4 })), { maxKeys: 3 });
const texts = fc.oneof(
  fc.string(),
  policies.map((policy) => JSON.stringify(policy)),
);

test('checks, equality, references and templates return for any text', () => {
  fc.assert(
    fc.property(texts, (text) => {
      for (const { severity, problem } of checkPolicyText(text, { scheme: 'https', isConfiguration: true })) {
        expect(['error', 'warning']).toContain(severity);
        expect(problem).not.toBe('');
      }
      expect(canonicalPolicy(canonicalPolicy(text))).toBe(canonicalPolicy(text));
      findPolicyReferences(text);
      readPolicyTemplate(text);
    }),
    { numRuns },
  );
});

test('a request to an endpoint with a random policy is admitted, denied or unknown', () => {
  fc.assert(
    fc.property(texts, fc.option(fc.webUrl(), { nil: undefined }), fc.ipV4(), (policy, url, clientIp) => {
      const facts = createFacts([
        { kind: 'ip_restriction', objects: [] },
        {
          kind: 'cloud_endpoint',
          objects: [{ kind: 'cloud_endpoint', id: 'ep', values: { url: URL, traffic_policy: policy } }],
        },
      ]);
      const path = url === undefined ? '' : url.replace(/^https?:\/\/[^/?#]+/, '') || '/';
      const { decision } = decideRequest(facts, `${URL}${path}`, { clientIp });
      expect(['admitted', 'denied', 'unknown']).toContain(decision);
    }),
    { numRuns },
  );
});

test('deep nesting is refused', () => {
  const deep = `{"on_http_request":${'['.repeat(5000)}${']'.repeat(5000)}}`;
  expect(checkPolicyText(deep)).toMatchObject([{ severity: 'error', problem: 'is nested too deeply' }]);
  expect(checkPolicyText(`on_http_request: ${'['.repeat(5000)}${']'.repeat(5000)}`)[0]).toMatchObject({
    severity: 'error',
  });
});

test('a list of thousands of networks is an expression', () => {
  const networks = Array.from({ length: 5000 }, (_, index) => `'10.${index >> 8}.${index & 255}.0/24'`).join(', ');
  const policy = {
    on_http_request: [
      { expressions: [`inCidrRanges(conn.client_ip, [${networks}])`], actions: [{ type: 'deny' }] },
      { actions: [{ type: 'custom-response' }] },
    ],
  };
  expect(checkPolicyText(JSON.stringify(policy))).toEqual([]);
});
