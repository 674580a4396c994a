/** The report of a preview: what the service would refuse, who gets in, and what else a reviewer needs. Pure. */
import { COMPOSITES, displayName } from '../model/composites';
import { rangesToCidrs } from '../model/ip/address-set';
import { type Cidr, parseCidr } from '../model/ip/cidr';
import { KINDS } from '../model/kinds';
import { isInput } from '../model/request';
import { findChanges, type ResourceChange } from '../terraform/plan-json';
import {
  type AccessState,
  compareAccess,
  containsNetwork,
  type Enforcement,
  type NetworkChanges,
  type RestrictionAccess,
  readAccessState,
} from './access';
import type { AccountAccess, Backtest } from './backtest';
import { type Danger, findAccessDangers, findObjectDangers } from './dangers';
import { compareEndpoints, type EndpointChange } from './endpoint-access';
import { evaluateGates, type GateResult, type Gates } from './gates';
import { createLocator, findConstruct, type Locate, listChangedObjects } from './objects';
import type { CopiedAccount, PreviewOutcome, StackOutcome, StackStatus } from './outcome';
import { findRefusals, type Refusal } from './refusals';
import { findRenames } from './renames';
import { hideSensitive, redactReport } from './secrets';
import { findUnknowns } from './unknowns';

export const REPORT_FORMAT = 'netingress-preview';
export const REPORT_VERSION = 1;

export type PreviewResult = 'applies' | 'refused' | 'gate_failed' | 'incomplete';

export interface ReportedNetworks {
  /** In decimal digits: IPv6 networks have up to 2^128 addresses. */
  readonly ipv4: string;
  readonly ipv6: string;
  readonly networks: NetworkChanges['networks'];
}

export interface ReportedAccess {
  readonly account: string;
  readonly type: string;
  readonly before: Enforcement;
  readonly after: Enforcement;
  readonly newly_admitted: ReportedNetworks;
  readonly newly_shut_out: ReportedNetworks;
  /** All networks that are admitted after the change, as the fewest. */
  readonly admits_after: readonly string[];
  readonly new_policies: readonly { readonly id: string; readonly name: string; readonly rules: number }[];
  /** Addresses of the caller, with what changes for each. */
  readonly own_addresses: readonly { readonly address: string; readonly change: 'admitted' | 'shut_out' | 'none' }[];
}

/** A public endpoint whose access changes. */
export interface ReportedEndpoint {
  readonly account: string;
  readonly id: string;
  readonly url: string;
  readonly before: EndpointChange['before'];
  readonly after: EndpointChange['after'];
  readonly newly_admitted: ReportedNetworks;
  readonly newly_shut_out: ReportedNetworks;
  /** Conditions and actions on which the access depends besides the address. */
  readonly depends: readonly string[];
  /** The addresses cannot be computed. */
  readonly unknown: boolean;
}

export interface ReportedStack {
  readonly name: string;
  readonly directory: string;
  readonly status: StackStatus;
  readonly reason: string | null;
}

export interface ReportedObject {
  readonly action: string;
  readonly kind: string;
  readonly title: string;
  readonly id: string;
  readonly name: string;
  readonly stack: string | null;
  readonly address: string | null;
  readonly path: string | null;
  readonly attributes: readonly { readonly name: string; readonly before: unknown; readonly after: unknown }[];
}

/** A change of Terraform that is not an object of the service. */
export interface PlannedResource {
  readonly stack: string;
  readonly address: string;
  readonly actions: readonly string[];
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
  readonly refusals: readonly Refusal[];
  readonly gates: readonly GateResult[];
  readonly access: readonly ReportedAccess[];
  readonly endpoints: readonly ReportedEndpoint[];
  readonly dangers: readonly Danger[];
  readonly objects: readonly ReportedObject[];
  /** Resources of other providers. */
  readonly other_resources: readonly PlannedResource[];
  readonly drift: readonly Drifted[];
  readonly never_settles: readonly PlannedResource[];
  readonly cost: {
    readonly requests: number;
    readonly writes: number;
    readonly requests_per_minute: number | null;
    readonly minutes: number;
    readonly audit_events: number;
    /** Requests that read the account for this preview. */
    readonly read_requests: number;
  };
  /** Reasons why the report is incomplete. */
  readonly incomplete: readonly string[];
  /** What a copy cannot know. */
  readonly unknown: readonly string[];
  readonly backtest: Backtest | null;
}

export interface ReportOptions {
  /** Returns a function that removes secrets from a string. */
  readonly createRedact: (secrets: readonly string[]) => (text: string) => string;
  readonly gates: Gates;
  /** Addresses of the caller; empty if unknown. */
  readonly ownAddresses: readonly string[];
  readonly limits: Readonly<Record<string, number>>;
  readonly backtest?: Backtest | undefined;
  /** The outcome is that of a plan, which was not applied. */
  readonly isPlan?: boolean;
}

export function createReport(outcome: PreviewOutcome, options: ReportOptions): PreviewReport {
  return redactReport(composeReport(outcome, options), options.createRedact(outcome.secrets));
}

