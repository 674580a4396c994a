/** What aspects over objects of the service have in common. */
import { TerraformResource } from 'cdktf';
import type { IConstruct } from 'constructs';
import { findComposite } from '../../../model/composites';
import type { Attributes } from '../../../model/kind';
import { tryFindKind } from '../../../model/kinds';
import { isInput } from '../../../model/request';

/** What every aspect of this library can leave alone. */
export interface AspectExceptions {
  /**
   * Constructs that the aspect leaves alone, with everything in them.
   *
   * @default - none
   */
  readonly except?: readonly IConstruct[];
}

/** Whether the construct is one of the exceptions, or stands in one. */
export function isExcepted({ node }: IConstruct, { except = [] }: AspectExceptions): boolean {
  return node.scopes.some((scope) => except.includes(scope));
}

/** A resource of the service that says `attribute` about its object; undefined for any other construct. */
export function resourceWith(construct: IConstruct, attribute: string): TerraformResource | undefined {
  if (!TerraformResource.isTerraformResource(construct)) return undefined;
  const kind = tryFindKind(construct.terraformResourceType.replace(/^netingress_/, ''));
  if (!kind || !construct.terraformResourceType.startsWith('netingress_')) return undefined;
  const found = (kind.attributes satisfies Attributes)[attribute];
  return found && isInput(found) ? construct : undefined;
}

/** Most bytes of the metadata of an object (management-api.md 'Conventions'). */
export const MAX_METADATA = metadataLimit();

function metadataLimit(): number {
  const { rules } = findComposite('ip_policy_rules').attributes;
  const metadata = rules && 'elements' in rules && rules.elements !== 'string' ? rules.elements['metadata'] : undefined;
  if (metadata && 'maxBytes' in metadata && metadata.maxBytes !== undefined) return metadata.maxBytes;
  throw new Error('The model has no limit of metadata');
}
