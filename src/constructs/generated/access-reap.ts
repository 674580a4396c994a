// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import type { Construct } from 'constructs';
import { accessReap } from '../../model/actions';
import { type ActionMetaArguments, isActionOfType, NetingressAction } from '../action';

/** Properties of {@link AccessReap}. */
export interface AccessReapProps extends ActionMetaArguments {
  /**
   * Identifiers of the IP policies whose grants are deleted. Default: all policies.
   *
   * @default - not set
   */
  readonly ipPolicyIds?: readonly string[];
}

/**
 * Deletes all grants after their end, and no other rule. A grant is an allow rule with an end in its metadata. Fails if a grant cannot be deleted.
 *
 * Terraform type: `netingress_access_reap`.
 */
export class AccessReap extends NetingressAction<AccessReapProps> {
  static readonly tfResourceType = 'netingress_access_reap';

  constructor(scope: Construct, id: string, props: AccessReapProps = {}) {
    super(scope, id, accessReap, props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isAccessReap(value: unknown): value is AccessReap {
    return isActionOfType(value, AccessReap.tfResourceType);
  }

}
