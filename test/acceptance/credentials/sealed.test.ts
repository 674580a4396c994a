/**
 * Plans and states contain no 12 characters of the secret of a sealed token. `test/acceptance/secrets.test.ts` has what
 * Terraform itself writes.
 */
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { ObjectValue } from '../../../src/values/cty-value';
import type { JsonObject } from '../../../src/values/json';
import { campaignSize, picker } from '../../fuzz';
import { createHarness } from '../../support/provider/harness';

const TYPES = ['netingress_api_key', 'netingress_tunnel_credential'];

const pairs = [
  generateKeyPairSync('rsa', { modulusLength: 2048 }),
  generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  generateKeyPairSync('ec', { namedCurve: 'P-256' }),
];
const keys = pairs.flatMap(({ publicKey }: { publicKey: KeyObject }) => [
  publicKey.export({ format: 'pem', type: 'spki' }).toString(),
  JSON.stringify(publicKey.export({ format: 'jwk' })),
]);

/** The tokens of which the text contains any 12 characters of the secret half, or the whole in base64. */
function findTokens(text: string, tokens: readonly string[]): string[] {
  return tokens.filter((token) => {
    const secret = token.slice(token.indexOf('_') + 1);
    const parts = Array.from({ length: secret.length - 11 }, (_, n) => secret.slice(n, n + 12));
    const base64 = Buffer.from(token).toString('base64').replace(/=+$/, '');
    return [...parts, base64].some((part) => text.includes(part));
  });
}

/** As JSON, and private state, which is bytes, as text. */
function toText(value: unknown): string {
  function memberOf(this: Record<string, unknown>, name: string, member: unknown): unknown {
    // A Buffer as `member` is no longer bytes: its `toJSON` was called before.
    const bytes = this[name];
    return bytes instanceof Uint8Array ? Buffer.from(bytes).toString() : member;
  }
  return JSON.stringify(value, memberOf);
}

const PLANS = campaignSize(200, 1_000);

test('seeded plans and their states, private state too, contain no 12 characters of a secret', async () => {
  const random = picker(1000);
  const harness = await createHarness();
  const pick = <T>(items: readonly T[]): T => items[random(items.length)] as T;
  const counts = { states: 0, plans: 0 };
  const found: string[] = [];
  const search = (value: unknown, what: 'states' | 'plans'): void => {
    counts[what] += 1;
    found.push(...findTokens(toText(value), harness.tokens));
  };
  while (counts.plans < PLANS) {
    const type = pick(TYPES);
    let state: ObjectValue | null = null;
    for (let step = 0; step < 4; step++) {
      const values: JsonObject = { description: `d${random(3)}`, sealed_for: pick(keys), rotation: `r${random(2)}` };
      const planned = await harness.plan(type, values, state);
      search(planned, 'plans');
      // `apply` plans again. Terraform plans a replacement a second time as a create, without a prior state.
      const prior: ObjectValue | null = planned.requiresReplace.length > 0 ? null : state;
      const applied = await harness.apply(type, values, prior);
      search(applied, 'states');
      state = applied.state && (await harness.read(type, applied.state));
      search(state, 'states');
    }
  }
  expect(found).toEqual([]);
  // The search finds a token where there is one.
  const unsealed = await harness.applied(TYPES[0] as string, {});
  expect(findTokens(toText(unsealed), harness.tokens)).toHaveLength(1);
  const inPrivate = { private: Buffer.from(harness.tokens[0] as string) };
  expect(findTokens(toText(inPrivate), harness.tokens)).toEqual([harness.tokens[0]]);
  // Chosen: enough plans made a token, or the search would show nothing.
  expect(harness.tokens.length).toBeGreaterThan(PLANS / 5);
});
