import type { TerraformProvider } from 'cdktf';
import type { IConstruct } from 'constructs';
import { omitUndefined } from '../../../model/members';
import { describeUnknownProp } from '../../validation/validate-props';

/** Properties of all patterns that create objects of the service. */
export interface PatternProps {
  /**
   * Description of the created objects. An `IpAllowList` gives it to its policies, the second as `office (2)`, and not
   * to their rules. At most 255 bytes, with that number; 255 characters if only an event subscription is created.
   *
   * @default - not set
   */
  readonly description?: string;

  /**
   * Metadata of the created objects: machine-readable data of your own, for example JSON. An `IpAllowList` gives it to
   * its policies, and not to their rules. At most 4096 bytes; 4096 characters if only an event subscription is created.
   *
   * @default - not set
   */
  readonly metadata?: string;

  /**
   * The provider that creates the objects, and that reads the pre-existing policies of an `AccessRestriction`. The
   * static methods that read an object, such as `IpAllowList.fromDescription`, use the provider without alias instead.
   *
   * @default - the stack's provider that has no alias
   */
  readonly provider?: TerraformProvider;
}

export function pickPatternProps({ description, metadata, provider }: PatternProps): PatternProps {
  return omitUndefined({ description, metadata, provider });
}

type OwnPropNames<P extends PatternProps> = Readonly<Record<Exclude<keyof P, keyof PatternProps>, true>>;

const COMMON: Readonly<Record<keyof PatternProps, true>> = { description: true, metadata: true, provider: true };

/**
 * Has `app.synth()` report misspelled props, which apps without type checks would lose: `npx tsx main.ts` checks none.
 */
export function validatePropNames<P extends PatternProps>(construct: IConstruct, props: P, own: OwnPropNames<P>): void {
  const names = { ...COMMON, ...own };
  const unknown = Object.entries(props).flatMap(([name, value]) =>
    value === undefined || Object.hasOwn(names, name) ? [] : describeUnknownProp([name], Object.keys(names)),
  );
  construct.node.addValidation({ validate: () => unknown });
}
