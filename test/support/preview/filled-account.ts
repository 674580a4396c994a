/** An account with many objects of several types, filled through the API of its emulator. */
import type { JsonObject } from '../../../src/model/json';
import { API_KEY, type PreviewApp } from './app';

/** Creates policies with rules, domains, credentials and subscriptions until the account has `count` more objects. */
export async function fillAccount(
  { emulator, url }: Pick<PreviewApp, 'emulator' | 'url'>,
  count: number,
  apiKey = API_KEY,
): Promise<void> {
  const create = async (path: string, body: JsonObject): Promise<string> => {
    const headers = { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' };
    const request = new Request(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    const response = await emulator.fetch(request);
    if (!response.ok) throw new Error(`POST ${path} returned ${response.status}: ${await response.text()}`);
    return ((await response.json()) as { readonly id: string }).id;
  };
  let policy = '';
  for (let index = 0; index < count; index++) {
    const description = `object ${index}`;
    if (index % 100 === 0) policy = await create('/ip_policies', { description });
    else if (index % 100 < 80)
      await create('/ip_policy_rules', {
        ip_policy_id: policy,
        cidr: `10.${Math.floor(index / 100)}.${index % 100}.0/24`,
        action: index % 7 === 0 ? 'deny' : 'allow',
        description,
      });
    else if (index % 100 < 90) await create('/reserved_domains', { domain: `n${index}.example.com`, description });
    else await create('/credentials', { description });
  }
}
