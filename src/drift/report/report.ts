import { createHash } from 'node:crypto';
import type { Graph } from '../../graph/graph';
import { groupBy } from '../../model/arrays';
import { displayName, ipPolicyRules } from '../../model/composites';
import type { DerivedObject } from '../../model/derived-objects';
import { formatStateSource, isSameState, type WorkingDirectory } from '../../model/inventory';
import { createMarksFinder, type FindMarks } from '../../model/marks';
import { type AccountWarning, holdsObjects, warnIfAllGone } from '../../model/other-account';
import { listStateObjects } from '../../objects/from-states';
import type { UncheckedResource } from '../../objects/other-accounts';
import { marksAt, SENSITIVE_VALUE } from '../../values/marks';
import { formatList, type Words } from '../../values/words';
import { isAccessUnread, mayChangeAccess } from '../access/access-findings';
import { type DriftedAccess, EQUAL_ACCESS } from '../access/drifted-access';
import { type AttributionResult, attributeChange } from '../attribution/attribution';
import { MAX_BYTES_OF_OBJECT, type RecordedChanges } from '../attribution/recorded-changes';
import { createRevertedChangesFinder, type RevertedChange } from '../attribution/reverted-changes';
import { selectChanges, type TruncatedObject } from '../attribution/select-changes';
import { findDifferences } from '../compare/compare-account';
import type { Suppressed } from '../compare/compare-values';
import { indexConfiguration } from '../compare/configuration-index';
import { type IncompleteCheck, type KindCoverage, sumCoverage } from '../compare/coverage';
import { FINDING_TYPES, type Finding, type FindingType, type UnattributedFinding } from '../compare/finding';
import type { DriftInput } from '../compare/input';
import { indexObjects } from '../compare/object-index';
import { findRemedy } from '../compare/remedy';
import { parseRuleNotation } from '../compare/rule-set';
import { type CredentialAge, listCredentials } from './credentials';
import { applyIgnoreRules, type IgnoreRule, type InvalidIgnoreRule } from './ignore';
import { graphFromDrift } from './picture';

/** Version of the report. A new major version changes or removes members. */
export const DRIFT_REPORT_VERSION = '1.0';

/** The requests that read the account. */
export interface Usage {
  /** HTTP requests, including retries. */
  readonly requests: number;
  /** Pages of lists. */
  readonly pages: number;
}

/** Equal inputs give equal bytes. The time of the service is an input, `now`. */
export interface DriftReport {
  readonly version: typeof DRIFT_REPORT_VERSION;
  /** `incomplete` if a check failed, else `differences` if there are findings. */
  readonly result: 'in_sync' | 'differences' | 'incomplete';
  /** The findings in the order of kinds of the model, then by name. */
  readonly findings: readonly Finding[];
  /** Who gets in because of the findings; empty lists if they change nothing. */
  readonly access: DriftedAccess;
  /** Number of findings of each type. */
  readonly counts: Readonly<Record<FindingType, number>>;
  /** Findings that ignore rules removed, with the reason of the rule. */
  readonly ignored: readonly (Pick<Finding, 'fingerprint' | 'type' | 'kind' | 'id' | 'path'> & {
    readonly reason: string;
  })[];
  /** Ignore rules that expired or match no finding. */
  readonly invalid_ignore_rules: readonly InvalidIgnoreRule[];
  /** Changes that the account no longer shows; empty without events. */
  readonly reverted_changes: readonly RevertedChange[];
  /** How many objects Terraform manages. */
  readonly coverage: { readonly total: Omit<KindCoverage, 'kind'>; readonly kinds: readonly KindCoverage[] };
  /** Objects that need no configuration: created by the service, live grants, or the key that reads the account. */
  readonly derived: readonly DerivedObject[];
  /** API keys and tunnel credentials, oldest first. A credential works until it is deleted. */
  readonly credentials: readonly CredentialAge[];
  /** Numbers of fields with a difference that is not drift, or without a readable value. */
  readonly suppressed: Suppressed;
  /** Checks that failed. */
  readonly incomplete: readonly IncompleteCheck[];
  /** Checks that had no input: `pending` if there is no synthesized configuration, `events` if no events were given. */
  readonly not_checked: readonly ('pending' | 'events')[];
  readonly usage: Usage;
}

