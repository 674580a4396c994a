// biome-ignore-all lint/suspicious/noTemplateCurlyInString: CEL and Terraform have this form.

import { checkPolicyText } from '../../../src/model/traffic-policy/check/text';
import { canonicalPolicy } from '../../../src/model/traffic-policy/equality';
import { splitInterpolation } from '../../../src/model/traffic-policy/interpolation';
import { parsePolicyText } from '../../../src/model/traffic-policy/parse';
import { findPolicyReferences } from '../../../src/model/traffic-policy/references';
import {
  findPlaceholders,
  hasPlaceholderCharacters,
  hidePlaceholders,
  quotePlaceholders,
  readPolicyTemplate,
} from '../../../src/model/traffic-policy/terraform-template';

describe('a policy text', () => {
  test('in YAML has the types of JSON', () => {
    expect(
      parsePolicyText(
        'on_http_request:\n- actions: [{type: on, config: {a: yes, b: 1.2, c: "1.2", d: ~, e: 2026-01-31}}]',
      ),
    ).toEqual({
      document: {
        on_http_request: [
          { actions: [{ type: 'on', config: { a: 'yes', b: 1.2, c: '1.2', d: null, e: '2026-01-31' } }] },
        ],
      },
    });
  });

  test.each([
    [
      'a number that JSON cannot represent',
      '{"on_http_request": [{"actions": [{"type": "x", "config": {"a": 1e999}}]}]}',
      { rule: 'number_range' },
    ],
    ['a tab as indentation', 'on_http_request:\n\t- actions: []', { rule: 'syntax', line: 2, column: 1 }],
    ['a number that JSON does not have', 'on_http_request: .inf', { rule: 'json_value' }],
    ['a duplicate key', 'a: 1\na: 2', { rule: 'syntax', line: 2, column: 1 }],
    ['an unknown anchor', 'a: *b', { rule: 'json_value' }],
    ['JSON with a trailing comma', '{"on_http_request": [],,}', { rule: 'syntax', line: 1, column: 24 }],
  ])('with %s is invalid', (_, text, violation) => {
    expect(parsePolicyText(text)).toMatchObject({
      violation,
      problem: expect.any(String),
      expected: expect.any(String),
    });
  });

  test('with many aliases is refused instead of expanded', () => {
    const lines = Array.from(
      { length: 30 },
      (_, index) => `a${index}: &a${index} [${index === 0 ? 'x' : `*a${index - 1}, *a${index - 1}`}]`,
    );
    expect(parsePolicyText(lines.join('\n'))).toMatchObject({
      violation: { rule: 'json_value' },
      problem: expect.stringContaining('alias'),
    });
  });
});

describe('semantic equality', () => {
  const json = '{"on_http_request":[{"actions":[{"type":"deny","config":{"status_code":404}}]}]}';

  test.each([
    [
      'white space and order of members',
      ' {"on_http_request": [ {"actions": [{"config": {"status_code": 404.0}, "type": "deny"}] } ]}',
    ],
    ['YAML', '# closed\non_http_request:\n  - actions:\n      - type: deny\n        config: {status_code: 404}\n'],
    ['escapes of jsonencode', json.replace('deny', '\\u0064eny')],
  ])('ignores %s', (_, text) => {
    expect(canonicalPolicy(text)).toBe(canonicalPolicy(json));
  });

  test('an action without config equals one with an empty config', () => {
    const withConfig = (config: string): string =>
      canonicalPolicy(`{"on_http_request":[{"actions":[{"type":"deny"${config}}]}]}`);
    expect(withConfig(',"config":{}')).toBe(withConfig(''));
    expect(withConfig(',"config":null')).toBe(withConfig(''));
    expect(withConfig(',"config":{"status_code":403}')).not.toBe(withConfig(''));
  });

  test.each([
    ['another value', json.replace('404', '403')],
    ['a string instead of a number', json.replace('404', '"404"')],
    ['another phase', json.replace('on_http_request', 'on_tcp_connect')],
    ['text that cannot be parsed', 'on_http_request: ['],
  ])('%s is a difference', (_, text) => {
    expect(canonicalPolicy(text)).not.toBe(canonicalPolicy(json));
  });

  test('the order of rules and actions is a difference', () => {
    const policy = (types: string[]): string =>
      canonicalPolicy(JSON.stringify({ on_http_request: [{ actions: types.map((type) => ({ type })) }] }));
    expect(policy(['deny', 'log'])).not.toBe(policy(['log', 'deny']));
  });
});

describe('CEL inside a string', () => {
  test.each([
    ['a ${b} c', [{ literal: 'a ' }, { expression: 'b' }, { literal: ' c' }]],
    ["${{'a': '}'}['a']}${b}", [{ expression: "{'a': '}'}['a']" }, { expression: 'b' }]],
    ["${'it\\'s }'}", [{ expression: "'it\\'s }'" }]],
    ['none $ {x}', [{ literal: 'none $ {x}' }]],
    ['${open', undefined],
  ])('%s', (text, parts) => {
    expect(splitInterpolation(text)).toEqual(parts);
  });
});

