/**
 * What is made, changed, replaced and removed while processes are killed: every kind of the model, each alone on what it
 * refers to, so that a moment is one request of one operation; and the set of rules, which sends several.
 */
import { isJsonObject, type Json, type JsonObject } from '../../../src/model/json';
import type { Attributes, Kind } from '../../../src/model/kind';
import { KINDS } from '../../../src/model/kinds';
import { ipPolicyRule } from '../../../src/model/resources/ip-policy-rule';
import { type AllKinds, merged, OBJECT, specialResources } from '../../acceptance/all-kinds';
import { dependencies, fullConfig } from '../../acceptance/samples';

/** The four things that Terraform does to an object. */
export const STEPS = ['create', 'update', 'replace', 'delete'] as const;

/** One of {@link STEPS}. */
export type Step = (typeof STEPS)[number];

/** A resource with what it stands on. */
export interface Subject {
  /** Kind, or `ip_policy_rules`. */
  readonly name: string;
  readonly address: string;
  /** The kind whose objects at the service it stands for. */
  readonly kind: Kind;
  /** How messages call it. */
  readonly title: string;
  readonly dependencies: AllKinds;
  /** The resource in its first form, and in one to which it is updated. */
  readonly forms: readonly [AllKinds, AllKinds];
  /** Whether an object that nobody remembers stands in the way of the next create, and so cannot be overlooked. */
  readonly found: boolean;
  /** Identifiers that the resource in the state stands for. */
  idsOf(attributes: Readonly<Record<string, unknown>>): string[];
}

/** Every kind, then the set of rules. */
export function subjects(): Subject[] {
  return [...KINDS.map(subjectOf), setOfRules()];
}

/** Configuration of a step before and after it; `replace` differs in nothing, it is asked for by name. */
export function configurations({ dependencies: on, forms }: Subject): Record<Step, readonly [AllKinds, AllKinds]> {
  const [first, second] = forms.map((form) => merged(on, form)) as [AllKinds, AllKinds];
  return { create: [on, first], update: [first, second], replace: [second, second], delete: [second, on] };
}

function subjectOf(kind: Kind): Subject {
  const type = `netingress_${kind.name}`;
  const sample = withSeededSecrets(kind.attributes, fullConfig(kind, 0, { object: 0 }));
  const form = (description: string): AllKinds => ({ [type]: { [OBJECT]: { ...sample, description } } });
  return {
    name: kind.name,
    address: `${type}.${OBJECT}`,
    kind,
    title: kind.title,
    dependencies: dependencies(kind),
    forms: [form(`a ${kind.name}`), form(`another ${kind.name}`)],
    found: kind.naturalKey?.unique === true,
    idsOf: ({ id }) => [String(id)],
  };
}

function setOfRules(): Subject {
  const form = (n: number): AllKinds => {
    const { netingress_ip_policy_rules: sets = {} } = specialResources(n, 'managed', OBJECT);
    return { netingress_ip_policy_rules: sets };
  };
  return {
    name: 'ip_policy_rules',
    address: `netingress_ip_policy_rules.${OBJECT}`,
    kind: ipPolicyRule,
    title: 'rules of',
    dependencies: { netingress_ip_policy: { managed: { description: 'the policy of the set' } } },
    forms: [form(0), form(1)],
    found: true,
    // The set knows its policy; which rules stand there is told by the number of its networks.
    idsOf: () => [],
  };
}

/** Marks texts that are secret, so that they can be told from others when output is searched for them. */
export const SEED = 'seeded-secret';

function withSeededSecrets(attributes: Attributes, values: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]): [string, Json] => {
      const attribute = attributes[name];
      if (attribute?.type === 'object' && isJsonObject(value))
        return [name, withSeededSecrets(attribute.attributes, value)];
      const isText = attribute?.type === 'string' && !attribute.format && !attribute.enum && !attribute.examples;
      return [name, isText && attribute.sensitive ? `${SEED}-${name}` : (value ?? null)];
    }),
  );
}
