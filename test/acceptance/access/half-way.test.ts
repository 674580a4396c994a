/**
 * What `access check --plan` says about random changes, against the account after the real apply. Some applies stop half-way:
 * where the plan does not prove a write, the service refuses it, or a value or a condition is wrong. test/access/reference
 * judges the account, without code of `src/access` and `src/access-review`. 500 changes:
 * `CAMPAIGN=all npx jest test/acceptance/access/half-way`; `FUZZ_SEED` selects others.
 */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PROFILES } from '../../../src/model/profiles';
import { EMPTY_ACCOUNT, type Json, type Account as ReferenceAccount } from '../../access/reference/account';
import { compareEndpoint, compareRestriction, decideEndpoint, decideRestriction } from '../../access/reference/truth';
import {
  ADDRESSES,
  type Configuration,
  changeConfiguration,
  makeConfiguration,
  NETWORKS,
  type Rendered,
  renderConfiguration,
  URLS,
} from '../../access-review/random/configurations';
import { campaignSize, picker } from '../../fuzz';
import { serviceAt } from '../../support/acceptance/service';
import { runInProcess } from '../../support/cli/run-in-process';
import { appForAll } from '../../support/preview/app';
import { testInCi } from '../../support/requirements';

const app = appForAll({ profile: 'ngrok' });

/** Types of whose writes the engine checks why the service may refuse them; a write of another type is not proved. */
const PROVED = ['ip_policy', 'ip_policy_rule', 'ip_policy_rules', 'ip_restriction', 'cloud_endpoint'];

/** The members of policies, rules, restrictions and endpoints that this file reads. */
interface RemoteObject {
  readonly id: string;
  readonly description: string;
  readonly ip_policy: { readonly id: string };
  readonly cidr: string;
  readonly action: string;
  readonly type: string;
  readonly enforced: boolean;
  readonly ip_policies: readonly { readonly id: string }[];
  readonly url: string;
  readonly traffic_policy: string;
}

const listObjects = (kind: string) => app.emulator.objects(kind) as unknown as readonly RemoteObject[];

function readAccount(): ReferenceAccount {
  return {
    ...EMPTY_ACCOUNT,
    rules: listObjects('ip_policy_rule').map(({ ip_policy: { id }, cidr, action }) => ({ policyId: id, cidr, action })),
    restrictions: listObjects('ip_restriction').map(({ type, enforced, ip_policies: policies }) => ({
      type,
      enforced,
      policyIds: policies.map(({ id }) => id),
    })),
    endpoints: listObjects('cloud_endpoint').map(({ url, traffic_policy: policy }) => ({
      url,
      binding: 'public',
      pooled: false,
      owner: 'cloud',
      policy: JSON.parse(policy) as Json,
    })),
  };
}

interface Gate {
  readonly gate: string;
  readonly result: 'passed' | 'failed' | 'not_decided';
}

interface Judged {
  readonly part: string;
  readonly gates: readonly Gate[];
  /** Why the apply certainly ends with an error, as `access check` says; empty if it says nothing. */
  readonly refusals: readonly string[];
}

async function askGates(file: string, before: ReferenceAccount): Promise<Judged[]> {
  const networks = [...ADDRESSES, ...NETWORKS];
  const asked = networks.flatMap((network) => ['--must-admit', network, '--must-deny', network]);
  const check = async (part: string, args: readonly string[]): Promise<Judged[]> => {
    const all = ['access', 'check', '--plan', file, '--json', ...args];
    const { status, stdout, stderr } = await runInProcess(all, { cwd: app.folder, env: app.env });
    // Neither the account nor the plan has the part.
    if (status === 1 && /No restriction of the type|No endpoint serves/.test(stderr)) return [];
    if (stdout === '') throw new Error(`access check ended with ${status}: ${stderr}`);
    return [{ part, ...(JSON.parse(stdout) as Pick<Judged, 'gates' | 'refusals'>) }];
  };
  const types = new Set(['api', 'dashboard', ...before.restrictions.map(({ type }) => type)]);
  return [
    ...(await check('all', ['--no-new-access'])),
    ...(await Promise.all([...types].map((type) => check(type, ['--restriction', type, ...asked])))).flat(),
    ...(await Promise.all(URLS.map((url) => check(url, ['--endpoint', `${url}/`, ...asked])))).flat(),
  ];
}

