/**
 * Ephemeral resources: objects that live for one run of Terraform and stand in no plan and no state. The core has no
 * class for them, so these elements render their blocks themselves.
 */
import { dependable, ref, TerraformElement, type TerraformProvider, Token } from 'cdktf';
import { Construct, type IConstruct } from 'constructs';
import type { Kind } from '../model/kind';
import { getKind } from '../model/kinds';
import { Inputs } from './inputs';
import { configuredAttributes, validateAtSynth } from './validate-props';

/** What every ephemeral resource may say besides its own attributes. */
export interface EphemeralMetaArguments {
  /**
   * The provider to make the object with.
   *
   * @default - the stack's provider that has no alias
   */
  readonly provider?: TerraformProvider;

  /**
   * What has to be done before the object is made.
   *
   * @default - only what the properties refer to
   */
  readonly dependsOn?: readonly TerraformElement[];
}

/** Properties of {@link EphemeralApiKey}. */
export interface EphemeralApiKeyProps extends EphemeralMetaArguments {
  /**
   * What uses the key to authenticate. At most 255 bytes.
   *
   * @default - not set
   */
  readonly description?: string;

  /**
   * Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it and never reads it.
   *
   * @default - not set
   */
  readonly metadata?: string;
}

/** Properties of {@link EphemeralTunnelCredential}. */
export interface EphemeralTunnelCredentialProps extends EphemeralApiKeyProps {
  /**
   * What may be bound with it: rules `bind:<domain or address>`, where a leading wildcard may stand.
   *
   * @default - no restrictions
   */
  readonly acl?: readonly string[];
}

/**
 * An object of one kind that is created when Terraform starts to use it and deleted at the end of the run. Needs
 * Terraform 1.10 or OpenTofu 1.11. If Terraform is killed, the object stays at the service.
 */
export abstract class NetingressEphemeralResource<P extends EphemeralMetaArguments> extends TerraformElement {
  /** Terraform type of the block. */
  readonly ephemeralResourceType: string;
  /** The properties as given. */
  protected readonly inputs: Inputs<Omit<P, keyof EphemeralMetaArguments>>;
  readonly #kind: Kind;
  readonly #meta: EphemeralMetaArguments;

  protected constructor(scope: Construct, id: string, kind: Kind, props: P) {
    const type = `netingress_${kind.name}`;
    super(scope, id, `ephemeral.${type}`);
    const { provider, dependsOn, ...inputs } = props;
    this.ephemeralResourceType = type;
    this.inputs = new Inputs(inputs);
    this.#kind = kind;
    this.#meta = { ...(provider && { provider }), ...(dependsOn && { dependsOn }) };
    validateAtSynth(this, kind, () => this.inputs.all());
  }

  /** Unique identifier, given by the service at creation. */
  get id(): string {
    return this.stringAttribute('id');
  }

  /** The secret, for this run alone. Terraform takes it where nothing is stored: in write-only attributes and providers. */
  get token(): string {
    return this.stringAttribute('token');
  }

  override toTerraform(): unknown {
    const { provider, dependsOn } = this.#meta;
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
      `${this.node.path}: cannot be written as HCL, because the core’s HCL output leaves ephemeral blocks out; expected ` +
        'JSON output, that is an App without hclOutput.',
    );
  }

  private stringAttribute(name: string): string {
    return Token.asString(
      ref(`ephemeral.${this.ephemeralResourceType}.${this.friendlyUniqueId}.${name}`, this.cdktfStack),
    );
  }
}

/** A key for the management API that lives for one run. Terraform type: `netingress_api_key`. */
export class EphemeralApiKey extends NetingressEphemeralResource<EphemeralApiKeyProps> {
  static readonly tfResourceType = 'netingress_api_key';

  constructor(scope: Construct, id: string, props: EphemeralApiKeyProps = {}) {
    super(scope, id, getKind('api_key'), props);
  }

  /** Whether the value is such a construct, also one of another copy of this library. */
  static isEphemeralApiKey(value: unknown): value is EphemeralApiKey {
    return isEphemeralOfType(value, EphemeralApiKey.tfResourceType);
  }
}

/** A credential for agents that lives for one run. Terraform type: `netingress_tunnel_credential`. */
export class EphemeralTunnelCredential extends NetingressEphemeralResource<EphemeralTunnelCredentialProps> {
  static readonly tfResourceType = 'netingress_tunnel_credential';

  constructor(scope: Construct, id: string, props: EphemeralTunnelCredentialProps = {}) {
    super(scope, id, getKind('tunnel_credential'), props);
  }

  /** Whether the value is such a construct, also one of another copy of this library. */
  static isEphemeralTunnelCredential(value: unknown): value is EphemeralTunnelCredential {
    return isEphemeralOfType(value, EphemeralTunnelCredential.tfResourceType);
  }
}

function isEphemeralOfType(value: unknown, type: string): boolean {
  return (
    Construct.isConstruct(value) &&
    TerraformElement.isTerraformElement(value) &&
    (value as IConstruct & { ephemeralResourceType?: string }).ephemeralResourceType === type
  );
}
