import { picker } from '../../fuzz';
import { type ComparedByEngine, compareByEngine, compareRestrictionByEngine } from '../engine';
import type { Account, Endpoint, Json, JsonObject } from '../reference/account';
import { collectCandidates } from '../reference/candidates';
import { contains } from '../reference/networks';
import { type ComparedTruth, compareEndpoint, compareRestriction } from '../reference/truth';
import { TooManyWorlds } from '../reference/world';
import { count, newTally, render, type Tally } from './campaign';
import { restrictions, ruleOf } from './groups';
import { nameEveryObject } from './objects';
import { always, cloud, DENY, OK, requests, URL_A, when } from './parts';
import { ending, oneOf, type Pick, restrict, total } from './pick';

/** Its decisions are about addresses, and `skipped` counts pairs of which a part was not judged. */
export interface ChangeTally extends Tally {
  pairs: number;
}

/** Changes a rule, an endpoint or a policy, makes another account of the same group, or returns the account. */
function change(account: Account, make: (pick: Pick) => Account, pick: Pick): Account {
  const kind = pick(8);
  // The values of a hole fit the member that contains it. What was not read is the same in both states.
  if (kind === 0 && Object.keys(account.holes).length === 0) return { ...make(pick), unread: account.unread };
  if (kind === 1 && account.rules.length > 0) return { ...account, rules: account.rules.slice(1) };
  if (kind === 2) return { ...account, rules: [...account.rules, ruleOf(oneOf(pick, ['ipp_1', 'ipp_2']), pick)] };
  if (kind === 3) return { ...account, endpoints: addOrRemove(account.endpoints, pick) };
  if (account.endpoints.length === 0) return account;
  const at = pick(account.endpoints.length);
  const endpoint = account.endpoints[at] as Endpoint;
  if (endpoint.owner === 'agent') return account;
  return {
    ...account,
    endpoints: account.endpoints.with(at, { ...endpoint, policy: changePolicy(endpoint.policy, pick) }),
  };
}

function addOrRemove(endpoints: readonly Endpoint[], pick: Pick): Endpoint[] {
  const removable = endpoints.findIndex(({ owner, url }) => owner === 'cloud' && url !== URL_A);
  if (removable >= 0 && pick(2) === 0) return endpoints.filter((_, index) => index !== removable);
  const pooled = endpoints.find((endpoint) => endpoint.pooled);
  const url = pooled?.url ?? 'https://new.internal';
  return [...endpoints, cloud(url, requests(always(oneOf(pick, [OK, DENY]))), true)];
}

function changePolicy(policy: Json, pick: Pick): Json {
  if (typeof policy !== 'object' || policy === null || Array.isArray(policy)) return policy;
  const document = policy as JsonObject;
  const responding = swapResponses(document['on_http_request'] ?? null);
  if (responding && pick(2) === 0) return { ...document, on_http_request: responding };
  const phase = oneOf(pick, Object.keys(document));
  const rules = document[phase];
  if (!Array.isArray(rules) || rules.length === 0) return policy;
  const list = rules as readonly Json[];
  const at = pick(list.length);
  const ofRequest = [when(total(pick), ending(pick)), when(total(pick), restrict(pick))];
  const added = phase === 'on_http_request' ? oneOf(pick, ofRequest) : always(restrict(pick));
  const changed = oneOf<readonly Json[]>(pick, [
    list.toSpliced(at, 1),
    list.toSpliced(at, 0, added as Json),
    list.with(at, added as Json),
    list.toReversed(),
  ]);
  return { ...document, [phase]: changed };
}

/** The same requests get another response. Undefined if there is neither of the two. */
function swapResponses(rules: Json): Json | undefined {
  const text = JSON.stringify(rules);
  const swapped = text.replace(/(?<="status_code":)20[12]\b/g, (status) => (status === '201' ? '202' : '201'));
  return swapped === text ? undefined : (JSON.parse(swapped) as Json);
}

const ADDRESSES = 3;

