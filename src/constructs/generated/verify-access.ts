// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import type { Construct } from 'constructs';
import { verifyAccess } from '../../model/actions';
import { isActionOfType, NetingressAction, type ActionMetaArguments } from '../action';

/** Properties of {@link VerifyAccess}. */
export interface VerifyAccessProps extends ActionMetaArguments {
  /** Identifiers of the IP policies that are combined. */
  readonly ipPolicyIds: readonly string[];
  /**
   * Networks in CIDR notation whose every address must be admitted. An address without a mask is a network of one address.
   *
   * @default - not set
   */
  readonly mustAdmit?: readonly string[];
  /**
   * Networks in CIDR notation of which no address may be admitted.
   *
   * @default - not set
   */
  readonly mustDeny?: readonly string[];
}

/**
 * Reads the rules of IP policies from the service and fails if an address of `mustAdmit` is shut out or an address of `mustDeny` gets in. The policies are combined as in a restriction: an address is admitted if any policy allows it and none denies it. Changes nothing.
 *
 * Terraform type: `netingress_verify_access`.
 */
export class VerifyAccess extends NetingressAction<VerifyAccessProps> {
  static readonly tfResourceType = 'netingress_verify_access';

  constructor(scope: Construct, id: string, props: VerifyAccessProps) {
    super(scope, id, verifyAccess, props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isVerifyAccess(value: unknown): value is VerifyAccess {
    return isActionOfType(value, VerifyAccess.tfResourceType);
  }
}