function composeReport(outcome: PreviewOutcome, options: ReportOptions): PreviewReport {
  const { stacks, accounts } = outcome;
  const locate = createLocator(stacks);
  const compared = accounts.map((account) => compareAccount(account, locate));
  const restrictions = compared.flatMap(({ access }) => access);
  const refusals = findRefusals(outcome);
  const incomplete = findIncomplete(outcome);
  const endpoints = compared.flatMap((account) => account.endpoints);
  const gates = evaluateGates(options.gates, { restrictions, endpoints }, incomplete);
  const dangers = [...compared.flatMap((account) => account.dangers), ...findRenames(stacks)];
  const result = judge(refusals, gates, incomplete);
  return {
    format: REPORT_FORMAT,
    version: REPORT_VERSION,
    result,
    exit_status: EXIT_STATUS[result],
    stacks: stacks.map(({ name, displayFolder: directory, status, reason }) => ({ name, directory, status, reason })),
    refusals,
    gates,
    access: compared.flatMap(({ account, access }) =>
      access.map((restriction) => reportAccess(account, restriction, options.ownAddresses)),
    ),
    endpoints: compared.flatMap(({ account, endpoints: changes }) =>
      changes.map((change) => reportEndpoint(account, change)),
    ),
    dangers,
    objects: compared.flatMap(({ objects }) =>
      objects.map((object) => hideSensitive(object, findMarks(object, stacks))),
    ),
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

/** The access to every restriction of every account, before and after. */
export function listAccess({ accounts }: PreviewOutcome): AccountAccess[] {
  return accounts.flatMap(({ baseUrl: account, before, after }) =>
    compareAccess(readAccessState(before), readAccessState(after)).map((access) => ({ account, ...access })),
  );
}

const EXIT_STATUS: Readonly<Record<PreviewResult, PreviewReport['exit_status']>> = {
  applies: 0,
  refused: 2,
  gate_failed: 2,
  incomplete: 3,
};

function judge(
  refusals: readonly Refusal[],
  gates: readonly GateResult[],
  incomplete: readonly string[],
): PreviewResult {
  if (incomplete.length > 0) return 'incomplete';
  if (refusals.length > 0) return 'refused';
  return gates.some(({ passed }) => !passed) ? 'gate_failed' : 'applies';
}

interface ComparedAccount {
  readonly account: string;
  readonly access: readonly RestrictionAccess[];
  readonly endpoints: readonly EndpointChange[];
  readonly dangers: readonly Danger[];
  readonly objects: ReturnType<typeof listChangedObjects>;
}

function compareAccount({ baseUrl, before, after }: CopiedAccount, locate: Locate): ComparedAccount {
  const [accessBefore, accessAfter]: AccessState[] = [readAccessState(before), readAccessState(after)];
  if (!accessBefore || !accessAfter) throw new Error('Unreachable');
  const access = compareAccess(accessBefore, accessAfter);
  const objects = listChangedObjects(before, after, locate);
  const describe = (kind: string, id: string): Danger['object'] => {
    const name = accessAfter.policies.get(id)?.name ?? accessBefore.policies.get(id)?.name ?? displayName(kind);
    return { kind, id, name, ...locate(id) };
  };
  return {
    account: baseUrl,
    access,
    endpoints: compareEndpoints([before, accessBefore], [after, accessAfter]),
    objects,
    dangers: [...findAccessDangers(accessBefore, accessAfter, access, describe), ...findObjectDangers(objects)],
  };
}

function reportAccess(
  account: string,
  { type, before, after, newlyAdmitted, newlyShutOut, newPolicies, ...sets }: RestrictionAccess,
  ownAddresses: readonly string[],
): ReportedAccess {
  return {
    account,
    type,
    before,
    after,
    newly_admitted: reportNetworks(newlyAdmitted),
    newly_shut_out: reportNetworks(newlyShutOut),
    admits_after: rangesToCidrs(sets.admittedAfter),
    new_policies: newPolicies.map(({ id, name, rules }) => ({ id, name, rules: rules.length })),
    own_addresses: ownAddresses.map((address) => {
      const cidr = parseCidr(address) as Cidr;
      const [was, is] = [containsNetwork(sets.admittedBefore, cidr), containsNetwork(sets.admittedAfter, cidr)];
      return { address, change: was === is ? 'none' : is ? 'admitted' : 'shut_out' };
    }),
  };
}

function reportEndpoint(account: string, change: EndpointChange): ReportedEndpoint {
  const { id, url, before, after, newlyAdmitted, newlyShutOut, depends, isUnknown: unknown } = change;
  const [admitted, shutOut] = [reportNetworks(newlyAdmitted), reportNetworks(newlyShutOut)];
  return { account, id, url, before, after, newly_admitted: admitted, newly_shut_out: shutOut, depends, unknown };
}

function reportNetworks({ ipv4, ipv6, networks }: NetworkChanges): ReportedNetworks {
  return { ipv4: String(ipv4), ipv6: String(ipv6), networks };
}

function findMarks(object: Pick<ReportedObject, 'stack' | 'address'>, stacks: readonly StackOutcome[]) {
  const plan = stacks.find(({ name }) => name === object.stack)?.plan;
  const change = plan?.resource_changes?.find(({ address }) => address === object.address)?.change;
  return { beforeMarks: change?.before_sensitive, afterMarks: change?.after_sensitive };
}

function listPlanned({ name: stack }: StackOutcome, changes: readonly ResourceChange[]): PlannedResource[] {
  return changes.map(({ address, change }) => ({ stack, address, actions: change.actions }));
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
  const described = [...KINDS, ...COMPOSITES].find((kind) => type === `netingress_${kind.name}`);
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
      ...problems,
    ]),
  ];
}
