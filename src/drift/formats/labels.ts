import { displayName, ipPolicyRules } from '../../model/composites';
import { formatStateSource } from '../../model/inventory';
import { cloudEndpoint } from '../../model/resources/cloud-endpoint';
import { ipPolicy } from '../../model/resources/ip-policy';
import { ipPolicyRule } from '../../model/resources/ip-policy-rule';
import { formatCount, oneLine } from '../../model/text';
import { isJsonObject, type Json } from '../../values/json';
import type { Words } from '../../values/words';
import type { Attribution, Finding, FindingType, UnattributedReason } from '../compare/finding';
import type { CredentialAge } from '../report/credentials';
import type { DriftReport } from '../report/report';

export const HEADINGS: Readonly<
  Record<
    FindingType | 'access' | 'reverted' | 'invalid_ignore_rules' | 'not_checked' | 'grants' | 'credentials',
    string
  >
> = {
  access: 'Access, compared with the states',
  changed: 'Changed',
  missing: 'Missing',
  unmanaged: 'Unmanaged',
  pending: 'Pending',
  replaced: 'Replaced',
  conflict: 'Conflict',
  reverted: 'Reverted changes',
  invalid_ignore_rules: 'Invalid ignore rules',
  not_checked: 'Not checked',
  grants: 'Temporary access',
  credentials: 'Credentials',
};

/** `ipp_…/203.0.113.7/32 was granted until …, by …` for each live grant: the only rules among the derived objects. */
export function listLiveGrants({ derived }: Pick<DriftReport, 'derived'>): string[] {
  return derived
    .filter(({ kind }) => kind === ipPolicyRule.name)
    .map(({ id, name, reason }) => `${name ?? id} ${reason}`);
}

/** `API key "ci" (ak_…): created 2026-01-02T03:04:05Z, 324 days old`. */
export function formatCredential({ kind, id, name, created_at: created, age_days: days }: CredentialAge): string {
  const age = days === null ? '' : `, ${formatCount(days, 'day')} old`;
  return `${displayName(kind)} ${name === null ? id : `${formatValue(name)} (${id})`}: created ${created}${age}`;
}

export function formatSubject({
  construct,
  address,
  kind,
  name,
  id,
}: Pick<Finding, 'construct' | 'address' | 'kind' | 'name' | 'id'>): string {
  const place = construct ?? address;
  if (place !== null) return place;
  return `${displayName(kind)} ${name === null ? '' : `${formatName(name)} `}${id ?? ''}`.trim();
}

export function formatFinding(finding: Omit<Finding, 'remedy'>): string {
  const { grant } = finding;
  return `${formatDifference(finding)}${grant === null ? '' : `; ${truncate(grant)}`}`;
}

function formatDifference(finding: Omit<Finding, 'remedy'>): Words {
  const { type, kind, path, before, after, id, differing_fields: fields, used_by: users } = finding;
  switch (type) {
    case 'changed': {
      const format = kind === ipPolicyRules.name ? formatRule : formatValue;
      return `${path}: ${format(before)} -> ${format(after)}`;
    }
    case 'missing':
      return `${describeMissing(finding)}${describePolicyUse(kind, users)}`;
    case 'unmanaged':
      return 'is in the account and in no state';
    case 'pending':
      if (path !== null) return `${path}: ${formatValue(before)} -> ${formatValue(after)} is not deployed`;
      return after === null ? 'is deployed and no longer configured' : 'is configured and not deployed';
    case 'replaced':
      return `${before} was replaced by ${after}${fields.length > 0 ? `, which differs in ${fields.join(', ')}` : ''}`;
    case 'conflict':
      return `${id} is also managed by ${finding.other_owners
        .map(({ address, state }) => `${address} in ${formatStateSource(state)}`)
        .join(' and by ')}`;
  }
}

