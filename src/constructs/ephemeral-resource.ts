import { dependable, ref, TerraformElement, type TerraformProvider, Token } from 'cdktf';
import { Construct, type IConstruct } from 'constructs';
import type { Composite, Kind } from '../model/kind';
import { Inputs } from './render';
import { configuredAttributes, validateAtSynth } from './validate-props';

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
 * The base class of the generated ephemeral resources. Terraform creates the object when it opens the resource, deletes it
 * at the end of the run, and does not store it in plan or state. If Terraform is killed, the object remains at the
 * service. Needs Terraform 1.10 or OpenTofu 1.11.
 *
 * CDKTF has no class for ephemeral resources, so this class renders the block itself.
 */
export abstract class NetingressEphemeralResource<P extends EphemeralMetaArguments> extends TerraformElement {
  /** Terraform type of the block. */
  readonly ephemeralResourceType: string;
  /** The properties, with later assignments. */
  protected readonly inputs: Inputs<P>;
  readonly #kind: Kind | Composite;
  readonly #metaArguments: EphemeralMetaArguments;

  protected constructor(scope: Construct, id: string, kind: Kind | Composite, props: P) {
    const type = `netingress_${kind.name}`;
    super(scope, id, `ephemeral.${type}`);
    const { provider, dependsOn } = props;
    this.ephemeralResourceType = type;
    this.inputs = new Inputs(props);
    this.#kind = kind;
    this.#metaArguments = { ...(provider && { provider }), ...(dependsOn && { dependsOn }) };
    validateAtSynth(this, kind, () => this.inputs.all());
  }

  override toTerraform(): unknown {
    const { provider, dependsOn } = this.#metaArguments;
    const block = {
      ...configuredAttributes(this, this.#kind, this.inputs.all()),
      ...(provider && { provider: provider.fqn }),
      ...(dependsOn && { depends_on: dependsOn.map(dependable) }),
      ...(this.rawOverrides as object),
      '//': this.constructNodeMetadata,
    };
    return { ephemeral: { [this.ephemeralResourceType]: { [this.friendlyUniqueId]: block } } };
  }

  override toHclTerraform(): unknown {
    throw new Error(
      `${this.node.path}: cannot be rendered as HCL, because CDKTF omits ephemeral blocks from HCL; expected JSON ` +
        'output. Create the App without hclOutput.',
    );
  }

  protected getStringAttribute(name: string): string {
    return Token.asString(this.#reference(name));
  }

  /** A reference to a list of strings. */
  protected getListAttribute(name: string): string[] {
    return Token.asList(this.#reference(name));
  }

  #reference(name: string) {
    return ref(`ephemeral.${this.ephemeralResourceType}.${this.friendlyUniqueId}.${name}`, this.cdktfStack);
  }
}

export function isEphemeralResourceOfType(value: unknown, type: string): boolean {
  return (
    Construct.isConstruct(value) &&
    TerraformElement.isTerraformElement(value) &&
    (value as IConstruct & { ephemeralResourceType?: string }).ephemeralResourceType === type
  );
}
