/** Evaluates references in configured values as far as it is possible without Terraform. */
import { parseOutputReference, resolveOutput, type StackOutputs } from '../graph/build/cross-stack-outputs';
import { isJsonObject, type Json } from '../model/json';

/** Returns the value of an attribute of a resource instance, or undefined if it is unknown. */
export type FindAttribute = (stack: string, address: string, attribute: string) => Json | undefined;

/** Only a plan has references with a module. */
const RESOURCE =
  /^\$\{((?:module\.[\w-]+(?:\[(?:"(?:[^"\\]|\\.)*"|\d+)\])?\.)*netingress_\w+\.[A-Za-z_][\w-]*(?:\[(?:"[^"\\]*"|\d+)\])?)\.([a-z_]+)\}$/;

/** Replaces references to resources and to outputs of other stacks by their values. Other expressions stay. */
export function evaluate(
  value: Json | undefined,
  stack: string,
  stacks: readonly StackOutputs[],
  findAttribute: FindAttribute,
): Json {
  const inside = (part: Json | undefined, scope = stack): Json => evaluate(part, scope, stacks, findAttribute);
  if (Array.isArray(value)) return (value as readonly Json[]).map((item) => inside(item));
  if (isJsonObject(value))
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, inside(member)]));
  if (typeof value !== 'string') return value ?? null;
  const [, address, attribute] = RESOURCE.exec(value) ?? [];
  if (address !== undefined && attribute !== undefined) return findAttribute(stack, address, attribute) ?? value;
  const output = parseOutputReference(value);
  const resolved = output && resolveOutput(output, stacks);
  // An output that refers to an output could form a cycle.
  if (typeof resolved?.value !== 'string' || parseOutputReference(resolved.value)) return resolved?.value ?? value;
  return inside(resolved.value, resolved.stack);
}

/** Whether a value is a reference to an attribute of a resource that {@link evaluate} did not find. */
export function isResourceReference(value: Json | undefined): boolean {
  return typeof value === 'string' && RESOURCE.test(value);
}

/** Whether a value contains an expression that only Terraform can evaluate. */
export function hasExpression(value: Json | undefined): boolean {
  if (typeof value === 'string') return /(?<!\$)\$\{|(?<!%)%\{/.test(value);
  if (Array.isArray(value)) return (value as readonly Json[]).some(hasExpression);
  return isJsonObject(value) && Object.values(value).some(hasExpression);
}

/** Escapes known values as a configuration does: `${` becomes `$${`. Otherwise a literal would look like an expression. */
export function escapeTemplates(value: Json | undefined): Json {
  if (typeof value === 'string') return value.replace(/([$%])\{/g, '$1$1{');
  if (Array.isArray(value)) return (value as readonly Json[]).map(escapeTemplates);
  if (isJsonObject(value))
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, escapeTemplates(member)]));
  return value ?? null;
}
