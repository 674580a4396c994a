import { TerraformResource, TerraformStack } from 'cdktf';
import { groupBy } from '../../model/arrays';
import { canonicalValue } from '../../model/canonical';
import type { Kind } from '../../model/kind';
import { KINDS } from '../../model/kinds';
import { camelCase, resourceType } from '../../model/naming';
import { attributeAt } from '../../model/natural-key';
import { formatList } from '../../values/words';
import { getProviderName } from '../object-reference';
import { isOverridden, isRepeated } from '../overrides';
import { readResourceInput } from '../read-resource';
import { isResolvedString } from '../tokens';

/** A choice: a message that names more is hard to read. */
const MAX_LISTED = 5;
const validated = new WeakSet<TerraformStack>();

/**
 * Has `app.synth()` report resources of the stack with the same provider and natural key, if the service accepts only
 * one of them. Repeated resources are not compared. One validation checks all: one for each resource would compare
 * thousands of rules with each other.
 */
export function validateUniqueKeys(stack: TerraformStack): void {
  if (validated.has(stack)) return;
  validated.add(stack);
  stack.node.addValidation({ validate: () => findDuplicates(stack) });
}

function findDuplicates(stack: TerraformStack): string[] {
  const resources = stack.node
    .findAll()
    .filter(TerraformResource.isTerraformResource)
    .filter((resource) => TerraformStack.of(resource) === stack && !isRepeated(resource));
  const byType = groupBy(resources, ({ terraformResourceType }) => terraformResourceType);
  return KINDS.filter(({ naturalKey }) => naturalKey?.unique).flatMap((kind) => {
    const ofKind = byType.get(resourceType(kind)) ?? [];
    const keyed = ofKind.flatMap((resource) => {
      const key = readKey(kind, resource);
      return key === undefined ? [] : [{ key, resource }];
    });
    return [...groupBy(keyed, ({ key }) => key).values()]
      .filter(({ length }) => length > 1)
      .map((group) =>
        formatDuplicate(
          kind,
          group.map(({ resource }) => resource),
        ),
      );
  });
}

/**
 * Parts may be tokens, as equal tokens have equal values. Undefined if a part is unset, or set by `addOverride()`;
 * `ignoreChanges` does not change what a create sends. The attributes of unique keys are not nested.
 */
function readKey(kind: Kind, resource: TerraformResource): string | undefined {
  const paths = kind.naturalKey?.attributes ?? [];
  if (isOverridden(resource, paths)) return undefined;
  const parts = paths.map((path) => {
    const value = readResourceInput(resource, path);
    if (typeof value !== 'string' || !isResolvedString(value)) return value;
    return canonicalValue(attributeAt(kind.attributes, path), value);
  });
  if (!parts.every((part) => typeof part === 'string')) return undefined;
  return JSON.stringify([getProviderName(resource), ...parts]);
}

function formatDuplicate(kind: Kind, resources: readonly TerraformResource[]): string {
  const names = (kind.naturalKey?.attributes ?? []).map(camelCase).join(' and ');
  const paths = formatList(
    resources.map(({ node }) => node.path),
    MAX_LISTED,
  );
  return `${names}: equal in ${paths}; expected one ${kind.title} with these values. The service rejects a second one.`;
}
