/** The report of a preview: what the service would refuse, who gets in, and what else a reviewer needs. Pure. */

import type { EndpointChange, RestrictionChange } from '../access/compare-accounts';
import { toNetworks } from '../access/decide';
import { explainOpen, findCauses, listPolicyIds, namePolicy } from '../access-review/causes';
import { evaluateGates, type GateResult, type Gates } from '../access-review/gates';
import { hideInReview, hideList, hideNetworks, showUrl } from '../access-review/hidden-parts';
import {
  type ReportedEnforcement,
  type ReportedNetworks,
  reportEnforcement,
  reportNetworks,
} from '../access-review/reported-networks';
import { COMPOSITES, displayName } from '../model/composites';
import { decideExit } from '../model/exit-status';
import { containsRange, rangeOf } from '../model/ip/address-set';
import { KINDS } from '../model/kinds';
import { resourceType } from '../model/naming';
import { isInput } from '../model/request';
import { findChanges, type ResourceChange } from '../terraform/plan-json';
import { describeCause } from '../values/describe-cause';
import { SENSITIVE_VALUE } from '../values/marks';
import type { Words } from '../values/words';
import { type ReviewedCopy, reviewCopies } from './access';
import type { AccountAccess, Backtest } from './backtest';
import { describeCopyProblem } from './copy-problems';
import { type Danger, findAccessDangers, findObjectDangers, findOtherAccounts } from './dangers';
import { type ChangedObject, createLocator, findConstruct, type Locate, listChangedObjects } from './objects';
import type { CopiedAccount, PreviewOutcome, StackOutcome, StackStatus } from './outcome';
import { findRefusals, type PreviewRefusal } from './refusals';
import { findRenames } from './renames';
import { findUnknowns } from './unknowns';

export const REPORT_FORMAT = 'netingress-preview';
export const REPORT_VERSION = 1;

export type PreviewResult = 'applies' | 'refused' | 'gate_failed' | 'incomplete';

export interface ReportedAccess {
  /** One of `accounts` of the report. */
  readonly account: string;
  readonly type: string;
  readonly before: ReportedEnforcement;
  readonly after: ReportedEnforcement;
  readonly newly_admitted: ReportedNetworks;
  readonly newly_shut_out: ReportedNetworks;
  /** All networks that are certainly admitted after the change, as the fewest. */
  readonly admits_after: readonly string[];
  /** Rules and other reasons each of which alone admits every address of a family after the change. */
  readonly admits_all_because: readonly string[];
  /** Further networks that may be admitted. */
  readonly may_admit_after: readonly string[];
  readonly new_policies: readonly { readonly id: string; readonly name: string; readonly rules: number }[];
  /** Addresses of `--address`, with what changes for each. */
  readonly named_addresses: readonly {
    readonly address: string;
    readonly change: 'admitted' | 'shut_out' | 'not_known' | 'none';
  }[];
}

/** A URL whose endpoint changes, or whose access changes or may change. */
export interface ReportedEndpoint {
  /** One of `accounts` of the report. */
  readonly account: string;
  readonly url: string;
  readonly binding: EndpointChange['binding'];
  readonly before: EndpointChange['before'];
  readonly after: EndpointChange['after'];
  /** The endpoint was created, changed or removed. If not, other objects that decide its access were. */
  readonly changed: boolean;
  readonly newly_admitted: ReportedNetworks;
  readonly newly_shut_out: ReportedNetworks;
  /** Every request certainly gets in after the change: no policy and no restriction refuses one. */
  readonly admits_all_after: boolean;
  /** On what the access depends after the change besides the address, such as conditions and unknown values. */
  readonly depends: readonly string[];
}

export interface ReportedStack {
  readonly name: string;
  readonly directory: string;
  /** `left_out`: the caller did not select the stack. */
  readonly status: StackStatus | 'left_out';
  /** Why the stack is `blocked` or `not_previewed`; null otherwise. */
  readonly reason: Words | null;
}

export interface PlannedResource {
  readonly stack: string;
  readonly address: string;
  readonly actions: readonly string[];
}

/** An object of the account that Terraform takes over into a state. */
export interface Imported {
  readonly stack: string;
  readonly address: string;
  readonly path: string | null;
}

export interface Drifted {
  readonly stack: string;
  readonly address: string;
  readonly path: string | null;
  /** `changed` or `destroyed` outside of Terraform. */
  readonly change: 'changed' | 'destroyed';
  readonly attributes: readonly string[];
}

