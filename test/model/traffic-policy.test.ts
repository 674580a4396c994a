// biome-ignore-all lint/suspicious/noTemplateCurlyInString: CEL and Terraform have this form.

import fc from 'fast-check';
import { decideRequest } from '../../src/access/decide-request';
import { createFacts } from '../../src/access/facts';
import { checkPolicyText } from '../../src/model/traffic-policy/check/text';
import { POLICY_ACTIONS } from '../../src/model/traffic-policy/data/actions';
import { type Member, PHASES } from '../../src/model/traffic-policy/data/schema';
import { canonicalPolicy } from '../../src/model/traffic-policy/equality';
import { countKnownSteps } from '../../src/model/traffic-policy/expression';
import { splitInterpolation } from '../../src/model/traffic-policy/interpolation';
import { nameInPolicies } from '../../src/model/traffic-policy/object-names';
import { parsePolicyText } from '../../src/model/traffic-policy/parse';
import { findPolicyReferences, isExpressionMember } from '../../src/model/traffic-policy/references';
import { formatSecretName } from '../../src/model/traffic-policy/secret-name';
import {
  createPlaceholder,
  findPlaceholders,
  hasPlaceholderCharacters,
  PLACEHOLDER,
  quotePlaceholders,
  readPolicyTemplate,
} from '../../src/model/traffic-policy/terraform-template';
import type { Json } from '../../src/values/json';
import { formatPath } from '../../src/values/path';
import { campaignSize } from '../fuzz';
import { INVALID_POLICIES } from '../support/traffic-policies/invalid';
import { ruleWith } from '../support/traffic-policies/rule-with';
import { VALID_POLICIES } from '../support/traffic-policies/valid';

