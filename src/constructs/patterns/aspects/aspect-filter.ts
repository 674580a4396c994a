import { TerraformResource } from 'cdktf';
import type { IConstruct } from 'constructs';
import type { Attributes } from '../../../model/kind';
import { tryFindKind } from '../../../model/kinds';
import { parseKindName } from '../../../model/naming';
import { isInput } from '../../../model/request';

/** Properties of every aspect of this library. */
export interface AspectExclusions {
  /**
   * Constructs that the aspect skips, with all of their children.
   *
   * @default - none
   */
  readonly exclude?: readonly IConstruct[];
}

export function isExcluded({ node }: IConstruct, { exclude = [] }: AspectExclusions): boolean {
  return node.scopes.some((scope) => exclude.includes(scope));
}

/** Returns the construct if it is a resource of one object whose configuration may have the attribute. */
export function asResourceWith(construct: IConstruct, attribute: string): TerraformResource | undefined {
  if (!TerraformResource.isTerraformResource(construct)) return undefined;
  const kind = tryFindKind(parseKindName(construct.terraformResourceType) ?? '');
  const found = kind && (kind.attributes satisfies Attributes)[attribute];
  return found && isInput(found) ? construct : undefined;
}