/** The report of a preview; `docs/schemas/preview-report.schema.json` describes its JSON. */
export interface PreviewReport {
  readonly format: typeof REPORT_FORMAT;
  readonly version: typeof REPORT_VERSION;
  readonly result: PreviewResult;
  readonly exit_status: 0 | 2 | 3;
  readonly stacks: readonly ReportedStack[];
  readonly refusals: readonly PreviewRefusal[];
  readonly gates: readonly GateResult[];
  /**
   * Names of the accounts that the change uses: the base URL; if several have one URL, also an object of the account, or
   * `without objects`.
   */
  readonly accounts: readonly string[];
  readonly access: readonly ReportedAccess[];
  readonly endpoints: readonly ReportedEndpoint[];
  readonly dangers: readonly Danger[];
  readonly objects: readonly ChangedObject[];
  /** Imported objects. One that also changes is in `objects`, too. */
  readonly imports: readonly Imported[];
  /** Resources of other providers that the change creates, changes or deletes. */
  readonly other_resources: readonly PlannedResource[];
  readonly drift: readonly Drifted[];
  /** What a second plan, after the apply, would still change; of all providers. */
  readonly never_settles: readonly PlannedResource[];
  readonly cost: {
    /** Requests to the copies, of plans and applies. */
    readonly requests: number;
    readonly writes: number;
    /** The lowest limit of the accounts; null if they have none. */
    readonly requests_per_minute: number | null;
    /** Whole minutes for which that limit delays the requests; 0 without a limit. */
    readonly minutes: number;
    readonly audit_events: number;
    /** Requests that read the account for this preview. */
    readonly read_requests: number;
  };
  /** Reasons why the report is incomplete, besides differences of `access` and `endpoints` that are possible. */
  readonly incomplete: readonly string[];
  /** What a copy cannot know. */
  readonly unknown: readonly string[];
  readonly backtest: Backtest | null;
}

export interface ReportOptions {
  readonly gates: Gates;
  readonly namedAddresses: readonly string[];
  /** Limits of `--limit`, such as `ip_policy_rule.per_policy`. */
  readonly limits: Readonly<Record<string, number>>;
  readonly backtest?: Backtest | undefined;
}

export function createReport(outcome: PreviewOutcome, options: ReportOptions): PreviewReport {
  const { stacks, accounts } = outcome;
  const locate = createLocator(stacks);
  const reviewed = reviewCopies(outcome);
  const refusals = findRefusals(outcome);
  const endpoints = reviewed.flatMap(reportEndpoints);
  const access = reviewed.flatMap((copy) => reportRestrictions(copy, options.namedAddresses));
  const undecided = findUndecided(outcome, refusals);
  const gates = evaluateGates(
    options.gates,
    reviewed.map(({ name, review, hidden }) => ({
      name: accounts.length > 1 ? name : '',
      review: hideInReview(review, hidden),
    })),
    undecided,
  );
  const incomplete = [...findIncomplete(outcome), ...findUndecidedAccess(reviewed), ...findUntested(options.backtest)];
  const objects = reviewed.map(({ account }) =>
    listChangedObjects(account.before, account.after, locate, outcome.findMarks),
  );
  const dangers = [
    ...findOtherAccounts(outcome),
    ...reviewed.flatMap((copy, index) =>
      [...findDangers(copy, locate), ...findObjectDangers(objects[index] ?? [])].map((danger) => ({
        ...danger,
        account: copy.name,
      })),
    ),
    ...findRenames(stacks),
  ];
  const result = judge(refusals, gates, incomplete.length > 0 || [...access, ...endpoints].some(isAccessUndecided));
  return {
    format: REPORT_FORMAT,
    version: REPORT_VERSION,
    result,
    exit_status: decideExit({
      failed: result === 'refused' || result === 'gate_failed',
      undecided: result === 'incomplete',
    }),
    stacks: [
      ...stacks.map(({ name, displayFolder: directory, status, reason }) => ({ name, directory, status, reason })),
      ...outcome.leftOut.map(
        ({ name, displayFolder: directory }): ReportedStack => ({ name, directory, status: 'left_out', reason: null }),
      ),
    ],
    refusals,
    gates,
    accounts: reviewed.map(({ name }) => name),
    access,
    endpoints,
    dangers,
    objects: objects.flat(),
    imports: stacks.flatMap(listImports),
    other_resources: stacks.flatMap((stack) =>
      listPlanned(
        stack,
        findChanges(stack.plan ?? {}).filter(({ type }) => !type.startsWith('netingress_')),
      ),
    ),
    drift: stacks.flatMap(listDrift),
    never_settles: stacks.flatMap((stack) => listPlanned(stack, findChanges(stack.nextPlan ?? {}))),
    cost: computeCost(accounts),
    incomplete,
    unknown: findUnknowns(outcome, options),
    backtest: options.backtest ?? null,
  };
}

export function listAccess(outcome: PreviewOutcome): AccountAccess[] {
  return reviewCopies(outcome).flatMap(({ name, review }) =>
    review.restrictions.map((change) => ({ account: name, ...change })),
  );
}