function judgeChange(tally: ChangeTally, before: Account, after: Account, pick: Pick): void {
  const engine = compareByEngine(before, after, URL_A);
  if (!engine) return;
  const candidates = collectCandidates([before, after]);
  const [was, is] = nameEveryObject(before, after);
  const of: Of = (address, given) => compareEndpoint(was, is, { address, origin: URL_A }, given, candidates);
  const addresses = Array.from({ length: ADDRESSES }, () => oneOf(pick, candidates.addresses));
  judge(tally, engine, addresses, of, () => `before\n  ${render(before)}\n  after\n  ${render(after)}`);
}

function judgeRestrictionChange(tally: ChangeTally, before: Account, after: Account): void {
  const engine = compareRestrictionByEngine(before, after, 'api');
  if (!engine) return;
  const { addresses } = collectCandidates([before, after]);
  const [was, is] = nameEveryObject(before, after);
  const of: Of = (address) => compareRestriction(was, is, 'api', address);
  judge(tally, engine, addresses, of, () => JSON.stringify([before, after]));
}

type Of = (address: string, given?: NonNullable<ComparedByEngine['witness']>['request']) => ComparedTruth;

function judge(
  tally: ChangeTally,
  engine: ComparedByEngine,
  addresses: readonly string[],
  of: Of,
  describe: () => string,
): void {
  tally.pairs++;
  try {
    for (const address of addresses) {
      const isIn = (networks: readonly string[]): boolean => networks.some((network) => contains(network, address));
      const says = isIn(engine.sure) ? 'sure' : isIn(engine.possible) ? 'possible' : 'none';
      const { isNew, isSurelyNew } = findTruth(engine, of, address);
      const truth = isSurelyNew ? 'sure' : isNew ? 'possible' : 'none';
      count(tally, truth, says, 'possible', () => `${address}\n  ${describe()}`);
    }
    if (engine.witness) judgeWitness(tally, engine, of, describe);
  } catch (error) {
    if (!(error instanceof TooManyWorlds)) throw error;
    tally.skipped++;
  }
}

/** The engine's witness may be a request that is not among the candidates: `/admin/v1` for two tests of a path. */
function findTruth({ sure, witness }: ComparedByEngine, of: Of, address: string): ComparedTruth {
  const found = of(address);
  const isShown = sure.some((network) => contains(network, address)) && witness?.request !== undefined;
  return isShown && !found.isSurelyNew ? of(address, witness.request) : found;
}

/**
 * A witness of a sure difference is a request that is new whatever is not known; another one may be new, and is not
 * judged without its request, which need not be among the candidates.
 */
function judgeWitness(tally: ChangeTally, { sure, witness }: ComparedByEngine, of: Of, describe: () => string): void {
  if (!witness) return;
  const isSure = sure.some((network) => contains(network, witness.address));
  const { isNew, isSurelyNew } = of(witness.address, witness.request);
  if (isSure ? isSurelyNew : isNew || witness.request === undefined) return;
  const kind = isSure ? 'sure' : 'possible';
  tally.wrong.push(`the ${kind} witness ${JSON.stringify(witness)} is not new\n  ${describe()}`);
}

/**
 * Compares accounts of one group with changed ones, and one of four with itself. Returns fewer pairs if most of four
 * tries for each have no endpoint at the URL.
 */
export function judgeChanges(make: (pick: Pick) => Account, seed: number, pairs: number): ChangeTally {
  const tally: ChangeTally = { ...newTally(), pairs: 0 };
  const pick = picker(seed);
  for (let tried = 0; tally.pairs < pairs && tried < 4 * pairs; tried++) {
    const before = make(pick);
    judgeChange(tally, before, pick(4) === 0 ? before : change(before, make, pick), pick);
  }
  return tally;
}

export function judgeRestrictionChanges(seed: number, pairs: number): ChangeTally {
  const tally: ChangeTally = { ...newTally(), pairs: 0 };
  const pick = picker(seed);
  while (tally.pairs < pairs) judgeRestrictionChange(tally, restrictions(pick), restrictions(pick));
  return tally;
}
