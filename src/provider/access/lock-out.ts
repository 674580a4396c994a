/**
 * Keeps a run from shutting people out. A write that deletes or changes existing rules of an IP policy is refused in
 * two cases. In both, an enforced restriction names the policy. Grants do not count as rules, because they end.
 * `must_admit = []` of the set that is written allows both for its own rules.
 * 1. The restriction admits somebody now, and would surely admit nobody after a phase of the write. A write of case 2
 *    is judged by its networks instead.
 * 2. The write deletes a whole rule set, or a single rule whose network is to stay (`plan-walk/handovers.ts`). The
 *    restriction admits one of the networks of these rules, or of `must_admit` of the set, now, and would surely deny it
 *    afterwards. Such networks are kept: until the run ends, no other write may shut them out either, because
 *    `must_admit = []` of another set speaks for the rules of that set only, and Terraform may delete either set first.
 *
 * Before a write is refused, it waits for what the same run does to the restriction: a destroy deletes it beside the
 * rules. If the rules or restrictions cannot be read at the first look, the write is not refused.
 *
 * A new single rule and a new rule set are not checked, although one that denies may shut everybody out.
 * `access-review/lock-outs.ts` assumes the same.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { attributesFromResponse } from '../../model/from-response';
import { getKind } from '../../model/kinds';
import type { ObjectList } from '../../objects/objects';
import type { Json } from '../../values/json';
import type { Words } from '../../values/words';
import type { ProviderDiagnostic } from '../protocol/diagnostic';
import { isServiceError } from '../service/service-error';
import type { Session } from '../service/session';
import type { WriteLog } from '../service/write-log';
import { isGrant } from './grants';
import { loadAccess } from './load-access';
import { type AdviceOnRestriction, type KeptNetworks, type ShutOut, wouldShutOut } from './messages';
import { toRuleObject } from './policy-rules';
import { listRules, type RemoteRule, RULE_KIND } from './rules';

const RESTRICTION_KIND = getKind('ip_restriction');

export interface RulesWrite {
  readonly policyId: string;
  /** The name of the write in messages: `Deleting the rule 203.0.113.0/24`. */
  readonly action: Words;
  /** For each phase that is judged all changes up to its end; the last one has those of the whole write. */
  readonly phases: readonly ChangedRules[];
  readonly advice: AdviceOnRestriction;
  /** `must_admit = []`: the rules need not admit anybody, so only networks that other policies keep count. */
  readonly mayShutOut?: boolean;
  /** Of the deleted rules, and of `must_admit` of their set: each one that is admitted must stay so. */
  readonly keptNetworks?: readonly string[];
}

export interface ChangedRules {
  /** Rules that no longer exist, or have another network or action. */
  readonly removed: readonly RemoteRule[];
  /** Rules that exist instead, or beside the others. */
  readonly added: readonly RemoteRule[];
}

export interface ListedRestriction {
  readonly id: string;
  readonly type: string;
  /** Undefined if the response does not say it. */
  readonly enforced: boolean | undefined;
  /** Undefined if the response does not say them. */
  readonly policyIds: readonly string[] | undefined;
}

/** Chosen: pause between two looks at the lists. */
const POLL_MS = 500;

/** Chosen: how long a write waits while no other apply of this process is under way. */
const QUIET_MS = 2_000;

/** Chosen: how long a write waits for other applies. For a write of a restriction it waits until that ends. */
const OTHERS_MS = 60_000;

/**
 * Returns why the write must not be sent. Otherwise those of its removed rules that may allow count as deleted for
 * every other check of this process; call {@link keepRules} for those that the write did not delete, and
 * {@link noteChanged} for an updated one.
 */
