import type { TerraformProvider } from 'cdktf';
import { omitUndefined } from '../../../model/members';

/** Properties of all patterns that create objects of the service. */
export interface PatternProps {
  /**
   * Description of the created objects. At most 255 bytes.
   *
   * @default - not set
   */
  readonly description?: string;

  /**
   * Metadata of the created objects: machine-readable data of your own, for example JSON. At most 4096 bytes.
   *
   * @default - not set
   */
  readonly metadata?: string;

  /**
   * The provider that creates the objects, and reads pre-existing ones.
   *
   * @default - the stack's provider that has no alias
   */
  readonly provider?: TerraformProvider;
}

export function pickPatternProps({ description, metadata, provider }: PatternProps): PatternProps {
  return omitUndefined({ description, metadata, provider });
}
