/** Which object a construct names, such as the policy of a rule: whether two constructs mean the same one. */
import { DefaultTokenResolver, StringConcat, type TerraformResource, Tokenization } from 'cdktf';
import type { IConstruct } from 'constructs';

/** What a construct names an object by. */
export interface ObjectName {
  /** As it will stand in the configuration of the construct's stack: an identifier, or a reference. */
  readonly text: string;
  /** What repeats the construct, if the text means another object in each of its instances. */
  readonly instances?: unknown;
}

/** What has another value in each instance of a resource with `count` or `forEach`. */
const perInstance = /[$%]\{.*(?<![\w.-])(?:each\.(?:key|value)|count\.index)\b/s;

/** What the resource names by the value; undefined if Terraform alone knows, also of an instance of nothing repeated. */
export function objectName(resource: TerraformResource, value: unknown): ObjectName | undefined {
  const text = textOf(resource, value);
  if (text === undefined || !perInstance.test(text)) return text === undefined ? undefined : { text };
  const instances = resource.forEach ?? resource.count;
  return instances === undefined ? undefined : { text, instances };
}

/**
 * Whether both certainly mean one object, within one stack: the same construct by reference, or the same text. Whether
 * two different references mean one object only Terraform knows, and so does it of instances of different repetitions.
 */
export function isSameObject(one: ObjectName, other: ObjectName): boolean {
  return one.text === other.text && one.instances === other.instances;
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
