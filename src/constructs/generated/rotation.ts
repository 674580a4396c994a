// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { type TerraformMetaArguments } from 'cdktf';
import type { Construct } from 'constructs';
import { getComposite } from '../../model/composites';
import { expandAttributes } from '../../model/variants/expand-attributes';
import { defineAttributes } from '../outputs';
import { isResourceOfType, NetingressResource } from '../resource';

/** Properties of {@link Rotation}. */
export interface RotationProps extends TerraformMetaArguments {
  /** Any string, for example the date of a scheduled pipeline. A new value switches the slots; an earlier value is also new. */
  readonly rotation: string;
}

/**
 * Remembers which of two slots is current, so that two credentials can replace each other. A new value of `rotation` makes the other slot current and is the new value of that slot; the slot that was current keeps its value. Has no object at the service, and no clock: only a new value of `rotation` changes it. The plan refuses a new value while the credential of the previous one was not created; apply again with the previous value then.
 *
 * Terraform type: `netingress_rotation`.
 */
export class Rotation extends NetingressResource<RotationProps> {
  static readonly tfResourceType = 'netingress_rotation';

  constructor(scope: Construct, id: string, props: RotationProps) {
    super(scope, id, getComposite('rotation'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isRotation(value: unknown): value is Rotation {
    return isResourceOfType(value, Rotation.tfResourceType);
  }
}
export interface Rotation {
  /** Always `rotation`. */
  get id(): string;
  /** Any string, for example the date of a scheduled pipeline. A new value switches the slots; an earlier value is also new. */
  get rotation(): string;
  set rotation(value: string);
  /** The input value of `rotation`. */
  get rotationInput(): string | undefined;
  /** The current slot: `a` or `b`. */
  get current(): string;
  /** For `rotation` of the credential in slot `a`: the value of `rotation` when the slot became current, with its number and that of the newest rotation. Only API keys and tunnel credentials ignore the newest number, so use it for nothing else. */
  get a(): string;
  /** For `rotation` of the credential in slot `b`, as `a`. */
  get b(): string;
  /** Number of values of `rotation` so far, for the version of a write-only argument. */
  get version(): number;
}

defineAttributes(Rotation, expandAttributes(getComposite('rotation').attributes));
