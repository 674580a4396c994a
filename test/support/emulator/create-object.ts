import type { Emulator } from '../../../src/emulator';
import type { JsonObject } from '../../../src/values/json';

export type CreatedObject = JsonObject & { readonly id: string };

interface Caller {
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Sends a POST to an emulator, or to the service at a URL, and returns the created object. Throws unless it returns
 * 201.
 */
export async function createObject(
  service: Emulator | string,
  path: string,
  body: object = {},
  { key, headers }: Caller = {},
): Promise<CreatedObject> {
  const [url, apiKey] = typeof service === 'string' ? [service, 'key'] : ['http://service.test', service.apiKey];
  const request = new Request(`${url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key ?? apiKey}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const response = await (typeof service === 'string' ? fetch(request) : service.fetch(request));
  const text = await response.text();
  if (response.status !== 201) throw new Error(`POST ${path} returned ${response.status}: ${text}`);
  return JSON.parse(text);
}