/** A URL that no state contains may have been that of an agent, so the text names no cloud endpoint. */
function describeMissing({ kind, id, name, address }: Omit<Finding, 'remedy'>): Words {
  if (id !== null || name === null) return `${displayName(kind)} ${id} was deleted`;
  const isEndpoint = kind === cloudEndpoint.name && address === null;
  return isEndpoint
    ? `no endpoint serves ${formatName(name)}`
    : `${displayName(kind)} ${formatName(name)} does not exist`;
}

function describePolicyUse(kind: string, endpoints: readonly string[]): Words {
  if (endpoints.length === 0) return '';
  const effect =
    kind === ipPolicy.name ? ', where it now counts as an IP policy without rules, which admits no address' : '';
  const isOne = endpoints.length === 1;
  return `; the traffic ${isOne ? 'policy' : 'policies'} of ${endpoints.map(formatName).join(', ')} ${isOne ? 'refers' : 'refer'} to it${effect}`;
}

export function formatAttribution({
  attribution,
  unattributed,
}: Pick<Finding, 'attribution' | 'unattributed'>): string | null {
  if (attribution) return formatEventAuthor(attribution);
  return unattributed === null ? null : UNATTRIBUTED_LABELS[unattributed];
}

const UNATTRIBUTED_LABELS: Readonly<Record<UnattributedReason, string | null>> = {
  no_events: null,
  not_applicable: null,
  kind_not_audited: 'unknown: this resource type emits no audit events',
  no_matching_event: 'unknown: no event matches',
};

/** `ann@example.com in the dashboard at 2026-11-21T04:00:00Z (event ev_...)`. */
export function formatEventAuthor(attribution: Attribution): string {
  const { occurred_at, event_id } = attribution;
  return `${formatAuthor(attribution)} at ${occurred_at}${formatAttributionNotes(attribution)} (event ${event_id})`;
}

function formatAuthor({ author }: Attribution): string {
  if (!author) return 'the service';
  const source =
    author.source === 'dashboard'
      ? 'in the dashboard'
      : `by API with ${author.credential_id ?? 'an unknown credential'}`;
  return `${truncate(oneLine(author.subject))} ${source}`;
}

function formatAttributionNotes({ own_key, certain }: Attribution): string {
  return `${own_key ? ', with an own key' : ''}${certain ? '' : ', or an earlier author'}`;
}

/** `2 changed, 1 missing`. */
export function formatCounts({ counts }: Pick<DriftReport, 'counts'>): string {
  const found = Object.entries(counts).filter(([, count]) => count > 0);
  return found.map(([type, count]) => `${count} ${type}`).join(', ');
}

export function formatResult(report: DriftReport): string {
  const { result, coverage, incomplete } = report;
  const counts = formatCounts(report);
  const managed = `${coverage.total.fraction} objects managed`;
  switch (result) {
    case 'in_sync':
      return `No drift: ${report.not_checked.includes('pending') ? 'account and states' : 'account, states and configuration'} are in sync; ${managed}.`;
    case 'differences':
      return `Drift: ${counts}; ${managed}.`;
    case 'incomplete':
      return `Incomplete: ${incomplete.length} not checked${counts === '' ? '' : `; found ${counts}`}; ${managed}, of those read.`;
  }
}

/** Long values are truncated; the JSON report contains them. */
export function formatValue(value: Json): string {
  return value === null ? '(none)' : truncate(JSON.stringify(value));
}

/** `allow "just for today"` for a rule of a set, and other values as {@link formatValue}. */
function formatRule(value: Json): string {
  if (!isJsonObject(value) || typeof value['action'] !== 'string') return formatValue(value);
  const { action, description, ...others } = value;
  const more = Object.values(others).some((each) => each !== null) ? ` ${formatValue(others)}` : '';
  return `${action}${typeof description === 'string' ? ` ${formatName(description)}` : ''}${more}`;
}

/** Users choose names. They are escaped, so that they add no lines to a report. */
export function formatName(name: string): string {
  return truncate(JSON.stringify(name));
}

/** In characters, chosen. */
const MAX_VALUE_LENGTH = 160;

function truncate(value: string): string {
  return value.length > MAX_VALUE_LENGTH ? `${value.slice(0, MAX_VALUE_LENGTH)}...` : value;
}