describe('a policy inside a Terraform template', () => {
  test('has placeholders for expressions, and CEL without escapes', () => {
    const template =
      '{"on_http_request":[{"actions":[{"type":"restrict-ips","config":{"ip_policies":[${jsonencode(netingress_ip_policy.a.id)},"${netingress_ip_policy.b.id}"]}},' +
      '{"type":"custom-response","config":{"body":"Hi $${req.host} \\"x\\" %%{a}"}}]}]}';
    const { text, expressions } = readPolicyTemplate(template);
    expect(expressions).toEqual(['netingress_ip_policy.a.id', 'netingress_ip_policy.b.id']);
    expect(text).toContain('Hi ${req.host} \\"x\\" %{a}');
    expect(checkPolicyText(text, { isConfiguration: true })).toEqual([]);
    expect(findPolicyReferences(text).objects.map(({ value }) => findPlaceholders(value))).toEqual([[0], [1]]);
  });

  test('may set any variable whose name is known later', () => {
    const policy = (name: string): string =>
      `{"on_http_request":[{"actions":[{"type":"set-vars","config":{"vars":[{"${name}":1}]}}]},` +
      `{"expressions":["vars.user == 1"],"actions":[{"type":"deny"}]},{"actions":[{"type":"deny"}]}]}`;
    const problems = (name: string) =>
      checkPolicyText(readPolicyTemplate(policy(name)).text, { isConfiguration: true });
    expect(problems('${var.name}')).toEqual([]);
    expect(problems('other')).toEqual([expect.objectContaining({ problem: expect.stringContaining('no set-vars') })]);
  });

  test('has the string inside jsonencode, with its expressions', () => {
    const { text, expressions } = readPolicyTemplate(
      '{"a":${jsonencode("inCidrRange(conn.client_ip, ${jsonencode(var.network)})")}}',
    );
    const { a } = JSON.parse(text) as { a: string };
    expect(expressions).toEqual(['jsonencode(var.network)']);
    expect(quotePlaceholders(a)).toMatch(/^inCidrRange\(conn\.client_ip, ".0."\)$/);
  });

  test.each(['\ue0001\ue001', '\\ue0001\\uE001', '\\U0000e0001\\u0000e001'])(
    'has no placeholder but those of its expressions, also if it contains %j',
    (mark) => {
      const { text, expressions } = readPolicyTemplate(`{"a":"${mark} \${var.a}"}`);
      const { a } = JSON.parse(text) as { a: string };
      expect(expressions).toEqual(['var.a']);
      expect(findPlaceholders(a)).toEqual([0]);
    },
  );

  test('keeps an escaped backslash before what is then no escape', () => {
    const json = JSON.stringify({ a: "req.url.path.contains('\\ue000')" });
    expect(json).toContain('\\\\ue000');
    expect([readPolicyTemplate(json).text, hidePlaceholders(json), hasPlaceholderCharacters(json)]).toEqual([
      json,
      json,
      false,
    ]);
  });

  test('a placeholder inside quotes of CEL stays as it is', () => {
    expect(quotePlaceholders("a == '\ue0000\ue001'")).toBe("a == '\ue0000\ue001'");
  });
});

test('a secret is found in a template of a header with the name of a member that is CEL, and not in its other text', () => {
  const headers = { bucket_key: "${secrets.get('web', 'token')}", expressions: "secrets.get('no', 'secret')" };
  const actions = [{ type: 'add-headers', config: { headers } }];
  expect(findPolicyReferences(JSON.stringify({ on_http_request: [{ actions }] })).secrets).toEqual([
    { vault: 'web', secret: 'token' },
  ]);
});

test('references are IP policies, authorities, internal endpoints and secrets', () => {
  const { objects, secrets } = findPolicyReferences(
    JSON.stringify({
      on_tcp_connect: [
        {
          actions: [
            {
              type: 'terminate-tls',
              config: {
                mutual_tls_certificate_authorities: ['ca_1', '-----BEGIN CERTIFICATE-----'],
                server_private_key: "${secrets.get('tls', 'key')}",
              },
            },
          ],
        },
      ],
      on_http_request: [
        {
          expressions: ['getReqHeader("X")[0] == secrets.get("web", "token")'],
          actions: [{ type: 'restrict-ips', config: { ip_policies: ['ipp_1'] } }],
        },
        { actions: [{ type: 'forward-internal', config: { url: 'https://a.internal' } }] },
      ],
    }),
  );
  expect(objects.map(({ kind, value }) => [kind, value])).toEqual([
    ['certificate_authority', 'ca_1'],
    ['ip_policy', 'ipp_1'],
    ['internal_endpoint', 'https://a.internal'],
  ]);
  expect(secrets).toEqual([
    { vault: 'tls', secret: 'key' },
    { vault: 'web', secret: 'token' },
  ]);
});
