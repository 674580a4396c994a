/** What of an environment must never be shown. */

import { decodedUserInfo, PROXY_VARIABLES, proxyAddress } from './net/proxy';
import { PROVIDER_ATTRIBUTES } from './provider-config';

/**
 * The secrets that environment variables hold: values of the sensitive settings of the provider, those of each header,
 * and passwords of proxies as they are written and as they are meant. For redaction; nothing is checked.
 */
export function secretsFromEnvironment(environment: Readonly<Record<string, string | undefined>>): string[] {
  const { api_key, client_private_key_pem, headers, proxy_url } = PROVIDER_ATTRIBUTES;
  const read = (name: string): string => environment[name] ?? '';
  const values = [
    read(api_key.env),
    read(client_private_key_pem.env),
    ...stringsIn(read(headers.env)),
    ...[proxy_url.env, ...PROXY_VARIABLES].flatMap((name) => urlCredentials(read(name))),
  ];
  return values.filter((value) => value !== '');
}

/** The text itself too: a variable that is not the JSON it should be is complained of. */
function stringsIn(json: string): string[] {
  try {
    const headers: unknown = JSON.parse(json);
    const values = typeof headers === 'object' && headers !== null ? Object.values(headers) : [];
    return [json, ...values.filter((value): value is string => typeof value === 'string')];
  } catch {
    return [json];
  }
}

/** The password in the address of a proxy as it is written and as it is meant; none where there is none. */
export function urlCredentials(url: string): string[] {
  const address = proxyAddress(url);
  const password = URL.canParse(address) ? new URL(address).password : '';
  return password === '' ? [] : [...new Set([password, decodedUserInfo(password)])];
}
