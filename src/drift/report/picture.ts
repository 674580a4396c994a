import { graphFromObjects } from '../../graph/build/from-objects';
import { markNodes } from '../../graph/focus';
import type { Graph, Mark } from '../../graph/graph';
import { ipPolicyRules } from '../../model/composites';
import { tryFindKind } from '../../model/kinds';
import { createMarksFinder } from '../../model/marks';
import { findNaturalKey } from '../../model/natural-key';
import { objectKey } from '../../model/object-key';
import { ipPolicyRule } from '../../model/resources/ip-policy-rule';
import { DEFAULT_ACCOUNT } from '../../objects/accounts';
import type { Obj } from '../../objects/objects';
import { SEVERITY, type Tone } from '../../report/section';
import type { JsonObject } from '../../values/json';
import type { KnownObject } from '../../values/known';
import type { Finding, FindingType } from '../compare/finding';
import { type DriftInput, isFoundById } from '../compare/input';
import { parseRuleNotation } from '../compare/rule-set';

export const FINDING_TONES: Readonly<Record<FindingType, Tone>> = {
  changed: 'changed',
  missing: 'removed',
  unmanaged: 'added',
  pending: 'changed',
  replaced: 'removed',
  conflict: 'bad',
};

interface DrawnFindings {
  readonly findings: readonly Finding[];
  readonly ignored: readonly Finding[];
  readonly derived: readonly Pick<Finding, 'kind' | 'id'>[];
  /** Keys of the objects that only states of {@link DriftInput.inOtherStates} manage. */
  readonly notCompared: ReadonlySet<string>;
  /** Hides the network of a rule whose set has a sensitive key. */
  readonly redact: (finding: Finding) => Finding;
}

/**
 * Each object has its worst finding. One without a finding is in sync, with these exceptions:
 * - It is ignored if a rule ignores its finding.
 * - It is not checked if no list or look-up of the account returned it, or if only a state has it that is not compared.
 * - It has no mark if it needs no configuration, or if only a reference names it (it is external), unless the list of
 *   its resource type could not be read: then it is not checked.
 */
export function graphFromDrift(
  { account, inState, lookups }: DriftInput,
  { findings, ignored, derived, notCompared, redact }: DrawnFindings,
): Graph {
  const findMarks = createMarksFinder(inState);
  const addresses = new Map(inState.map(({ kind, id, place }) => [objectKey(kind, id), place.address]));
  const listed = account.kinds.flatMap(({ kind, objects }) => objects.map(({ id, values }) => ({ kind, id, values })));
  const found = lookups.filter(isFoundById).map(({ kind, found: object }) => ({ ...object, kind }));
  const remote = [...listed, ...found];
  const objects = new Map<string, Obj>();
  // Not rule sets and other composites: their findings add what they need. A resource with `isNew` has no id.
  for (const { kind, id, values } of [...remote, ...inState.filter(({ kind, isNew }) => tryFindKind(kind) && !isNew)]) {
    const key = objectKey(kind, id);
    const marks = findMarks(kind, id, values);
    if (!objects.has(key))
      objects.set(key, { kind, id, values: values as KnownObject, marks, ...toPlace(addresses.get(key)) });
  }
  const isRemote = new Set(remote.map(({ kind, id }) => objectKey(kind, id)));
  const rules = new Map(
    remote.flatMap(({ kind, id, values }) => (kind === ipPolicyRule.name ? [[ruleKey(values), id] as const] : [])),
  );
  const marks = new Map<string, Mark>();
  const names = new Map<string, string>();
  const mark = (key: string, text: string, tone: Tone): void => {
    const other = marks.get(key);
    if (!other || SEVERITY.indexOf(tone) < SEVERITY.indexOf(other.tone)) marks.set(key, { text, tone });
  };
  for (const finding of findings) {
    const exact = toObject(finding, rules);
    // A new node must not show a sensitive network.
    const object = objects.has(objectKey(exact.kind, exact.id)) ? exact : toObject(redact(finding), rules);
    const key = objectKey(object.kind, object.id);
    if (!objects.has(key)) {
      objects.set(key, object);
      if (finding.name !== null) names.set(key, finding.name);
    }
    mark(key, finding.type, FINDING_TONES[finding.type]);
  }
  for (const finding of ignored) {
    const { kind, id } = toObject(finding, rules);
    mark(objectKey(kind, id), 'ignored', 'undecided');
  }
  const needsNothing = new Set(derived.map(({ kind, id }) => objectKey(kind, id ?? '')));
  const unread = account.kinds.flatMap(({ kind, failure }) => (failure ? [kind] : []));
  return markNodes(
    graphFromObjects([...objects.values()], unread, { names }),
    ({ key, kind, external }): Mark | undefined => {
      const worst = marks.get(key);
      if (worst) return worst;
      const isUnread = !isRemote.has(key) && (!external || unread.includes(kind));
      if (isUnread || notCompared.has(key)) return { text: 'not checked', tone: 'undecided' };
      return external || needsNothing.has(key) ? undefined : { text: 'in sync', tone: 'good' };
    },
  );
}

/**
 * A rule of an exclusive set becomes a node: with its id if the account has the rule, else with its natural key as id.
 */
function toObject({ kind, id, address, path }: Finding, rules: ReadonlyMap<string, string>): Obj {
  const place = toPlace(address ?? undefined);
  const cidr = kind === ipPolicyRules.name ? parseRuleNotation(path ?? '') : undefined;
  if (cidr !== undefined && id !== null) {
    const values = { ip_policy_id: id, cidr };
    return { kind: ipPolicyRule.name, id: rules.get(ruleKey(values)) ?? ruleKey(values), values, ...place };
  }
  const values: KnownObject = kind === ipPolicyRules.name && id !== null ? { ip_policy_id: id } : {};
  return { kind, id: id ?? address ?? kind, values, ...place };
}

function toPlace(address: string | undefined): Pick<Obj, 'place'> {
  return address === undefined ? {} : { place: { address, account: DEFAULT_ACCOUNT } };
}

/** `ipp_…/203.0.113.0/24`. */
function ruleKey(values: JsonObject): string {
  return findNaturalKey(ipPolicyRule, values) ?? '';
}

/** Names of objects for people: of a rule with its policy, `203.0.113.0/24 of Offices`. */
export function createLabels({ nodes, edges }: Graph): ReadonlyMap<string, string> {
  const labels = new Map(nodes.map(({ key, label }) => [key, label]));
  const owners = new Map(edges.flatMap(({ from, to, belongs }) => (belongs ? [[from, labels.get(to)] as const] : [])));
  return new Map(
    [...labels].map(([key, label]) => {
      const owner = owners.get(key);
      return [key, owner === undefined ? label : `${label} of ${owner}`] as const;
    }),
  );
}
