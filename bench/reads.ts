/**
 * Number of requests of a refresh, counted where the client sends them; no time is measured. Objects are read as
 * Terraform reads them, ten at a time in shuffled order. The limits are near what was measured: 1,000 rules are ten pages.
 */
import { createClient } from '../src/client';
import { createEmulator, type Emulator } from '../src/emulator';
import type { Kind } from '../src/model/kind';
import { getKind } from '../src/model/kinds';
import { createProvider } from '../src/provider/create-provider';
import type { Provider } from '../src/provider/protocol/provider';
import { impliedType } from '../src/provider/protocol/schema';
import type { ObjectValue } from '../src/values/cty-value';
import { fromJson } from '../src/values/from-json';
import type { JsonObject } from '../src/values/json';
import { createMaker } from '../test/every-kind';
import { capacity } from '../test/support/acceptance/samples';
import { SPEC_KINDS as KINDS } from '../test/support/kinds';
import { type Finding, runSection, type Section } from './harness';
import { cidrs } from './terraform';

const PARALLELISM = 10;
const RULES = 1_000;
const ALL_KINDS = 1_000;
const FEW = 10;
const MANY = 50_000;
const RULES_OF_SET = 25;

interface Made {
  /** Without the prefix of the provider. */
  readonly type: string;
  readonly id: string;
}

async function measure(): Promise<Section> {
  const rules = await refresh(`refresh of ${RULES} rules`, 12, (emulator) => makeRules(emulator, RULES));
  const title = 'Requests of a refresh';
  // Enough to detect a defect.
  if (process.argv.includes('--quick')) return { title, findings: [rules] };
  const findings = [
    rules,
    await refresh(`refresh of ${ALL_KINDS} objects over all ${KINDS.length} kinds`, 40, makeAllKinds),
    // The oldest are the last in the list, which is the worst case.
    await refresh(`refresh of ${FEW} rules in an account of ${MANY}`, 20, async (emulator) =>
      (await makeRules(emulator, MANY)).slice(0, FEW),
    ),
    // 100 pages of rules. The pool sends at most twice the requests of the cheaper way (docs/performance.md).
    await refresh('refresh of 400 sets of 25 rules', 210, (emulator) => makeSets(emulator, 400)),
    await refresh(`refresh of ${FEW} sets in an account of ${MANY} rules`, 20, async (emulator) =>
      (await makeSets(emulator, MANY / RULES_OF_SET)).slice(0, FEW),
    ),
    await refresh('refresh of one set in an account of 400', 1, async (emulator) =>
      (await makeSets(emulator, 400)).slice(0, 1),
    ),
  ];
  return { title, findings };
}

async function refresh(name: string, atMost: number, make: (emulator: Emulator) => Promise<Made[]>): Promise<Finding> {
  const emulator = createEmulator();
  const made = await make(emulator);
  let requests = 0;
  const provider = await configureProvider(emulator, () => {
    requests += 1;
  });
  const queue = shuffle(await Promise.all(made.map((each) => stubOf(provider, each))));
  const gone: string[] = [];
  const read = async (): Promise<void> => {
    for (let next = queue.pop(); next; next = queue.pop()) {
      const { state, diagnostics } = await provider.readResource({ ...next });
      if (state === null || diagnostics.length > 0) gone.push(String(next.current['id']));
    }
  };
  const before = requests;
  await Promise.all(Array.from({ length: PARALLELISM }, read));
  if (gone.length > 0) throw new Error(`${name}: ${gone.length} objects were not read`);
  return { name, value: requests - before, unit: ' requests', atMost };
}

async function configureProvider(emulator: Emulator, onRequest: () => void): Promise<Provider> {
  const provider = createProvider({
    environment: { NETINGRESS_BASE_URL: 'http://127.0.0.1', NETINGRESS_API_KEY: emulator.apiKey },
    connect: ({ baseUrl, apiKey }) =>
      createClient({
        baseUrl,
        apiKey,
        fetch(request) {
          onRequest();
          return emulator.fetch(request);
        },
      }),
  });
  const config = fromJson(impliedType(provider.schema.provider.attributes), {}) as ObjectValue;
  await provider.configure({ config });
  return provider;
}

/** Returns the imported state; an import by identifier sends no request. */
async function stubOf(provider: Provider, { type, id }: Made) {
  const { imported, diagnostics } = await provider.importResource({ type: `netingress_${type}`, id });
  const [stub] = imported;
  if (!stub) throw new Error(`${id} cannot be imported: ${diagnostics.map(({ detail }) => detail).join(' ')}`);
  return { type: stub.type, current: stub.state, private: stub.private };
}

async function create(emulator: Emulator, { path }: Kind, body: JsonObject): Promise<{ readonly id: string }> {
  const headers = { authorization: `Bearer ${emulator.apiKey}`, 'content-type': 'application/json' };
  const request = new Request(`http://127.0.0.1${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  const response = await emulator.fetch(request);
  if (response.status !== 201) throw new Error(`POST ${path} returned ${response.status}: ${await response.text()}`);
  return (await response.json()) as { id: string };
}

async function makeRules(emulator: Emulator, count: number): Promise<Made[]> {
  const kind = getKind('ip_policy_rule');
  const { id: ip_policy_id } = await create(emulator, getKind('ip_policy'), {});
  const made: Made[] = [];
  for (const cidr of cidrs(count)) {
    made.push({ type: kind.name, id: (await create(emulator, kind, { ip_policy_id, cidr, action: 'allow' })).id });
  }
  return made;
}

async function makeSets(emulator: Emulator, count: number): Promise<Made[]> {
  const made: Made[] = [];
  for (let n = 0; n < count; n += 1) {
    const { id } = await create(emulator, getKind('ip_policy'), {});
    for (const cidr of cidrs(RULES_OF_SET))
      await create(emulator, getKind('ip_policy_rule'), { ip_policy_id: id, cidr, action: 'allow' });
    made.push({ type: 'ip_policy_rules', id });
  }
  return made;
}

/**
 * Creates `ALL_KINDS` objects, about as many of each kind, besides those that they refer to. Of a kind whose number of
 * objects is limited there is one.
 */
async function makeAllKinds(emulator: Emulator): Promise<Made[]> {
  const made: Made[] = [];
  // One maker for each kind: a maker counts all its objects, and a sample exists for a limited number only.
  const makers = new Map(KINDS.map((kind) => [kind, createMaker((of, body) => create(emulator, of, body))]));
  for (let round = 0; made.length < ALL_KINDS; round += 1) {
    for (const [kind, maker] of makers) {
      if (made.length === ALL_KINDS || (round > 0 && Number.isFinite(capacity(kind)))) continue;
      made.push({ type: kind.name, id: (await maker.make(kind, 'minimal')).id });
    }
  }
  return made;
}

/** The generator of Park and Miller, so that each run has the same order. */
function shuffle<Item>(items: readonly Item[]): Item[] {
  let seed = 1;
  return items
    .map((item) => {
      seed = (seed * 16_807) % 2_147_483_647;
      return { item, rank: seed };
    })
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
}

runSection(measure);
