import { isLoopback } from './loopback';

/** Names of environment variables as programs on Unix know them, the lower-case spelling first, as curl does. */
const variables: Readonly<Record<string, readonly string[]>> = {
  'https:': ['https_proxy', 'HTTPS_PROXY', 'all_proxy', 'ALL_PROXY'],
  'http:': ['http_proxy', 'HTTP_PROXY', 'all_proxy', 'ALL_PROXY'],
};

/** Every variable that may name a proxy. */
export const PROXY_VARIABLES: readonly string[] = [...new Set(Object.values(variables).flat())];

/**
 * The proxy that an environment names for a URL, or undefined: `https_proxy`, `http_proxy` or `all_proxy`, unless
 * `no_proxy` excepts the host, or it is this machine, which is always reached directly. `no_proxy` is a list, separated by commas or blanks, of host names (which mean their
 * subdomains too, with or without a leading dot), of addresses, of either with a port (`host:port`, `[address]:port`), or
 * `*` for all. The text of the proxy is not checked.
 */
export function proxyForUrl(
  url: string,
  environment: Readonly<Record<string, string | undefined>>,
): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { protocol, hostname, port } = new URL(url);
  if (isLoopback(hostname)) return undefined;
  const proxy = firstDefined(variables[protocol] ?? [], environment);
  if (proxy === undefined) return undefined;
  const exceptions = (firstDefined(['no_proxy', 'NO_PROXY'], environment) ?? '').split(/[\s,]+/).filter(Boolean);
  const effectivePort = port === '' ? (protocol === 'https:' ? '443' : '80') : port;
  return exceptions.some((each) => matchesNoProxy(each.toLowerCase(), hostname, effectivePort)) ? undefined : proxy;
}

/** A user name or password as it stands in a URL, decoded; a text with a stray percent sign means itself, as for curl. */
export function decodedUserInfo(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The address of a proxy with its scheme: without one it is http, as other programs read the same variables. */
export function proxyAddress(text: string): string {
  return text.includes('://') ? text : `http://${text}`;
}

function matchesNoProxy(exception: string, hostname: string, port: string): boolean {
  if (exception === '*') return true;
  const { host, port: onlyPort } = hostAndPort(exception);
  if (onlyPort !== undefined && onlyPort !== port) return false;
  const suffix = host.replace(/^\*?\./, '');
  return hostname === suffix || hostname.endsWith(`.${suffix}`);
}

/** An IPv6 address in the spelling of URLs: in brackets, and the only one with several colons. */
function hostAndPort(text: string): { readonly host: string; readonly port: string | undefined } {
  const [, bracketed, bare, port] = /^(?:\[(.*)\]|([^:]*))(?::(\d+))?$/.exec(text) ?? [];
  if (bare !== undefined) return { host: bare, port };
  const address = `http://[${bracketed ?? text}]`;
  return { host: URL.canParse(address) ? new URL(address).hostname : text, port };
}

function firstDefined(
  names: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): string | undefined {
  return names.map((name) => environment[name]).find((value) => value !== undefined && value !== '');
}
