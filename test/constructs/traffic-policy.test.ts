// biome-ignore-all lint/suspicious/noTemplateCurlyInString: CEL has this form.
import { type TerraformStack, TerraformVariable } from 'cdktf';
import {
  act,
  CertificateAuthority,
  CloudEndpoint,
  cel,
  IpPolicy,
  rule,
  secretOf,
  TrafficPolicy,
  text,
} from '../../src';
import { annotationsOf } from '../support/constructs/annotations';
import { problemsIn, removeFolders, render, stackWith } from '../support/constructs/synth';
import { PLANTED_BY_CONTEXT } from '../support/traffic-policies/invalid';
import { ruleWith } from '../support/traffic-policies/rule-with';

afterEach(removeFolders);

const policyStack = (): TerraformStack => stackWith(undefined, { profile: 'ngrok' });

function findProblems(trafficPolicy: string | TrafficPolicy, url = 'https://app.example.com') {
  const stack = policyStack();
  new CloudEndpoint(stack, 'it', { url, trafficPolicy });
  return { errors: problemsIn(stack), warnings: annotationsOf(stack) };
}

function urlOf(scheme = 'https', isInternal = false): string {
  return `${scheme}://${isInternal ? 'app.internal' : 'app.example.com'}${scheme === 'tcp' ? ':5432' : ''}`;
}

function readAttribute(stack: TerraformStack): unknown {
  return render(stack).resource['netingress_cloud_endpoint']?.['it']?.['traffic_policy'];
}

/** The attribute of the only endpoint, as Terraform evaluates a string without references. */
function renderPolicy(trafficPolicy: TrafficPolicy): unknown {
  const stack = policyStack();
  new CloudEndpoint(stack, 'it', { url: 'https://app.example.com', trafficPolicy });
  return JSON.parse(String(readAttribute(stack)).replaceAll('$${', '${'));
}

// test/model/traffic-policy.test.ts has all mistakes. Synthesis adds construct and property, and reads the URL.
test.each(PLANTED_BY_CONTEXT)('%s is found at synth, with its path', (_, planted) => {
  const { policy, context, severity, path, says } = planted;
  const { errors, warnings } = findProblems(
    TrafficPolicy.fromText(typeof policy === 'string' ? policy : JSON.stringify(policy)),
    urlOf(context?.scheme, context?.isInternal),
  );
  const expected = new RegExp(`trafficPolicy: (?:at )?${escapePattern(path)}.*${escapePattern(says)}`, 's');
  expect(severity === 'error' ? errors : warnings).toContainEqual(expect.stringMatching(expected));
  if (severity === 'warning') expect(errors).toEqual([]);
});

const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const limit = { name: 'calls', algorithm: 'sliding_window', capacity: 10 } as const;

describe('a typed policy', () => {
  test('renders phases, rules, actions and CEL with the names of the service', () => {
    const policy = TrafficPolicy.for('https')
      .onTcpConnect(act.terminateTls({ minVersion: '1.3' }))
      .onHttpRequest(
        rule('admins', cel`req.url.path.matches(r'^/admin/\d+')`, cel`req.method in ${['PUT', 'POST']}`).do(
          act.restrictIps({ enforce: true, allow: ['10.0.0.0/8'] }),
          act.basicAuth({ credentials: [text`admin:${cel`secrets.get('v', 's')`}`] }),
        ),
        act.rateLimit({ ...limit, rate: '60s', bucketKey: [cel`conn.client_ip`] }),
        act.addHeaders({ 'X-Country': cel`conn.geo.country` }),
        act.customResponse({ body: 'Down since ${time.now}' }),
      )
      .onHttpResponse(act.removeHeaders(['server']));
    expect(renderPolicy(policy)).toEqual({
      on_tcp_connect: [ruleWith('terminate-tls', { min_version: '1.3' })],
      on_http_request: [
        {
          name: 'admins',
          expressions: ["req.url.path.matches(r'^/admin/\\d+')", 'req.method in ["PUT", "POST"]'],
          actions: [
            { type: 'restrict-ips', config: { enforce: true, allow: ['10.0.0.0/8'] } },
            { type: 'basic-auth', config: { credentials: ["admin:${secrets.get('v', 's')}"] } },
          ],
        },
        ruleWith('rate-limit', { ...limit, rate: '60s', bucket_key: ['conn.client_ip'] }),
        ruleWith('add-headers', { headers: { 'X-Country': '${conn.geo.country}' } }),
        ruleWith('custom-response', { body: 'Down since ${time.now}' }),
      ],
      on_http_response: [ruleWith('remove-headers', { headers: ['server'] })],
    });
  });

  test('refers to other objects of the stack', () => {
    const stack = policyStack();
    const offices = new IpPolicy(stack, 'offices');
    const authority = new CertificateAuthority(stack, 'devices', { caPem: 'PEM' });
    const app = new CloudEndpoint(stack, 'app', {
      url: 'https://app.internal',
      trafficPolicy: TrafficPolicy.for('https').onHttpRequest(act.customResponse({ body: 'ok' })),
    });
    new CloudEndpoint(stack, 'it', {
      url: 'https://app.example.com',
      trafficPolicy: TrafficPolicy.for('https')
        .onTcpConnect(act.terminateTls({ mutualTlsCertificateAuthorities: [authority] }))
        .onHttpRequest(act.restrictIps({ ipPolicies: [offices] }), act.forwardInternal(app)),
    });
    const attribute = String(readAttribute(stack));
    expect(attribute).toContain('netingress_ip_policy.offices.id');
    expect(attribute).toContain('netingress_certificate_authority.devices.id');
    expect(attribute).toContain('netingress_cloud_endpoint.app.url');
    expect(annotationsOf(stack)).toEqual([]);
  });

  test('of another scheme than the endpoint is an error', () => {
    expect(findProblems(TrafficPolicy.for('tcp').onTcpConnect(act.deny())).errors).toEqual([
      "stack/it: trafficPolicy: is a policy for tcp, and the endpoint has https; expected TrafficPolicy.for('https')",
    ]);
  });

  test('that is a text has each mistake once', () => {
    const policy = TrafficPolicy.fromText(
      '{"on_http_request":[{"actions":[{"type":"deny","config":{"status_code":"x"}}]}]}',
    );
    expect(findProblems(policy).errors).toEqual([expect.stringContaining('status_code is a string')]);
  });

  test('cannot be extended if it is a text', () => {
    expect(() => TrafficPolicy.fromText('{}').onHttpRequest(act.deny())).toThrow('add them to the text');
  });
});

