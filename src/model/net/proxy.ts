/** Lower case takes precedence, as in curl. */
const VARIABLES: Readonly<Record<string, readonly string[]>> = {
  'https:': ['https_proxy', 'HTTPS_PROXY', 'all_proxy', 'ALL_PROXY'],
  'http:': ['http_proxy', 'HTTP_PROXY', 'all_proxy', 'ALL_PROXY'],
};

export const PROXY_VARIABLES: readonly string[] = [...new Set(Object.values(VARIABLES).flat())];

/**
 * The proxy for a URL, unvalidated. Loopback addresses and hosts in `no_proxy` are reached directly. `no_proxy` is a
 * list, separated by commas or blanks, of host names including their subdomains, of addresses, of either with a port
 * (`host:port`, `[address]:port`), or `*`. A network such as `10.0.0.0/8` matches none.
 */
export function proxyForUrl(
  url: string,
  environment: Readonly<Record<string, string | undefined>>,
): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { protocol, hostname, port } = new URL(url);
  if (isLoopback(hostname)) return undefined;
  const proxy = firstNonEmpty(VARIABLES[protocol] ?? [], environment);
  if (proxy === undefined) return undefined;
  const exceptions = (firstNonEmpty(['no_proxy', 'NO_PROXY'], environment) ?? '').split(/[\s,]+/).filter(Boolean);
  const effectivePort = port === '' ? (protocol === 'https:' ? '443' : '80') : port;
  return exceptions.some((exception) => matchesNoProxy(exception.toLowerCase(), hostname, effectivePort))
    ? undefined
    : proxy;
}

/** `p%40ss` -> `p@ss`. A text with an escape sequence that is invalid or not UTF-8 is returned unchanged. */
export function decodeUserInfo(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function normalizeProxyUrl(text: string): string {
  return text.includes('://') ? text : `http://${text}`;
}

function matchesNoProxy(exception: string, hostname: string, port: string): boolean {
  if (exception === '*') return true;
  const { host, port: onlyPort } = parseHostAndPort(exception);
  if (onlyPort !== undefined && onlyPort !== port) return false;
  const suffix = host.replace(/^\*?\./, '');
  return hostname === suffix || hostname.endsWith(`.${suffix}`);
}

/**
 * Splits `example.com:8080`, `[2001:db8::1]:8080` and, because only IPv6 addresses contain several colons,
 * `2001:db8::1`. The host of an IPv6 address is in brackets, as in a URL.
 */
function parseHostAndPort(text: string): { readonly host: string; readonly port: string | undefined } {
  const [, bracketed, bare, port] = /^(?:\[(.*)\]|([^:]*))(?::(\d+))?$/.exec(text) ?? [];
  if (bare !== undefined) return { host: bare, port };
  const address = `http://[${bracketed ?? text}]`;
  return { host: URL.canParse(address) ? new URL(address).hostname : text, port };
}

function firstNonEmpty(
  names: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): string | undefined {
  return names.map((name) => environment[name]).find((value) => value !== undefined && value !== '');
}

/** `localhost`, its subdomains, 127.0.0.0/8 or `::1`; `host` has no port. */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase().replace(/\.$/, '');
  if (/^127(\.\d{1,3}){3}$/.test(name)) return true;
  return name === 'localhost' || name.endsWith('.localhost') || name === '::1' || name === '[::1]';
}

/** An emulator serves plain http on this machine: `http://localhost` -> `80`. */
export function findEmulatorPort({ protocol, hostname, port }: URL): string | undefined {
  return protocol === 'http:' && isLoopback(hostname) ? port || '80' : undefined;
}
