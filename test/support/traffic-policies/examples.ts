/** Policies as users write them: each is deployed, and admits the addresses that it says. */
import { Token } from 'cdktf';
import type { ICertificateAuthority } from '../../../src';
import { act, type CloudEndpoint, cel, type IIpPolicy, rule, TrafficPolicy, text } from '../../../src';

export interface ExampleContext {
  /** Admits 203.0.113.0/24. */
  readonly offices: IIpPolicy;
  readonly devices: ICertificateAuthority;
  /** Internal endpoints, whose policies respond. */
  readonly blue: CloudEndpoint;
  readonly green: CloudEndpoint;
  readonly app: CloudEndpoint;
  readonly database: CloudEndpoint;
}

/** A request, and what the policy decides. */
export interface Expectation {
  /** Default: 203.0.113.7. */
  readonly ip?: string;
  /** Default: /. */
  readonly path?: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly passes?: readonly string[];
  readonly admitted: boolean;
  /** Part of the reason. */
  readonly by?: string;
}

export interface PolicyExample {
  readonly title: string;
  readonly scheme?: 'https' | 'http' | 'tls' | 'tcp';
  readonly policy: (context: ExampleContext) => TrafficPolicy;
  readonly expects: readonly Expectation[];
}

const secret = (vault: string, name: string) => cel`secrets.get(${vault}, ${name})`;
const https = (): TrafficPolicy => TrafficPolicy.for('https');