export interface ReportInput extends DriftInput {
  readonly usage: Usage;
  /** The account has the object of `account_object`, so it is the right one. Default: false. */
  readonly isBound?: boolean | undefined;
  /** The changes of audit events, given in any order; undefined if no events were given. */
  readonly events?: RecordedChanges | undefined;
  /** Resources of another provider configuration, without those in `inState` and `configured`. */
  readonly unchecked?: readonly UncheckedResource[] | undefined;
  /** Why states of {@link DriftInput.inOtherStates} were not read. Their objects may be among the unmanaged ones. */
  readonly unreadStates?: readonly string[] | undefined;
  /** Problems in the given events; each makes the report incomplete. */
  readonly eventProblems?: readonly string[] | undefined;
  /** Ids of API keys, or of their users, whose changes are the pipeline's own. */
  readonly ownKeys?: readonly string[] | undefined;
  readonly ignore?: readonly IgnoreRule[] | undefined;
  /** The day for the expiry of ignore rules, `2026-11-21`. */
  readonly today: string;
  /** Where Terraform runs, for the commands of remedies; by default they contain no `-chdir`. */
  readonly workingDirectories?: readonly WorkingDirectory[] | undefined;
  /** All states as files, for the commands of remedies; undefined if a state has no file. */
  readonly stateFiles?: readonly string[] | undefined;
  /** Whether remedies write HCL. Default: TypeScript. */
  readonly isHcl?: boolean | undefined;
  /** Name of the binary in the commands of remedies. Default `terraform`. */
  readonly terraformCommand?: string | undefined;
  /** Deploys what is pending in the stack whose name follows: `cdktf deploy`. By default Terraform applies it. */
  readonly deployCommand?: string | undefined;
}

export interface Drift {
  readonly report: DriftReport;
  readonly graph: Graph;
  /** Resources of other provider configurations, which were not compared. */
  readonly unchecked: readonly UncheckedResource[];
}

export function omitUnchecked(drift: Drift, isCompared: (resource: UncheckedResource) => boolean): Drift {
  const unchecked = drift.unchecked.filter((resource) => !isCompared(resource));
  const others = drift.report.incomplete.filter(({ reason }) => reason !== 'other_provider_configuration');
  const incomplete = [...others, ...listUncheckedChecks(unchecked)];
  const result = decideResult(incomplete, drift.report.findings);
  return {
    report: { ...drift.report, incomplete, result },
    unchecked,
    get graph() {
      return drift.graph;
    },
  };
}

function decideResult(incomplete: readonly IncompleteCheck[], findings: readonly Finding[]): DriftReport['result'] {
  return incomplete.length > 0 ? 'incomplete' : findings.length > 0 ? 'differences' : 'in_sync';
}

function listUncheckedChecks(unchecked: readonly UncheckedResource[]): IncompleteCheck[] {
  const groups = groupBy(unchecked, ({ source, provider }) => JSON.stringify([source, provider]));
  return [...groups.values()].flatMap((resources) => {
    const [first] = resources;
    if (!first) return [];
    const listed = formatList(
      resources.map(({ address }) => address),
      MAX_UNCHECKED,
    );
    return toIncompleteCheck(
      resources.length === 1 ? first.kind : 'account',
      'other_provider_configuration',
      `${first.source} ${first.provider}`,
      `${listed} (${first.source}) ${resources.length === 1 ? 'was' : 'were'} not checked: another provider configuration (${first.provider}). Run drift with its key and address, and --stack for the stacks of that account, or with --accounts and an entry for each account.`,
    );
  });
}

/** Addresses in one message, chosen. */
const MAX_UNCHECKED = 5;

export function detectDrift(input: ReportInput): Drift {
  const { configured, ignore = [], ownKeys = [] } = input;
  const found = findDifferences(input);
  const recorded =
    input.events &&
    selectChanges(
      input.events,
      found.differences.map(({ auditQuery }) => auditQuery),
      createRevertedChangesFinder(ownKeys, input.inState),
    );
  const findConfigured = indexConfiguration(configured ?? []);
  const all = found.differences.map((difference) =>
    toFinding(
      difference,
      attributeChange(difference.auditQuery, recorded?.history, ownKeys),
      findRemedy(difference, findConfigured, input),
    ),
  );
  const { kept, ignored, invalid } = applyIgnoreRules(all, ignore, input.today);
  const otherAccounts = input.isBound ? [] : findOtherAccounts(input);
  const incomplete = [
    ...found.incomplete,
    ...otherAccounts.map(({ message, remedy }) =>
      toIncompleteCheck('account', 'other_account', null, `${message} ${remedy}`),
    ),
    ...listUncheckedChecks(input.unchecked ?? []),
    ...(found.differences.some(({ type }) => type === 'unmanaged') ? (input.unreadStates ?? []) : []).map((message) =>
      toIncompleteCheck('account', 'state_not_read', null, `Unmanaged objects may belong to another stack. ${message}`),
    ),
    ...(input.eventProblems ?? []).map((message, index) =>
      toIncompleteCheck('events', 'invalid_events', String(index + 1), message),
    ),
    ...(recorded?.truncated ?? []).map((object) =>
      toIncompleteCheck('events', 'too_many_events', object.id, describeTruncated(object)),
    ),
  ];
  const findMarks = createMarksFinder(input.inState);
  const shown = kept.map((finding) => hideRuleKey(finding, findMarks));
  const report: DriftReport = {
    version: DRIFT_REPORT_VERSION,
    result: decideResult(incomplete, kept),
    findings: shown,
    access: findAccess(
      input,
      kept,
      ignored.map(({ finding }) => finding),
      otherAccounts.length > 0,
    ),
    counts: Object.fromEntries(
      FINDING_TYPES.map((type) => [type, kept.filter((finding) => finding.type === type).length]),
    ) as Record<FindingType, number>,
    ignored: ignored.map(({ finding, rule: { reason } }) => {
      const { fingerprint, type, kind, id, path } = hideRuleKey(finding, findMarks);
      return { fingerprint, type, kind, id, path, reason };
    }),
    invalid_ignore_rules: invalid,
    reverted_changes: recorded?.found ?? [],
    coverage: { total: sumCoverage(found.coverage), kinds: found.coverage },
    derived: found.derived,
    credentials: listCredentials(input.account, input.now),
    suppressed: found.suppressed,
    incomplete,
    not_checked: [...(configured ? [] : ['pending' as const]), ...(recorded ? [] : ['events' as const])],
    usage: input.usage,
  };
  let graph: Graph | undefined;
  return {
    report,
    unchecked: input.unchecked ?? [],
    // Computed when it is read: JSON, SARIF and a text without findings do not need it.
    get graph() {
      graph ??= graphFromDrift(input, {
        findings: kept,
        ignored: ignored.map(({ finding }) => finding),
        derived: found.derived,
        notCompared: found.notCompared,
        redact: (finding) => hideRuleKey(finding, findMarks),
      });
      return graph;
    },
  };
}