export async function checkLockOut(session: Session, write: RulesWrite): Promise<ProviderDiagnostic | undefined> {
  const { leaving, kept } = getMemory(session);
  const { policyId, keptNetworks, mayShutOut } = write;
  const { removed = [], added = [] } = write.phases.at(-1) ?? {};
  // Counted before the first wait, so that two writes of one moment cannot remove the last two rules. A rule that
  // denies keeps counting: if its deletion fails, it denies still.
  const leavingRules = removed.filter(mayAllow);
  for (const { id } of leavingRules) leaving.add(id);
  const canShutOut = leavingRules.length > 0 || added.some((rule) => !mayAllow(rule));
  const own = keptNetworks && !mayShutOut ? { policyId, networks: keptNetworks } : undefined;
  if (own) kept.add(own);
  if (!canShutOut || (mayShutOut && kept.size === 0)) return undefined;
  // A restriction that is checked from now on does not count the rules; one before it may rely on them.
  await waitAside(session, () => Promise.allSettled(getMemory(session).restrictionWrites));
  const problem = await refuseUnlessItChanges(session, async (lists) => {
    const found = await findShutOut(session, write, lists);
    return found && wouldShutOut(write, found, session.writes.done);
  });
  if (problem) {
    keepRules(session, leavingRules);
    if (own) kept.delete(own);
  }
  return problem;
}

export function mayAllow({ values }: RemoteRule): boolean {
  return values['action'] !== 'deny';
}

/**
 * While the verdict is a refusal, judges again with new lists: the same run may delete or change the restriction beside
 * the write. The last look begins after {@link mayChangeSoon} has become false, because a list that was read at that
 * moment may be older. A list that cannot be read does not change the verdict before it.
 */
export async function refuseUnlessItChanges(
  session: Session,
  judge: (lists: Lists) => Promise<ProviderDiagnostic | undefined>,
): Promise<ProviderDiagnostic | undefined> {
  const startedAt = performance.now();
  let problem = await judgeIfRead(rememberedLists(session), judge, undefined);
  if (problem) problem = await judgeIfRead(freshLists(session), judge, problem);
  const mayChange = (): boolean => mayChangeSoon(session, performance.now() - startedAt);
  await waitAside(session, async () => {
    let mayBeOld = true;
    while (problem && (mayBeOld || mayChange())) {
      await waitForOthers(session);
      mayBeOld = mayChange();
      problem = await judgeIfRead(freshLists(session), judge, problem);
    }
  });
  return problem;
}

/** Does not count this apply as active, so that two applies that wait do not wait for each other. */
async function waitAside(session: Session, wait: () => Promise<unknown>): Promise<void> {
  session.applies.active -= 1;
  try {
    await wait();
  } finally {
    session.applies.active += 1;
  }
}

/** {@link checkLockOut} waits until the checks and writes of restrictions that have begun before it have ended. */
export async function writeRestriction<T>(session: Session, checkAndWrite: () => Promise<T>): Promise<T> {
  const { restrictionWrites } = getMemory(session);
  const writing = checkAndWrite();
  restrictionWrites.add(writing);
  try {
    return await writing;
  } finally {
    restrictionWrites.delete(writing);
  }
}

/** If true, a list of rules that this run has read may be older than one of its writes. */
export function hasRuleWrites(session: Session): boolean {
  const { leaving, changed } = getMemory(session);
  return leaving.size + changed.size > 0;
}

async function judgeIfRead(
  lists: Lists,
  judge: (lists: Lists) => Promise<ProviderDiagnostic | undefined>,
  verdictBefore: ProviderDiagnostic | undefined,
): Promise<ProviderDiagnostic | undefined> {
  try {
    return await judge(lists);
  } catch (failure) {
    if (!isServiceError(failure)) throw failure;
    return verdictBefore;
  }
}

/** Counts the rules as existing again; rules that were not leaving stay as they are. */
export function keepRules(session: Session, rules: readonly { readonly id: string }[]): void {
  const { leaving } = getMemory(session);
  for (const { id } of rules) leaving.delete(id);
}

/** Counts a rule that `removed` contains as existing with its new values, because its update has ended. */
export function noteChanged(session: Session, changed: RemoteRule): void {
  const memory = getMemory(session);
  memory.changed.set(changed.id, changed);
  memory.leaving.delete(changed.id);
}

/** The rules as the updates of this process have left them: a list may have been read before an update ended. */
export function asChanged<Rule extends RemoteRule>(session: Session, rules: readonly Rule[]): Rule[] {
  const { changed } = getMemory(session);
  return rules.map((rule) => (changed.has(rule.id) ? { ...rule, ...changed.get(rule.id) } : rule));
}