describe('texts of policies', () => {
  describe('a policy text', () => {
    test('in YAML has the types of JSON', () => {
      const yaml = 'on_http_request:\n- actions: [{type: on, config: {a: yes, b: 1.2, c: "1.2", d: ~, e: 2026-01-31}}]';
      const config = { a: 'yes', b: 1.2, c: '1.2', d: null, e: '2026-01-31' };
      const document = { on_http_request: [{ actions: [{ type: 'on', config }] }] };
      expect(parsePolicyText(yaml)).toEqual({ document });
    });

    test.each([
      ['a number that JSON cannot represent', '{"a": 1e999}', { rule: 'number_range' }],
      ['a tab as indentation', 'on_http_request:\n\t- actions: []', { rule: 'syntax', line: 2, column: 1 }],
      ['a number that JSON does not have', 'on_http_request: .inf', { rule: 'json_value' }],
      ['a duplicate key', 'a: 1\na: 2', { rule: 'syntax', line: 2, column: 1 }],
      ['an unknown anchor', 'a: *b', { rule: 'json_value' }],
      ['JSON with a trailing comma', '{"on_http_request": [],,}', { rule: 'syntax', line: 1, column: 24 }],
    ])('with %s is invalid', (_, text, violation) => {
      const told = { problem: expect.any(String), expected: expect.any(String) };
      expect(parsePolicyText(text)).toMatchObject({ violation, ...told });
    });

    test('with many aliases is refused instead of expanded', () => {
      const twice = (index: number) => (index < 0 ? 'x' : `*a${index}, *a${index}`);
      const lines = Array.from({ length: 30 }, (_, index) => `a${index}: &a${index} [${twice(index - 1)}]`);
      const problem = expect.stringContaining('alias');
      expect(parsePolicyText(lines.join('\n'))).toMatchObject({ violation: { rule: 'json_value' }, problem });
    });
  });

  describe('semantic equality', () => {
    const json = '{"on_http_request":[{"actions":[{"type":"deny","config":{"status_code":404}}]}]}';

    const withConfig = (config: string): string => `{"on_http_request":[{"actions":[{"type":"deny"${config}}]}]}`;

    test.each([
      [
        'order, white space and a fraction of zero',
        json,
        ' {"on_http_request": [ {"actions": [{"config": {"status_code": 404.0}, "type": "deny"}] } ]}',
      ],
      ['YAML', json, '# a\non_http_request:\n  - actions:\n      - type: deny\n        config: {status_code: 404}\n'],
      ['escapes', json, json.replace('deny', '\\u0064eny')],
      ['an empty config', withConfig(''), withConfig(',"config":{}')],
      ['a config that is null', withConfig(''), withConfig(',"config":null')],
    ])('ignores %s', (_, one, other) => {
      expect(canonicalPolicy(one)).toBe(canonicalPolicy(other));
    });

    test.each([
      ['another value', json.replace('404', '403')],
      ['a string instead of a number', json.replace('404', '"404"')],
      ['no config', withConfig('')],
      ['another phase', json.replace('on_http_request', 'on_tcp_connect')],
      ['text that cannot be parsed', 'on_http_request: ['],
    ])('%s is a difference', (_, text) => {
      expect(canonicalPolicy(text)).not.toBe(canonicalPolicy(json));
    });

    test('the order of rules and actions is a difference', () => {
      const policy = (rules: string[][]): string =>
        canonicalPolicy(
          JSON.stringify({ on_http_request: rules.map((types) => ({ actions: types.map((type) => ({ type })) })) }),
        );
      expect(policy([['deny', 'log']])).not.toBe(policy([['log', 'deny']]));
      expect(policy([['deny'], ['log']])).not.toBe(policy([['log'], ['deny']]));
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
      expect(readPolicyTemplate(json).text).toBe(json);
      expect(hasPlaceholderCharacters(json)).toBe(false);
    });

    test('replaces an expression after a backslash, also in YAML', () => {
      const { text, expressions } = readPolicyTemplate('a: C:\\${var.a}\nb: \\$${x} "\\\\${var.b}"');
      expect(expressions).toEqual(['var.a', 'var.b']);
      expect(text).toBe(`a: C:\\${createPlaceholder(0)}\nb: \\\${x} "\\\\${createPlaceholder(1)}"`);
    });

    test('a placeholder inside quotes of CEL stays as it is', () => {
      expect(quotePlaceholders("a == '\ue0000\ue001'")).toBe("a == '\ue0000\ue001'");
    });

    test('a message about an expression has `${…}` for each value that is known later', () => {
      const expressions = [`req.hosts == "${PLACEHOLDER}"`];
      const text = JSON.stringify({ on_http_request: [{ expressions, actions: [{ type: 'deny' }] }] });
      const problem = expect.stringContaining(`'req.hosts == "\${…}"'`);
      expect(checkPolicyText(text)[0]).toMatchObject({ severity: 'warning', problem });
    });

    test('a character of a placeholder alone, which a user wrote, is no CEL', () => {
      const text = JSON.stringify({ on_http_request: [{ expressions: ['\ue000 == 1'], actions: [{ type: 'deny' }] }] });
      expect(checkPolicyText(text)).toMatchObject([{ severity: 'error', errorCode: 2200 }]);
    });
  });

  test('a variable with the name of a member of every object is not known', () => {
    expect(countKnownSteps(['constructor', 'name'])).toBeUndefined();
    expect(countKnownSteps(['req', 'headers', 'constructor'])).toBe(2);
  });

  test('a header named as a CEL member is a template: secrets are found in its ${...}, not in its other text', () => {
    const headers = { bucket_key: "${secrets.get('web', 'token')}", expressions: "secrets.get('no', 'secret')" };
    const actions = [{ type: 'add-headers', config: { headers } }];
    const { secrets } = findPolicyReferences(JSON.stringify({ on_http_request: [{ actions }] }));
    expect(secrets).toEqual([{ vault: 'web', secret: 'token' }]);
  });

  test('a member is CEL as a whole string if it has one of the names of `isExpressionMember`, and none below it is', () => {
    const isExpression = (member: Member): boolean => member.type === 'string' && member.cel === 'expression';
    const hasExpression = (member: Member): boolean =>
      isExpression(member) ||
      ('items' in member && hasExpression(member.items)) ||
      ('members' in member && Object.values(member.members).some(hasExpression));
    for (const [action, { members }] of Object.entries(POLICY_ACTIONS))
      for (const [name, member] of Object.entries(members)) {
        const isWhole = isExpression(member.type === 'list' ? member.items : member);
        const found = { action, name, isWhole, hasExpression: hasExpression(member) };
        expect(found).toEqual({ ...found, isWhole: isExpressionMember(name), hasExpression: isWhole });
      }
  });

  test('references are IP policies, authorities, internal endpoints and secrets', () => {
    const mutual_tls_certificate_authorities = ['ca_1', '-----BEGIN CERTIFICATE-----', "${secrets.get('tls', 'ca')}"];
    const tls = { mutual_tls_certificate_authorities, server_private_key: "${secrets.get('tls', 'key')}" };
    const expressions = ['getReqHeader("X")[0] == secrets.get("web", "token")'];
    const { objects, secrets } = findPolicyReferences(
      JSON.stringify({
        on_tcp_connect: [ruleWith('terminate-tls', tls)],
        on_http_request: [
          { expressions, ...ruleWith('restrict-ips', { ip_policies: ['ipp_1'] }) },
          ruleWith('forward-internal', { url: 'https://a.internal' }),
        ],
      }),
    );
    expect(objects.map(({ kind, value }) => [kind, value])).toEqual([
      ['certificate_authority', 'ca_1'],
      ['ip_policy', 'ipp_1'],
      ['internal_endpoint', 'https://a.internal'],
    ]);
    expect(secrets.map(formatSecretName)).toEqual(['tls/ca', 'tls/key', 'web/token']);
  });
});

