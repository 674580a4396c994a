/** `netingress access export` with an account and with a plan that the real Terraform made. */
import { readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createEmulator } from '../../../src/emulator';
import { type RanInProcess, runInProcess } from '../../support/cli/run-in-process';
import { expression } from '../../support/expression';
import { API_KEY, appForAll } from '../../support/preview/app';
import { testInCi } from '../../support/requirements';

const app = appForAll();

const run = (args: readonly string[] = [], url = app.url): Promise<RanInProcess> =>
  runInProcess(['access', 'export', ...args], {
    cwd: app.folder,
    env: { NETINGRESS_BASE_URL: url, NETINGRESS_API_KEY: API_KEY },
  });

type Row = ReturnType<typeof parse>[number];

function parse(csv: string) {
  const [head, ...lines] = csv.trimEnd().split('\n');
  expect(head).toBe('part,side,result,family,low,high,cause');
  return lines.map((line) => {
    const [, part = '', side = '', result = '', family = '', low = '', high = '', rest = ''] =
      /^(\w+),(\w+),(\w+),(ipv4|ipv6),([0-9a-f]+),([0-9a-f]+),(.*)$/.exec(line) ?? [];
    expect([low.length, high.length]).toEqual(family === 'ipv4' ? [8, 8] : [32, 32]);
    const cause = rest.startsWith('"') ? rest.slice(1, -1).replaceAll('""', '"') : rest;
    return { part, side, result, family, low: BigInt(`0x${low}`), high: BigInt(`0x${high}`), cause };
  });
}

/** Expects that the rows of each part and side cover each address once, in order. */
function expectComplete(rows: readonly Row[], sides: readonly string[]): void {
  for (const part of ['dashboard', 'api', 'agent', 'endpoints'])
    for (const side of sides)
      for (const [family, size] of [
        ['ipv4', 2n ** 32n],
        ['ipv6', 2n ** 128n],
      ] as const) {
        let next = 0n;
        for (const row of rows.filter((each) => each.part === part && each.side === side && each.family === family)) {
          expect([part, side, row.low]).toEqual([part, side, next]);
          next = row.high + 1n;
        }
        expect([part, side, family, next]).toEqual([part, side, family, size]);
      }
}

const ipv4 = (text: string): bigint => text.split('.').reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);

function find(rows: readonly Row[], part: string, side: string, text: string): [string, string] | undefined {
  const address = ipv4(text);
  const isThere = ({ low, high }: Row) => low <= address && address <= high;
  const row = rows.find(
    (each) => `${each.part} ${each.side} ${each.family}` === `${part} ${side} ipv4` && isThere(each),
  );
  return row && [row.result, row.cause];
}

const offices = expression('netingress_ip_policy.offices.id');
const rule = (cidr: string, action = 'allow', description = '') => {
  return { ip_policy_id: offices, cidr, action, description };
};
const berlin = rule('203.0.113.0/24', 'allow', 'Berlin, "Mitte"');

const withRules = (rules: object, enforced = true) => ({
  netingress_ip_policy: { offices: { description: 'Offices' } },
  netingress_ip_policy_rule: rules,
  netingress_ip_restriction: {
    endpoints: {
      type: 'endpoints',
      enforced,
      ip_policy_ids: [offices],
      depends_on: ['netingress_ip_policy_rule.berlin'],
    },
  },
});

async function plan(resource: object): Promise<string> {
  await app.synthesize({ all: { resource: resource as never } });
  return app.plan('all');
}

test('an account without restrictions is exported as one that admits every address', async () => {
  const { status, stdout } = await run();
  const rows = parse(stdout);
  expect(status).toBe(0);
  expectComplete(rows, ['before']);
  expect(rows.map(({ result, cause }) => [result, cause])).toEqual(Array(8).fill(['admitted', 'no restriction']));
});

describe('after a deployment', () => {
  const CHANGED = 'changed.json';

  beforeAll(async () => {
    await app.synthesize({ all: { resource: withRules({ berlin }) as never } });
    await app.deploy('all');
  });
  afterEach(() => app.emulator.faults.clear());

  test('a plan adds the access after it, and what it changes, with the rules that cause it; a description with commas and quotes is one column', async () => {
    const more = {
      guests: rule('198.51.100.0/24'),
      deny: rule('203.0.113.128/25', 'deny', '=1+1'),
      mitte: rule('203.0.113.64/26', 'deny', 'Berlin, "Mitte"'),
    };
    await rename(join(app.folder, await plan(withRules({ berlin, ...more }))), join(app.folder, CHANGED));
    const { status, stderr, stdout } = await run(['--plan', CHANGED, '--out', 'access.csv']);
    expect([status, stderr, stdout]).toEqual([0, '', '']);
    expect((await stat(join(app.folder, 'access.csv'))).mode & 0o777).toBe(0o600);
    const rows = parse(await readFile(join(app.folder, 'access.csv'), 'utf8'));
    expectComplete(rows, ['before', 'after', 'change']);
    const all = (address: string) =>
      ['before', 'after', 'change'].map((side) => find(rows, 'endpoints', side, address)?.join(': '));
    expect(['203.0.113.7', '203.0.113.200', '198.51.100.9'].map(all)).toEqual([
      ['admitted: Offices', 'admitted: Offices', 'unchanged: '],
      ['admitted: Offices', 'denied: Offices', "newly_refused: deny 203.0.113.128/25 '=1+1' of 'Offices' (new)"],
      ['denied: Offices', 'admitted: Offices', "newly_admitted: allow 198.51.100.0/24 of 'Offices' (new)"],
    ]);
    expect(find(rows, 'endpoints', 'change', '203.0.113.70')).toEqual([
      'newly_refused',
      `deny 203.0.113.64/26 'Berlin, "Mitte"' of 'Offices' (new)`,
    ]);
  });

  test('with a plan of another account the access before it is exported, and the change of an address is not known', async () => {
    const other = createEmulator({ apiKeys: [API_KEY] });
    const { status, stdout } = await run(['--plan', CHANGED], (await other.listen()).url).finally(() => other.close());
    const rows = parse(stdout);
    expect(status).toBe(3);
    expectComplete(rows, ['before', 'after', 'change']);
    expect(find(rows, 'endpoints', 'before', '8.8.8.8')).toEqual(['admitted', 'no restriction']);
    expect(find(rows, 'endpoints', 'change', '8.8.8.8')?.[0]).toBe('not_known');
    expect(find(rows, 'endpoints', 'after', '8.8.8.8')?.[1]).not.toBe('');
  });

  testInCi('a plan that no longer enforces a restriction admits by it', async () => {
    const { status, stdout } = await run(['--plan', await plan(withRules({ berlin }, false))]);
    expect(status).toBe(0);
    expect(find(parse(stdout), 'endpoints', 'after', '8.8.8.8')).toEqual([
      'admitted',
      'the restriction is not enforced',
    ]);
  });

  test('rules that cannot be read are rows that are not known, with status 3', async () => {
    app.emulator.faults.add({ match: { operation: 'ip_policy_rule.list' }, do: { status: 403 } });
    const { status, stdout, stderr } = await run();
    const rows = parse(stdout);
    expect(status).toBe(3);
    expect(stderr).toContain('not decided');
    expectComplete(rows, ['before']);
    expect(find(rows, 'endpoints', 'before', '203.0.113.7')).toEqual([
      'not_known',
      'the list of ip_policy_rule objects could not be read',
    ]);
    expect(find(rows, 'api', 'before', '203.0.113.7')).toEqual(['admitted', 'no restriction']);
  });
});
