/** Which object a construct names, such as the policy of a rule: whether two constructs mean the same one. */
import { DefaultTokenResolver, StringConcat, type TerraformResource, TerraformStack, Token, Tokenization } from 'cdktf';
import type { IConstruct } from 'constructs';
import { isResolvedString } from './tokens';

/** What a construct names an object by. */
export interface ObjectName {
  /** The stack of the construct; references in `text` are relative to it. */
  readonly stack: TerraformStack;
  /** The identifier as it was given. */
  readonly given: unknown;
  /** The identifier in the configuration of the stack: a literal, or a reference. */
  readonly text: string;
  /** What repeats the construct, if the text means another object in each of its instances. */
  readonly instances?: unknown;
}

/** What has another value in each instance of a resource with `count` or `forEach`. */
const perInstance = /[$%]\{.*(?<![\w.-])(?:each\.(?:key|value)|count\.index)\b/s;

/** The name that the construct gives; undefined if it is known after apply only, or differs between instances of nothing. */
export function objectName(construct: IConstruct, given: unknown, instances?: unknown): ObjectName | undefined {
  const text = textOf(construct, given);
  if (text === undefined) return undefined;
  const name = { stack: TerraformStack.of(construct), given, text };
  if (!perInstance.test(text)) return name;
  return instances === undefined ? undefined : { ...name, instances };
}

/**
 * Whether both certainly mean one object: the same construct by reference, or the same literal. Two different references
 * to one object, and instances of different repetitions, are known to Terraform only. Between stacks the text of a
 * reference means nothing: each stack may have an object of that address.
 */
export function isSameObject(one: ObjectName, other: ObjectName): boolean {
  if (one.instances !== other.instances) return false;
  if (one.stack === other.stack || isResolvedString(one.text)) return one.text === other.text;
  return one.given === other.given && Token.isUnresolved(one.given);
}

/** Resources of one stack that name an object in the same way. */
export interface NamedGroup {
  readonly name: ObjectName | undefined;
  readonly resources: readonly TerraformResource[];
}

/** Groups resources by stack and name, so that the name of each group is resolved once: of thousands of rules most share one. */
export function groupByName(
  resources: readonly TerraformResource[],
  givenOf: (resource: TerraformResource) => unknown,
): NamedGroup[] {
  type ByInstances = Map<unknown, TerraformResource[]>;
  const groups = new Map<TerraformStack, Map<unknown, ByInstances>>();
  for (const resource of resources) {
    const byGiven = getOrAdd(groups, TerraformStack.of(resource), () => new Map<unknown, ByInstances>());
    const byInstances = getOrAdd(byGiven, givenOf(resource), (): ByInstances => new Map());
    getOrAdd(byInstances, instancesOf(resource), () => []).push(resource);
  }
  return [...groups.values()]
    .flatMap((byGiven) => [...byGiven])
    .flatMap(([given, byInstances]) =>
      [...byInstances].map(([instances, group]) => {
        return { name: objectName(group[0] as TerraformResource, given, instances), resources: group };
      }),
    );
}

/** What repeats the resource: the same for two resources only if they have the same instances. */
export function instancesOf({ forEach, count }: TerraformResource): unknown {
  return forEach ?? count;
}

function getOrAdd<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const value = map.get(key) ?? make();
  map.set(key, value);
  return value;
}

/** A text as it will stand in the configuration of the construct's stack. */
export function textOf(construct: IConstruct, value: unknown): string | undefined {
  const resolved = resolvedOf(construct, value);
  return typeof resolved === 'string' ? resolved : undefined;
}

/** A value as it will stand in the configuration of the construct's stack. */
export function resolvedOf(construct: IConstruct, value: unknown): unknown {
  const resolver = new DefaultTokenResolver(new StringConcat());
  return Tokenization.resolve(value, { scope: construct, resolver, preparing: false });
}