export const POLICY_EXAMPLES: readonly PolicyExample[] = [
  {
    title: 'a login with Google in front of an app, for one company',
    policy: ({ app }) =>
      https().onHttpRequest(
        act.oauth({ provider: 'google', authId: 'staff', idleSessionTimeout: '1h' }),
        rule('only our staff', cel`!actions.ngrok.oauth.identity.email.endsWith('@example.com')`).do(
          act.deny({ statusCode: 403 }),
        ),
        act.forwardInternal(app),
      ),
    // Who logs in is not known.
    expects: [],
  },
  {
    title: 'a rate limit for each client',
    policy: ({ app }) =>
      https().onHttpRequest(
        act.rateLimit({
          name: 'per client',
          algorithm: 'sliding_window',
          capacity: 100,
          rate: '60s',
          bucketKey: [cel`conn.client_ip`],
        }),
        act.forwardInternal(app),
      ),
    expects: [{ passes: ['rate-limit'], admitted: true }],
  },
  {
    title: 'the office only, by an IP policy',
    policy: ({ app, offices }) =>
      https().onHttpRequest(act.restrictIps({ enforce: true, ipPolicies: [offices] }), act.forwardInternal(app)),
    expects: [{ admitted: true }, { ip: '198.51.100.1', admitted: false, by: 'restrict-ips' }],
  },
  {
    title: 'the office only, for the administration',
    policy: ({ app, offices }) =>
      https().onHttpRequest(
        rule('admin', cel`req.url.path.startsWith('/admin')`).do(
          act.restrictIps({ enforce: true, ipPolicies: [offices] }),
        ),
        act.forwardInternal(app),
      ),
    expects: [
      { ip: '198.51.100.1', path: '/', admitted: true },
      { ip: '198.51.100.1', path: '/admin/users', admitted: false },
      { path: '/admin/users', admitted: true },
    ],
  },
  {
    title: 'networks by CIDR, except one',
    policy: ({ app }) =>
      https().onHttpRequest(
        act.restrictIps({ enforce: true, allow: ['203.0.113.0/24', '2001:db8::/32'], deny: ['203.0.113.66/32'] }),
        act.forwardInternal(app),
      ),
    expects: [
      { ip: '2001:db8::7', admitted: true },
      { ip: '203.0.113.66', admitted: false, by: 'deny 203.0.113.66/32' },
    ],
  },
  {
    title: 'a connection that is closed for other networks',
    policy: ({ app }) =>
      https()
        .onTcpConnect(
          rule(cel`!inCidrRanges(conn.client_ip, ${['203.0.113.0/24', '198.51.100.0/24']})`).do(act.closeConnection()),
        )
        .onHttpRequest(act.forwardInternal(app)),
    expects: [{ admitted: true }, { ip: '192.0.2.1', admitted: false, by: 'close-connection' }],
  },
  {
    title: 'a webhook of GitHub, and nothing else',
    policy: ({ app }) =>
      https().onHttpRequest(
        rule(cel`req.method != 'POST' || req.url.path != '/hooks/github'`).do(act.deny({ statusCode: 404 })),
        act.verifyWebhook({ provider: 'github', secret: secret('web', 'github') }),
        act.forwardInternal(app),
      ),
    expects: [
      { method: 'POST', path: '/hooks/github', passes: ['verify-webhook'], admitted: true },
      { path: '/hooks/github', admitted: false },
      { method: 'POST', path: '/', admitted: false, by: 'deny' },
    ],
  },
  {
    title: 'a password, which is a secret of a vault',
    policy: ({ app }) =>
      https().onHttpRequest(
        act.basicAuth({ realm: 'staging', credentials: [text`admin:${secret('web', 'admin')}`] }),
        act.forwardInternal(app),
      ),
    expects: [{ passes: ['basic-auth'], admitted: true }],
  },
  {
    title: 'http to https',
    scheme: 'http',
    policy: () =>
      TrafficPolicy.for('http').onHttpRequest(
        act.redirect({ from: '^http://', to: 'https://', statusCode: 308 }),
        act.deny(),
      ),
    expects: [{ admitted: true, by: 'redirect' }],
  },
  {
    title: 'old paths to a new host',
    policy: ({ app }) =>
      https().onHttpRequest(
        act.redirect({ from: '/blog/(.*)', to: 'https://blog.example.com/$1', statusCode: 301 }),
        act.forwardInternal(app),
      ),
    expects: [
      { path: '/blog/a', admitted: true, by: 'redirect' },
      { path: '/shop', admitted: true, by: 'forward-internal' },
    ],
  },
  {
    title: 'blue and green by header and by share',
    policy: ({ blue, green }) =>
      https().onHttpRequest(
        rule('testers', cel`'x-canary' in req.headers`).do(act.forwardInternal(green)),
        rule('one of ten', cel`rand.double() <= 0.1`).do(act.forwardInternal(green)),
        act.forwardInternal(blue),
      ),
    expects: [{ headers: { 'X-Canary': '1' }, admitted: true, by: 'green.internal' }],
  },
  {
    title: 'a page for maintenance while the app is offline',
    policy: ({ app }) =>
      https().onHttpRequest(
        act.forwardInternal(app, { onError: 'continue' }),
        act.customResponse({
          statusCode: 503,
          body: text`Down since ${cel`time.now`}`,
          headers: { 'retry-after': '60' },
        }),
      ),
    expects: [{ admitted: true, by: 'app.internal' }],
  },
  {
    title: 'routes by path',
    policy: ({ app, blue }) =>
      https().onHttpRequest(
        rule('api', cel`req.url.path.matches(r'^/v\d+/')`).do(act.forwardInternal(blue)),
        rule('site', cel`req.url.path == '/'`).do(act.forwardInternal(app)),
        act.customResponse({ statusCode: 404, body: 'not found' }),
      ),
    expects: [
      { path: '/v2/users', admitted: true, by: 'blue.internal' },
      { path: '/', admitted: true, by: 'app.internal' },
      { path: '/other', admitted: false, by: 'status 404' },
    ],
  },
  {
    title: 'client certificates of devices',
    policy: ({ app, devices }) =>
      https()
        .onTcpConnect(act.terminateTls({ minVersion: '1.3', mutualTlsCertificateAuthorities: [devices] }))
        .onHttpRequest(
          rule(cel`!conn.tls.client.subject.organizational_unit.exists(u, u == 'edge')`).do(act.deny()),
          act.forwardInternal(app),
        ),
    expects: [],
  },
  {
    title: 'an external check of each request',
    policy: ({ app }) =>
      https().onHttpRequest(
        act.httpRequest({
          url: text`${cel`'https://auth.internal'`}/check`,
          method: 'POST',
          headers: { 'x-path': cel`req.url.path` },
          timeout: '2s',
          onError: 'halt',
        }),
        rule(cel`actions.ngrok.http_request.res.status_code != 200`).do(act.deny({ statusCode: 401 })),
        act.log({ path: cel`req.url.path`, checked: true }),
        act.forwardInternal(app),
      ),
    expects: [],
  },
  {
    title: 'a database over TCP, for the office only',
    scheme: 'tcp',
    policy: ({ database, offices }) =>
      TrafficPolicy.for('tcp').onTcpConnect(
        act.restrictIps({ enforce: true, ipPolicies: [offices] }),
        act.forwardInternal(database),
      ),
    expects: [
      // The policy of the agent's endpoint is not known, so only a refusal is certain.
      { ip: '198.51.100.1', admitted: false },
    ],
  },
  {
    title: 'variables, redaction of bodies and of event streams',
    policy: ({ app }) =>
      https()
        .onHttpRequest(
          act.setVars([{ tenant: cel`req.host.split('.')[0]` }, { limit: 10 }]),
          rule(cel`vars.tenant == 'blocked'`).do(act.deny({ statusCode: 404 })),
          act.requestBodyFindReplace({ replacements: [{ from: '\\d{16}', to: '[card]' }] }),
          act.forwardInternal(app),
        )
        .onHttpResponse(act.responseBodyFindReplace({ replacements: [{ from: 'http://', to: 'https://' }] }))
        .onEventStreamMessage(act.sseFindReplace({ replacements: [{ from: 'secret' }] })),
    expects: [{ admitted: true }],
  },
  {
    title: 'values of other objects in expressions and strings',
    policy: ({ app }) =>
      https().onHttpRequest(
        rule(cel`req.url.raw.startsWith(${app.url}) || req.host in ${[app.proto, 'other.example.com']}`).do(act.deny()),
        act.addHeaders({ 'x-upstream': text`"${app.url}" for ${cel`req.host`}` }),
        act.forwardInternal(app),
      ),
    expects: [{ admitted: true, by: 'app.internal' }],
  },
  {
    title: 'a rule that this version does not know',
    policy: ({ app }) =>
      https()
        .raw('on_http_request', { expressions: ["req.method == 'TRACE'"], actions: [{ type: 'deny' }] })
        .onHttpRequest(act.forwardInternal(Token.asString(app.url))),
    expects: [
      { method: 'TRACE', admitted: false },
      { method: 'GET', admitted: true },
    ],
  },
];