describe('values that are known after apply', () => {
  const bucketKey = ['conn.client_ip'];

  test.each([
    [
      'a typed policy',
      (rate: string) =>
        TrafficPolicy.for('https').onHttpRequest(act.rateLimit({ ...limit, bucketKey, rate }), act.deny()),
    ],
    [
      'a text',
      (rate: string) => {
        const actions = [{ type: 'rate-limit', config: { ...limit, bucket_key: bucketKey, rate } }, { type: 'deny' }];
        return TrafficPolicy.fromText(JSON.stringify({ on_http_request: [{ actions }] }));
      },
    ],
  ])('are not checked if they are numbers within strings of %s', (_, create) => {
    const stack = policyStack();
    const seconds = new TerraformVariable(stack, 'seconds', { type: 'number' }).numberValue;
    new CloudEndpoint(stack, 'it', { url: 'https://app.example.com', trafficPolicy: create(`${seconds}s`) });
    expect([problemsIn(stack), annotationsOf(stack)]).toEqual([[], []]);
    expect(readAttribute(stack)).toContain('var.seconds');
  });

  test('are not checked, and the rest is', () => {
    const stack = policyStack();
    const variable = new TerraformVariable(stack, 'network', { type: 'string' });
    new CloudEndpoint(stack, 'it', {
      url: `https://${variable.stringValue}`,
      trafficPolicy: TrafficPolicy.for('https').onHttpRequest(
        rule(cel`inCidrRange(conn.client_ip, ${variable.stringValue}) && req.url.pth == ''`).do(
          act.restrictIps({ enforce: true, allow: [variable.stringValue] }),
        ),
        act.deny(),
      ),
    });
    expect(problemsIn(stack)).toEqual([]);
    expect(annotationsOf(stack)).toEqual([expect.stringContaining('req.url.pth, which does not exist')]);
  });

  test.each(['req.host', "getReqHeader('X-Team')[0]", "hasQueryParam('team')"])(
    'a string that Terraform would evaluate as its own expression is an error: %s',
    (expression) => {
      const config = { body: `\${${expression}}` };
      const policy = { on_http_request: [{ actions: [{ type: 'custom-response', config }] }] };
      expect(findProblems(JSON.stringify(policy)).errors).toEqual([
        expect.stringContaining(`contains \${${expression}}, which Terraform would evaluate`),
      ]);
    },
  );

  test.each(['${var.a}', '${var.a}${var.b}', '${var.a}\n  ${var.b}\n'])(
    'a text whose structure is not known has no errors and no warnings: %j',
    (text) => {
      expect(findProblems(text)).toEqual({ errors: [], warnings: [] });
    },
  );
});

test('secretOf has the quotes of the documentation, and is an operand without parentheses', () => {
  expect(cel`hash.md5(${secretOf({ vaultName: 'web', name: 'admin' })}) == ${cel`a || b`}`.expression).toBe(
    "hash.md5(secrets.get('web', 'admin')) == (a || b)",
  );
  expect(secretOf({ vaultName: "it's", name: 'x' }).expression).toBe(`secrets.get("it's", 'x')`);
});