const addressesOf = (network: string): string[] => {
  const [first = '', length] = network.split('/');
  return length === undefined || length === '32' ? [first] : [first.replace(/0$/, '1'), first.replace(/0$/, '9')];
};

const REQUEST = { method: 'GET', path: '/', query: '', headers: {} };

/**
 * Whether the account after the apply contradicts the result of a gate. A gate that is not decided is not contradicted, nor
 * is a failed `--no-new-access`, because not all requests are tried here.
 */
function contradicts(part: string, { gate, result }: Gate, before: ReferenceAccount, after: ReferenceAccount): boolean {
  if (result === 'not_decided') return false;
  const [name = '', network = ''] = gate.split(' ');
  if (name === '--no-new-access') {
    const isNew = ADDRESSES.some(
      (address) =>
        ['api', 'dashboard'].some((type) => compareRestriction(before, after, type, address).isNew) ||
        URLS.some((origin) => compareEndpoint(before, after, { address, origin }).isNew),
    );
    return result === 'passed' && isNew;
  }
  const truths = addressesOf(network).map((address) => {
    if (!part.startsWith('https:')) return [decideRestriction(after, part, address)];
    const { reaches, gets } = decideEndpoint(after, { address, origin: part }, REQUEST);
    return name === '--must-admit' ? [gets] : [gets, reaches];
  });
  const isMet = truths.flat().every((truth) => truth === (name === '--must-admit' ? 'always' : 'never'));
  // A network fails if any of its addresses does, and only two of them are tried here: so a failed network is not
  // contradicted.
  return result === 'passed' ? !isMet : isMet && truths.length === 1;
}

async function restart(pick: (bound: number) => number, number: number): Promise<Configuration> {
  await app.emulator.reset();
  await rm(join(app.folder, 'terraform.all.tfstate'), { force: true });
  for (const url of URLS) await app.create('/reserved_domains', { domain: new URL(url).hostname });
  for (;;) {
    const first = makeConfiguration(pick);
    await app.synthesize({ all: blocksOf(renderConfiguration(pick, first, { risks: 0, number, existing: '' })) });
    if (number === 0) await app.terraform('all', 'init');
    if ((await app.terraform('all', 'apply', '-auto-approve', '-lock=false')).status === 0) return first;
  }
}

function blocksOf({ resource, data }: Rendered) {
  const filled = (blocks: Rendered['resource']) =>
    Object.fromEntries(Object.entries(blocks).filter(([, byName]) => Object.keys(byName).length > 0));
  return { resource: filled(resource), ...(Object.keys(data).length > 0 && { data }) } as never;
}

interface Change {
  readonly number: number;
  readonly blocks: unknown;
  readonly changed: readonly PlannedChange[];
  readonly before: ReferenceAccount;
  readonly after: ReferenceAccount;
  readonly judged: readonly Judged[];
  /** The output of the apply if it ended with an error; otherwise undefined. */
  readonly error: string | undefined;
  readonly isOrdinary: boolean;
}

interface PlannedChange {
  readonly address: string;
  readonly type: string;
  readonly change: { readonly actions: readonly string[] };
}

/**
 * Makes one random change of the account and applies it. Undefined if its plan fails. `pick` also chooses which
 * requests the service refuses.
 */
