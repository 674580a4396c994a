/** The objects of the account and the states, each with what was found about it. */
import { graphFromObjects, type PlainObject } from '../../graph/build/from-objects';
import { markNodes } from '../../graph/focus';
import type { Graph, Mark } from '../../graph/graph';
import { ipPolicyRules } from '../../model/composites';
import type { JsonObject } from '../../model/json';
import { tryFindKind } from '../../model/kinds';
import { parseKindName } from '../../model/naming';
import { getNaturalKey } from '../../model/natural-key';
import { objectKey } from '../../model/object-key';
import { omitSensitive } from '../../model/redaction';
import { ipPolicyRule } from '../../model/resources/ip-policy-rule';
import { SEVERITY, type Tone } from '../../report/section';
import type { Finding, FindingType } from '../compare/finding';
import type { DriftInput } from '../compare/input';
import { findObjectId } from '../compare/match-state-to-account';
import { createSensitivePathFinder } from '../compare/redact';
import { parseRulePath } from '../compare/rule-set';

export const TONES: Readonly<Record<FindingType, Tone>> = {
  changed: 'changed',
  missing: 'removed',
  unmanaged: 'added',
  pending: 'changed',
  replaced: 'removed',
  conflict: 'bad',
};

/**
 * An object without a finding is in sync, unless the list of its resource type could not be read, a rule ignores its
 * finding, or it needs no configuration.
 */
export function drawDrift(
  { account, stateResources }: DriftInput,
  findings: readonly Finding[],
  /** Of findings that a rule ignores, and of objects that need no configuration. */
  { ignored, derived }: Readonly<Record<'ignored' | 'derived', readonly Pick<Finding, 'kind' | 'id'>[]>>,
): Graph {
  const findSensitivePaths = createSensitivePathFinder(stateResources);
  const inState = stateResources.flatMap((resource) => {
    const { type, address: location, values } = resource;
    const [kind, id] = [parseKindName(type), findObjectId(resource)];
    return kind !== undefined && id !== undefined ? [{ kind, id, values, location }] : [];
  });
  const locations = new Map(inState.map(({ kind, id, location }) => [objectKey(kind, id), location]));
  const remote = account.kinds.flatMap(({ kind, objects }) =>
    objects.map(({ id, values }) => ({ kind, id, values, location: locations.get(objectKey(kind, id)) ?? id })),
  );
  const objects = new Map<string, PlainObject>();
  for (const object of [...remote, ...inState.filter(({ kind }) => tryFindKind(kind))]) {
    const { kind, id, values } = object;
    const key = objectKey(kind, id);
    if (!objects.has(key))
      objects.set(key, { ...object, values: omitSensitive(values, findSensitivePaths(kind, id, values)) });
  }
  const isRemote = new Set(remote.map(({ kind, id }) => objectKey(kind, id)));
  const rules = new Map(
    remote.flatMap(({ kind, id, values }) => (kind === ipPolicyRule.name ? [[ruleKey(values), id] as const] : [])),
  );
  const marks = new Map<string, Mark>();
  const mark = (key: string, text: string, tone: Tone): void => {
    const other = marks.get(key);
    if (!other || SEVERITY.indexOf(tone) < SEVERITY.indexOf(other.tone)) marks.set(key, { text, tone });
  };
  for (const finding of findings) {
    const object = toObject(finding, rules);
    const key = objectKey(object.kind, object.id);
    // Configuration that is not deployed, and rules of a set that are gone.
    if (!objects.has(key)) objects.set(key, object);
    mark(key, finding.type, TONES[finding.type]);
  }
  for (const { kind, id } of ignored) mark(objectKey(kind, id ?? ''), 'ignored', 'undecided');
  const needsNothing = new Set(derived.map(({ kind, id }) => objectKey(kind, id ?? '')));
  const unread = account.kinds.flatMap(({ kind, failure }) => (failure ? [kind] : []));
  return markNodes(graphFromObjects([...objects.values()], unread), ({ key, kind, external }): Mark | undefined => {
    const found = marks.get(key);
    if (found) return found;
    // Also an object of the state that could not be read alone: without a finding it was not compared.
    if (!isRemote.has(key) && (!external || unread.includes(kind))) return { text: 'not checked', tone: 'undecided' };
    return external || needsNothing.has(key) ? undefined : { text: 'in sync', tone: 'good' };
  });
}

/** The object of a finding as far as the finding knows it. A rule of an exclusive set is the rule of the account. */
function toObject({ kind, id, name, address, path }: Finding, rules: ReadonlyMap<string, string>): PlainObject {
  const location = address ?? id ?? kind;
  const cidr = kind === ipPolicyRules.name ? parseRulePath(path ?? '') : undefined;
  if (cidr === undefined || id === null) {
    const values: JsonObject = kind === ipPolicyRules.name && id !== null ? { ip_policy_id: id } : {};
    return { kind, id: id ?? location, values, name: name ?? location, location };
  }
  const values = { ip_policy_id: id, cidr };
  return { kind: ipPolicyRule.name, id: rules.get(ruleKey(values)) ?? ruleKey(values), values, location };
}

/** `ipp_…/203.0.113.0/24`. */
function ruleKey(values: JsonObject): string {
  return getNaturalKey(ipPolicyRule, values) ?? '';
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
