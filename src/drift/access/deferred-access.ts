/** Who gets in because of the findings of a report: the states against the account, by the engine of `access/`. */
import { type Cause, findCauses, formatCause } from '../../access/causes';
import type { Difference } from '../../access/compare';
import { createFacts, type FactList, type FactObject } from '../../access/facts';
import { type ReportedNetworks, reportEnforcement, reportNetworks } from '../../access/reported-networks';
import { type EndpointChange, type RestrictionChange, reviewAccess } from '../../access/review';
import { groupBy } from '../../model/arrays';
import { displayName, ipPolicyRules } from '../../model/composites';
import { canonicalEndpointUrl, isServedBy } from '../../model/formats/endpoint-url';
import type { AccountInventory, AccountObject } from '../../model/inventory';
import type { JsonObject } from '../../model/json';
import { objectKey } from '../../model/object-key';
import { SENSITIVE_VALUE } from '../../model/redaction';
import { cloudEndpoint } from '../../model/resources/cloud-endpoint';
import { ipPolicy } from '../../model/resources/ip-policy';
import { ipPolicyRule } from '../../model/resources/ip-policy-rule';
import { nameInPolicies } from '../../model/traffic-policy/object-names';
import type { Finding } from '../compare/finding';
import type { DriftInput } from '../compare/input';
import { findPolicyUses } from '../compare/policy-uses';
import { mayChangeAccess } from './access-findings';
import { type DeclaredObjects, listDeclaredObjects } from './declared-objects';
import type { DriftedAccess, DriftedEndpoint, DriftedRestriction } from './drifted-access';

/** Pure. Parts whose access is equal are left out. */
export function compareAccess(input: DriftInput, findings: readonly Finding[]): DriftedAccess {
  const possible = findings.filter(mayChangeAccess);
  const objects = listDeclaredObjects(input, possible);
  const [before, after] = [createFacts(objects.declared), createFacts(objects.actual)] as const;
  const { restrictions, endpoints, undecided } = reviewAccess(before, after);
  const findCandidates = createEndpointFindings(objects, possible);
  return {
    restrictions: restrictions.filter(isDifferent).map((change): DriftedRestriction => {
      const report = (direction: 'admitted' | 'shut_out') =>
        reportRestriction(change, direction, findCauses(change, [before, after], direction), objects);
      const [admitted, shutOut] = [report('admitted'), report('shut_out')];
      return {
        type: change.type,
        before: reportEnforcement(change.before),
        after: reportEnforcement(change.after),
        newly_admitted: admitted.networks,
        newly_shut_out: shutOut.networks,
        findings: listFingerprints([...admitted.findings, ...shutOut.findings], possible),
      };
    }),
    endpoints: endpoints.filter(isDifferent).map((change): DriftedEndpoint => {
      const { url, binding } = change;
      const certain = findCandidates(change);
      const causes = [...new Set(certain.map(describeFinding))];
      const report = (difference: Difference): ReportedNetworks => {
        const reported = reportNetworks(difference);
        if (objects.isSensitive) return hideNetworks(reported, causes);
        return { ...reported, networks: reported.networks.map((network) => ({ ...network, causes })) };
      };
      return {
        url,
        binding,
        before: change.before,
        after: change.after,
        newly_admitted: report(change.newlyAdmitted),
        newly_shut_out: report(change.newlyShutOut),
        findings: listFingerprints(certain, possible),
      };
    }),
    not_known: undecided,
  };
}

function isDifferent({ newlyAdmitted, newlyShutOut }: RestrictionChange | EndpointChange): boolean {
  return newlyAdmitted.witness !== undefined || newlyShutOut.witness !== undefined;
}

/** Without a certain cause each finding may be one. */
function listFingerprints(certain: readonly Finding[], possible: readonly Finding[]): string[] {
  return [...new Set((certain.length > 0 ? certain : possible).map(({ fingerprint }) => fingerprint))];
}

function reportRestriction(
  { newlyAdmitted, newlyShutOut }: RestrictionChange,
  direction: 'admitted' | 'shut_out',
  caused: ReturnType<typeof findCauses>,
  { findFindings, isSensitive }: DeclaredObjects,
): { readonly networks: ReportedNetworks; readonly findings: readonly Finding[] } {
  const found = caused.flatMap(({ causes }) =>
    causes.map((cause) => ({ cause, findings: cause.object ? findFindings(cause.object.kind, cause.object.id) : [] })),
  );
  const findings = found.flatMap((each) => each.findings);
  const reported = reportNetworks(direction === 'admitted' ? newlyAdmitted : newlyShutOut, caused);
  if (isSensitive) return { networks: hideNetworks(reported, findings.map(describeFinding)), findings };
  const texts = new Map(found.map((each) => [formatCause(each.cause), describeCause(each.cause, each.findings[0])]));
  const networks = reported.networks.map(({ causes, ...network }) => ({
    ...network,
    causes: causes.map((cause) => texts.get(cause) ?? cause),
  }));
  return { networks: { ...reported, networks }, findings };
}