async function applyChange(
  pick: (bound: number) => number,
  now: Configuration,
  number: number,
): Promise<{ readonly next: Configuration; readonly change: Change } | undefined> {
  const risks = pick(5) < 3 ? 1 + pick(2) : 0;
  const next = changeConfiguration(pick, now);
  const policies = listObjects('ip_policy');
  const rendered = renderConfiguration(pick, next, { risks, number, existing: policies[0]?.id ?? '' });
  const { foreign, refused } = rendered;
  const policy = policies.find(({ description }) => description === foreign?.list);
  const wanted = policy && foreign && { ip_policy_id: policy.id, cidr: foreign.cidr, action: 'allow' };
  const rule = wanted && (await app.create('/ip_policy_rules', wanted).catch(() => undefined));
  try {
    await app.synthesize({ all: blocksOf(rendered) });
    const planned = await app.terraform('all', 'plan', '-refresh=false', '-lock=false', '-out=plan.bin');
    if (planned.status !== 0) return undefined;
    const shown = (await app.terraform('all', 'show', '-json', 'plan.bin')).stdout;
    await writeFile(join(app.folder, 'plan.json'), shown);
    const before = readAccount();
    const judged = await askGates('plan.json', before);
    for (const operation of [...refused, ...(pick(2) === 0 ? ['domain.delete'] : [])])
      app.emulator.faults.add({ match: { operation }, do: { status: 400, code: 450, msg: 'Refused.' } });
    const { status, stdout, stderr } = await app.terraform('all', 'apply', '-lock=false', 'plan.bin');
    app.emulator.faults.clear();
    const { resource_changes: changes } = JSON.parse(shown) as { readonly resource_changes: readonly PlannedChange[] };
    const changed = changes.filter(({ change }) => change.actions.join() !== 'no-op');
    const isOrdinary = risks === 0 && changed.every(({ type }) => PROVED.includes(type.replace('netingress_', '')));
    const error = status === 0 ? undefined : stdout + stderr;
    const blocks = blocksOf(rendered);
    return { next, change: { number, blocks, changed, before, after: readAccount(), judged, error, isOrdinary } };
  } finally {
    if (rule) await serviceAt(app.url, PROFILES.ngrok).request('DELETE', `/ip_policy_rules/${rule.id}`);
  }
}

const isRefused = ({ judged }: Change): boolean => judged.some(({ refusals }) => refusals.length > 0);

const isDecided = (change: Change): boolean =>
  isRefused(change) || change.judged.every(({ gates }) => gates.every(({ result }) => result !== 'not_decided'));

function findWrong(change: Change): object[] {
  const { judged, before, after, error } = change;
  const wrong: object[] = judged.flatMap(({ part, gates }) =>
    gates.filter((gate) => contradicts(part, gate, before, after)).map((gate) => ({ part, gate })),
  );
  return isRefused(change) && error === undefined ? [...wrong, { isRefused: true }] : wrong;
}

function format({ number, blocks, changed, judged, error = '' }: Change): string {
  const open = judged.flatMap(({ part, gates }) =>
    gates.filter(({ result }) => result === 'not_decided').map((gate) => `${part} ${JSON.stringify(gate)}`),
  );
  const actions = changed.map(({ address, change }) => `${change.actions.join()} ${address}`);
  const errors = error.match(/Error: .*/g) ?? [];
  return [String(number), JSON.stringify(blocks), ...actions, ...open.slice(0, 2), ...errors].join('\n');
}

/** The account is emptied before each change whose number is a multiple of this; a failed plan has a number, too. */
const IN_ONE_ACCOUNT = 20;

testInCi(
  'after random applies, also those that stop, no refusal and no gate that the reference can judge was false; with CAMPAIGN=all, nine of ten ordinary changes are decided',
  async () => {
    const seed = Number(process.env['FUZZ_SEED'] ?? 1);
    const pick = picker(seed);
    const changes: Change[] = [];
    let now = await restart(pick, 0);
    for (let number = 1; changes.length < campaignSize(25, 25, 500); number++) {
      if (number % IN_ONE_ACCOUNT === 0) now = await restart(pick, number);
      // What a failed apply left is the beginning of the next change.
      const applied = await applyChange(pick, now, number);
      if (!applied) continue;
      now = applied.next;
      changes.push(applied.change);
    }
    const wrong = changes.flatMap((change) => {
      const found = findWrong(change);
      return found.length === 0 ? [] : [`${JSON.stringify({ seed, found })}\n${format(change)}`];
    });
    expect(wrong.slice(0, 2)).toEqual([]);
    const ordinary = changes.filter(({ isOrdinary }) => isOrdinary);
    const undecided = ordinary.filter((change) => !isDecided(change));
    // Of fewer the share says nothing, as in a run of 25 changes.
    if (ordinary.length >= 50 && undecided.length > 0.1 * ordinary.length)
      throw new Error(
        [`Of ${ordinary.length} ordinary changes some are undecided:`, ...undecided.map(format)].join('\n\n'),
      );
  },
  3_600_000,
);
