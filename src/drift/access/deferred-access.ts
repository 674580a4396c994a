/** Compares who gets in. Loaded only if that may differ or is not known: access-findings.ts decides it. */

import type { Difference } from '../../access/compare';
import { type EndpointChange, type RestrictionChange, reviewAccess } from '../../access/compare-accounts';
import { type AccessFacts, createFacts, type Rule } from '../../access/facts';
import {
  type DifferenceCause,
  findCauses,
  formatCause,
  formatRule,
  quotePolicy,
  type RuleContents,
} from '../../access-review/causes';
import { hideNetworks, showUrl } from '../../access-review/hidden-parts';
import { reportEnforcement, reportNetworks } from '../../access-review/reported-networks';
import { distinct, groupBy } from '../../model/arrays';
import { displayName, ipPolicyRules } from '../../model/composites';
import { canonicalEndpointUrl, isServedBy } from '../../model/formats/endpoint-url';
import { type AddressRange, rangeOf, toRange } from '../../model/ip/address-set';
import { objectKey } from '../../model/object-key';
import { cloudEndpoint } from '../../model/resources/cloud-endpoint';
import { ipPolicy } from '../../model/resources/ip-policy';
import { ipPolicyRule } from '../../model/resources/ip-policy-rule';
import { nameInPolicies } from '../../model/traffic-policy/object-names';
import type { Obj } from '../../objects/objects';
import { describeCause } from '../../values/describe-cause';
import { isPlainObject, type JsonObject } from '../../values/json';
import { Identities, isUnknown } from '../../values/known';
import { SENSITIVE_VALUE } from '../../values/marks';
import type { Words } from '../../values/words';
import type { Finding } from '../compare/finding';
import type { DriftInput } from '../compare/input';
import { findPolicyUses } from '../compare/policy-uses';
import { mayChangeAccess } from './access-findings';
import { type DeclaredObjects, listDeclaredObjects } from './declared-objects';
import type {
  DriftedAccess,
  DriftedEndpoint,
  DriftedNetworks,
  DriftedRestriction,
  EndpointState,
} from './drifted-access';

/** Leaves out parts whose access is equal. `accepted`: the findings that an ignore rule accepts. */
export function compareDriftedAccess(
  input: DriftInput,
  findings: readonly Finding[],
  accepted: readonly Finding[],
): DriftedAccess {
  const possible = findings.filter(mayChangeAccess);
  const objects = listDeclaredObjects(input, possible, accepted.filter(mayChangeAccess));
  const identities = new Identities();
  const [before, after] = [createFacts(objects.declared, identities), createFacts(objects.actual, identities)] as const;
  const { restrictions, endpoints, undecided } = reviewAccess(before, after);
  const findTouching = createEndpointFindings(objects, possible);
  const rulesOf = groupRules(objects, [before, after]);
  const hideUrls = <Data>(data: Data): Data => hideTexts(data, objects.hidden.urls);
  return {
    restrictions: restrictions.filter(isDifferent).map((change): DriftedRestriction => {
      const report = (difference: Difference, direction: Direction) =>
        reportRestriction(difference, findCauses(change, [before, after], direction), objects);
      return {
        type: change.type,
        before: reportEnforcement(change.before),
        after: reportEnforcement(change.after),
        newly_admitted: report(change.newlyAdmitted, 'admitted'),
        newly_shut_out: report(change.newlyShutOut, 'shut_out'),
      };
    }),
    endpoints: endpoints.filter(isDifferent).map((change): DriftedEndpoint => {
      const { url, binding } = change;
      const touching = findTouching(url);
      const texts = distinct(
        touching.map((finding) =>
          hideUrls({
            object: toFoundObject(finding),
            rules: objects.hidden.endpoints ? [] : distinct((rulesOf.get(finding) ?? []).map(toShownRule)),
          }),
        ),
      ).map(describeTouching);
      const report = (difference: Difference, direction: Direction): DriftedNetworks => {
        const reported = reportNetworks(difference);
        // Several findings may cause the difference together, or undo each other.
        const causes = texts.length === 1 ? texts : [];
        const shown = objects.hidden.endpoints
          ? hideNetworks(reported, causes)
          : {
              ...reported,
              causes: reported.networks.length === 0 ? [] : causes,
              networks: reported.networks.map((network) => ({ ...network, causes })),
            };
        const ranges = [...difference.sure.networks, ...difference.possible.networks].map((cidr) => rangeOf(cidr));
        const separated = touching.filter((finding) => mayBeCause(rulesOf.get(finding), ranges, direction));
        const isEqual = difference.witness === undefined;
        return { ...shown, findings: isEqual ? [] : listFingerprints(separated.length > 0 ? separated : touching) };
      };
      return {
        url: showUrl(url, objects.hidden),
        binding,
        before: reportState(change.before, before),
        after: reportState(change.after, after),
        newly_admitted: report(change.newlyAdmitted, 'admitted'),
        newly_shut_out: report(change.newlyShutOut, 'shut_out'),
        touched_by: texts,
      };
    }),
    not_known: [
      ...undecided.map((cause) => describeCause(hideUrls(cause))),
      ...listKubernetesUrls([before, after])
        .filter((url) => findTouching(url).length > 0)
        .map((url) => `the access to ${hideUrls(url)} by its Kubernetes binding, which is not judged`),
    ],
  };
}

