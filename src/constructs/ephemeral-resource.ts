import { TerraformElement, type TerraformProvider } from 'cdktf';
import { Construct, type IConstruct } from 'constructs';
import type { Kind } from '../model/kind';
import { resourceType } from '../model/naming';
import { TerraformEphemeralResource } from './cdktf-features';
import { ConstructInputs, hclAttributes, renderAttributes } from './render';
import { validateProfile } from './validation/validate-profile';
import { configuredAttributes, validateAtSynth } from './validation/validate-props';

/** Meta-arguments of ephemeral resources. */
export interface EphemeralMetaArguments {
  /**
   * The provider that creates the object.
   *
   * @default - the stack's provider that has no alias
   */
  readonly provider?: TerraformProvider;

  /**
   * Elements to apply before the object is created.
   *
   * @default - only the references in the properties
   */
  readonly dependsOn?: readonly TerraformElement[];
}

/**
 * The base class of the generated ephemeral resources. Terraform creates the object when it opens the resource, deletes
 * it when it closes the resource, in each plan and each apply, and does not store it in plan or state. If Terraform is
 * killed, the object remains at the service. Needs Terraform 1.10 or OpenTofu 1.11.
 */
export abstract class NetingressEphemeralResource<P extends EphemeralMetaArguments> extends TerraformEphemeralResource {
  /**
   * Terraform type of the block. Marks ephemeral resources, since data and resources have `terraformResourceType` too.
   */
  readonly ephemeralResourceType: string;
  /** The properties, with later assignments. */
  protected readonly inputs: ConstructInputs<P>;
  readonly #kind: Kind;

  protected constructor(scope: Construct, id: string, kind: Kind, props: P) {
    const type = resourceType(kind);
    const { provider, dependsOn } = props;
    super(scope, id, {
      terraformResourceType: type,
      ...(provider && { provider }),
      ...(dependsOn && { dependsOn }),
    });
    this.ephemeralResourceType = type;
    this.inputs = new ConstructInputs(props);
    this.#kind = kind;
    validateAtSynth(this, kind, () => this.inputs.all());
    validateProfile(this, kind, () => this.inputs.all());
  }

  protected override synthesizeAttributes(): Record<string, unknown> {
    return configuredAttributes(this, this.#kind, this.inputs.all());
  }

  protected override synthesizeHclAttributes(): Record<string, unknown> {
    return hclAttributes(renderAttributes(this.#kind.attributes, this.inputs.all()));
  }
}

export function isEphemeralResourceOfType(value: unknown, type: string): boolean {
  return (
    Construct.isConstruct(value) &&
    TerraformElement.isTerraformElement(value) &&
    (value as IConstruct & { ephemeralResourceType?: string }).ephemeralResourceType === type
  );
}
