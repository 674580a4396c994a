/** Reports the ages of credentials, which nothing else shows: a key works until it is deleted. */
import { KINDS } from '../../model/kinds';
import { formatCount } from '../../model/text';
import { sealableNames } from '../../model/variants/sealed-attributes';
import { withCommandClient } from '../command-client';
import type { CliContext } from '../context';
import { type Check, ok } from './check';

const NAME = 'Credentials';

const DAY_MS = 86_400_000;

/** The kinds whose token can be stored encrypted: all credentials. */
const CREDENTIAL_KINDS = KINDS.filter(({ attributes }) => sealableNames(attributes).length > 0);

/** Returns no check for an account without credentials. */
export async function checkCredentials(context: CliContext, now = Date.now()): Promise<Check[]> {
  try {
    const found = await withCommandClient(context, async ({ client }) => {
      const lines: string[] = [];
      for (const { name, title } of CREDENTIAL_KINDS) {
        const ages: { readonly id: string; readonly days: number }[] = [];
        for await (const { id, created_at } of client.list(name)) {
          const days = Math.floor((now - Date.parse(String(created_at))) / DAY_MS);
          if (Number.isFinite(days)) ages.push({ id, days: Math.max(0, days) });
        }
        const oldest = ages.reduce((a, b) => (b.days > a.days ? b : a), ages[0] ?? { id: '', days: 0 });
        if (ages.length > 0)
          lines.push(
            `${formatCount(ages.length, title)}, the oldest ${formatCount(oldest.days, 'day')} old: ${oldest.id}`,
          );
      }
      return lines;
    });
    return found.map((line) => ok(NAME, line));
  } catch (error) {
    return [{ name: NAME, status: 'warning', found: `cannot be listed: ${(error as Error).message}` }];
  }
}
