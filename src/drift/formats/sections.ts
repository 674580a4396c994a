import { displayName, ipPolicyRules } from '../../model/composites';
import { objectKey } from '../../model/object-key';
import { ipPolicy } from '../../model/resources/ip-policy';
import { type Item, type Line, type Section, type Summary, toItem } from '../../report/section';
import type { Words } from '../../values/words';
import { isEqualAccess } from '../access/drifted-access';
import type { IncompleteCheck } from '../compare/coverage';
import { FINDING_TYPES, type Finding } from '../compare/finding';
import { formatCodeChange } from '../compare/remedy';
import { type ExitPolicy, evaluateReport } from '../exit-status';
import { createLabels, FINDING_TONES } from '../report/picture';
import type { Drift, DriftReport } from '../report/report';
import {
  formatAttribution,
  formatCredential,
  formatEventAuthor,
  formatFinding,
  formatName,
  formatValue,
  HEADINGS,
  listLiveGrants,
} from './labels';

export interface DriftOptions {
  readonly policy?: ExitPolicy;
  readonly scope?: string;
  /** The file that SARIF names as the place of each difference; `cdktf.json` if not given. */
  readonly sourceFile?: string;
}

export function summarizeDrift(drift: Drift, { policy = {}, scope = '' }: DriftOptions): Summary {
  const { report } = drift;
  const { findings, coverage, usage } = report;
  const labels = findings.length > 0 ? createLabels(drift.graph) : new Map<string, string>();
  const { status, message } = evaluateReport(report, policy);
  const sections: Section[] = [
    { id: 'access', heading: HEADINGS.access, items: listAccess(report) },
    ...FINDING_TYPES.map((type) => ({
      id: type,
      heading: HEADINGS[type],
      items: findings.filter((finding) => finding.type === type).map((finding) => describeFinding(finding, labels)),
    })),
    { id: 'not_checked', heading: HEADINGS.not_checked, items: listNotChecked(report) },
    { id: 'reverted', heading: HEADINGS.reverted, items: report.reverted_changes.map(describeReverted) },
    {
      id: 'ignore_rules',
      heading: HEADINGS.invalid_ignore_rules,
      items: report.invalid_ignore_rules.map(({ number, problem, rule }) =>
        toItem(
          `rule ${number} ${problem === 'expired' ? `expired on ${rule.expires}` : 'matches no finding'}: ${rule.reason}`,
        ),
      ),
    },
    {
      id: 'ignored',
      heading: 'Ignored',
      folded: true,
      items: report.ignored.map(({ type, kind, id, path, reason }) =>
        toItem(`${type} ${kind} ${id ?? ''}${path === null ? '' : ` ${path}`}: ${reason}`),
      ),
    },
    { id: 'grants', heading: HEADINGS.grants, folded: true, items: listLiveGrants(report).map((text) => toItem(text)) },
    {
      id: 'credentials',
      heading: HEADINGS.credentials,
      folded: true,
      items: report.credentials.map((credential) => toItem(formatCredential(credential))),
    },
    {
      id: 'managed',
      heading: `Managed: ${coverage.total.fraction}`,
      folded: true,
      table: {
        head: ['resource type', 'managed', 'need no configuration', 'read'],
        rows: coverage.kinds
          .filter(({ managed, unmanaged, derived, complete }) => managed + unmanaged + derived > 0 || !complete)
          .map(({ kind, fraction, derived, complete }) => [
            displayName(kind),
            fraction,
            String(derived),
            complete ? 'complete' : 'incomplete',
          ]),
      },
    },
    { id: 'cost', heading: 'Cost', folded: true, items: [toItem(`${usage.requests} requests, ${usage.pages} pages`)] },
  ];
  const tone = findings.length > 0 || status === 2 ? 'attention' : status === 0 ? 'good' : 'undecided';
  return { title: 'Drift', scope, result: message, tone, sections };
}

function listAccess({ access }: DriftReport): readonly Item[] {
  return isEqualAccess(access) ? [] : loadAccessWords().describeDriftedAccess(access);
}

/** Loaded only if the access differs or is not known, to save memory. */
export function loadAccessWords(): typeof import('./deferred-access') {
  return require('./deferred-access') as typeof import('./deferred-access');
}

function describeFinding(finding: Finding, labels: ReadonlyMap<string, string>): Item {
  const { kind, id, remedy, construct, address, type } = finding;
  const place = construct ?? address ?? id;
  const author = formatAttribution(finding);
  const code = formatCodeChange(remedy);
  const label = id === null ? undefined : labels.get(objectKey(kind === ipPolicyRules.name ? ipPolicy.name : kind, id));
  const name = label ?? finding.name;
  const subject: Line = [
    `${displayName(kind)} `,
    ...(name === null || name === place ? [] : [`${formatName(name)} `]),
    { code: place ?? '' },
  ];
  return {
    ...toItem(subject, [
      formatFinding(finding),
      ...(author === null ? [] : [`by ${author}`]),
      ...(remedy.command === null ? [] : [['remedy: ', { code: remedy.command }]]),
      ...(code === null ? [] : [['or in code: ', { code }]]),
    ]),
    tone: FINDING_TONES[type],
  };
}

function listNotChecked(report: DriftReport): Item[] {
  const toUndecided = (line: Words, key?: string): Item => ({
    line,
    tone: 'undecided',
    ...(key !== undefined && { key }),
  });
  return [
    ...report.incomplete.map((check) => toUndecided(`${displayName(check.kind)}: ${check.message}`, keyOf(check))),
    ...(report.not_checked.includes('pending')
      ? [
          toUndecided(
            'pending changes: need the configuration that cdktf synth writes (--app); for HCL, terraform plan lists them',
            'pending',
          ),
        ]
      : []),
    ...(report.not_checked.includes('events') && report.findings.length > 0
      ? [toUndecided('authors of changes: no audit events (--events) were given', 'events')]
      : []),
  ];
}

/**
 * In a report of several accounts, checks with one key are shown once. Undefined for what concerns one account only.
 */
function keyOf({ kind, reason, subject, status, code }: IncompleteCheck): string | undefined {
  return reason === 'other_account' || reason === 'state_not_read'
    ? undefined
    : JSON.stringify([kind, reason, subject, status, code]);
}

function describeReverted(revertedChange: DriftReport['reverted_changes'][number]): Item {
  const { kind, id, name, path, before, after, changed, reverted } = revertedChange;
  const change =
    path === null ? 'was created and deleted' : `${path}: ${formatValue(before)} -> ${formatValue(after)} and back`;
  return toItem(`${displayName(kind)} ${name === null ? id : formatValue(name)}: ${change}`, [
    `by ${formatEventAuthor(changed)}`,
    `reverted by ${formatEventAuthor(reverted)}`,
  ]);
}
