import type { JsonObject } from '../src/values/json';
import { createObject } from '../test/support/emulator/create-object';
import { API_KEY, type PreviewApp } from '../test/support/preview/app';

/** Creates policies with rules, domains and credentials until the account has `count` more objects; at most 25,600. */
export async function fillAccount(
  { emulator }: Pick<PreviewApp, 'emulator'>,
  count: number,
  apiKey = API_KEY,
): Promise<void> {
  const create = async (path: string, body: JsonObject): Promise<string> =>
    (await createObject(emulator, path, body, { key: apiKey })).id;
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