function findUntested(backtest: Backtest | undefined): string[] {
  if (!backtest) return [];
  const nothing =
    backtest.events === 0 ? ['No event and no counted request could be read, so nothing was tested with them.'] : [];
  return [...nothing, ...backtest.unread];
}

/** Whether what is not known decides who newly gets in, or is shut out. */
export function isAccessUndecided(part: Pick<ReportedAccess, 'newly_admitted' | 'newly_shut_out'>): boolean {
  return [part.newly_admitted, part.newly_shut_out].some(({ possible }) => possible.networks.length > 0);
}

function judge(
  refusals: readonly PreviewRefusal[],
  gates: readonly GateResult[],
  isIncomplete: boolean,
): PreviewResult {
  if (refusals.length > 0) return 'refused';
  if (gates.some(({ result }) => result === 'failed')) return 'gate_failed';
  return isIncomplete || gates.some(({ result }) => result === 'not_decided') ? 'incomplete' : 'applies';
}

function findDangers({ before, after, review, hidden }: ReviewedCopy, locate: Locate): Danger[] {
  const names = new Map([...before.policies.objects, ...after.policies.objects].map(({ id, name }) => [id, name]));
  const dangers = findAccessDangers(before, after, review.restrictions, (kind, id, policyId) => {
    return { kind, id, name: names.get(id) ?? displayName(kind), ...locate(id, policyId) };
  });
  if (!hidden.restrictions) return dangers;
  const hideRules = (causes: Danger['causes']) => causes.map((cause) => ({ ...cause, rule: SENSITIVE_VALUE }));
  return dangers.map((each) => ({ ...each, causes: hideRules(each.causes) }));
}

function showNetworks(networks: ReportedNetworks, isHidden: boolean): ReportedNetworks {
  return isHidden ? hideNetworks(networks, []) : networks;
}

function reportRestrictions(copy: ReviewedCopy, namedAddresses: readonly string[]): ReportedAccess[] {
  const { restrictions: isHidden } = copy.hidden;
  return copy.review.restrictions.map((change): ReportedAccess => {
    const { space, admitsAfter, newlyAdmitted, newlyShutOut } = change;
    const [surely, possibly] = [space.surelyFor(admitsAfter), space.possiblyFor(admitsAfter)];
    const causes = (direction: 'admitted' | 'shut_out') => findCauses(change, [copy.before, copy.after], direction);
    return {
      account: copy.name,
      type: change.type,
      before: reportEnforcement(change.before),
      after: reportEnforcement(change.after),
      newly_admitted: showNetworks(reportNetworks(newlyAdmitted, causes('admitted')), isHidden),
      newly_shut_out: showNetworks(reportNetworks(newlyShutOut, causes('shut_out')), isHidden),
      admits_after: hideList(toNetworks(space, surely), isHidden),
      admits_all_because: hideList(
        explainOpen(
          copy.after,
          { restriction: change.restrictions[1], enforcement: change.after },
          toNetworks(space, surely),
        ),
        isHidden,
      ),
      may_admit_after: hideList(toNetworks(space, space.diagrams.and(possibly, space.diagrams.not(surely))), isHidden),
      new_policies: listNewPolicies(copy, change),
      named_addresses: namedAddresses.map((address) => ({ address, change: findNamedChange(change, address) })),
    };
  });
}

function listNewPolicies({ after }: ReviewedCopy, { restrictions: [old, now] }: RestrictionChange) {
  const attached = listPolicyIds(old);
  return listPolicyIds(now)
    .filter((id) => !attached.includes(id))
    .map((id) => ({
      id,
      name: namePolicy(after, id),
      rules: after.rules.objects.filter(({ policyId }) => policyId === id).length,
    }));
}

function findNamedChange(
  { newlyAdmitted, newlyShutOut }: RestrictionChange,
  address: string,
): ReportedAccess['named_addresses'][number]['change'] {
  const named = rangeOf(address);
  const contains = ({ networks }: { readonly networks: readonly string[] }): boolean =>
    networks.some((cidr) => containsRange([rangeOf(cidr)], named));
  if (contains(newlyAdmitted.sure)) return 'admitted';
  if (contains(newlyShutOut.sure)) return 'shut_out';
  return contains(newlyAdmitted.possible) || contains(newlyShutOut.possible) ? 'not_known' : 'none';
}

function reportEndpoints({ name, review, hidden }: ReviewedCopy): ReportedEndpoint[] {
  return review.endpoints
    .filter((change) => change.isChanged || change.newlyAdmitted.witness || change.newlyShutOut.witness)
    .map((change) => {
      const { url, binding, before, after, isChanged: changed, depends, admitsAll: admits_all_after } = change;
      return {
        account: name,
        url: showUrl(url, hidden),
        binding,
        before,
        after,
        changed,
        newly_admitted: showNetworks(reportNetworks(change.newlyAdmitted), hidden.endpoints),
        newly_shut_out: showNetworks(reportNetworks(change.newlyShutOut), hidden.endpoints),
        admits_all_after,
        depends: hideList(depends, hidden.endpoints),
      };
    });
}