/** Whether this process deletes the allow rule or has deleted it, or is changing its network or action. */
export function isLeaving(session: Session, { id }: { readonly id: string }): boolean {
  return getMemory(session).leaving.has(id);
}

/** A rule set of this process has adopted the rules, so other resources must not delete them. */
export function noteAdopted(session: Session, rules: readonly { readonly id: string }[]): void {
  const { adopted } = getMemory(session);
  for (const { id } of rules) adopted.add(id);
}

export function isAdopted(session: Session, { id }: { readonly id: string }): boolean {
  return getMemory(session).adopted.has(id);
}

/** The first restriction that the write breaks, and those that it breaks for the same reason. */
async function findShutOut(session: Session, write: RulesWrite, lists: Lists): Promise<ShutOut | undefined> {
  let found: { readonly restrictions: ListedRestriction[]; readonly kept: KeptNetworks | undefined } | undefined;
  for (const restriction of await lists.restrictions()) {
    if (restriction.enforced !== true || !restriction.policyIds?.includes(write.policyId)) continue;
    const broken = await findBroken(session, write, restriction.policyIds, lists);
    if (!broken) continue;
    found ??= { restrictions: [], kept: broken.kept };
    if (broken.kept === found.kept) found.restrictions.push(restriction);
  }
  return found;
}

async function findBroken(
  session: Session,
  { policyId, phases, keptNetworks, mayShutOut }: RulesWrite,
  policyIds: readonly string[],
  lists: Lists,
): Promise<Pick<ShutOut, 'kept'> | undefined> {
  const { leaving, kept } = getMemory(session);
  const ownIds = new Set(phases.flatMap(({ removed }) => removed.map(({ id }) => id)));
  const listed = asChanged(session, (await Promise.all(policyIds.map(lists.rules))).flat());
  const rulesBefore = listed.filter(({ id }) => !leaving.has(id) || ownIds.has(id));
  const keptHere = [...kept].filter(
    (each) => policyIds.includes(each.policyId) && !(mayShutOut && each.policyId === policyId),
  );
  // Judged together: a run that hands over hundreds of rules has as many kept networks at each of them.
  const networks = [...new Set(keptHere.flatMap((each) => each.networks))];
  for (const { removed, added } of phases) {
    const removedIds = new Set(removed.map(({ id }) => id));
    const remaining = rulesBefore.filter(({ id }) => !removedIds.has(id));
    const rulesAfter = [...remaining, ...added.map((rule) => ({ ...rule, policyId }))];
    const shutOut = findShutOutNetworks(policyIds, networks, rulesBefore, rulesAfter);
    const broken = keptHere.find((each) => each.networks.some((network) => shutOut.has(network)));
    if (broken) return { kept: broken };
    // A write with kept networks is judged by these, and with `must_admit = []` nobody need be admitted.
    const mustAdmitSomebody = !mayShutOut && !keptNetworks;
    if (mustAdmitSomebody && admitsNobody(policyIds, rulesAfter) && !admitsNobody(policyIds, rulesBefore))
      return { kept: undefined };
  }
  return undefined;
}

function findShutOutNetworks(
  policyIds: readonly string[],
  networks: readonly string[],
  rulesBefore: readonly RuleOfPolicy[],
  rulesAfter: readonly RuleOfPolicy[],
): ReadonlySet<string> {
  const { findShortfalls } = loadAccess();
  const before = findShortfalls({ facts: toRuleLists(rulesBefore), policyIds, networks });
  const notAdmitted = new Set(before.map(({ network }) => network));
  const admitted = networks.filter((network) => !notAdmitted.has(network));
  const after = findShortfalls({ facts: toRuleLists(rulesAfter), policyIds, networks: admitted });
  return new Set(after.flatMap(({ network, denied }) => (denied.length > 0 ? [network] : [])));
}

function admitsNobody(policyIds: readonly string[], rules: readonly RuleOfPolicy[]): boolean {
  return loadAccess().deniesEveryAddress({ facts: toRuleLists(rules), policyIds });
}