type Direction = 'admitted' | 'shut_out';

function isDifferent({ newlyAdmitted, newlyShutOut }: RestrictionChange | EndpointChange): boolean {
  return newlyAdmitted.witness !== undefined || newlyShutOut.witness !== undefined;
}

function unique<Value>(values: readonly Value[]): Value[] {
  return [...new Set(values)];
}

function listFingerprints(findings: readonly Finding[]): string[] {
  return unique(findings.map(({ fingerprint }) => fingerprint));
}

/** If the list of endpoints was not read completely, it may have one that seems to be absent. */
function reportState(state: EndpointChange['after'], { endpoints }: AccessFacts): EndpointState {
  return state === 'absent' && endpoints.incompleteCloud ? 'not_known' : state;
}

function listKubernetesUrls(facts: readonly AccessFacts[]): string[] {
  const all = facts.flatMap(({ endpoints }) => endpoints.objects);
  return unique(
    all.flatMap(({ url, bindings }) =>
      isUnknown(url) || isUnknown(bindings) || !bindings.includes('kubernetes') ? [] : [url],
    ),
  ).sort();
}

function reportRestriction(
  difference: Difference,
  caused: ReturnType<typeof findCauses>,
  { findFindings, hidden }: DeclaredObjects,
): DriftedNetworks {
  // By identity: `findCauses` returns one object for a cause of several networks.
  const found = new Map(
    caused.flatMap(({ causes }) =>
      causes.map((cause) => [cause, cause.object ? findFindings(cause.object.kind, cause.object.id) : []] as const),
    ),
  );
  const findings = unique([...found.values()].flat());
  const nameCauses = (causes: Iterable<DifferenceCause>): Words[] =>
    [...causes].map((cause) => nameCause(cause, found.get(cause)?.[0]));
  const reported = reportNetworks(difference, caused);
  const shown = hidden.restrictions
    ? hideNetworks(reported, distinct(findings.map(toFoundObject)).map(describeFoundObject))
    : {
        ...reported,
        causes: nameCauses(found.keys()),
        networks: reported.networks.map((network, n) => ({ ...network, causes: nameCauses(caused[n]?.causes ?? []) })),
      };
  return { ...shown, findings: listFingerprints(findings) };
}

/** `unmanaged IP policy rule ipr_…: allow 0.0.0.0/0 of 'Offices'`. */
function nameCause(cause: DifferenceCause, finding: Finding | undefined): string {
  return finding ? `${describeFoundObject(toFoundObject(finding))}: ${cause.text}` : formatCause(cause);
}

/** An object with findings of one type. Each attribute has a finding of its own. */
type FoundObject = Pick<Finding, 'type' | 'construct' | 'address' | 'kind' | 'id' | 'name'>;

function toFoundObject({ type, construct, address, kind, id, name }: Finding): FoundObject {
  return { type, construct, address, kind, id, name };
}

function describeFoundObject({ type, construct, address, kind, id, name }: FoundObject): Words {
  return `${type} ${construct ?? address ?? `${displayName(kind)} ${id ?? name ?? ''}`.trim()}`;
}

interface ChangedRule {
  readonly rule: Rule;
  readonly policy: string;
  /** Whether the account has it, instead of the states. */
  readonly isActual: boolean;
}

function groupRules(
  { findFindings }: DeclaredObjects,
  [before, after]: readonly [AccessFacts, AccessFacts],
): ReadonlyMap<Finding, readonly ChangedRule[]> {
  const rules = [before, after].flatMap((facts) =>
    facts.rules.objects.flatMap((rule) =>
      findFindings(ipPolicyRule.name, rule.id).map((finding) => ({
        finding,
        rule,
        policy: quotePolicy(facts, rule),
        isActual: facts === after,
      })),
    ),
  );
  const found = new Map<Finding, ChangedRule[]>();
  for (const { finding, ...rule } of rules) found.set(finding, [...(found.get(finding) ?? []), rule]);
  return found;
}

