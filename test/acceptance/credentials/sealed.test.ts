/**
 * Plans and states contain no part of a token that is sealed: in process for 1,000 plans, and with the real terraform
 * binary for everything that it writes.
 */
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createEmulator, type Emulator } from '../../../src/emulator';
import type { ObjectValue } from '../../../src/values/cty-value';
import type { JsonObject } from '../../../src/values/json';
import { campaignSize, picker } from '../../fuzz';
import { createProxy, type ServiceProxy } from '../../support/acceptance/proxy';
import { createWorkspace, type Workspace } from '../../support/acceptance/workspace';
import { runInProcess } from '../../support/cli/run-in-process';
import { createHarness, plain } from '../../support/provider/harness';
import { testInCi } from '../../support/requirements';

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

/** The tokens of which the text contains a part, as it is or in base64. A part is 12 characters of the secret half. */
function findTokens(text: string, tokens: readonly string[]): string[] {
  return tokens.filter((token) => {
    const secret = token.slice(token.indexOf('_') + 1);
    const parts = Array.from({ length: Math.floor(secret.length / 12) }, (_, n) => secret.slice(n * 12, n * 12 + 12));
    const base64 = Buffer.from(token).toString('base64').replace(/=+$/, '');
    return [...parts, base64].some((part) => text.includes(part));
  });
}

const PLANS = campaignSize(200, 1_000);

test('seeded plans and their states contain no part of a token', async () => {
  const random = picker(1000);
  const harness = await createHarness();
  const pick = <T>(items: readonly T[]): T => items[random(items.length)] as T;
  const counts = { states: 0, plans: 0 };
  const found: string[] = [];
  const search = (value: unknown, what: 'states' | 'plans'): void => {
    counts[what] += 1;
    found.push(...findTokens(JSON.stringify(plain(value)), harness.tokens));
  };
  while (counts.plans < PLANS) {
    const type = pick(TYPES);
    let state: ObjectValue | null = null;
    for (let step = 0; step < 4; step++) {
      const values: JsonObject = {
        description: `step ${random(3)}`,
        sealed_for: pick(keys),
        rotation: `r${random(2)}`,
      };
      const planned = await harness.plan(type, values, state);
      search(planned, 'plans');
      // Terraform replaces an object by a create, so the second plan has no prior state.
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
  expect(findTokens(JSON.stringify(plain(unsealed)), harness.tokens)).toHaveLength(1);
  expect(harness.tokens.length).toBeGreaterThan(PLANS / 5);
});

describe('with the real terraform binary', () => {
  let emulator: Emulator;
  let proxy: ServiceProxy;
  let workspace: Workspace;
  const tokens: string[] = [];

  beforeAll(async () => {
    emulator = createEmulator();
    proxy = await createProxy(emulator.fetch);
    proxy.handle = async (request) => {
      const { status, contentType, body } = await request.forward();
      const { token } = body === '' ? {} : (JSON.parse(body) as JsonObject);
      if (typeof token === 'string') tokens.push(token);
      request.respond(status, contentType, body);
    };
    workspace = await createWorkspace(proxy.url);
    workspace.env['TF_LOG'] = 'TRACE';
  });
  afterAll(async () => {
    await workspace?.remove();
    await proxy?.close();
    await emulator?.close();
  });

  testInCi(
    'states, plans, output and logs contain no part of a token, and netingress unseal decrypts the sealed one',
    async () => {
      const written: string[] = [];
      const run = async (...args: string[]): Promise<void> => {
        const { status, stdout, stderr } = await workspace.terraform(...args);
        written.push(stdout, stderr);
        expect({ args, status }).toEqual({ args, status: 0 });
      };
      for (const rotation of ['one', 'two']) {
        const credential = { description: rotation, rotation, sealed_for: keys[rotation === 'one' ? 0 : 3] as string };
        await workspace.configure(Object.fromEntries(TYPES.map((type) => [type, { sealed: credential }])), {
          output: { sealed_token: { value: `\${${TYPES[0]}.sealed.sealed_token}` } },
        });
        await run('plan', '-no-color', '-out=plan.bin');
        await run('show', '-json', 'plan.bin');
        await run('apply', '-no-color', 'plan.bin');
        await run('show', '-json');
        for (const name of await readdir(workspace.folder))
          if (!name.startsWith('.')) written.push(await readFile(join(workspace.folder, name), 'latin1'));
      }
      expect(tokens).toHaveLength(4);
      expect(written.join('\n')).toContain('terraform-provider-netingress');
      expect(findTokens(written.join('\n'), tokens)).toEqual([]);

      const key = pairs[1]?.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString() ?? '';
      await writeFile(join(workspace.folder, 'key.pem'), key);
      const { stdout: sealed } = await workspace.terraform('output', '-raw', 'sealed_token');
      const opened = await runInProcess(['unseal', '--key', 'key.pem'], { cwd: workspace.folder, stdin: sealed });
      expect(opened.stderr).toBe('');
      expect(tokens).toContain(opened.stdout.trim());
    },
  );
});