/**
 * The rules as the access engine reads them, without grants, which end: also a declared rule may have their metadata.
 */
function toRuleLists(rules: readonly RuleOfPolicy[]): ObjectList[] {
  const objects = rules.filter((rule) => !isGrant(rule)).map((rule) => toRuleObject(rule, rule.policyId));
  return [{ kind: RULE_KIND.name, objects }];
}

export interface RuleOfPolicy extends RemoteRule {
  readonly policyId: string;
}

/** Both functions reject with an ApiError if the list cannot be read. */
export interface Lists {
  readonly restrictions: () => Promise<readonly ListedRestriction[]>;
  readonly rules: (policyId: string) => Promise<readonly RuleOfPolicy[]>;
}

interface Memory {
  /** Ids of allow rules that this process deletes, has deleted, or is changing until {@link noteChanged}. */
  readonly leaving: Set<string>;
  readonly changed: Map<string, RemoteRule>;
  readonly adopted: Set<string>;
  readonly kept: Set<KeptNetworks>;
  readonly restrictionWrites: Set<Promise<unknown>>;
  /** One read of each list serves a run of hundreds of rules. */
  readonly restrictions: Map<number, Promise<readonly ListedRestriction[]>>;
  readonly rules: Map<string, Promise<readonly RuleOfPolicy[]>>;
}

const memories = new WeakMap<WriteLog, Memory>();

function getMemory({ writes }: Session): Memory {
  const memory = memories.get(writes) ?? {
    leaving: new Set(),
    changed: new Map(),
    adopted: new Set(),
    kept: new Set(),
    restrictionWrites: new Set(),
    restrictions: new Map(),
    rules: new Map(),
  };
  memories.set(writes, memory);
  return memory;
}

function rememberedLists(session: Session): Lists {
  const memory = getMemory(session);
  return {
    restrictions: () =>
      remember(memory.restrictions, session.writes.getVersion(RESTRICTION_KIND.name), () => listRestrictions(session)),
    rules: (policyId) => remember(memory.rules, policyId, () => listAllRules(session, policyId)),
  };
}

function freshLists(session: Session): Lists {
  return {
    restrictions: () => listRestrictions(session),
    rules: (policyId) => listAllRules(session, policyId),
  };
}

/** A failed read is not remembered. */
function remember<Key, Value>(map: Map<Key, Promise<Value>>, key: Key, read: () => Promise<Value>): Promise<Value> {
  const known = map.get(key);
  if (known !== undefined) return known;
  const reading = read();
  map.set(key, reading);
  reading.catch(() => map.delete(key));
  return reading;
}

async function listRestrictions(session: Session): Promise<ListedRestriction[]> {
  const restrictions: ListedRestriction[] = [];
  for await (const object of session.client.list(RESTRICTION_KIND.name, {}, { signal: session.stopSignal() })) {
    const { type, enforced, ip_policy_ids: named } = attributesFromResponse(RESTRICTION_KIND.attributes, object);
    restrictions.push({
      id: object.id,
      type: String(type),
      enforced: typeof enforced === 'boolean' ? enforced : undefined,
      policyIds: Array.isArray(named) ? (named as Json[]).map(String) : undefined,
    });
  }
  return restrictions;
}

async function listAllRules(session: Session, policyId: string): Promise<readonly RuleOfPolicy[]> {
  return [...(await listRules(session, policyId)).values()].map((rule) => ({ ...rule, policyId }));
}

/** Whether another operation of the run may still take the policy out of the restriction, or delete the restriction. */
function mayChangeSoon(session: Session, waitedMs: number): boolean {
  if (session.stopSignal().aborted) return false;
  if (session.writes.countRunning(RESTRICTION_KIND.name) > 0) return true;
  if (session.applies.active > 0) return waitedMs < OTHERS_MS;
  return waitedMs < QUIET_MS;
}

async function waitForOthers(session: Session): Promise<void> {
  try {
    await sleep(POLL_MS, undefined, { signal: session.stopSignal() });
  } catch {
    // Interrupted: the next look is the last one.
  }
}