/** Loads the access engine only if it may find something, to save memory where many accounts are in sync. */
function findAccess(
  input: ReportInput,
  findings: readonly Finding[],
  accepted: readonly Finding[],
  mayBeOther: boolean,
): DriftedAccess {
  if (!findings.some(mayChangeAccess) && !isAccessUnread(input)) return EQUAL_ACCESS;
  if (mayBeOther) return { ...EQUAL_ACCESS, not_known: ['the account may not be the one of the states'] };
  const { compareDriftedAccess } = require('../access/deferred-access') as typeof import('../access/deferred-access');
  return compareDriftedAccess(input, findings, accepted);
}

/** Warns of states of which no object is in the account: they may be those of another account. */
function findOtherAccounts(input: ReportInput): AccountWarning[] {
  const { isGone } = indexObjects(input);
  const states = new Map(input.inState.map(({ state }) => [formatStateSource(state), state]));
  return [...states].flatMap(([name, state]) => {
    const { objects, others } = listStateObjects(input.inState.filter((object) => isSameState(object.state, state)));
    const gone = objects.filter(({ kind, id }) => isGone(kind, id)).length;
    const warning = warnIfAllGone(
      { state: name, gone, others: objects.length - gone + others, canSelectStack: states.size > 1 },
      holdsObjects(input.account),
    );
    return warning ? [warning] : [];
  });
}

function toFinding(
  difference: UnattributedFinding,
  attributed: AttributionResult,
  remedy: Pick<Finding, 'remedy' | 'construct'>,
): Finding {
  const { type, kind, id, name, address, state, path, before, after } = difference;
  return {
    fingerprint: computeFingerprint(difference),
    ...{ type, kind, id, name, address, state, construct: remedy.construct, path, before, after },
    other_owners: difference.other_owners ?? [],
    differing_fields: difference.differing_fields ?? [],
    used_by: difference.used_by ?? [],
    grant: difference.grant ?? null,
    attribution: 'attribution' in attributed ? attributed.attribution : null,
    unattributed: 'unattributed' in attributed ? attributed.unattributed : null,
    remedy: remedy.remedy,
  };
}

/** Hides the network of a rule whose set has a sensitive key: a state then marks the map `rules` as a whole. */
function hideRuleKey(finding: Finding, findMarks: FindMarks): Finding {
  const { kind, id, path, remedy } = finding;
  const network = kind === ipPolicyRules.name ? parseRuleNotation(path ?? '') : undefined;
  if (network === undefined || marksAt(findMarks(kind, id ?? '', {}), ['rules']) !== true) return finding;
  const hide = (text: string): string => text.replace(JSON.stringify(network), JSON.stringify(SENSITIVE_VALUE));
  const code = remedy.code && { ...remedy.code, property: hide(remedy.code.property ?? '') };
  return { ...finding, path: hide(path ?? ''), remedy: { ...remedy, code } };
}

/**
 * Excludes the values, so that the fingerprint stays while a field keeps changing. 64 bits are a choice: among a
 * million findings, two with one fingerprint are unlikely.
 */
function computeFingerprint({ type, kind, id, name, address, state, path }: UnattributedFinding): string {
  return createHash('sha256')
    .update(JSON.stringify([type, kind, id ?? (address === null ? name : null), address, state, path]))
    .digest('hex')
    .slice(0, 16);
}

function describeTruncated({ kind, id, omitted, since }: TruncatedObject): Words {
  return `${displayName(kind)} ${id} has ${omitted} older events, up to ${since}, that were not compared; expected at most ${MAX_BYTES_OF_OBJECT / 1024 ** 2} MiB of events of one object. Select files of a shorter time with --events.`;
}

function toIncompleteCheck(
  kind: string,
  reason: IncompleteCheck['reason'],
  subject: string | null,
  message: Words,
): IncompleteCheck {
  return { kind, reason, subject, status: null, code: null, message, objects_read: 0 };
}
