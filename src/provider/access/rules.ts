import type { ApiError, ServiceObject } from '../../client/api';
import { canonicalKey } from '../../model/canonical';
import { ipPolicyRules } from '../../model/composites';
import { RULE_ATTRIBUTES } from '../../model/composites/ip-policy-rules';
import { attributesFromResponse } from '../../model/from-response';
import type { Attribute, ObjectsAttribute } from '../../model/kind';
import { getKind } from '../../model/kinds';
import { nameProviderSetting } from '../../model/provider-config';
import { type CtyValue, isObjectValue, type ObjectValue, objectValue } from '../../values/cty-value';
import type { JsonObject } from '../../values/json';
import type { ParentReference } from '../service/list-pool';
import { listWithFilter } from '../service/list-with-filter';
import type { Session } from '../service/session';
import { valueToJson } from '../state/json-values';
import { stateAfterRead } from '../state/state-from-response';

export const RULE_KIND = getKind('ip_policy_rule');

const RULES_ATTRIBUTE = ipPolicyRules.attributes['rules'] as ObjectsAttribute;

const POLICY_REFERENCE = { ip_policy_id: RULE_KIND.attributes['ip_policy_id'] as Attribute };

export interface DeclaredRule {
  readonly cidr: string;
  /** The values of {@link RULE_ATTRIBUTES}. */
  readonly values: JsonObject;
}

/** A rule at the service. `cidr` is in the service's notation, or as configured if the response to a write lacks it. */
export interface RemoteRule extends DeclaredRule {
  readonly id: string;
}

/** Rules by canonical CIDR. A policy has at most one rule for each. */
export type RulesByCidr<Rule> = Map<string, Rule>;

function canonicalNetwork(cidr: string): string {
  return canonicalKey(RULES_ATTRIBUTE, cidr);
}

const POLICY_OF_RULE: ParentReference = {
  kind: RULE_KIND.name,
  path: 'ip_policy.id',
  getParentId: (object) => attributesFromResponse(POLICY_REFERENCE, object)['ip_policy_id'],
};

/** Rejects with an ApiError. An empty result may also mean that the policy does not exist. */
export async function listRules(session: Session, policyId: string): Promise<RulesByCidr<RemoteRule>> {
  const { path, getParentId } = POLICY_OF_RULE;
  const isOfPolicy = (object: ServiceObject): boolean => getParentId(object) === policyId;
  return byNetwork(session, await listWithFilter(RULE_KIND, session, { path, value: policyId }, isOfPolicy));
}

/** Like {@link listRules}, for the refresh of many policies, with few requests. */
export async function listPooledRules(session: Session, policyId: string): Promise<RulesByCidr<RemoteRule>> {
  return byNetwork(session, await session.listPool(POLICY_OF_RULE).list(policyId));
}

/**
 * Undefined unless the filter is `obj.ip_policy.id == "ipp_1"`, with these spaces, or the same without `.id`.
 * Undefined also once an apply has begun: a data source that is read then may be a precondition of an apply, and needs
 * current rules.
 */
export function listPooledByFilter(session: Session, filter: string): Promise<readonly ServiceObject[]> | undefined {
  const policyId = /^obj\.ip_policy(?:\.id)? == "(?<id>\w+)"$/.exec(filter)?.groups?.['id'];
  if (policyId === undefined || session.applies.hasBegun) return undefined;
  return session.listPool(POLICY_OF_RULE).list(policyId);
}

function byNetwork(session: Session, objects: readonly ServiceObject[]): RulesByCidr<RemoteRule> {
  return new Map(
    objects.map((object) => {
      const { cidr } = attributesFromResponse(NETWORK, object);
      if (typeof cidr !== 'string') throw ruleWithoutNetwork(session, object);
      return [canonicalNetwork(cidr), toRemoteRule(object, cidr)];
    }),
  );
}

const NETWORK = { cidr: RULE_KIND.attributes['cidr'] as Attribute };

/** The list counts as one that could not be read, because the network of the rule is not known. */
function ruleWithoutNetwork({ client }: Session, { id }: ServiceObject): ApiError {
  const problem = `Cannot list the IP policy rules: the response has the rule '${id}' without a cidr; expected a network.`;
  const advice = `Check the base URL (${nameProviderSetting('base_url', 'environment')}); if it is correct, the service has a defect.`;
  const effect = { deliveryStatus: 'yes', sideEffect: 'no_effect', messageWithoutEffect: problem } as const;
  return client
    .toApiError(problem)
    .withFields({ category: 'invalid_response', ...effect })
    .withEffect(advice);
}

/** `cidr` is the network if the response lacks it. */
export function toRemoteRule(object: JsonObject, cidr: string): RemoteRule {
  const remote = attributesFromResponse(RULE_KIND.attributes, object);
  const values = Object.fromEntries(Object.keys(RULE_ATTRIBUTES).map((name) => [name, remote[name] ?? null]));
  return { id: String(object['id']), cidr: typeof remote['cidr'] === 'string' ? remote['cidr'] : cidr, values };
}

/** The rules of a map in a configuration, plan or state, without elements that are null or unknown. */
export function declaredRules(rules: CtyValue): RulesByCidr<DeclaredRule> {
  if (!isObjectValue(rules)) return new Map();
  return new Map(
    Object.entries(rules).flatMap(([cidr, element]): [string, DeclaredRule][] =>
      isObjectValue(element) ? [[canonicalNetwork(cidr), { cidr, values: valueToJson(element) }]] : [],
    ),
  );
}

/**
 * The map of remote rules. A rule keeps the representation (key and semantically equal values) of the first known map
 * that contains its network. Null elements of the first map are kept if no remote rule has their network.
 */
export function rulesValue(
  remote: ReadonlyMap<string, RemoteRule>,
  ...known: readonly (CtyValue | undefined)[]
): ObjectValue {
  const knownByNetwork = new Map<string, { readonly key: string; readonly element: CtyValue }>();
  for (const map of known.toReversed()) {
    if (!isObjectValue(map)) continue;
    for (const [key, element] of Object.entries(map)) knownByNetwork.set(canonicalNetwork(key), { key, element });
  }
  const [first] = known;
  const nullElements = Object.entries(isObjectValue(first) ? first : {}).filter(
    ([key, element]) => element === null && !remote.has(canonicalNetwork(key)),
  );
  const rules = [...remote].map(([network, { cidr, values }]): [string, CtyValue] => {
    const match = knownByNetwork.get(network);
    const prior = isObjectValue(match?.element) ? match.element : objectValue();
    return [match?.key ?? cidr, stateAfterRead(RULE_ATTRIBUTES, prior, values as { [name: string]: never })];
  });
  return objectValue([...nullElements, ...rules]);
}
