/** URLs of endpoints: `scheme://host[:port]`, without user, path, query and fragment. */

import { domainToASCII } from 'node:url';
import { describeViolation, type Violation } from '../../values/violation';
import type { Words } from '../../values/words';

export interface EndpointUrl {
  readonly scheme: string;
  /** Lower case, in punycode. May begin with `*.`. */
  readonly host: string;
  /**
   * The port as written, or else the default of the scheme. tcp has no default, so {@link parseEndpointUrl} requires
   * one.
   */
  readonly port: number;
}

export interface UrlProblem {
  readonly violation: Violation;
  readonly problem: Words;
  readonly expected: Words;
  /** Without the prefix of the service. */
  readonly errorCode: number;
}

const DEFAULT_PORTS: Readonly<Record<string, number | undefined>> = { http: 80, https: 443, tls: 443, tcp: undefined };

const EXPECTED = 'a URL such as https://app.example.com or tcp://1.tcp.example.com:20001';

const MAX_PORT = 65_535;

type UrlRule = Extract<Violation['rule'], 'scheme' | 'final_slash' | 'other_parts' | 'host' | 'port' | 'tcp_port'>;

/**
 * The first violated rule has the error code of the service (docs/internals/gaps.md, section 8). No code is published
 * for a port that is no number from 1 to 65535; it has that of a missing one here, 18003.
 */
export function parseEndpointUrl(text: string): EndpointUrl | UrlProblem {
  const problem = (rule: UrlRule, errorCode: number): UrlProblem => {
    const violation = { rule };
    return { violation, problem: `'${text}' ${describeViolation(violation)}`, expected: EXPECTED, errorCode };
  };
  const [, scheme = '', rest = ''] = /^([a-z][a-z0-9+.-]*):\/\/(.*)$/is.exec(text) ?? [];
  const name = scheme.toLowerCase();
  if (rest === '' || !Object.hasOwn(DEFAULT_PORTS, name)) {
    return problem('scheme', 18022);
  }
  if (rest.endsWith('/')) return problem('final_slash', 9038);
  if (/[/?#@\\\s]/.test(rest)) return problem('other_parts', 9037);
  const [, hostText = '', portText] = /^([^:]+)(?::(.*))?$/.exec(rest) ?? [];
  const host = canonicalHost(hostText);
  if (host === undefined) return problem('host', 18001);
  if (portText !== undefined && !/^\d{1,5}$/.test(portText)) return problem('port', 18003);
  const port = portText === undefined ? DEFAULT_PORTS[name] : Number(portText);
  if (port === undefined) return problem('tcp_port', 18003);
  if (port < 1 || port > MAX_PORT) return problem('port', 18003);
  return { scheme: name, host, port };
}

/**
 * `HTTPS://Bücher.example:443` -> `https://xn--bcher-kva.example`: responses omit the default port, too. An invalid URL
 * is unchanged.
 */
export function canonicalEndpointUrl(text: string): string {
  const url = parseEndpointUrl(text);
  if ('problem' in url) return text;
  const port = url.port === defaultPort(url.scheme) ? '' : `:${url.port}`;
  return `${url.scheme}://${url.host}${port}`;
}

/** Undefined for tcp and unknown schemes. */
export function defaultPort(scheme: string): number | undefined {
  return Object.hasOwn(DEFAULT_PORTS, scheme) ? DEFAULT_PORTS[scheme] : undefined;
}

/**
 * Whether the endpoint may receive the traffic for a URL; another one with the exact URL, or with a closer wildcard,
 * precedes it. An invalid URL must be identical.
 */
export function isServedBy(url: string, endpointUrl: string): boolean {
  const [wanted, served] = [parseEndpointUrl(url), parseEndpointUrl(endpointUrl)];
  if ('problem' in wanted || 'problem' in served) return url === endpointUrl;
  if (wanted.scheme !== served.scheme || wanted.port !== served.port) return false;
  return isNamedBy(wanted.host, served.host);
}

/** Both are canonical: `a.b.example.com` is below `*.example.com`. */
export function isNamedBy(host: string, name: string): boolean {
  return host === name || (name.startsWith('*.') && host.endsWith(name.slice(1)));
}

/** `https://a.example.com/b?c` -> `https://a.example.com` and `/b?c`. Undefined without a scheme or a host. */
export function splitUrl(text: string): { readonly url: string; readonly rest: string } | undefined {
  const [, url, rest = ''] = /^([^:/?#]+:\/\/[^/?#]+)(.*)$/s.exec(text) ?? [];
  return url === undefined ? undefined : { url, rest };
}

export function schemeOfUrl(text: string): string | undefined {
  return /^([a-z][a-z0-9+.-]*):\/\//i.exec(text)?.[1]?.toLowerCase();
}

/** Also `0x7f.1` -> `127.0.0.1`; whether the service does this is not known. */
function canonicalHost(text: string): string | undefined {
  const [wildcard, name] = text.startsWith('*.') ? ['*.', text.slice(2)] : ['', text];
  const ascii = domainToASCII(name);
  const isValid = ascii !== '' && ascii.length <= 253 && ascii.split('.').every((label) => LABEL.test(label));
  return isValid ? `${wildcard}${ascii}` : undefined;
}

/**
 * docs/internals/gaps.md has no rule against an underscore here; the domain of a public endpoint cannot have one
 * (hostname.ts).
 */
const LABEL = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/;
