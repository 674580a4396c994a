/** Reports how old the oldest API key and tunnel credential are: such a secret is valid until its object is deleted. */

import { withCommandClient } from '../command/command-client';
import type { CliContext } from '../command/context';
import { KINDS } from '../model/kinds';
import { formatCount } from '../model/text';
import { daysBetween, parseTimestamp } from '../model/time';
import { hasSealableAttribute } from '../model/variants/sealed-attributes';
import { type Check, ok } from './check';

const NAME = 'Credentials';

/**
 * A check is `ok` however old the credential is. Objects without a valid `created_at` are not counted. If a list cannot
 * be read, there is one `skipped` check and no other.
 */
export async function listCredentialAges(context: CliContext): Promise<Check[]> {
  try {
    const found = await withCommandClient(context, async ({ client }) => {
      const lines: string[] = [];
      // The kinds with a secret that the provider can seal: API keys and tunnel credentials.
      for (const { name, title } of KINDS.filter(hasSealableAttribute)) {
        const ages: { readonly id: string; readonly days: number }[] = [];
        for await (const { id, created_at } of client.list(name)) {
          const created = parseTimestamp(String(created_at));
          if (created !== undefined) ages.push({ id, days: daysBetween(created, client.serviceTime()) });
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
    return [{ name: NAME, status: 'skipped', found: `cannot be listed: ${(error as Error).message}` }];
  }
}