/** `unmanaged IP policy rule ipr_…: allow 0.0.0.0/0 of 'Offices'`. */
function describeCause(cause: Cause, finding: Finding | undefined): string {
  return finding ? `${describeFinding(finding)}: ${cause.text}` : formatCause(cause);
}

/** The type, and the address or the kind with the id: the cause has the name. */
function describeFinding({ type, address, kind, id, name }: Finding): string {
  return `${type} ${address ?? `${displayName(kind)} ${id ?? name ?? ''}`.trim()}`;
}

/** Numbers of addresses without the addresses, which are values that a state marks as sensitive. */
function hideNetworks(
  { ipv4, ipv6, networks, possible, ...report }: ReportedNetworks,
  causes: readonly string[],
): ReportedNetworks {
  const addresses = String(BigInt(ipv4) + BigInt(ipv6));
  return {
    ...report,
    ipv4,
    ipv6,
    networks: networks.length === 0 ? [] : [{ cidr: SENSITIVE_VALUE, addresses, causes: [...new Set(causes)] }],
    possible: { ...possible, networks: possible.networks.length === 0 ? [] : [SENSITIVE_VALUE] },
    witness: null,
    witness_before: [],
    witness_after: [],
  };
}

/** The findings about the endpoints that serve a URL, and about what their policies use, also behind a forward. */
function createEndpointFindings(
  { declared, actual }: DeclaredObjects,
  possible: readonly Finding[],
): (change: EndpointChange) => readonly Finding[] {
  const objects = groupBy(
    [...declared, ...actual].flatMap((list) => list.objects),
    ({ kind, id }) => objectKey(kind, id),
  );
  const findings = new Map<string, Finding[]>();
  for (const finding of possible)
    for (const key of listKeys(finding, (kind, id) => objects.get(objectKey(kind, id)) ?? []))
      findings.set(key, [...(findings.get(key) ?? []), finding]);
  const uses = new Map<string, string[]>();
  for (const { kind, id, endpoints } of [declared, actual].flatMap((lists) => findPolicyUses(toInventory(lists))))
    for (const url of endpoints.map(toEndpointKey)) uses.set(url, [...(uses.get(url) ?? []), objectKey(kind, id)]);
  const wildcards = [...objects.values()].flatMap(([object]) =>
    object?.kind === cloudEndpoint.name && String(object.values['url']).includes('://*.')
      ? [String(object.values['url'])]
      : [],
  );
  return ({ url }) => {
    const keys = new Set([url, ...wildcards.filter((each) => isServedBy(url, each))].map(toEndpointKey));
    // The loop reaches what it adds.
    for (const key of keys) for (const used of uses.get(key) ?? []) keys.add(used);
    return [...keys].flatMap((key) => findings.get(key) ?? []);
  };
}

/** The key of an internal endpoint is the same if a policy forwards to it. */
function toEndpointKey(url: string): string {
  return objectKey(cloudEndpoint.name, canonicalEndpointUrl(url));
}

/** What traffic policies name of the object of a finding; of a rule its policy. */
function listKeys(
  { type, kind, id, name, after }: Finding,
  find: (kind: string, id: string) => readonly FactObject[],
): ReadonlySet<string> {
  if (kind === ipPolicyRules.name) return new Set([objectKey(ipPolicy.name, id ?? '')]);
  const found = [id, type === 'replaced' ? String(after) : null].flatMap((each) =>
    each === null ? [] : find(kind, each),
  );
  const keys = found.map(({ id: objectId, values }) => {
    if (kind === ipPolicyRule.name) return objectKey(ipPolicy.name, String(values['ip_policy_id']));
    if (kind === cloudEndpoint.name) return toEndpointKey(String(values['url']));
    return objectKey(kind, nameInPolicies(kind, values as JsonObject) ?? objectId);
  });
  // A policy names an object that no state has.
  return new Set(keys.length > 0 ? keys : [objectKey(kind, name ?? id ?? '')]);
}

function toInventory(lists: readonly FactList[]): AccountInventory {
  return {
    kinds: lists.map(({ kind, objects }) => ({ kind, objects: objects as readonly AccountObject[], pages: 0 })),
  };
}
