import { oneOf, type Pick } from '../../access/random/pick';
import type { JsonObject } from '../../access/reference/account';
import { contains } from '../../access/reference/networks';
import type { Truth } from '../../access/reference/truth';
import { picker } from '../../fuzz';

type Members<T, Name extends keyof T> = { readonly [Each in Name]: T[Each] };

export interface Resource {
  readonly id: string;
  readonly kind: 'ip_policy_rule' | 'ip_restriction' | 'domain';
  /** Undefined before a creation. */
  readonly before: JsonObject | undefined;
  /** Undefined after a deletion. */
  readonly after: JsonObject | undefined;
  /** The plan has a risk of the write. Without one, the creation of a domain may fail, too. */
  readonly mayFail: boolean;
  /** It may also fail after the write, for what waits for it. */
  readonly hasCheck: boolean;
  readonly waitsFor: readonly string[];
  /** Its references cannot be followed. */
  readonly mayWaitForMore: boolean;
  /** What the state says that it depends on. */
  readonly dependedOn: readonly string[];
  /**
   * What it also waits for: references that cannot be followed, and what the state orders. Of the last the engine gets
   * only `dependedOn`: a deletion is late with create_before_destroy, which a plan does not show.
   */
  readonly hidden: readonly string[];
}

const NETWORKS = ['10.0.0.0/8', '10.1.0.0/16', '192.0.2.0/24', '198.51.100.0/24'];
const ADDRESSES = ['10.0.0.1', '10.1.0.1', '192.0.2.1', '198.51.100.1'];
const POLICIES = ['ipp_1', 'ipp_2'];

function makePlan(pick: Pick): Resource[] {
  const keys = POLICIES.flatMap((policy) => NETWORKS.map((cidr) => ({ ip_policy_id: policy, cidr })));
  const canFail = pick(4) > 0;
  const resources: Resource[] = [];
  const count = 2 + pick(5);
  for (let index = 0; index < count; index++) {
    const kind = index === 0 ? 'ip_restriction' : pick(5) === 0 ? 'domain' : 'ip_policy_rule';
    const key = keys.splice(pick(keys.length), 1)[0] ?? {};
    const resource = { id: `r${index}`, kind, ...makeChange(kind, { ...key, domain: `d${index}` }, pick) } as const;
    resources.push({ ...resource, ...makeOrder(resource, resources, canFail, pick) });
  }
  return addStateOrder(resources, pick);
}

/** An earlier one is written or deleted before a later one, so each waits for earlier ones only. */
function addStateOrder(resources: readonly Resource[], pick: Pick): Resource[] {
  const isDeletion = ({ after }: Resource): boolean => after === undefined;
  const pairs = resources.flatMap((later, index) =>
    resources.slice(0, index).flatMap((earlier) => {
      // Chosen: a deletion with an even number is late, with an odd one early. That is its order with all that it
      // depended on or that depended on it.
      const isLate = isDeletion(later) && Number(later.id.slice(1)) % 2 === 0;
      const isEarly = isDeletion(earlier) && !isDeletion(later) && Number(earlier.id.slice(1)) % 2 === 1;
      const areDeletions = isDeletion(later) && isDeletion(earlier);
      if (!(isLate || isEarly || areDeletions) || pick(2) > 0) return [];
      const [user, used] = areDeletions || pick(2) > 0 ? [earlier, later] : [later, earlier];
      return [{ user: user.id, used: used.id, later: later.id, earlier: earlier.id }];
    }),
  );
  return resources.map((each) => ({
    ...each,
    dependedOn: pairs.flatMap(({ user, used }) => (user === each.id ? [used] : [])),
    hidden: [...each.hidden, ...pairs.flatMap(({ later, earlier }) => (later === each.id ? [earlier] : []))],
  }));
}

function makeChange(kind: Resource['kind'], key: JsonObject, pick: Pick): Members<Resource, 'before' | 'after'> {
  const make = (): JsonObject => {
    if (kind === 'domain') return { domain: key['domain'] ?? null };
    if (kind === 'ip_policy_rule') return { ...key, action: oneOf(pick, ['allow', 'allow', 'deny']) };
    const ids = oneOf(pick, [['ipp_1'], POLICIES, POLICIES]);
    return { type: 'api', enforced: pick(9) > 0, ip_policy_ids: ids };
  };
  const usual = kind === 'ip_restriction' ? ['no-op', 'no-op', 'no-op', 'no-op'] : [];
  const change = kind === 'domain' ? 'create' : oneOf(pick, ['create', 'delete', 'no-op', 'update', ...usual]);
  const before = change === 'create' ? undefined : make();
  return { before, after: change === 'delete' ? undefined : change === 'no-op' ? before : make() };
}

