import { createHash } from 'node:crypto';
import type { Graph } from '../../graph/graph';
import { formatStateSource, isSameState } from '../../model/inventory';
import { type AccountWarning, holdsObjects, warnIfAllGone } from '../../model/other-account';
import { isAccessUnread, mayChangeAccess } from '../access/access-findings';
import { type DriftedAccess, EQUAL_ACCESS } from '../access/drifted-access';
import { type AttributionResult, attributeChange } from '../attribution/attribution';
import type { RecordedChanges } from '../attribution/recorded-changes';
import { createRevertedChangesFinder, type RevertedChange } from '../attribution/reverted-changes';
import { selectChanges } from '../attribution/select-changes';
import { findDifferences } from '../compare/compare-account';
import type { Suppressed } from '../compare/compare-values';
import { indexConfiguration } from '../compare/configuration-index';
import { type IncompleteCheck, type KindCoverage, sumCoverage } from '../compare/coverage';
import type { DerivedObject } from '../compare/derived-objects';
import { type Difference, FINDING_TYPES, type Finding, type FindingType } from '../compare/finding';
import type { DriftInput } from '../compare/input';
import { listStateObjects, matchStateToAccount } from '../compare/match-state-to-account';
import { findRemedy, type WorkingDirectory } from '../compare/remedy';
import { type CredentialAge, listCredentials } from './credentials';
import { applyIgnoreRules, type IgnoreRule, type InvalidIgnoreRule } from './ignore';
import { drawDrift } from './picture';

/** Version of the report. A new major version changes or removes members. */
export const REPORT_VERSION = '1.0';

/** The requests that read the account. */
export interface Usage {
  /** HTTP requests, including retries. */
  readonly requests: number;
  /** Pages of lists. */
  readonly pages: number;
}

/** A drift report. It contains neither host nor the time of the run, so equal inputs give equal bytes. */
export interface Report {
  readonly version: typeof REPORT_VERSION;
  /** `incomplete` if a check failed, else `differences` if there are findings. */
  readonly result: 'in_sync' | 'differences' | 'incomplete';
  /** In the model's order of kinds, then by name. */
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
  /** Objects that need no configuration: created by the service, or the key that reads the account. */
  readonly derived: readonly DerivedObject[];
  /** API keys and tunnel credentials, oldest first. A credential works until it is deleted. */
  readonly credentials: readonly CredentialAge[];
  /** Numbers of differences that are not drift. */
  readonly suppressed: Suppressed;
  /** Checks that failed. */
  readonly incomplete: readonly IncompleteCheck[];
  /** Checks without input: `pending` without a configuration, `events` without events. */
  readonly not_checked: readonly ('pending' | 'events')[];
  readonly usage: Usage;
}

/** The input of {@link detectDrift}. */
export interface ReportInput extends DriftInput {
  readonly usage: Usage;
  /** The account has the object of `account_object`, so it is the right one. Default: false. */
  readonly isBound?: boolean | undefined;
  /** Of audit events in any order; undefined if none were given. */
  readonly events?: RecordedChanges | undefined;
  /** Problems in the given events; each makes the report incomplete. */
  readonly eventProblems?: readonly string[] | undefined;
  /** Ids of API keys whose changes are the pipeline's own. */
  readonly ownKeys?: readonly string[] | undefined;
  /** None by default. */
  readonly ignore?: readonly IgnoreRule[] | undefined;
  /** The day for the expiry of ignore rules, `2026-11-21`. */
  readonly today: string;
  /** For the commands of remedies; by default they contain no `-chdir`. */
  readonly workingDirectories?: readonly WorkingDirectory[] | undefined;
  /** All states as files, for the commands of remedies; undefined if a state has no file. */
  readonly stateFiles?: readonly string[] | undefined;
  /** Name of the binary in the commands of remedies. Default `terraform`. */
  readonly terraformCommand?: string | undefined;
  /** Deploys what is pending in the stack whose name follows: `cdktf deploy`. By default Terraform applies it. */
  readonly deployCommand?: string | undefined;
}

/** A report, and the objects of the account and the states for the picture. */
export interface Drift {
  readonly report: Report;
  readonly graph: Graph;
}

/** Compares the account, the states and the configuration. Pure: neither reads nor requests anything. */
export function detectDrift(input: ReportInput): Drift {
  const { configured, ignore = [], ownKeys = [] } = input;
  const found = findDifferences(input);
  const recorded =
    input.events &&
    selectChanges(
      input.events,
      found.differences.map(({ auditQuery }) => auditQuery),
      createRevertedChangesFinder(ownKeys, input.stateResources),
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
      toIncompleteCheck('account', 'other_account', `${message} ${remedy}`),
    ),
    ...(input.eventProblems ?? []).map((message) => toIncompleteCheck('events', 'invalid_events', message)),
  ];
  const report: Report = {
    version: REPORT_VERSION,
    result: incomplete.length > 0 ? 'incomplete' : kept.length > 0 ? 'differences' : 'in_sync',
    findings: kept,
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
      const { fingerprint, type, kind, id, path } = finding;
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
    // It takes as long as the comparison, and JSON, SARIF and an account in sync need none.
    get graph() {
      graph ??= drawDrift(input, kept, report);
      return graph;
    },
  };
}

/** The engine is loaded only if it may find something: a process that compares many accounts in sync needs no memory for it. */
function findAccess(
  input: ReportInput,
  findings: readonly Finding[],
  accepted: readonly Finding[],
  mayBeOther: boolean,
): DriftedAccess {
  if (!findings.some(mayChangeAccess) && !isAccessUnread(input)) return EQUAL_ACCESS;
  if (mayBeOther) return { ...EQUAL_ACCESS, not_known: ['the account may not be the one of the states'] };
  const { compareAccess } = require('../access/deferred-access') as typeof import('../access/deferred-access');
  return compareAccess(input, findings, accepted);
}

/** States of which no object is in the account. A comparison with an account that may be another one proves nothing. */
function findOtherAccounts(input: ReportInput): AccountWarning[] {
  const { isGone } = matchStateToAccount(input);
  const states = new Map(input.stateResources.map(({ state }) => [formatStateSource(state), state]));
  return [...states].flatMap(([name, state]) => {
    const { objects, others } = listStateObjects(
      input.stateResources.filter((resource) => isSameState(resource.state, state)),
    );
    const gone = objects.filter(({ kind, id }) => isGone(kind, id)).length;
    const warning = warnIfAllGone(
      { state: name, gone, others: objects.length - gone + others },
      holdsObjects(input.account),
    );
    return warning ? [warning] : [];
  });
}

function toFinding(
  difference: Difference,
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

/** Excludes the values, so that the fingerprint stays while a field keeps changing. */
function computeFingerprint({ type, kind, id, name, address, state, path }: Difference): string {
  return createHash('sha256')
    .update(JSON.stringify([type, kind, id ?? (address === null ? name : null), address, state, path]))
    .digest('hex')
    .slice(0, 16);
}

function toIncompleteCheck(kind: string, reason: IncompleteCheck['reason'], message: string): IncompleteCheck {
  return { kind, reason, status: null, code: null, message, objects_read: 0 };
}
