/** Policies as users write them, with requests of which the decision is known. Tests deploy each and compare. */
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

const https = (): TrafficPolicy => TrafficPolicy.for('https');
const restrictTo = (policy: IIpPolicy) => act.restrictIps({ enforce: true, ipPolicies: [policy] });

export const POLICY_EXAMPLES: readonly PolicyExample[] = [
  {
    title: 'the office only, for the administration',
    policy: ({ app, offices }) =>
      https().onHttpRequest(
        rule('admin', cel`req.url.path.startsWith('/admin')`).do(restrictTo(offices)),
        act.forwardInternal(app),
      ),
    expects: [
      { ip: '198.51.100.1', path: '/', admitted: true },
      { ip: '198.51.100.1', path: '/admin/users', admitted: false, by: 'restrict-ips' },
      { path: '/admin/users', admitted: true },
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
        act.verifyWebhook({ provider: 'github', secret: cel`secrets.get('web', 'github')` }),
        act.forwardInternal(app),
      ),
    expects: [
      { method: 'POST', path: '/hooks/github', passes: ['verify-webhook'], admitted: true },
      { path: '/hooks/github', admitted: false },
      { method: 'POST', path: '/', admitted: false, by: 'deny' },
    ],
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
    title: 'a database over TCP, for the office only',
    scheme: 'tcp',
    policy: ({ database, offices }) =>
      TrafficPolicy.for('tcp').onTcpConnect(restrictTo(offices), act.forwardInternal(database)),
    expects: [
      // The policy of the agent's endpoint is not known, so only a refusal is certain.
      { ip: '198.51.100.1', admitted: false },
    ],
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