/** A changed rule has two: before and after. A finding with more, such as a deleted set, is described without them. */
const MAX_RULES = 2;

/** What is shown of a rule. That of a replaced rule may be equal before and after: then it is shown once. */
type ShownRule = RuleContents & Pick<ChangedRule, 'policy'>;

function toShownRule({ rule: { action, network, description }, policy }: ChangedRule): ShownRule {
  return { action, network, description, policy };
}

function describeTouching({
  object,
  rules,
}: {
  readonly object: FoundObject;
  readonly rules: readonly ShownRule[];
}): Words {
  const texts = rules.map((rule) => `${formatRule(rule)} of ${rule.policy}`);
  const isListed = texts.length > 0 && texts.length <= MAX_RULES;
  return `${describeFoundObject(object)}${isListed ? `: ${texts.join(', then ')}` : ''}`;
}

/** The data with `(sensitive value)` in place of each text, also within longer ones. */
function hideTexts<Data>(data: Data, texts: ReadonlySet<string>): Data {
  if (typeof data === 'string')
    return [...texts].reduce<string>((rest, text) => rest.replaceAll(text, SENSITIVE_VALUE), data) as Data;
  if (Array.isArray(data)) return data.map((item) => hideTexts(item, texts)) as Data;
  if (!isPlainObject(data)) return data;
  return Object.fromEntries(Object.entries(data).map(([name, member]) => [name, hideTexts(member, texts)])) as Data;
}

/**
 * Whether one of the rules may admit, or shut out, some of the addresses: an added `allow` of them admits, a removed
 * one shuts out, and a `deny` does the reverse. True without rules, for a finding about another object. An estimate,
 * because a traffic policy may also reject whom the rules allow: if no finding passes, the caller names all of them.
 */
function mayBeCause(
  rules: readonly ChangedRule[] | undefined,
  ranges: readonly AddressRange[],
  direction: Direction,
): boolean {
  if (!rules) return true;
  return rules.some(({ rule: { action, network }, isActual }) => {
    if (isUnknown(action) || isUnknown(network)) return true;
    if ((action === 'allow') !== (isActual === (direction === 'admitted'))) return false;
    const range = toRange(network);
    return ranges.some((each) => each.family === range.family && each.first <= range.last && range.first <= each.last);
  });
}

/** The findings about the endpoints that serve a URL, and about what their policies use, also behind a forward. */
function createEndpointFindings(
  { declared, actual }: DeclaredObjects,
  possible: readonly Finding[],
): (url: string) => readonly Finding[] {
  const objects = groupBy(
    [...declared, ...actual].flatMap((list) => list.objects),
    ({ kind, id }) => objectKey(kind, id),
  );
  const findings = new Map<string, Finding[]>();
  for (const finding of possible)
    for (const key of listKeys(finding, (kind, id) => objects.get(objectKey(kind, id)) ?? []))
      findings.set(key, [...(findings.get(key) ?? []), finding]);
  const uses = new Map<string, string[]>();
  for (const { kind, id, endpoints } of [declared, actual].flatMap((lists) => findPolicyUses(lists)))
    for (const url of endpoints.map(toEndpointKey)) uses.set(url, [...(uses.get(url) ?? []), objectKey(kind, id)]);
  const wildcards = [...objects.values()].flatMap(([object]) =>
    object?.kind === cloudEndpoint.name && String(object.values['url']).includes('://*.')
      ? [String(object.values['url'])]
      : [],
  );
  return (url) => {
    const keys = new Set([url, ...wildcards.filter((each) => isServedBy(url, each))].map(toEndpointKey));
    // The loop reaches what it adds.
    for (const key of keys) for (const used of uses.get(key) ?? []) keys.add(used);
    return unique([...keys].flatMap((key) => findings.get(key) ?? []));
  };
}

/** The key of an internal endpoint is the same if a policy forwards to it. */
function toEndpointKey(url: string): string {
  return objectKey(cloudEndpoint.name, canonicalEndpointUrl(url));
}

/** What traffic policies name of the object of a finding; of a rule its policy. */
function listKeys(
  { type, kind, id, name, after }: Finding,
  find: (kind: string, id: string) => readonly Obj[],
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
  // Nothing is known of the object, such as an internal endpoint that only a policy names.
  return new Set(keys.length > 0 ? keys : [objectKey(kind, name ?? id ?? '')]);
}
