/**
 * What decides the arguments and the number of objects of a resource besides its own props: `count`, `forEach`,
 * overrides, `ignoreChanges`.
 */
import type { TerraformElement, TerraformResource, TerraformStack } from 'cdktf';
import { isPlainObject } from '../values/json';

/**
 * Whether the resource has `count` or `forEach`, also by `addOverride()`, so that Terraform creates any number of
 * instances.
 */
export function isRepeated(resource: TerraformResource): boolean {
  if (resource.count !== undefined || resource.forEach !== undefined) return true;
  return isOverridden(resource, ['count', 'for_each']);
}

export function isOverriddenOrIgnored(resource: TerraformResource, attributes: readonly string[]): boolean {
  return isOverridden(resource, attributes) || isIgnored(resource, attributes);
}

/**
 * Whether `lifecycle.ignoreChanges`, also by `addOverride()`, contains one of the attributes, is `all`, or is a token:
 * then the value that the resource was created with stays, or may stay.
 */
export function isIgnored(resource: TerraformResource, attributes: readonly string[]): boolean {
  const { lifecycle } = getOverrides(resource) as { readonly lifecycle?: { readonly ignore_changes?: unknown } };
  return [resource.lifecycle?.ignoreChanges, lifecycle?.ignore_changes].some((ignored: unknown) => {
    if (ignored === undefined || ignored === null) return false;
    if (!Array.isArray(ignored)) return true;
    return ignored.some((path) => attributes.includes(String(path).split(/[.[]/)[0] as string));
  });
}

/** Whether `addOverride()` sets one of the attributes or blocks, or a part of it. */
export function isOverridden(resource: TerraformResource, names: readonly string[]): boolean {
  const overrides = getOverrides(resource);
  return names.some((name) => name in overrides);
}

/**
 * As CDKTF merges the overrides of a resource: objects by their members, and lists are appended. An object replaces a
 * list, a token or null, with which CDKTF would merge it or fail.
 */
export function mergeOverrides(
  block: Readonly<Record<string, unknown>>,
  overrides: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const merge = (old: unknown, value: unknown): unknown => {
    if (isPlainObject(old) && isPlainObject(value)) return mergeOverrides(old, value);
    return Array.isArray(old) && Array.isArray(value) ? [...old, ...value] : value;
  };
  const merged = Object.entries(overrides).map(([name, value]) => [name, merge(block[name], value)]);
  return { ...block, ...Object.fromEntries(merged) };
}

export function getOverrides(element: TerraformElement | TerraformStack): Readonly<Record<string, unknown>> {
  return (element as unknown as { readonly rawOverrides: Readonly<Record<string, unknown>> }).rawOverrides;
}