function makeOrder(
  { before, after }: Members<Resource, 'before' | 'after'>,
  earlier: readonly Resource[],
  canFail: boolean,
  pick: Pick,
): Members<Resource, 'mayFail' | 'hasCheck' | 'waitsFor' | 'mayWaitForMore' | 'dependedOn' | 'hidden'> {
  const choose = (bound: number, from = earlier): string[] => from.filter(() => pick(bound) === 0).map(({ id }) => id);
  const mayFail = before !== after && canFail && pick(3) === 0;
  const mayWaitForMore = pick(4) === 0;
  const isDeletion = after === undefined;
  const written = earlier.filter((each) => each.after !== undefined);
  return {
    mayFail,
    mayWaitForMore,
    hasCheck: mayFail && pick(3) === 0,
    waitsFor: isDeletion ? [] : choose(3, written),
    dependedOn: [],
    hidden: mayWaitForMore ? choose(2) : [],
  };
}

/** The states that the apply may leave. Terraform skips what waits for a failed write, and goes on with the rest. */
function* listOutcomes(resources: readonly Resource[]): Generator<ReadonlyMap<string, JsonObject | undefined>> {
  const failing = resources.filter(
    ({ mayFail, kind, before, after }) => mayFail || (kind === 'domain' && before !== after),
  );
  for (let failed = 0; failed < 3 ** failing.length; failed++) {
    const state = new Map<string, JsonObject | undefined>();
    const passes = new Map<string, boolean>();
    for (const resource of resources) {
      const at = failing.indexOf(resource);
      const result = at < 0 ? 0 : Math.floor(failed / 3 ** at) % 3;
      const isReached = [...resource.waitsFor, ...resource.hidden].every((id) => passes.get(id));
      // 1: it fails. 2: a condition behind it fails.
      const isApplied = isReached && result !== 1;
      passes.set(resource.id, isReached && result === 0);
      state.set(resource.id, isApplied ? resource.after : resource.before);
    }
    if (failing.every((resource, at) => Math.floor(failed / 3 ** at) % 3 < 2 || resource.hasCheck)) yield state;
  }
}

function admits(resources: readonly Resource[], state: ReadonlyMap<string, JsonObject | undefined>, address: string) {
  const of = (kind: Resource['kind']): JsonObject[] =>
    resources.flatMap((each) => (each.kind === kind ? [state.get(each.id)] : [])).filter((each) => each !== undefined);
  const restriction = of('ip_restriction').find(({ enforced }) => enforced === true);
  if (!restriction) return true;
  const matches = (action: string): boolean =>
    of('ip_policy_rule').some(
      (rule) =>
        rule['action'] === action &&
        (restriction['ip_policy_ids'] as readonly string[]).includes(String(rule['ip_policy_id'])) &&
        contains(String(rule['cidr']), address),
    );
  return matches('allow') && !matches('deny');
}

interface HalfWayTally {
  plans: number;
  /** Answers that hold in every state, and those of which the engine says so. */
  decidable: number;
  decided: number;
  /** Plans of which every write is proved, and those of them that are decided. */
  readonly ordinary: { plans: number; decided: number };
  readonly wrong: string[];
}

export function judgeHalfWay(
  decide: (resources: readonly Resource[]) => (address: string) => Truth,
  seed: number,
  plans: number,
): HalfWayTally {
  const pick = picker(seed);
  const tally: HalfWayTally = { plans: 0, decidable: 0, decided: 0, ordinary: { plans: 0, decided: 0 }, wrong: [] };
  for (; tally.plans < plans; tally.plans++) {
    const resources = makePlan(pick);
    const answer = decide(resources);
    const outcomes = [...listOutcomes(resources)];
    const judged = ADDRESSES.map((address) => {
      const results = new Set(outcomes.map((state) => admits(resources, state, address)));
      const truth = results.size > 1 ? 'depends' : results.has(true) ? 'always' : 'never';
      return { address, truth, says: answer(address) };
    });
    const decidable = judged.filter(({ truth }) => truth !== 'depends');
    tally.decidable += decidable.length;
    tally.decided += decidable.filter(({ truth, says }) => says === truth).length;
    const wrong = judged.filter(({ truth, says }) => says !== 'depends' && says !== truth);
    tally.wrong.push(...wrong.map((each) => `${JSON.stringify(each)}\n${JSON.stringify(resources)}`));
    if (outcomes.length > 1) continue;
    tally.ordinary.plans++;
    if (judged.every(({ says }) => says !== 'depends')) tally.ordinary.decided++;
  }
  return tally;
}
