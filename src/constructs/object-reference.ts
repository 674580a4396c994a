/** The object that a construct refers to, such as the policy of a rule. */
import { type IResolvable, TerraformResource, TerraformStack, Token, Tokenization } from 'cdktf';
import type { IConstruct } from 'constructs';
import { groupBy } from '../model/arrays';
import { camelCase, resourceType } from '../model/naming';
import { PerSynthesis } from './per-synthesis';
import { readResourceInput } from './read-resource';
import { isResolvedString, resolveString } from './tokens';

export interface ObjectReference {
  /** The stack of the referring construct. References in `expression` are relative to it. */
  readonly stack: TerraformStack;
  /** The id as the prop has it; may be a token. */
  readonly id: unknown;
  /** The id in the configuration of the stack: a literal, or a template such as `${netingress_ip_policy.office.id}`. */
  readonly expression: string;
  /** The `count` or `forEach` of the construct, if the expression has a different value in each instance. */
  readonly repetition?: unknown;
}

/** Matches `${each.value}`, `${each.key}` and `ipp_${count.index}`, which differ between instances of a resource. */
const PER_INSTANCE = /[$%]\{.*(?<![\w.-])(?:each\.(?:key|value)|count\.index)\b/s;

/**
 * Undefined if the id is not set or not a string, or if it depends on the instance, `each.value`, of a construct
 * without `repetition`.
 */
export function toObjectReference(
  construct: IConstruct,
  id: unknown,
  repetition?: unknown,
): ObjectReference | undefined {
  const expression = resolveString(construct, id);
  if (expression === undefined) return undefined;
  const reference = { stack: TerraformStack.of(construct), id, expression };
  if (!PER_INSTANCE.test(expression)) return reference;
  return repetition === undefined ? undefined : { ...reference, repetition };
}

/**
 * Whether both references certainly mean one object: in one stack their expressions are equal, such as references to
 * one construct, or they are the same literal. Only Terraform knows whether two different references lead to one
 * object. Two stacks may have a resource of one address each, so between stacks equal expressions are not enough: both
 * ids must be the same token. References that differ between instances must have the same `repetition`.
 */
export function isSameObject(one: ObjectReference, other: ObjectReference): boolean {
  if (one.repetition !== other.repetition) return false;
  if (one.stack === other.stack || isResolvedString(one.expression)) return one.expression === other.expression;
  return one.id === other.id && Token.isUnresolved(one.id);
}

export interface ReferredAttribute {
  readonly resource: TerraformResource;
  readonly attribute: string;
}

const referred = new WeakMap<IResolvable, ReferredAttribute>();

/** Lets {@link findReferred} find the attribute by the reference. */
export function registerReference(reference: IResolvable, attribute: ReferredAttribute): void {
  referred.set(reference, attribute);
}

/**
 * Finds the attribute of a `NetingressResource` that a string token refers to, in any stack. Undefined for any other
 * string, also one with text beside the token.
 */
export function findReferred(token: string): ReferredAttribute | undefined {
  const fragments = Tokenization.reverseString(token);
  const { firstToken } = fragments;
  return fragments.length === 1 && firstToken ? referred.get(firstToken) : undefined;
}

export interface ReferenceGroup {
  readonly reference: ObjectReference | undefined;
  readonly resources: readonly TerraformResource[];
}

/** By stack, id, and `count` or `for_each`: thousands of rules of one policy need a single token resolution. */
export function groupByReference(
  resources: readonly TerraformResource[],
  idOf: (resource: TerraformResource) => unknown,
): ReferenceGroup[] {
  // A key for groupBy() from values that are equal only by identity.
  const numbers = new Map<unknown, number>();
  const numberOf = (value: unknown): number | undefined => {
    if (!numbers.has(value)) numbers.set(value, numbers.size);
    return numbers.get(value);
  };
  const groups = groupBy(resources, (resource) =>
    [TerraformStack.of(resource), idOf(resource), getRepetition(resource)].map(numberOf).join(' '),
  );
  return [...groups.values()].map((group) => {
    const [first] = group as [TerraformResource];
    return { reference: toObjectReference(first, idOf(first), getRepetition(first)), resources: group };
  });
}

/** `netingress.backup`, by default the provider of the type. Each alias may have another account. */
export function getProviderName({ provider, terraformResourceType }: TerraformResource): string | undefined {
  return provider?.fqn ?? terraformResourceType.split('_')[0];
}

/** The value that repeats the resource. Two resources with the same value have the same instances. */
function getRepetition({ forEach, count }: TerraformResource): unknown {
  return forEach ?? count;
}

/** The resources of an app by the object that one of their attributes, such as `ip_policy_id`, refers to. */
class ReferenceIndex {
  readonly #resources: readonly TerraformResource[];
  readonly #byAttribute = new Map<string, ReadonlyMap<unknown, readonly ReferenceGroup[]>>();

  constructor(root: IConstruct) {
    this.#resources = root.node.findAll().filter(TerraformResource.isTerraformResource);
  }

  listResources(object: ObjectReference, attribute: string): TerraformResource[] {
    const groups = this.#byAttribute.get(attribute) ?? this.#group(attribute);
    this.#byAttribute.set(attribute, groups);
    // References to one object have equal expressions, or in different stacks equal tokens.
    const candidates = new Set([object.expression, object.id].flatMap((key) => groups.get(key) ?? []));
    return [...candidates]
      .filter(({ reference }) => reference !== undefined && isSameObject(object, reference))
      .flatMap(({ resources }) => resources);
  }

  #group(attribute: string): ReadonlyMap<unknown, readonly ReferenceGroup[]> {
    const referring = this.#resources.filter((resource) => readResourceInput(resource, attribute) !== undefined);
    const groups = groupByReference(referring, (resource) => readResourceInput(resource, attribute));
    const keyed = groups.flatMap((group) =>
      [group.reference?.expression, group.reference?.id].map((key) => ({ key, group })),
    );
    const byKey = groupBy(keyed, ({ key }) => key);
    return new Map([...byKey].map(([key, entries]) => [key, entries.map(({ group }) => group)]));
  }
}

const indexes = new PerSynthesis((stack) => new ReferenceIndex(stack.node.root));

/**
 * Has `app.synth()` report other constructs that manage the same objects as the owner, in any stack: single resources
 * of the kind, and other owners. The message names IpPolicyRules, the class of the only composite with `exclusive`.
 */
export function validateSingleOwner(
  owner: TerraformResource,
  { kind, attribute }: { readonly kind: string; readonly attribute: string },
): void {
  const types = [resourceType({ name: kind }), owner.terraformResourceType];
  owner.node.addValidation({
    validate() {
      const owned = toObjectReference(owner, readResourceInput(owner, attribute), getRepetition(owner));
      if (owned === undefined) return [];
      const paths = indexes
        .get(owner)
        .listResources(owned, attribute)
        .filter((other) => other !== owner && types.includes(other.terraformResourceType))
        .map(({ node }) => node.path);
      if (paths.length === 0) return [];
      return [
        `${camelCase(attribute)}: the policy is also managed by ${paths.join(', ')}; expected a single owner. Use either one ` +
          'IpPolicyRules or separate IpPolicyRule constructs, because IpPolicyRules deletes all rules that it does not declare.',
      ];
    },
  });
}