/**
 * Returns why no gate can be proved: the copy is not the account after the change. Empty if it is. A list that was not
 * read is not such a reason: it is an unknown value, on which not every gate depends.
 */
function findUndecided({ stacks, accounts }: PreviewOutcome, refusals: readonly PreviewRefusal[]): Words[] {
  return [
    ...(refusals.length > 0 ? ['the change would be refused'] : []),
    ...stacks.flatMap(({ name, status, stateChanged, notPreviewed }) => [
      ...(status === 'blocked' || status === 'not_previewed' || notPreviewed.length > 0
        ? [`stack ${name} was not previewed completely`]
        : []),
      ...(stateChanged ? [`the state of stack ${name} changed during the preview`] : []),
    ]),
    ...accounts.flatMap(({ baseUrl, unreadable, problems }) => [
      ...(unreadable === undefined ? [] : [`the account at ${baseUrl} could not be read`]),
      ...problems.map(describeCopyProblem),
    ]),
  ];
}

function findUndecidedAccess(reviewed: readonly ReviewedCopy[]): string[] {
  return reviewed.flatMap(({ review }) =>
    review.undecided.map((reason) => `The access is not decided: ${describeCause(reason)}.`),
  );
}

function listPlanned({ name: stack }: StackOutcome, changes: readonly ResourceChange[]): PlannedResource[] {
  return changes.map(({ address, change }) => ({ stack, address, actions: change.actions }));
}

function listImports({ name: stack, plan, constructs }: StackOutcome): Imported[] {
  return (plan?.resource_changes ?? [])
    .filter(({ type, change }) => change.importing && type.startsWith('netingress_'))
    .map(({ address }) => ({ stack, address, path: findConstruct(constructs, address) }));
}

function listDrift({ name: stack, plan, constructs }: StackOutcome): Drifted[] {
  return (plan?.resource_drift ?? []).flatMap(({ address, type, change }): Drifted[] => {
    const path = findConstruct(constructs, address);
    if (change.after === null) return [{ stack, address, path, change: 'destroyed', attributes: [] }];
    const after = change.after;
    // The service may change computed values at any time, and no apply reverts them.
    const attributes = Object.keys(after).filter(
      (name) => isConfigurable(type, name) && JSON.stringify(after[name]) !== JSON.stringify(change.before?.[name]),
    );
    return attributes.length > 0 ? [{ stack, address, path, change: 'changed', attributes }] : [];
  });
}

function isConfigurable(type: string, name: string): boolean {
  const described = [...KINDS, ...COMPOSITES].find((kind) => type === resourceType(kind));
  const attribute = described?.attributes[name];
  return described === undefined || (attribute !== undefined && isInput(attribute));
}

function computeCost(accounts: readonly CopiedAccount[]): PreviewReport['cost'] {
  const requests = accounts.flatMap((account) => account.requests);
  const limits = accounts.flatMap(({ requestsPerMinute }) => requestsPerMinute ?? []);
  const limit = limits.length > 0 ? Math.min(...limits) : null;
  return {
    requests: requests.length,
    writes: requests.filter(({ method }) => method !== 'GET').length,
    requests_per_minute: limit,
    // The first requests of the window are sent at once.
    minutes: limit === null ? 0 : Math.floor(Math.max(0, requests.length - 1) / limit),
    audit_events: accounts.reduce((sum, { auditEvents }) => sum + auditEvents, 0),
    read_requests: accounts.reduce((sum, { readRequests }) => sum + readRequests, 0),
  };
}

function findIncomplete({ stacks, accounts }: PreviewOutcome): string[] {
  return [
    ...stacks.flatMap(({ name, status, reason, notPreviewed, stateChanged }) => [
      ...(status === 'blocked' || status === 'not_previewed' ? [`Stack ${name} was not previewed: ${reason}`] : []),
      ...notPreviewed.map((text) => `Stack ${name}: ${text}`),
      ...(stateChanged ? [`Stack ${name}: its state changed during the preview. Run the preview again.`] : []),
    ]),
    ...accounts.flatMap(({ baseUrl, unreadable, failures, problems }) => [
      ...(unreadable === undefined ? [] : [`The account at ${baseUrl} could not be read: ${unreadable}`]),
      ...failures.map(({ kind, failure }) => `${displayName(kind, 0)} could not be read: ${failure.message}`),
      ...problems.map(describeCopyProblem),
    ]),
  ];
}