describe('random policies', () => {
  const URL = 'https://app.example.com';
  const numRuns = campaignSize(50, 3000);

  const names = [
    ...new Set(Object.values(POLICY_ACTIONS).flatMap(({ members }) => Object.keys(members))),
    ...['constructor', '__proto__', 'toString', 'type', 'config', 'value', 'from', 'to'],
  ];
  const strings = fc.oneof(
    fc.string(),
    fc.constantFrom(
      ...['${', '${req.url', "${vars.x + 'a'}", 'req.method ==', "actions.ngrok.constructor.x == ''", 'vars.toString'],
    ),
    // The last one is the placeholder of an expression of Terraform.
    fc.constantFrom(
      ...['10.0.0.0/8', 'a(', '60s', 'continue', "secrets.get('a', 'b')", 'conn.client_ip in []', '\ue0000\ue001'],
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

  test('checks, equality, references and templates return for a random text or policy', () => {
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

  const part = fc.string({ maxLength: 8 }).map(encodeURIComponent);
  const paths = fc
    .tuple(fc.constantFrom('', '/'), fc.array(part, { maxLength: 3 }), fc.constantFrom('', '?', '#'), part)
    .map(([root, parts, mark, rest]) => root + (root && parts.join('/')) + mark + (mark && rest));

  test('a request to an endpoint with a random policy is admitted, denied or unknown', () => {
    fc.assert(
      fc.property(texts, paths, fc.ipV4(), (policy, path, clientIp) => {
        const kind = 'cloud_endpoint';
        const objects = [{ kind, id: 'ep', values: { url: URL, traffic_policy: policy } }];
        const facts = createFacts([
          { kind: 'ip_restriction', objects: [] },
          { kind, objects },
        ]);
        const { decision } = decideRequest(facts, `${URL}${path}`, { clientIp });
        expect(['admitted', 'denied', 'unknown']).toContain(decision);
      }),
      { numRuns },
    );
  });

  test('deep nesting is refused', () => {
    const deep = `{"on_http_request":${'['.repeat(5000)}${']'.repeat(5000)}}`;
    expect(checkPolicyText(deep)).toMatchObject([{ severity: 'error', problem: 'is nested too deeply' }]);
    const inYaml = checkPolicyText(`on_http_request: ${'['.repeat(5000)}${']'.repeat(5000)}`)[0];
    expect(inYaml).toMatchObject({ severity: 'error' });
  });

  test('an expression with a list of 5,000 networks is accepted', () => {
    const networks = Array.from({ length: 5000 }, (_, index) => `'10.${index >> 8}.${index & 255}.0/24'`).join(', ');
    const denying = { expressions: [`inCidrRanges(conn.client_ip, [${networks}])`], actions: [{ type: 'deny' }] };
    const policy = { on_http_request: [denying, { actions: [{ type: 'custom-response' }] }] };
    expect(checkPolicyText(JSON.stringify(policy))).toEqual([]);
  });
});

describe('a policy', () => {
  const textOf = (policy: string | object): string => (typeof policy === 'string' ? policy : JSON.stringify(policy));

  test.each(VALID_POLICIES)('that is valid is accepted without warning: $title', (each) => {
    const { policy, scheme = 'https', isInternal = false } = each;
    expect(checkPolicyText(textOf(policy), { scheme, isInternal })).toEqual([]);
  });

  test.each(INVALID_POLICIES)('with one mistake has one problem, with its path: $title', (planted) => {
    const { policy, context = { scheme: 'https' }, severity, path, says } = planted;
    const found = checkPolicyText(textOf(policy), context).map((problem) => [
      problem.severity,
      formatPath(problem.path),
      `${problem.problem}; expected ${problem.expected}`,
    ]);
    expect(found).toEqual([[severity, path, expect.stringContaining(says)]]);
  });

  test.each([
    ['tcp', 'on_tcp_connect', 'close-connection, deny, forward-internal'],
    ['https', 'on_http_request', 'close-connection, custom-response, deny, forward-internal'],
  ] as const)('for %s, the actions that may handle every request are those of the phase', (scheme, phase, actions) => {
    const rules = [{ expressions: ['conn.client_ip.is_tor_node'], actions: [{ type: 'deny' }] }];
    const found = checkPolicyText(JSON.stringify({ [phase]: rules }), { scheme });
    expect(found.map(({ expected }) => expected)).toEqual([`a last rule without expressions with one of ${actions}`]);
  });

  test('a conditional rule without actions does not make the rules behind a denial reachable', () => {
    const rules = [
      { actions: [{ type: 'deny' }] },
      { expressions: ['conn.client_ip.is_tor_node'], actions: [] },
      { actions: [{ type: 'log', config: { metadata: {} } }] },
    ];
    const found = checkPolicyText(JSON.stringify({ on_http_request: rules }), { scheme: 'https' });
    const paths = found.map(({ path }) => formatPath(path));
    expect(paths).toEqual(['on_http_request[1].actions', 'on_http_request[2].actions[0]']);
  });
});

describe('names of secrets', () => {
  test('a name that contains a slash is quoted, so that two secrets do not have the same text', () => {
    const nameOf = (vault: string, secret: string): string => formatSecretName({ vault, secret });
    const names = [nameOf('prod.eu-1', 'api_key'), nameOf('prod/eu', 'key'), nameOf('prod', 'eu/key')];
    expect(names).toEqual(['prod.eu-1/api_key', '"prod/eu"/key', 'prod/"eu/key"']);
    expect(nameOf('a"/"b', 'c')).not.toBe(nameOf('a', 'b"/"c'));
  });

  test('a secret has a name in policies only if the name of its vault is known', () => {
    expect(nameInPolicies('secret', { vault_name: 'prod', name: 'key' })).toBe('prod/key');
    expect(nameInPolicies('secret', { vault_name: null, name: 'key' })).toBeUndefined();
  });
});
