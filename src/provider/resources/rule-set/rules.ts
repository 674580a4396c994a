/** The rules of one policy: as they stand at the service, as they are declared, and as Terraform's value. */
import type { ServiceObject } from '../../../client/api';
import { canonicalKey } from '../../../model/canonical';
import { ipPolicyRules } from '../../../model/composites';
import { attributesFromResponse } from '../../../model/from-response';
import type { JsonObject } from '../../../model/json';
import type { Attributes, ObjectsAttribute } from '../../../model/kind';
import { getKind } from '../../../model/kinds';
import { type CtyValue, isObjectValue, type ObjectValue, objectValue } from '../../../values/cty-value';
import { listWithFilter } from '../../service/list-with-filter';
import type { Session } from '../../service/session';
import { stateAfterRead } from '../../state/state-from-response';
import { valueToJson } from '../../state/value-to-json';

/** The kind of a single rule. */
export const RULE_KIND = getKind('ip_policy_rule');

const attribute = ipPolicyRules.attributes['rules'] as ObjectsAttribute;

/** What an element of the map says of a rule. */
export const RULE_ATTRIBUTES: Attributes = attribute.elements;

/** A rule that stands at the service. */
export interface RemoteRule {
  readonly id: string;
  /** As the service spells it. */
  readonly cidr: string;
  /** The values of {@link RULE_ATTRIBUTES}. */
  readonly values: JsonObject;
}

/** A rule that is declared. */
export interface DeclaredRule {
  /** As the configuration spells it. */
  readonly cidr: string;
  readonly values: JsonObject;
}

/** Rules by network in canonical spelling, of which a policy has each once. */
export type RulesByCidr<Rule> = Map<string, Rule>;

/** The network that a spelling means; itself where it is no range. */
export function canonicalNetwork(cidr: string): string {
  return canonicalKey(attribute, cidr);
}

/** The rules that stand in a policy; rejects with a service error. An empty answer may also mean that there is no policy. */
export async function listRules(session: Session, policyId: string): Promise<RulesByCidr<RemoteRule>> {
  const ofPolicy = (answer: ServiceObject): boolean =>
    attributesFromResponse(RULE_KIND.attributes, answer)['ip_policy_id'] === policyId;
  const answers = await listWithFilter(RULE_KIND, session, { path: 'ip_policy.id', text: policyId }, ofPolicy);
  return new Map(answers.map(toRemoteRule).map((rule) => [canonicalNetwork(rule.cidr), rule]));
}

/** An answer of the service as a rule. */
export function toRemoteRule(answer: JsonObject): RemoteRule {
  const all = attributesFromResponse(RULE_KIND.attributes, answer);
  const values = Object.fromEntries(Object.keys(RULE_ATTRIBUTES).map((name) => [name, all[name] ?? null]));
  return { id: String(answer['id']), cidr: String(all['cidr']), values };
}

/** The rules that a wholly known map declares; null elements are none. */
export function declaredRules(rules: CtyValue): RulesByCidr<DeclaredRule> {
  if (!isObjectValue(rules)) return new Map();
  return new Map(
    Object.entries(rules).flatMap(([cidr, element]): [string, DeclaredRule][] =>
      isObjectValue(element) ? [[canonicalNetwork(cidr), { cidr, values: valueToJson(element) }]] : [],
    ),
  );
}

/**
 * The rules that stand, as a map: each with the key and the values as the first of `spellings` that knows its network
 * writes them, if that means the same; null elements of the first stay where no such rule stands.
 */
export function rulesValue(
  standing: ReadonlyMap<string, RemoteRule>,
  ...spellings: readonly (CtyValue | undefined)[]
): ObjectValue {
  const known = new Map<string, { readonly key: string; readonly element: CtyValue }>();
  for (const map of spellings.toReversed()) {
    if (!isObjectValue(map)) continue;
    for (const [key, element] of Object.entries(map)) known.set(canonicalNetwork(key), { key, element });
  }
  const [first] = spellings;
  const none = Object.entries(isObjectValue(first) ? first : {}).filter(
    ([key, element]) => element === null && !standing.has(canonicalNetwork(key)),
  );
  const stand = [...standing].map(([network, { cidr, values }]): [string, CtyValue] => {
    const spelt = known.get(network);
    const prior = isObjectValue(spelt?.element) ? spelt.element : objectValue();
    return [spelt?.key ?? cidr, stateAfterRead(RULE_ATTRIBUTES, prior, values as { [name: string]: never })];
  });
  return objectValue([...none, ...stand]);
}
